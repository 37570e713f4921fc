/* A socket that is opened before the page is there to listen: what it says meanwhile is kept. */

import type { Ears, SocketLike } from "./link";

interface Early {
  readonly address: string;
  readonly socket: WebSocket;
  readonly heard: unknown[];
  closed: number | null;
}

let early: Early | null = null;

/** Where a room's socket is; `since` is the number of the view seen last. */
export function socketAddress(door: string, language: string, since?: number): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const seen = since === undefined ? "" : `&since=${since}`;
  return `${scheme}://${location.host}/api/rooms/${encodeURIComponent(door)}/socket?lang=${language}${seen}`;
}

export function openEarly(address: string): void {
  const socket = new WebSocket(address);
  const one: Early = { address, socket, heard: [], closed: null };
  socket.onmessage = ({ data }) => one.heard.push(data);
  socket.onclose = ({ code }) => (one.closed = code);
  early = one;
}

/** Nobody will take it: one that stays open would say that somebody is at a table that they have left. */
export function dropEarly(): void {
  early?.socket.close();
  early = null;
}

/** The socket that was opened early to that address, once; null if there is none or it is lost already. */
export function takeEarly(address: string, ears: Ears): SocketLike | null {
  const one = early;
  early = null;
  if (one === null || one.closed !== null || one.address !== address) {
    one?.socket.close();
    return null;
  }
  const { socket, heard } = one;
  // After the caller has taken hold of the socket: it hears nothing of one that it does not know yet.
  queueMicrotask(() => {
    for (const data of heard) ears.message(data);
    socket.onmessage = ({ data }) => ears.message(data);
    socket.onclose = ({ code }) => ears.closed(code);
  });
  return socket;
}
