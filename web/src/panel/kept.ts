/** What the panel keeps of a table though its view has moved on. */
import type { Layout, Result, View } from "../contract.js";
import { netOf } from "../bar/after.js";

/** The results of a round, kept until another round has some. */
export interface Kept {
  readonly round: number;
  readonly closed: boolean;
  readonly net: number;
  readonly headline: string;
  readonly mine: readonly Result[];
  readonly others: readonly Result[];
  /** Who sits where, for what has come out of others. */
  readonly names: ReadonlyMap<number, string>;
}

/** What a view tells of results, for a seat; null where nothing has come out yet. */
export function kept(view: View, round: number, seat: number): Kept | null {
  const mine = view.results.filter((one) => one.seat === seat && seat !== 0);
  const others = view.results.filter((one) => (one.seat !== seat || seat === 0) && one.kind === "pot");
  const names = new Map(view.seats.map((one) => [one.seat, one.name]));
  if (mine.length === 0 && !(view.closed && view.headline !== "")) return null;
  return { round, closed: view.closed, net: netOf(view, seat), headline: view.headline, mine, others, names };
}

/** Whether chips are put on spots here by choice, so that there is something to compare. */
export function hasWagers(layout: Layout): boolean {
  return layout.spots.some((spot) => spot.rank !== "follows");
}
