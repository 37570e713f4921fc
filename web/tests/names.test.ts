import { beforeAll, expect, test } from "vitest";
import { speak } from "../src/i18n/speak.svelte";
import { seatName } from "../src/room/names";
import type { Room, Seat } from "../src/wire/messages";

const seat = (number: number, more: Partial<Seat>): Seat => ({
  seat: number, player: null, name: null, bot: null, connected: null, muted: false, sat_in: false,
  ...more,
});

function named(...seats: Partial<Seat>[]): string[] {
  const room = { game: "tictactoe", seats: seats.map((one, number) => seat(number, one)) } as unknown as Room;
  return room.seats.map((one) => seatName(room, one.seat));
}

beforeAll(() => speak("tr"));

test("a person who is no more is a former player, with a number where there are several", () => {
  expect(named({ player: "person", name: "" }, { player: "person", name: "Ada" })).toEqual(["Eski oyuncu", "Ada"]);
  expect(named({ player: "person", name: "" }, { player: "person", name: "" })).toEqual([
    "Eski oyuncu 1",
    "Eski oyuncu 2",
  ]);
});

test("a person who is hidden is a seat, and no former player", () => {
  expect(named({ player: null, name: null })).toEqual(["1. koltuk"]);
});
