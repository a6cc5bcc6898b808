/** A playing card, 100 by 140, and its back. */
import { type SVGTemplateResult, type TemplateResult, html, nothing, svg } from "lit";
import { JOKER, cardOf, spoken } from "./names.js";

const SUITS: Readonly<Record<string, string>> = {
  s: "M50 6C58 26 92 44 92 66C92 80 81 88 70 88C64 88 59 85.5 55.5 81.5C56 88 59 92 65 95L35 95C41 92 44 88 44.5 81.5C41 85.5 36 88 30 88C19 88 8 80 8 66C8 44 42 26 50 6Z",
  h: "M50 92C44 84 8 62 8 35C8 19 19 10 31 10C40 10 47 15 50 23C53 15 60 10 69 10C81 10 92 19 92 35C92 62 56 84 50 92Z",
  d: "M50 4C58 20 70 36 86 50C70 64 58 80 50 96C42 80 30 64 14 50C30 36 42 20 50 4Z",
  c: "M50 5C62 5 71 14 71 25.5C71 31 69 36 65.5 40C68 39 71 38.3 74 38.3C86 38.3 95 47.5 95 59C95 70.5 86 79.5 74.5 79.5C66.5 79.5 59.5 75.3 55.6 69C55.8 79 58.5 89 66 95L34 95C41.5 89 44.2 79 44.4 69C40.5 75.3 33.5 79.5 25.5 79.5C14 79.5 5 70.5 5 59C5 47.5 14 38.3 26 38.3C29 38.3 32 39 34.5 40C31 36 29 31 29 25.5C29 14 38 5 50 5Z",
};
const STAR = "M50 4L61.8 37.8L97.6 38.5L69 60.2L79.4 94.5L50 74L20.6 94.5L31 60.2L2.4 38.5L38.2 37.8Z";
const CROWN = "M56 79L54 61L61.5 68.5L69 58L76.5 68.5L84 61L82 79Z";
const COURT = "JQK";

function at(x: number, y: number, size: number): string {
  return `translate(${x} ${y}) scale(${size / 100})`;
}

/** A card by its notation (`Ts`, `Ah`, `Jk`); anything else is a back. */
export function card(notation: string): TemplateResult {
  const found = cardOf(notation);
  if (found === null) return notation === JOKER ? joker() : back();
  const [rank, suit] = found;
  const path = SUITS[suit] ?? "";
  return html`<svg class="pc pc-card pc-${suit}" viewBox="0 0 100 140" role="img" aria-label=${spoken(notation, "cards")}>
    <rect class="pc-face" x="0.5" y="0.5" width="99" height="139" rx="9" />
    ${COURT.includes(rank) ? court(path) : svg`<path class="pc-suit pc-big" transform=${at(41, 76, 54)} d=${path} />`}
    ${index(rank)}
    <path class="pc-suit pc-small" transform=${at(9, 64, 31)} d=${path} />
  </svg>`;
}

function index(rank: string): SVGTemplateResult {
  if (rank !== "T") return svg`<text class="pc-rank" x="9" y="55">${rank}</text>`;
  return svg`<text class="pc-rank pc-ten" x="5" y="55">10</text>`;
}

function court(path: string): SVGTemplateResult {
  return svg`<g class="pc-court">
    <rect class="pc-panel" x="46" y="52" width="46" height="80" rx="6" />
    <path class="pc-suit pc-crown" d=${CROWN} />
    <path class="pc-suit" transform=${at(52, 86, 34)} d=${path} />
  </g>`;
}

function joker(): TemplateResult {
  return html`<svg class="pc pc-card pc-joker" viewBox="0 0 100 140" role="img" aria-label=${spoken(JOKER, "cards")}>
    <rect class="pc-face" x="0.5" y="0.5" width="99" height="139" rx="9" />
    <path class="pc-suit pc-big" transform=${at(41, 76, 54)} d=${STAR} />
    <path class="pc-suit" transform=${at(8, 9, 30)} d=${STAR} />
    <text class="pc-word" transform="translate(13 46) rotate(90)">JOKER</text>
  </svg>`;
}

/** The back of a card: what is covered is a back, never a blank. */
export function back(label = spoken("??", "cards")): TemplateResult {
  return html`<svg class="pc pc-card pc-back" viewBox="0 0 100 140" role="img" aria-label=${label || nothing} aria-hidden=${label === "" ? "true" : nothing}>
    <rect class="pc-face" x="0.5" y="0.5" width="99" height="139" rx="9" />
    <rect class="pc-field" x="6" y="6" width="88" height="128" rx="5" />
    <path class="pc-line" d="M50 37L72 70L50 103L28 70Z" />
    <path class="pc-gem" d="M50 52L62 70L50 88L38 70Z" />
  </svg>`;
}

/** The path of a suit in a box of 100 by 100, for those who write about it. */
export function suit(name: string): string {
  return SUITS[name] ?? "";
}
