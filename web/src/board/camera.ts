/* What of a board is in sight: pure arithmetic of panning and zooming. */

import type { Point } from "./hexes";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size, Point {}

/** A point of the board stands in the frame at `point × scale + (x, y)`, in pixels. */
export interface Camera extends Point {
  readonly scale: number;
}

export interface Limits {
  readonly least: number;
  readonly most: number;
}

/** Pixels at the edges of the frame that something covers. */
export interface Padding {
  readonly top?: number;
  readonly right?: number;
  readonly bottom?: number;
  readonly left?: number;
}

export function onFrame(camera: Camera, { x, y }: Point): Point {
  return { x: x * camera.scale + camera.x, y: y * camera.scale + camera.y };
}

/** The smallest rectangle around points, and so much more on each side. */
export function around(points: readonly Point[], horizontal: number, vertical: number): Rect {
  const left = Math.min(...points.map(({ x }) => x)) - horizontal;
  const top = Math.min(...points.map(({ y }) => y)) - vertical;
  return {
    x: left,
    y: top,
    width: Math.max(...points.map(({ x }) => x)) + horizontal - left,
    height: Math.max(...points.map(({ y }) => y)) + vertical - top,
  };
}

/** Shows a part of the board in the middle, as large as it goes up to a scale. */
export function showing(part: Rect, frame: Size, most = Infinity): Camera {
  const scale = Math.min(frame.width / part.width, frame.height / part.height, most);
  return {
    x: frame.width / 2 - (part.x + part.width / 2) * scale,
    y: frame.height / 2 - (part.y + part.height / 2) * scale,
    scale,
  };
}

/** Grows or shrinks about a point of the frame, which keeps its place of the board under it. */
export function zoomed(camera: Camera, factor: number, about: Point, limits: Limits): Camera {
  const scale = clamp(camera.scale * factor, limits.least, limits.most);
  const grown = scale / camera.scale;
  return { x: about.x - (about.x - camera.x) * grown, y: about.y - (about.y - camera.y) * grown, scale };
}

/**
 * Keeps the board in sight: along an axis on which it fits it stays within the frame, along another the middle of
 * the frame stays on the board, so that a tile at the edge can be brought out from under what covers it. What is left
 * of the frame beside that may be filled in the same way.
 */
export function held(camera: Camera, board: Rect, frame: Size, padding: Padding = {}): Camera {
  const { top = 0, right = 0, bottom = 0, left = 0 } = padding;
  return {
    x: heldAlong(camera.x, board.x * camera.scale, board.width * camera.scale, frame.width, left, right),
    y: heldAlong(camera.y, board.y * camera.scale, board.height * camera.scale, frame.height, top, bottom),
    scale: camera.scale,
  };
}

function heldAlong(at: number, start: number, length: number, room: number, before: number, after: number): number {
  const ranges = [rangeIn(0, room, length), rangeIn(before, room - after, length)];
  return clamp(at, Math.min(...ranges.map(([least]) => least)) - start, Math.max(...ranges.map(([, most]) => most)) - start);
}

/** Where the board may begin that is held between two lines. */
function rangeIn(from: number, to: number, length: number): readonly [least: number, most: number] {
  // A hair's breadth: a board that was made to fit does so, whatever the rounding.
  if (length <= to - from + 0.5) return [from, Math.max(to - length, from)];
  const middle = (from + to) / 2;
  return [middle - length, middle];
}

/** The shortest move that brings a part of the board into what is left of the frame. */
export function bringing(camera: Camera, part: Rect, frame: Size, padding: Padding = {}): Camera {
  const { top = 0, right = 0, bottom = 0, left = 0 } = padding;
  const at = onFrame(camera, part);
  return {
    x: camera.x + moved(at.x, part.width * camera.scale, left, frame.width - right),
    y: camera.y + moved(at.y, part.height * camera.scale, top, frame.height - bottom),
    scale: camera.scale,
  };
}

function moved(at: number, length: number, start: number, end: number): number {
  if (length > end - start) return (start + end - length) / 2 - at;
  if (at < start) return start - at;
  return at + length > end ? end - length - at : 0;
}

/** The same place of the board in the middle of a frame of another size. */
export function resized(camera: Camera, from: Size, to: Size): Camera {
  return { x: camera.x + (to.width - from.width) / 2, y: camera.y + (to.height - from.height) / 2, scale: camera.scale };
}

/** A part of the way from one to another: the zoom in even factors, the middle of the frame in even steps. */
export function between(from: Camera, to: Camera, share: number): Camera {
  if (share >= 1) return to;
  const scale = from.scale * (to.scale / from.scale) ** share;
  const grown = to.scale === from.scale ? share : (scale - from.scale) / (to.scale - from.scale);
  return { x: from.x + (to.x - from.x) * grown, y: from.y + (to.y - from.y) * grown, scale };
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
