/* The board in words, for those who hear it. */

import { list, series, t } from "../../../i18n/speak.svelte";
import { type Reading, type Region, total } from "../reading";
import { PLACE, type RegionId } from "../tables";
import { term } from "../words";

export interface Seen {
  readonly isOutlined: boolean;
  readonly isLit: boolean;
}

/** All that can be seen on a tile, in one line. */
export function tileName(reading: Reading, id: RegionId, nameOf: (seat: number) => string, seen: Seen): string {
  const region = reading.regions[id]!;
  const { owner } = region;
  return series([
    term(id),
    term(PLACE.get(id)!.continent),
    owner === null ? t("fetih.map.tile.neutral") : t("fetih.map.tile.owner", { owner: nameOf(owner), colour: term(reading.seats[owner]!.colour) }),
    t("fetih.map.tile.yield", { resource: term(region.resource), number: region.number }),
    soldiers(region),
    ...structures(region),
    ...(seen.isOutlined ? [t("fetih.map.tile.outlined")] : []),
    ...(seen.isLit ? [t("fetih.map.tile.lit")] : []),
  ]);
}

function soldiers(region: Region): string {
  const count = total(region.units);
  return count === 0 ? t("fetih.map.tile.empty") : t("fetih.map.tile.soldiers", { count });
}

function structures(region: Region): string[] {
  const village = region.plundered ? t("fetih.map.tile.plundered") : term("village");
  const built = [...(region.village ? [village] : []), ...(region.defence === "none" ? [] : [term(region.defence)])];
  return built.length === 0 ? [] : [list(built)];
}
