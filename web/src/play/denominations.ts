/** The chips of a table by their value. */
import type { Layout } from "../contract.js";

/** The chip to begin with: the largest that is not more than the least of what must be bet. */
export function usualChip(layout: Layout): number {
  const main = layout.spots.find((one) => one.required) ?? layout.spots.find((one) => one.rank === "main");
  const fit = chipsOf(layout).filter((one) => one <= (main?.least ?? 500));
  return fit.at(-1) ?? chipsOf(layout)[0] ?? 500;
}

const USUAL = [100, 500, 2500, 10000, 50000];

/** The chips of a table, the smallest first. */
export function chipsOf(layout: Layout): readonly number[] {
  return layout.denominations.length > 0 ? layout.denominations : USUAL;
}
