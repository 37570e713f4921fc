/* The screen of Game of Houses. */

import type { GameScreen } from "../screens";
import Board from "./Board.svelte";
import { read } from "./reading";
import Table from "./Table.svelte";
import { tell } from "./told";
import { houseName } from "./words";
import { list } from "../../i18n/speak.svelte";

export const HOUSES: GameScreen = {
  Board,
  Table,
  tell,
  wonBy: (view) => {
    const winners = read(view).result?.winners ?? [];
    return winners.length === 0 ? null : list(winners.map(houseName));
  },
};
