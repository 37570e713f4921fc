/* A board that is dragged and zoomed by mouse, fingers, wheel and keys.
 *
 * While it moves, one transform of one layer is written per frame and nothing else: the compositor does the rest. The
 * layer is laid out anew at its new size only when a zoom has come to rest, so that it is sharp again.
 */

import { between, bringing, type Camera, clamp, held, type Limits, type Padding, type Rect, resized, type Size, zoomed } from "./camera";
import type { Point } from "./hexes";

/** Pixels: what is dragged farther is no click (F100). */
const CLICK = 8;
/** Milliseconds without wheel or pinch after which a zoom has come to rest. */
const REST = 160;
const GLIDE = 260;
const WHEEL_LINE = 16;

export interface Behaviour {
  readonly board: Rect;
  limits(frame: Size): Limits;
  /** Called once the frame's size is known: what is shown first. */
  opening(frame: Size): Camera;
  /** Whether moves by button or key may glide. */
  glides(): boolean;
  /** The board has come to rest, or glides to where it will. */
  settled(camera: Camera): void;
}

export class Surface {
  camera: Camera = { x: 0, y: 0, scale: 1 };
  frame: Size = { width: 0, height: 0 };
  /** The element on which the last pointer went down. */
  pressed: Element | null = null;

  readonly #pointers = new Map<number, Point>();
  readonly #abort = new AbortController();
  readonly #observer: ResizeObserver;
  /** The scale at which the layer is laid out. */
  #drawn = 0;
  #corner: Point = { x: 0, y: 0 };
  #start: Point = { x: 0, y: 0 };
  #isDragged = false;
  #asked = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** What covered the frame's edges when something was brought into sight last. */
  #padding: Padding = {};
  /** Where a zoom would be that nothing had held at the frame's edges on its way: it goes on from there. */
  #wish: Camera | null = null;
  #glide: { from: Camera; to: Camera; since: number } | null = null;

