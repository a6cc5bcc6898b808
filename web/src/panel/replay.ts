/** A round that is over, shown again on the felt step by step while the table goes on behind it. */
import type { RoundTold, StepTold } from "../contract.js";
import { Play } from "../play/store.js";

const listeners = new Set<() => void>();
let shown: Replay | null = null;

export class Replay {
  /** What the felt draws instead of the table: nothing is asked of it and nothing can be done. */
  readonly play = new Play();
  at = 0;

  constructor(live: Play, readonly told: RoundTold) {
    if (live.layout !== null) this.play.welcome(live.layout, { ...live.you, seat: told.viewer }, live.now());
    this.play.link = "open";
    this.play.odds = live.odds;
    this.go(told.steps.length - 1);
  }

  get step(): StepTold | undefined {
    return this.told.steps[this.at];
  }

  /** Show the table as it was after a step. */
  go(at: number): void {
    this.at = Math.max(0, Math.min(at, this.told.steps.length - 1));
    this.play.ask(null, this.told.listed.round);
    this.play.show(this.step === undefined ? null : { ...this.step.view, prompt: null }, "");
    tell();
  }
}

/** The round that is shown again now; null: the table itself. */
export function replay(): Replay | null {
  return shown;
}

/** Show a round again; null goes back to the table. */
export function showReplay(next: Replay | null): void {
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
