/* Fetih's own screen. Its events are told by the catalogue's sentences. */

import type { GameScreen } from "../screens";
import Board from "./Board.svelte";
import Emblem from "./map/Emblem.svelte";
import Table from "./Table.svelte";

export const FETIH: GameScreen = {
  Board,
  Table,
  Badge: Emblem,
  tell: () => undefined,
  badge: () => null,
};
