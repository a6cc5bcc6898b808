/** When a round is over: what it brought in a sentence, and how to go on. */
import type { View } from "../contract.js";
import { money } from "../kit/money.js";
import { t } from "../kit/texts.js";

/** Return the net result of a seat in cents, as far as the round is settled. */
export function netOf(view: View, seat: number): number {
  return view.seats.find((one) => one.seat === seat)?.net ?? 0;
}

/** True if a seat had money in the round: then the result is its own. An onlooker has no seat. */
export function tookPart(view: View, seat: number): boolean {
  if (seat === 0) return false;
  return view.results.some((one) => one.seat === seat) || netOf(view, seat) !== 0;
}

/** "You win $24", "You lose $5", "Even". */
export function outcome(view: View, seat: number): string {
  if (!tookPart(view, seat)) return t("bar.over");
  const net = netOf(view, seat);
  if (net > 0) return t("bar.won", { amount: money(net) });
  return net < 0 ? t("bar.lost-money", { amount: money(-net) }) : t("bar.even");
}

/** The tone of a result, for its colour. */
export function tone(cents: number): "won" | "lost" | "pushed" {
  return cents > 0 ? "won" : cents < 0 ? "lost" : "pushed";
}
