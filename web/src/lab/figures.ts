/** Numbers of the lab as people read them. */
import { percent } from "../kit/money.js";

const MINUS = "−";

/** A number with so many places and a true minus sign. */
export function fixed(value: number, places = 2): string {
  const text = Math.abs(value).toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
  return value < 0 && Number(text.replace(/,/g, "")) !== 0 ? `${MINUS}${text}` : text;
}

/** An edge with three places. */
export function edge(value: number): string {
  return percent(value, 3);
}

/** Dollars: `$1.01`, `−$258`; large ones without cents. */
export function dollars(value: number, places = Math.abs(value) >= 100 || value === 0 ? 0 : 2): string {
  const text = fixed(Math.abs(value), places);
  return `${value < 0 && Number(text.replace(/,/g, "")) !== 0 ? MINUS : ""}$${text}`;
}

/** The same with a sign in any case: `+$114`. */
export function gained(value: number): string {
  return value > 0 ? `+${dollars(value)}` : dollars(value);
}

/** The average number of rounds until an outcome of this chance. */
export function oneIn(chance: number): string {
  if (!(chance > 0)) return "–";
  const rounds = 1 / chance;
  return rounds < 10 ? fixed(rounds, 2) : rounds < 100 ? fixed(rounds, 1) : fixed(rounds, 0);
}

/** A large number in a few letters: `32 k`, `12.8 M`. */
export function short(value: number): string {
  if (value < 1000) return String(value);
  if (value < 1e6) return `${trimmed(value / 1e3)} k`;
  return value < 1e9 ? `${trimmed(value / 1e6)} M` : `${trimmed(value / 1e9)} bn`;
}

function trimmed(value: number): string {
  return value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, "");
}

/** A fraction that fits into a column; a long one is told by its length, all of it by its title. */
export function fraction(text: string, most = 21): string {
  if (text === "") return "–";
  return text.length <= most ? text.replace("-", MINUS) : `${text.slice(0, 7)}…/…${text.slice(-6)}`;
}

/** The class of an edge: low, middling, high, or the player's. */
export function tone(value: number): string {
  if (value < 0) return "own";
  return value <= 0.03 ? "low" : value <= 0.1 ? "middling" : "high";
}
