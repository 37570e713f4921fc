import { expect, test } from "vitest";
import { ownPath, routeOf } from "../src/app/places";

test.each([
  ["/", { name: "home" }],
  ["/nowhere", { name: "home" }],
  ["/room/abc234", { name: "room", door: "ABC234", watching: false }],
  ["/oda/ABC234", { name: "room", door: "ABC234", watching: false }],
  ["/watch/a_b-C", { name: "room", door: "a_b-C", watching: true }],
  ["/tekrar/ABC234", { name: "replay", door: "ABC234" }],
  ["/oda/abc%20234", { name: "room", door: "ABC 234", watching: false }],
  ["/oda/100%", { name: "room", door: "100%", watching: false }],
  ["/watch/%E0%A4%A", { name: "room", door: "%E0%A4%A", watching: true }],
  ["/replay/%ff", { name: "replay", door: "%ff" }],
  ["/verify", { name: "verify" }],
  ["/dogrula", { name: "verify" }],
  ["/sign-in", { name: "sign_in", next: "/" }],
  ["/giris?next=%2Foda%2FABC234", { name: "sign_in", next: "/oda/ABC234" }],
  ["/privacy", { name: "text", page: "privacy" }],
  ["/gizlilik", { name: "text", page: "privacy" }],
  ["/hakkinda", { name: "text", page: "about" }],
  ["/iletisim", { name: "text", page: "contact" }],
])("the address %s leads to its screen", (path, expected) => {
  expect(routeOf(path)).toEqual(expected);
});

test.each([
  [null, "/"],
  ["", "/"],
  ["/room/ABC234?x=1", "/room/ABC234?x=1"],
  ["https://elsewhere.test/", "/"],
  ["//elsewhere.test/x", "/elsewhere.test/x"],
  ["/\\elsewhere.test", "/elsewhere.test"],
  ["/\t/elsewhere.test", "/"],
  ["javascript:alert(1)", "/"],
])("after signing in, %s leads nowhere but to this site", (text, expected) => {
  expect(ownPath(text)).toBe(expected);
});
