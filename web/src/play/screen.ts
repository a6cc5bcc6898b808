/** A community screen at a table: one socket that is shown what everybody may see. */
import { add, t } from "../kit/texts.js";
import { figure, readLayout, readSteps, readTable, readView, readYou } from "./reading.js";
import { type Message, type Part, Socket } from "./socket.js";
import { Play } from "./store.js";
import { Timeline, views } from "./timeline.js";

add({ "screen.old": "This page and the room speak different versions. Load the page again." });

const VERSION = 1;

export class Screen {
  readonly play = new Play();
  private readonly socket: Socket;
  private readonly timeline: Timeline;

  /** `display` for a screen of the room; `watch` for anybody else, who sees the round before. */
  constructor(table: string, part: Part, token: () => string, still: () => boolean) {
    const { play } = this;
    this.timeline = new Timeline(play, still);
    this.socket = new Socket(table, part, token, {
      message: (message) => this.take(message),
      link: (link, why) => {
        play.link = link;
        if (why !== "") play.ended = why;
        play.changed();
      },
    });
  }

  open(): void {
    this.socket.open();
  }

  close(): void {
    this.socket.close();
  }

  private take(message: Message): void {
    const { play } = this;
    if (message["type"] === "welcome") {
      const layout = readLayout(message["layout"]);
      if (figure(message["v"]) !== VERSION) play.refuse(t("screen.old"));
      if (layout !== null) play.welcome(layout, { ...readYou(message["you"]), seat: 0 }, figure(message["now"]) || Date.now());
    } else if (message["type"] === "view") {
      this.view(message);
    }
    play.changed();
  }

  private view(message: Message): void {
    const { play } = this;
    if (figure(message["now"]) > 0) play.clock(figure(message["now"]));
    play.table = readTable(message["table"]);
    play.viewer = 0;
    const shown = readView(message["public"]);
    const steps = shown === null ? [] : views(readSteps(message["steps"]), 0, shown);
    this.timeline.add(steps, shown, null, figure(message["round"]));
  }
}
