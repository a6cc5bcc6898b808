/** A round that is over, shown again on the felt step by step while the table goes on behind it. */
import type { RoundShown, View } from "../contract.js";
import { readLayout, readOwn, readSteps, readView } from "../play/reading.js";
import { Play } from "../play/store.js";
import { joined, views } from "../play/timeline.js";

const listeners = new Set<() => void>();
let shown: Replay | null = null;

interface Frame {
  readonly view: View;
  readonly cue: string;
}

/** The views of a round, each as its viewer saw it. */
function framesOf(round: RoundShown): Frame[] {
  const last = readView(round.public);
  if (last === null) return [];
  const found = views(readSteps(round.steps), round.viewer, last);
  const end = { view: joined(last, round.viewer, readOwn(round.own.piles), null), cue: "" };
  return [...found.slice(0, -1), end];
}

export class Replay {
  /** What the felt draws instead of the table: nothing is asked of it and nothing can be done. */
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

  /** How many steps there are. */
  get all(): number {
    return this.frames.length;
  }

  /** What is said of the step that is shown. */
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
    tell();
  }
}

/** The round that is shown again now; null: the table itself. */
export function replay(): Replay | null {
  return shown;
}

/** Show a round again; null goes back to the table. */
export function showReplay(next: Replay | null): void {
  if (next === shown) return;
  shown = next;
  tell();
}

/** Be told when another round or step is shown; what is given back ends it. */
export function onReplay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of [...listeners]) listener();
}
