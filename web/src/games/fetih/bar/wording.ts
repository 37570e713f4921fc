/* The guide's line as a sentence. */

import { series, t } from "../../../i18n/speak.svelte";
import { headed } from "../words";
import type { Line } from "./guide";

export function wording(line: Line, nameOf: (seat: number) => string): string {
  if ("seat" in line) return t(`fetih.guide.${line.key}`, { name: nameOf(line.seat) });
  if (line.key === "pick") return t(line.pick === 1 ? "fetih.guide.pick_first" : "fetih.guide.pick_second");
  if (line.key !== "act") return t(`fetih.guide.${line.key}`);
  if (line.ways.length === 0) return t("fetih.guide.act_none");
  const ways = series(line.ways.map((way) => t(`fetih.guide.way.${way}`)));
  // Whichever comes first begins the sentence.
  return headed(t("fetih.guide.act", { ways }));
}
