/* A world for a link: sockets that are told what to say, and time that stands still until it is passed. */

import type { Ears, SocketLike, World } from "../../src/wire/link";

export class FakeSocket implements SocketLike {
  sent: Record<string, unknown>[] = [];
  closed = false;
  constructor(
    readonly address: string,
    private readonly ears: Ears,
  ) {}
  send(data: string) {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }
  close() {
    this.closed = true;
  }
  says(message: object) {
    this.ears.message(JSON.stringify(message));
  }
  /** What was sent of a type. */
  ofType(type: string) {
    return this.sent.filter((message) => message.type === type);
  }
  breaks(code = 1006) {
    this.ears.closed(code);
  }
}

export class FakeWorld implements World {
  time = 1_000_000;
  sockets: FakeSocket[] = [];
  timers: { at: number; what: () => void; cancelled: boolean }[] = [];
  now = () => this.time;
  random = () => 0.5;
  later = (milliseconds: number, what: () => void) => {
    const timer = { at: this.time + milliseconds, what, cancelled: false };
    this.timers.push(timer);
    return () => {
      timer.cancelled = true;
    };
  };
  open = (address: string, ears: Ears) => {
    const socket = new FakeSocket(address, ears);
    this.sockets.push(socket);
    return socket;
  };
  pass(milliseconds: number) {
    const until = this.time + milliseconds;
    for (;;) {
      const due = this.timers.filter((timer) => !timer.cancelled && timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      due.cancelled = true;
      this.time = due.at;
      due.what();
    }
    this.time = until;
  }
  get last() {
    return this.sockets[this.sockets.length - 1]!;
  }
}
