/** A chair and chips: sitting down and topping up at the table itself. */
import type { Amount, Layout, TableLine } from "../contract.js";
import { call } from "../kit/api.js";
import { money } from "../kit/money.js";
import { guest, me } from "../kit/session.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import type { Choice } from "./choice.js";
import { chairOf } from "./standing.js";

/** Return the lobby line of a table, with its buy-ins; null without a table. */
export async function lineOf(table: string): Promise<TableLine | null> {
  if (table === "") return null;
  return (await call("GET /api/tables/{table}", { table })).line;
}

/** The least of the wagers that a game is about; one cent where it has none, as in poker. */
export function leastWager(layout: Layout | null): number {
  const mains = layout?.spots.filter((one) => one.rank === "main" && one.least > 0) ?? [];
  return mains.length > 0 ? Math.min(...mains.map((one) => one.least)) : 1;
}

/** The purchase that is open to this person now: a seat, more chips, or nothing. */
export function purchase(play: Play, line: TableLine | null): "sit" | "top_up" | null {
  if (line === null || play.link !== "open" || play.you.role !== "player" || play.table?.status !== "open") return null;
  if (play.seat === 0) return "sit";
  const chair = chairOf(play);
  return chair !== undefined && chair.chips < leastWager(play.layout) && play.prompt === null && play.view?.closed !== false ? "top_up" : null;
}

/** The least that is brought to a table: a buy-in, or a dollar on top of chips. */
function leastOf(line: TableLine, chips: number): number {
  return chips > 0 ? 100 : line.buy_in_least;
}

/** The same as a decision with an amount: from the least on to what the wallet has, and to no more
 * on top of the chips than the table takes. */
export function purchased(kind: "sit" | "top_up", line: TableLine, chips = 0): { choice: Choice; action: Amount } {
  const least = leastOf(line, chips);
  const wallet = me()?.cents ?? line.buy_in_most;
  const room = Math.min(line.buy_in_most - chips, wallet);
  const most = Math.max(least, room - (room % 100));
  const action: Amount = { shape: "amount", name: kind, least, most, step: 100, words: "" };
  const label = t(kind === "sit" ? "bar.sit" : "bar.top-up-with", { amount: "" }).trim();
  return { choice: { name: kind, label, says: "", cents: 0, key: kind === "sit" ? "s" : "t", place: 0, action, forbidden: null }, action };
}

/** Return the cents in the wallet if they are too few to buy in; null: enough, or not known. */
export function shortOf(line: TableLine | null, chips = 0): number | null {
  const found = me();
  return line === null || found === null || found.cents >= leastOf(line, chips) ? null : found.cents;
}

/** That the chips in front of a player are too few for a wager; "" where there are none. */
export function fewWords(play: Play): string {
  const chips = chairOf(play)?.chips ?? 0;
  return chips === 0 ? "" : t("bar.few", { amount: money(chips), least: money(leastWager(play.layout)) });
}

/** Play on with a new guest card at the same table. */
export async function newCard(play: Play): Promise<void> {
  if (play.seat !== 0) play.seatCommand("leave");
  await guest();
  location.reload();
}

/** That a wallet has too little for a table. */
export function shortWords(line: TableLine, cents: number): string {
  return t("bar.short", { amount: money(cents), least: money(line.buy_in_least) });
}

/** Return the price of a chair in words; a watcher also reads that the round shown is the one before. */
export function chairCosts(line: TableLine, watching: boolean): string {
  const costs = t("bar.seat-more", { from: money(line.buy_in_least) });
  return watching ? `${t("bar.watching-more")}. ${costs}` : costs;
}
