/** Pure functions of views and prompts that the store of a page asks. */
import type { Layout, Prompt, View } from "../contract.js";

/** A pile's mark that says how many cards were drawn. */
const DREW = /^(drew \d+|pat)$/;

/** The numbers of cards that seats drew, after one more view; none of them outlives its round. */
export function drawsAfter(view: View, known: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  const draws = new Map(view.closed ? [] : known);
  for (const pile of view.piles) {
    const told = pile.marks.find((mark) => DREW.test(mark));
    if (told !== undefined) draws.set(pile.seat, told);
  }
  return draws;
}

/** True if pieces of a round lie on the table. */
export function isDealt(view: View, layout: Layout | null): boolean {
  const counted = new Set(layout?.zones.filter((one) => one.counted).map((one) => one.name));
  return view.piles.some((one) => one.pieces.length > 0 && !counted.has(one.zone));
}

/** A view with the pieces and results of the round before it. */
export function withResult(view: View, before: View): View {
  const nets = new Map(before.seats.map((one) => [one.seat, one.net]));
  const seats = view.seats.map((one) => ({ ...one, net: nets.get(one.seat) ?? 0 }));
  return { ...view, seats, closed: true, piles: before.piles, results: before.results, pots: before.pots };
}

/** True if a button of this question may add money. */
export function takesMoney(prompt: Prompt): boolean {
  return prompt.actions.some((one) => one.shape === "amount" || (one.shape === "button" && one.cents > 0));
}
