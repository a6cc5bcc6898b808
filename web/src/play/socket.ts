/** The socket of a table: hello, views in and commands out, and back again after a break.
 *
 * A command has a key.  What got neither an ack nor a `no` before the connection broke is sent again
 * under the same key: the room answers it again and never does it twice.
 */
import { newKey } from "../kit/api.js";
import { isRecord } from "./reading.js";
import type { Command } from "./commands.js";

/** In which part a socket is at its table. */
export type Part = "seat" | "watch" | "display";
export type Message = Readonly<Record<string, unknown>>;

/** Handlers for the events of a socket. */
export interface Hears {
  /** A message of the room, whatever it is. */
  readonly message: (message: Message) => void;
  /** A new state of the connection, and the reason if it has ended. */
  readonly link: (link: "joining" | "open" | "lost" | "ended", why: string) => void;
  /** True if the room has left something unanswered for `SLOW_MS`. */
  readonly slow?: (slow: boolean) => void;
}

const FIRST_MS = 250;
const LONGEST_MS = 8000;
const PING_MS = 5_000;
/** Nothing heard for so long after something was sent: the player is told. */
const SLOW_MS = 2_000;
/** Nothing heard for so long: the connection is given up. */
const SILENT_MS = 40_000;
const BUSY_MS = 400;

export class Socket {
  /** The `seq` of the last view that was seen. */
  seen = 0;
  private readonly waiting = new Map<string, Command>();
  private socket: WebSocket | null = null;
  private tries = 0;
  private again = 0;
  private heard = 0;
  private pinging = 0;
  private expecting = 0;
  private slow = false;
  private welcomed = false;
  private over = false;

  constructor(
    private readonly table: string,
    private readonly part: Part,
    private readonly token: () => string,
    private readonly hears: Hears,
  ) {}

  /** The number of commands that wait for an answer. */
  get sending(): number {
    return this.waiting.size;
  }

  open(): void {
    this.over = false;
    this.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** For good. */
  close(): void {
    this.over = true;
    this.answered();
    clearTimeout(this.again);
    clearInterval(this.pinging);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    this.socket = null;
  }

  /** Send a command, now or as soon as the room is there again. */
  send(command: Command): void {
    const key = newKey();
    this.waiting.set(key, command);
    this.write(key, command);
  }

  private write(key: string, command: Command): void {
    if (this.welcomed) this.put({ ...command, key });
  }

  private put(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    this.expect();
  }

  /** An answer is expected from now on. */
  private expect(): void {
    if (this.expecting !== 0 || this.over) return;
    this.expecting = setTimeout(() => this.turn(true), SLOW_MS);
  }

  /** Something was heard, or no one listens any more. */
  private answered(): void {
    clearTimeout(this.expecting);
    this.expecting = 0;
    this.turn(false);
  }

  private turn(slow: boolean): void {
    if (slow === this.slow) return;
    this.slow = slow;
    this.hears.slow?.(slow);
  }

  private connect(): void {
    clearTimeout(this.again);
    this.again = 0;
    this.welcomed = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    this.heard = Date.now();
    this.hears.link("joining", "");
    this.expect();
    socket.onopen = () => {
      this.put({ type: "hello", token: this.token(), table: this.table, as: this.part, seen: this.seen, steps: true });
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.take(event.data);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
    clearInterval(this.pinging);
    this.pinging = setInterval(() => this.ping(), PING_MS);
  }

  /** The connection is gone: once more, each time a little later, and not all stations at once. */
  private lost(): void {
    this.answered();
    this.socket = null;
    this.welcomed = false;
    clearInterval(this.pinging);
    if (this.over) return;
    this.hears.link("lost", "");
    const wait = Math.min(FIRST_MS * 2 ** this.tries, LONGEST_MS);
    this.tries += 1;
    this.again = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  /** The network is back, or someone looks again: not to wait any longer. */
  private readonly hurry = (): void => {
    if (this.over || document.hidden) return;
    if (this.again !== 0) this.connect();
    else this.ping();
  };

  private ping(): void {
    if (Date.now() - this.heard > SILENT_MS) this.socket?.close();
    else this.put({ type: "ping" });
  }

  private take(data: unknown): void {
    this.heard = Date.now();
    this.answered();
    let message: unknown;
    try {
      message = JSON.parse(String(data));
    } catch {
      return; // no message of ours
    }
    if (!isRecord(message)) return;
    if (message["type"] === "welcome") this.welcome();
    else if (message["type"] === "view") this.view(message);
    else if (message["type"] === "no" && this.busy(message)) return;
    this.hears.message(message);
    if (message["type"] === "bye") this.bye(message);
  }

  private welcome(): void {
    this.tries = 0;
    this.welcomed = true;
    this.hears.link("open", "");
    for (const [key, command] of this.waiting) this.write(key, command);
  }

  private view(message: Message): void {
    if (typeof message["seq"] === "number") this.seen = Math.max(this.seen, message["seq"]);
    if (!Array.isArray(message["acks"])) return;
    for (const key of message["acks"]) if (typeof key === "string") this.waiting.delete(key);
  }

  /** A refusal ends a command, unless the room only had no time: then it is sent once more. */
  private busy(message: Message): boolean {
    const key = String(message["key"] ?? "");
    const command = this.waiting.get(key);
    if (message["code"] === "busy" && command !== undefined) {
      setTimeout(() => this.write(key, command), BUSY_MS);
      return true;
    }
    this.waiting.delete(key);
    return false;
  }

  private bye(message: Message): void {
    if (message["again"] !== false) return; // the socket closes by itself, and is opened again
    this.close();
    this.hears.link("ended", typeof message["why"] === "string" ? message["why"] : "");
  }
}
