/** Notation as people print it; what it says comes from the engine. */

const LISTED = /(?<![A-Za-z0-9])T(?=-[2-9TJQKA](?![a-z]))|(?<=(?<![A-Za-z0-9])(?:[2-9TJQKA]|10)-)T(?![a-z0-9])/g;
const CARD = /\b([2-9TJQKA])([cdhs])\b/g;
const SUITS: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** Ranks that are counted up: K-T-4 -> K-10-4. */
export function ranks(words: string): string {
  return words.includes("T") ? words.replace(LISTED, "10") : words;
}

/** Cards in a sentence as people write them: 6h 2h -> 6♥ 2♥.  A single one may be a word: As. */
export function withSuits(words: string): string {
  if ((words.match(CARD)?.length ?? 0) < 2) return words;
  return words.replace(CARD, (_, rank: string, suit: string) => `${rank === "T" ? "10" : rank}${SUITS[suit] ?? ""}`);
}

/** With hyphens at which no line is broken: "K-10-5" stays in one piece. */
export function unbroken(words: string): string {
  return words.replaceAll("-", "\u2060-\u2060");
}

const READING = / \(reading [A-Z]+\d+\)$/;
const RATIO = /\b(\d+):(\d+)\b/g;
const LONG = /\b\d{4,}\b/g;
const STEP = /from (\$[\d,.]+) (.+?)(?=, from \$|$)/g;

/** Return a printed pay: 30:1 -> 30 to 1, 5000 -> 5,000; where the bet decides, each pay with its least bet. */
export function pays(text: string): string {
  const plain = text.replace(READING, "").replace(RATIO, "$1 to $2").replace(LONG, (n) => Number(n).toLocaleString("en-US"));
  const steps = [...plain.matchAll(STEP)].map((found) => [found[1] ?? "", found[2] ?? ""] as const);
  if (steps.length < 2) return plain;
  const first = steps[0]?.[1] ?? "";
  return steps.every(([, paid]) => paid === first) ? first : steps.map(([from, paid]) => `${paid} from ${from}`).join(", ");
}