  constructor(
    private readonly element: HTMLElement,
    private readonly layer: HTMLElement,
    private readonly behaviour: Behaviour,
  ) {
    const { signal } = this.#abort;
    element.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    element.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    window.addEventListener("pointermove", (event) => this.#move(event), { signal });
    window.addEventListener("pointerup", (event) => this.#up(event), { signal });
    window.addEventListener("pointercancel", (event) => this.#up(event), { signal });
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(element);
  }

  close(): void {
    this.#abort.abort();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#asked);
    clearTimeout(this.#rest);
  }

  /** Whether a click ends a drag and so is none; one by key has no pointer and always counts. */
  wasDragged(click: MouseEvent): boolean {
    return this.#isDragged && click.detail !== 0;
  }

  /** About the middle of the frame. */
  zoom(factor: number): void {
    const from = this.#glide?.to ?? this.camera;
    const middle = { x: this.frame.width / 2, y: this.frame.height / 2 };
    this.go(zoomed(from, factor, middle, this.behaviour.limits(this.frame)));
  }

  /** Another view altogether, whatever was to be kept uncovered before. */
  show(to: Camera): void {
    this.#padding = {};
    this.go(to);
  }

  bring(part: Rect, padding: Padding): void {
    this.#padding = padding;
    const from = this.#glide?.to ?? this.camera;
    const to = bringing(from, part, this.frame, padding);
    if (to.x !== from.x || to.y !== from.y) this.go(to);
  }

  /** To another view; at once where nothing may glide. */
  go(to: Camera): void {
    if (this.#drawn === 0) return;
    clearTimeout(this.#rest);
    this.#wish = null;
    const target = this.#allowed(to);
    if (!this.behaviour.glides()) {
      this.#glide = null;
      this.camera = target;
      this.#settle();
      return;
    }
    this.#glide = { from: this.camera, to: target, since: performance.now() };
    // Whoever asks where something stands is told where it will.
    this.behaviour.settled(target);
    this.#ask();
  }

  #allowed(camera: Camera): Camera {
    const { least, most } = this.behaviour.limits(this.frame);
    const scale = clamp(camera.scale, least, most);
    const middle = { x: this.frame.width / 2, y: this.frame.height / 2 };
    const inside = scale === camera.scale ? camera : zoomed(camera, scale / camera.scale, middle, { least, most });
    return held(inside, this.behaviour.board, this.frame, this.#padding);
  }

  #set(camera: Camera, isZoom: boolean): void {
    this.#glide = null;
    this.#wish = isZoom ? camera : null;
    this.camera = this.#allowed(camera);
    this.#ask();
  }

  #ask(): void {
    if (this.#asked === 0) this.#asked = requestAnimationFrame((now) => this.#write(now));
  }

  #write(now: number): void {
    this.#asked = 0;
    const glide = this.#glide;
    if (glide !== null) {
      const share = clamp((now - glide.since) / GLIDE, 0, 1);
      this.camera = between(glide.from, glide.to, 1 - (1 - share) ** 3);
      if (share < 1) this.#ask();
      else {
        this.#glide = null;
        this.#settle();
      }
    }
    this.#transform();
  }

  #transform(): void {
    const { board } = this.behaviour;
    const { x, y, scale } = this.camera;
    const left = x + board.x * scale;
    const top = y + board.y * scale;
    this.layer.style.transform = `translate(${left}px, ${top}px) scale(${scale / this.#drawn})`;
  }

  /** Comes to rest: sharp, and on whole pixels. */
  #settle(): void {
    clearTimeout(this.#rest);
    this.#wish = null;
    const { board } = this.behaviour;
    if (this.#drawn !== this.camera.scale) {
      this.#drawn = this.camera.scale;
      this.layer.style.width = `${board.width * this.#drawn}px`;
      this.layer.style.height = `${board.height * this.#drawn}px`;
    }
    const { x, y, scale } = this.camera;
    const left = Math.round(x + board.x * scale);
    const top = Math.round(y + board.y * scale);
    this.camera = { x: left - board.x * scale, y: top - board.y * scale, scale };
    this.#transform();
    this.behaviour.settled(this.camera);
  }

  #settleSoon(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), REST);
  }

  #resize(): void {
    const size = { width: this.element.clientWidth, height: this.element.clientHeight };
    if (size.width === 0 || size.height === 0) return;
    const isFirst = this.frame.width === 0;
    const next = isFirst ? this.behaviour.opening(size) : resized(this.#glide?.to ?? this.camera, this.frame, size);
    this.frame = size;
    this.#glide = null;
    this.camera = this.#allowed(next);
    this.#settle();
  }

  #at(event: MouseEvent): Point {
    return { x: event.clientX - this.#corner.x, y: event.clientY - this.#corner.y };
  }

  /** Measured before a move and not during it: it would make the browser work out the styles in mid-frame. */
  #measure(): void {
    const { left, top } = this.element.getBoundingClientRect();
    this.#corner = { x: left, y: top };
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (this.#pointers.size === 0) this.#measure();
    const at = this.#at(event);
    if (this.#pointers.size === 0) {
      this.#isDragged = false;
      this.#start = at;
      this.pressed = event.target instanceof Element ? event.target : null;
    }
    this.#pointers.set(event.pointerId, at);
    if (this.#pointers.size > 1) this.#drag();
  }

  /** From now on it is a drag: the pointers stay with the board wherever they go. */
  #drag(): void {
    this.#isDragged = true;
    for (const id of this.#pointers.keys()) this.element.setPointerCapture(id);
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    const at = this.#at(event);
    if (!this.#isDragged) {
      if (Math.hypot(at.x - this.#start.x, at.y - this.#start.y) <= CLICK) return;
      this.#drag();
    }
    this.#pointers.set(event.pointerId, at);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) this.#set(this.#panned(before, at), false);
    else this.#set(this.#pinched(before, at, other), true);
  }

  #panned(before: Point, at: Point): Camera {
    const { x, y, scale } = this.camera;
    return { x: x + at.x - before.x, y: y + at.y - before.y, scale };
  }

  /** Two fingers zoom about the middle between them, and take the board along. */
  #pinched(before: Point, at: Point, other: Point): Camera {
    const was = Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1);
    const is = Math.max(Math.hypot(at.x - other.x, at.y - other.y), 1);
    const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
    const { x, y, scale } = this.#wish ?? this.camera;
    const moved = { x: x + (at.x - before.x) / 2, y: y + (at.y - before.y) / 2, scale };
    return zoomed(moved, is / was, middle, this.behaviour.limits(this.frame));
  }

  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId) || this.#pointers.size > 0) return;
    if (this.#isDragged) this.#settleSoon();
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    this.#measure();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_LINE;
    // A touchpad's pinch comes as a wheel with Ctrl, in much smaller steps.
    const factor = Math.exp(-clamp(event.deltaY * lines, -240, 240) * (event.ctrlKey ? 0.01 : 0.0022));
    this.#set(zoomed(this.#wish ?? this.camera, factor, this.#at(event), this.behaviour.limits(this.frame)), true);
    this.#settleSoon();
  }
}
