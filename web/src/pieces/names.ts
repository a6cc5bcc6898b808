/** Spoken names of pieces: "ace of hearts", "teen, six and six". */
import { add, t } from "../kit/texts.js";

add({
  "piece.card": "{rank} of {suit}",
  "piece.joker": "joker",
  "piece.back.cards": "a covered card",
  "piece.back.tiles": "a covered tile",
  "piece.back.dice": "a die in the cup",
  "piece.tile": "{upper} and {lower}",
  "piece.tile.named": "{name}, {upper} and {lower}",
  "piece.die": "a die showing {n}",
  "piece.unknown": "a piece",
  "rank.2": "two", "rank.3": "three", "rank.4": "four", "rank.5": "five", "rank.6": "six",
  "rank.7": "seven", "rank.8": "eight", "rank.9": "nine", "rank.T": "ten", "rank.J": "jack",
  "rank.Q": "queen", "rank.K": "king", "rank.A": "ace",
  "suit.c": "clubs", "suit.d": "diamonds", "suit.h": "hearts", "suit.s": "spades",
  "pips.1": "one", "pips.2": "two", "pips.3": "three", "pips.4": "four", "pips.5": "five", "pips.6": "six",
});

/** The code of a piece that this viewer may not see. */
export const COVERED = "??";
export const JOKER = "Jk";

const CARD = /^([2-9TJQKA])([cdhs])$/;
const TILE = /^([1-6])-([1-6])$/;
const DIE = /^[1-6]$/;

/** The eleven matched pairs by the names they have in the notation, upper pips first. */
const PAIRS: Readonly<Record<string, readonly [number, number]>> = {
  teen: [6, 6], dey: [1, 1], yun: [4, 4], gor: [1, 3], mooy: [5, 5], chong: [3, 3], bon: [2, 2],
  foo: [5, 6], ping: [4, 6], tit: [1, 6], look: [1, 5],
};

/** Rank and suit of a card; null if it is none. */
export function cardOf(notation: string): readonly [rank: string, suit: string] | null {
  const found = CARD.exec(notation);
  return found === null ? null : [found[1] ?? "", found[2] ?? ""];
}

/** The pips of a tile, upper half first; null if it is none. */
export function tileOf(notation: string): readonly [number, number] | null {
  if (Object.hasOwn(PAIRS, notation)) return PAIRS[notation] ?? null;
  const found = TILE.exec(notation);
  return found === null ? null : [Number(found[1]), Number(found[2])];
}

/** Return the pips of a die; null if the piece is not a die. */
export function dieOf(notation: string): number | null {
  return DIE.test(notation) ? Number(notation) : null;
}

/** The spoken name of a piece; `kind` is what is played with: `cards`, `tiles`, `dice`. */
export function spoken(notation: string, kind: string): string {
  const card = cardOf(notation);
  if (card !== null) return t("piece.card", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
  if (notation === JOKER) return t("piece.joker");
  const tile = tileOf(notation);
  if (tile !== null) {
    const [upper, lower] = [t(`pips.${tile[0]}`), t(`pips.${tile[1]}`)];
    if (Object.hasOwn(PAIRS, notation)) return t("piece.tile.named", { name: notation, upper, lower });
    return t("piece.tile", { upper, lower });
  }
  const die = dieOf(notation);
  if (die !== null) return t("piece.die", { n: t(`pips.${die}`) });
  if (notation !== COVERED) return t("piece.unknown");
  return kind === "tiles" || kind === "dice" ? t(`piece.back.${kind}`) : t("piece.back.cards");
}
