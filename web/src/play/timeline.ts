/** Steps shown one by one: each for as long as its cue says, all of them within four seconds. */
import type { OwnPile, Prompt, Step, View } from "../contract.js";
import { isRecord, readView } from "./reading.js";
import type { Play } from "./store.js";

/** The time for which a step is shown, in milliseconds. */
const LASTS: Readonly<Record<string, number>> = {
  deal: 170, draw: 420, turn: 420, roll: 600, chips: 160, settle: 160, award: 700, say: 0,
};
/** From the last decision to the result no more than this. */
export const MOST_MS = 4000;

/** A view to draw, with the time it stays. */
interface Frame {
  readonly view: View | null;
  readonly cue: string;
  readonly lasts: number;
  /** The question that opens with the last frame of a message; null before it. */
  readonly then: { readonly prompt: Prompt | null; readonly round: number } | null;
}

/** A sentence of all players as one of them reads it: "Ann wins $5" is "You take $5" to Ann.  What a
 * pot pays is more than what its winner wins, which is said beside it. */
export function addressed(words: string, name: string): string {
  if (name === "" || !words.includes(name)) return words;
  const who = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return words
    .replace(new RegExp(`(^|, | and )${who} wins\\b`, "g"), (_, before: string) => `${before}${before === "" ? "You" : "you"} take`)
    .replace(new RegExp(`(lost to (?:.+(?:, | and ))?)${who}(?= |,|$)`, "i"), "$1you");
}

/** The name by which a sentence means this seat; "" where another player has the same. */
function nameOf(view: View, seat: number): string {
  const name = view.seats.find((one) => one.seat === seat)?.name ?? "";
  return view.seats.filter((one) => one.name === name).length === 1 ? name : "";
}

/** A view as a seat sees it: the public one with the seat's own piles put in. */
export function joined(view: View, seat: number, own: readonly OwnPile[], prompt: Prompt | null): View {
  const piles = [...view.piles];
  for (const mine of own) if (mine.at >= 0 && mine.at < piles.length) piles[mine.at] = mine.pile;
  const name = nameOf(view, seat);
  const results = view.results.map((one) => ({ ...one, outcome: addressed(one.outcome, name) }));
  return { ...view, viewer: seat, piles, prompt, results, headline: addressed(view.headline, name) };
}

/** The views of steps, each made of what changed since the one before; the last step is the view
 * that they led to, `last`, and each has the first of its results. */
export function views(steps: readonly Step[], seat: number, last: View): { view: View; cue: string }[] {
  const found: { view: View; cue: string }[] = [];
  let known: Readonly<Record<string, unknown>> = {};
  let own: readonly OwnPile[] = [];
  for (const step of steps) {
    if (isRecord(step.public)) known = { ...known, ...step.public };
    if (step.piles !== null && step.piles !== undefined) own = step.piles;
    const view = step === steps.at(-1) ? last : readView({ ...known, results: last.results.slice(0, step.results) });
    if (view !== null) found.push({ view: joined(view, seat, own, null), cue: step.cue });
  }
  return found;
}

export class Timeline {
  private readonly frames: Frame[] = [];
  private timer = 0;
  private speed = 1;

  /** `still` says whether nothing may move: then only the last frame of each message is shown. */
  constructor(
    private readonly play: Play,
    private readonly still: () => boolean,
  ) {}

  /** Show these steps, then this view with its question. */
  add(steps: readonly { view: View; cue: string }[], last: View | null, prompt: Prompt | null, round: number): void {
    const then = { prompt, round };
    this.play.answered = prompt?.id !== this.play.prompt?.id || round !== this.play.round;
    for (const step of steps) this.play.notice(step.view);
    if (last !== null) this.play.notice(last);
    if (this.still() || document.hidden) {
      this.frames.push({ view: last, cue: steps.at(-1)?.cue ?? "", lasts: 0, then });
      return this.skip();
    }
    for (const step of steps.slice(0, -1)) {
      this.frames.push({ ...step, lasts: LASTS[step.cue] ?? 0, then: null });
    }
    const cue = steps.at(-1)?.cue ?? "";
    this.frames.push({ view: last, cue, lasts: steps.length > 1 ? (LASTS[cue] ?? 0) : 0, then });
    const total = this.frames.reduce((sum, frame) => sum + frame.lasts, 0);
    this.speed = Math.max(1, total / MOST_MS);
    if (this.timer === 0) this.next();
  }

  /** Jump to the end. */
  skip(): void {
    if (this.timer !== 0) clearTimeout(this.timer);
    this.timer = 0;
    for (const frame of this.frames.splice(0)) this.show(frame);
    this.play.stepping = false;
    this.play.changed();
  }

  private next(): void {
    this.timer = 0;
    while (this.frames.length > 0) {
      const frame = this.frames.shift() as Frame;
      this.show(frame);
      if (frame.lasts > 0 && this.frames.length > 0) {
        this.play.stepping = true;
        this.timer = setTimeout(() => this.next(), frame.lasts / this.speed);
        return;
      }
    }
    this.play.stepping = false;
    this.play.changed();
  }

  private show(frame: Frame): void {
    this.play.follow(frame.view, frame.cue);
    if (frame.then !== null) this.play.ask(frame.then.prompt, frame.then.round);
  }
}
