/** A chair and chips: sitting down and topping up at the table itself. */
import type { Amount, TableLine } from "../contract.js";
import { call } from "../kit/api.js";
import { money } from "../kit/money.js";
import { me } from "../kit/session.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import type { Choice } from "./choice.js";
import { chairOf } from "./standing.js";

/** What a table takes from who sits down. */
export async function lineOf(table: string): Promise<TableLine | null> {
  if (table === "") return null;
  return (await call("GET /api/tables/{table}", { table })).line;
}

/** The purchase that is open to this person now: a seat, more chips, or nothing. */
export function purchase(play: Play, line: TableLine | null): "sit" | "top_up" | null {
  if (line === null || play.link !== "open" || play.you.role !== "player" || play.table?.status !== "open") return null;
  if (play.seat === 0) return "sit";
  const chair = chairOf(play);
  return chair !== undefined && chair.chips === 0 && play.prompt === null && play.view?.closed !== false ? "top_up" : null;
}

/** The same as a decision with an amount: from the least buy-in to what the wallet has. */
export function purchased(kind: "sit" | "top_up", line: TableLine): { choice: Choice; action: Amount } {
  const wallet = me()?.cents ?? line.buy_in_most;
  const most = Math.max(line.buy_in_least, Math.min(line.buy_in_most, wallet - (wallet % 100)));
  const action: Amount = { shape: "amount", name: kind, least: line.buy_in_least, most, step: 100, words: "" };
  const label = t(kind === "sit" ? "bar.sit" : "bar.top-up-with", { amount: "" }).trim();
  return { choice: { name: kind, label, says: "", cents: 0, key: kind === "sit" ? "s" : "t", place: 0, action, forbidden: null }, action };
}

/** What a chair costs, in words. */
export function chairCosts(line: TableLine): string {
  return t("bar.seat-more", { from: money(line.buy_in_least) });
}
