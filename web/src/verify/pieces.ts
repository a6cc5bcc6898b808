/** The numbers and notation of pieces in a record (docs/fairness.md), and the copies in a set. */
export interface Kind {
  /** Several of them, and one. */
  readonly name: string;
  readonly noun: string;
  /** The notation of each piece, by its number. */
  readonly names: readonly string[];
  /** The copies of each piece in one set. */
  readonly copies: readonly number[];
}

const CARD_NAMES = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const MATCHED = ["teen", "dey", "yun", "gor", "mooy", "chong", "bon", "foo", "ping", "tit", "look"];
const ALONE = ["3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "1-4", "2-3", "2-4", "1-2"];

function each<T>(names: readonly string[], copies: T): T[] {
  return names.map(() => copies);
}

export const DICE: Kind = {
  name: "dice", noun: "die", names: ["?", "1", "2", "3", "4", "5", "6"], copies: [0, 1, 1, 1, 1, 1, 1],
};
/** By what the room calls them. */
export const KINDS: Readonly<Record<string, Kind>> = {
  cards: { name: "cards", noun: "card", names: CARD_NAMES, copies: each(CARD_NAMES, 1) },
  "cards and joker": {
    name: "cards", noun: "card", names: [...CARD_NAMES, "Jk"], copies: each([...CARD_NAMES, "Jk"], 1),
  },
  tiles: { name: "tiles", noun: "tile", names: [...MATCHED, ...ALONE], copies: [...each(MATCHED, 2), ...each(ALONE, 1)] },
  dice: DICE,
};

/** The pieces with which a game is dealt: a number of sets of one kind. */
export interface DealtWith {
  /** The title of the game. */
  readonly game: string;
  readonly kind: Kind;
  readonly sets: number;
}

/** The number of pieces. */
export function whole({ kind, sets }: DealtWith): number {
  return sets * kind.copies.reduce((sum, n) => sum + n, 0);
}

/** The numbers of pieces in their notation; null if one of them is none. */
export function parsed(written: string, kind: Kind): number[] | null {
  const words = written.split(/[\s|,]+/).filter((word) => word !== "");
  const found = words.map((word) => kind.names.indexOf(word));
  return found.includes(-1) ? null : found;
}
