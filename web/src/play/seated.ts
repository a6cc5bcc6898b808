/** A player's station at a table: one socket to play, and one to watch the round before as long as
 * no one sits here. */
import { t, add } from "../kit/texts.js";
import { figure, readLayout, readOwn, readPrompt, readSteps, readTable, readView, readYou, isRecord } from "./reading.js";
import { type Message, type Part, Socket } from "./socket.js";
import { Play } from "./store.js";
import { Timeline, joined, views } from "./timeline.js";

add({ "play.old": "This page and the room speak different versions. Load the page again." });

const VERSION = 1;
/** The code with which the room ends a socket because another window of the login is here. */
const TAKEN_OVER = "taken over";

export class Station {
  readonly play = new Play();
  /** The public key of the room, which checks receipts. */
  key = "";
  private readonly socket: Socket;
  private watcher: Socket | null = null;
  private readonly timeline: Timeline;

  constructor(
    private readonly table: string,
    private readonly token: () => string,
    still: () => boolean,
  ) {
    const { play } = this;
    this.timeline = new Timeline(play, still);
    this.socket = this.made("seat");
    play.sends = (command) => {
      this.socket.send(command);
      play.sending = this.socket.sending;
    };
    play.skips = () => this.timeline.skip();
  }

  open(): void {
    this.socket.open();
  }

  close(): void {
    this.socket.close();
    this.watch(false);
  }

  private made(part: Part): Socket {
    const { play } = this;
    const seated = part === "seat";
    return new Socket(this.table, part, this.token, {
      message: (message) => (seated ? this.take(message) : this.watched(message)),
      link: (link, why) => {
        if (!seated) return;
        play.link = link;
        if (why !== "") play.ended = why;
        play.changed();
      },
      slow: (slow) => {
        if (!seated) return;
        play.slow = slow;
        play.changed();
      },
    });
  }

  /** Look at the round before, or no longer. */
  private watch(on: boolean): void {
    if (on && this.watcher === null) {
      this.watcher = this.made("watch");
      this.watcher.open();
    } else if (!on && this.watcher !== null) {
      this.watcher.close();
      this.watcher = null;
    }
  }

  private take(message: Message): void {
    const { play } = this;
    play.sending = this.socket.sending;
    if (message["type"] === "welcome") this.welcome(message);
    else if (message["type"] === "view") this.view(message);
    else if (message["type"] === "no") this.no(message);
    else if (message["type"] === "bye") play.takenOver = message["code"] === TAKEN_OVER;
    else if (message["type"] === "pong") play.clock(figure(message["now"]) || Date.now());
    play.changed();
  }

  private welcome(message: Message): void {
    const layout = readLayout(message["layout"]);
    if (figure(message["v"]) !== VERSION) this.play.refuse(t("play.old"));
    this.key = typeof message["key"] === "string" ? message["key"] : "";
    if (layout !== null) this.play.welcome(layout, readYou(message["you"]), figure(message["now"]) || Date.now());
  }

  private view(message: Message): void {
    const { play } = this;
    if (figure(message["now"]) > 0) play.clock(figure(message["now"]));
    play.table = readTable(message["table"]);
    play.due = due(message["due"]);
    const seat = figure(message["seat"]);
    play.you = { ...play.you, seat };
    const shown = readView(message["public"]);
    this.watch(seat === 0 && shown === null);
    if (seat !== 0) play.viewer = seat;
    if (shown === null) {
      if (seat !== 0) this.timeline.add([], null, null, figure(message["round"]));
      else play.ask(null, figure(message["round"]));
      return;
    }
    const own = isRecord(message["own"]) ? message["own"] : {};
    const prompt = readPrompt(own["prompt"]);
    const last = joined(shown, play.viewer, readOwn(own["piles"]), prompt);
    const steps = views(readSteps(message["steps"]), play.viewer, shown);
    this.timeline.add(steps, last, prompt, figure(message["round"]));
  }

  /** The round before, as those see it who only look on. */
  private watched(message: Message): void {
    if (message["type"] !== "view" || this.play.seat !== 0) return;
    const shown = readView(message["public"]);
    if (shown === null) return;
    this.play.viewer = 0;
    this.timeline.add(views(readSteps(message["steps"]), 0, shown), shown, null, figure(message["round"]));
  }

  private no(message: Message): void {
    const clauses = Array.isArray(message["clauses"]) ? message["clauses"].map(String) : [];
    this.play.refuse(String(message["why"] ?? ""), clauses, String(message["code"] ?? ""));
  }
}

function due(value: unknown): Record<number, number> {
  const found: Record<number, number> = {};
  if (isRecord(value)) {
    for (const [seat, at] of Object.entries(value)) if (typeof at === "number") found[Number(seat)] = at;
  }
  return found;
}
