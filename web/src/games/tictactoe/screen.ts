/* Tic-tac-toe's own screen: its board and its sentences. */

import { t } from "../../i18n/speak.svelte";
import type { ToldEvent } from "../../wire/messages";
import type { GameScreen, Telling } from "../screens";
import Board from "./Board.svelte";
import { markOf, read, SIDE, SIGNS } from "./reading";
import Sign from "./Sign.svelte";

function tell(event: ToldEvent, { view, you, nameOf }: Telling): string | null | undefined {
  const reading = read(view);
  const seat = Number(event.seat);
  const isYou = you !== null && seat === you;
  switch (event.type) {
    case "GameStarted": {
      const first = Number(event.first);
      return first === you ? t("tictactoe.told.begin_you") : t("tictactoe.told.begin", { name: nameOf(first) });
    }
    case "MarkPlaced": {
      const cell = Number(event.cell);
      const place = { row: Math.floor(cell / SIDE) + 1, column: (cell % SIDE) + 1, mark: SIGNS[markOf(reading, seat)] };
      return isYou ? t("tictactoe.told.placed_you", place) : t("tictactoe.told.placed", { ...place, name: nameOf(seat) });
    }
    case "SeatResigned":
      return isYou ? t("tictactoe.told.resigned_you") : t("tictactoe.told.resigned", { name: nameOf(seat) });
    case "DeadlinePassed":
      return isYou ? t("tictactoe.told.late_you") : t("tictactoe.told.late", { name: nameOf(seat) });
    case "GameEnded": {
      if (typeof event.winner !== "number") return t("tictactoe.told.drawn");
      return event.winner === you ? t("tictactoe.told.won_you") : t("tictactoe.told.won", { name: nameOf(event.winner) });
    }
    default:
      return undefined;
  }
}

export const TICTACTOE: GameScreen = {
  Board,
  Sign,
  tell,
};
