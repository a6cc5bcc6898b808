/** State that the panel keeps of a table after its view has moved on. */
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
  /** Seat -> name of the player, for the results of others. */
  readonly names: ReadonlyMap<number, string>;
}

/** Return the results of a view for a seat; null if there are none yet. */
export function kept(view: View, round: number, seat: number): Kept | null {
  const mine = view.results.filter((one) => one.seat === seat && seat !== 0);
  const others = view.results.filter((one) => (one.seat !== seat || seat === 0) && one.kind === "pot");
  const names = new Map(view.seats.map((one) => [one.seat, one.name]));
  if (mine.length === 0 && !(view.closed && view.headline !== "")) return null;
  return { round, closed: view.closed, net: netOf(view, seat), headline: view.headline, mine, others, names };
}

/** True if chips are put on spots here by choice, so that there is something to compare. */
export function hasWagers(layout: Layout): boolean {
  return layout.spots.some((spot) => spot.rank !== "follows");
}
