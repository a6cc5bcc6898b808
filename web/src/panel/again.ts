/** A round that is over, shown again on the felt step by step while the table goes on behind it. */
import type { TemplateResult } from "lit";
import type { RoundShown, View } from "../contract.js";
import type { Shortcut } from "../kit/keys.js";
import { readLayout, readOwn, readSteps, readView } from "../play/reading.js";
import { Play } from "../play/store.js";
import { joined, views } from "../play/timeline.js";
import { type Again, tellReplay } from "./replay.js";
import { stepBar, stepKeys } from "./steps.js";

interface Frame {
  readonly view: View;
  readonly cue: string;
}

/** The views of a round, each as its viewer saw it. */
function framesOf(round: RoundShown): Frame[] {
  const last = readView(round.public);
  if (last === null) return [];
  const found = views(readSteps(round.steps), round.viewer, last);
  const end = { view: joined(last, round.viewer, readOwn(round.own.piles), null), cue: found.at(-1)?.cue ?? "" };
  return [...found.slice(0, -1), end];
}

export class Replay implements Again {
  /** The state that the felt draws instead of the table: it asks nothing and takes no decision. */
  readonly play = new Play();
  readonly round: number;
  readonly note: string;
  at = 0;
  private readonly frames: readonly Frame[];

  constructor(live: Play, told: RoundShown) {
    this.round = told.listed.round;
    this.note = told.note;
    this.frames = framesOf(told);
    const layout = readLayout(told.layout) ?? live.layout;
    if (layout !== null) this.play.welcome(layout, { ...live.you, seat: told.viewer }, live.now());
    this.play.viewer = told.viewer;
    this.play.link = "open";
    this.play.odds = live.odds;
    this.go(0);
  }

  /** The number of steps. */
  get all(): number {
    return this.frames.length;
  }

  /** The description of the step that is shown. */
  get words(): string {
    const view = this.play.view;
    if (view === null) return "";
    return view.closed ? this.note || view.headline : view.phase_words;
  }

  /** Show the table as it was after a step. */
  go(at: number): void {
    this.at = Math.max(0, Math.min(at, this.all - 1));
    const frame = this.frames[this.at];
    this.play.ask(null, this.round);
    this.play.show(frame?.view ?? null, frame?.cue ?? "");
    tellReplay();
  }

  bar(asked: boolean): TemplateResult {
    return stepBar(this, asked);
  }

  keys(): Shortcut[] {
    return stepKeys(this);
  }
}
