/** The values that a table's page and its socket exchange: commands, refusals, state of the link. */
import type { LabOutcomeLine } from "../contract.js";

/** The state of the connection to the room: joining, open, lost, or ended. */
export type Link = "joining" | "open" | "lost" | "ended";

/** Something that was not done, in a sentence, and by which clauses. */
export interface Refusal {
  readonly why: string;
  readonly clauses: readonly string[];
  /** For programs; `here` when this page itself knew better. */
  readonly code: string;
}

/** The parameters of a decision. */
export interface Given {
  readonly amount?: number;
  readonly pieces?: readonly number[];
  readonly parts?: readonly (readonly [string, readonly number[]])[];
  readonly places?: readonly (readonly [string, number])[];
}

/** The odds of a wager as shares of the stake, with the method that found them. */
export interface SpotOdds {
  readonly edge: number;
  readonly wins: number;
  readonly swing: number;
  readonly method: string;
  readonly error: number;
  /** A sentence where it is from the book of odds; empty where it was computed. */
  readonly source: string;
  /** The possible outcomes, the best first, with their chances. */
  readonly lines: readonly LabOutcomeLine[];
}

export type SeatDo = "away" | "back" | "leave" | "ready" | "sit" | "top_up";

/** A decision of the seat, or a wish of the person at the station. */
export type Command =
  | ({ readonly type: "act"; readonly round: number; readonly ask: number; readonly name: string } & Given)
  | { readonly type: "seat"; readonly do: SeatDo; readonly seat: number; readonly cents: number };
