/* Fetih's own screen. Its events are told by the catalogue's sentences. */

import { list } from "../../i18n/speak.svelte";
import type { GameScreen } from "../screens";
import Board from "./Board.svelte";
import Emblem from "./parts/Emblem.svelte";
import Table from "./Table.svelte";
import { read } from "./reading";
import { CONTINENTS } from "./tables";
import { term } from "./words";

export const FETIH: GameScreen = {
  Board,
  Table,
  Badge: Emblem,
  wonBy: (view) => {
    const { winner, win_reason, continents } = read(view);
    if (win_reason !== "continents") return null;
    const held = CONTINENTS.filter(({ id }) => continents[id]?.owner === winner);
    return list(held.map(({ id }) => term(id)));
  },
};
