/** The odds of a table's wagers, as the room works them out: asked for until all are known. */
import { Problem, call } from "../kit/api.js";
import type { SpotOdds } from "./commands.js";
import type { Play } from "./store.js";

const WAIT_MS = 2000;
const PAUSE_MS = 1500;

/** Ask for the odds of a table and keep what comes; what is given back ends it. */
export function learnEdges(play: Play, table: string): () => void {
  let over = false;
  let timer = 0;
  const ask = async (wait: number): Promise<void> => {
    let pending = true;
    try {
      const answer = await call("GET /api/tables/{table}/odds", { table, wait });
      pending = answer.pending !== null;
      const found = new Map<string, SpotOdds>();
      const source = answer.found?.source ?? "";
      for (const row of answer.found?.rows ?? []) {
        found.set(row.wager, { source, edge: row.edge, wins: row.wins, swing: row.sd, method: row.method_words, error: row.stderr ?? 0, lines: row.lines });
      }
      if (!over && found.size > 0) {
        play.odds = found;
        play.changed();
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status !== 0 && error.code !== "rate" && error.code !== "busy") return; // this table has none
    }
    if (!over && pending) timer = window.setTimeout(() => void ask(WAIT_MS), PAUSE_MS);
  };
  void ask(0);
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
