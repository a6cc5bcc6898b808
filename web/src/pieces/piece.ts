/** A piece of any kind, by its notation. */
import type { TemplateResult } from "lit";
import { back, card } from "./card.js";
import { cup, die } from "./die.js";
import { COVERED, dieOf, tileOf } from "./names.js";
import { tile, tileBack } from "./tile.js";

export { COVERED, spoken } from "./names.js";

/** Draw a piece; `kind` is what it is where the notation does not tell: `cards`, `tiles`, `dice`. */
export function piece(notation: string, kind: string): TemplateResult {
  if (notation === COVERED) {
    if (kind === "tiles") return tileBack();
    return kind === "dice" ? cup() : back();
  }
  if (kind === "dice" || (kind !== "cards" && dieOf(notation) !== null)) return die(notation);
  if (kind === "tiles" || tileOf(notation) !== null) return tile(notation);
  return card(notation);
}

/** The width of a piece divided by its height. */
export function ratio(kind: string): number {
  if (kind === "tiles") return 60 / 150;
  return kind === "dice" ? 1 : 100 / 140;
}
