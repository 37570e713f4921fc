import { expect, test } from "vitest";
import { en } from "../src/i18n/en";

const sources = import.meta.glob<string>(["../src/**/*.{ts,svelte}", "!../src/i18n/**/*{en,tr}.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.values(sources).join("\n");

const literal = new Set([...code.matchAll(/["`]([\w.]+)["`]/g)].map(([, key]) => key!));

/** Keys put together at run time, `fetih.people.tab.${one}`; what begins with a slot must name its room: `.code.`. */
const families = [...code.matchAll(/`((?:[\w.]|\$\{[^{}`]*\})+)`/g)]
  .map(([, template]) => template!.split(/\$\{[^{}]*\}/))
  .filter(([head, next]) => head !== "" || /^\.[a-z]{3,}/.test(next ?? ""))
  .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll(".", "\\.")).join("\\w+")}$`));

/** Told by the events' names and fields (`toldBy`); that they fit the rules is a test of the rules' side. */
const TOLD = /^\w+\.told\./;

test("every sentence of the catalogue is said somewhere", () => {
  const unsaid = Object.keys(en).filter(
    (key) => !literal.has(key) && !TOLD.test(key) && !families.some((family) => family.test(key)),
  );
  expect(unsaid).toEqual([]);
});
