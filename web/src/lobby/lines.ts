/** Lines of the lobby, chosen and counted: no drawing here. */
import type { MeterLine, RoundListed, TableEdge, TableLine, WaitingPlace } from "../contract.js";

export interface Chosen {
  /** A family; "" is all of them. */
  readonly family: string;
  readonly find: string;
  readonly free: boolean;
  readonly low: boolean;
  readonly progressive: boolean;
  readonly practice: boolean;
}

export const ALL: Chosen = { family: "", find: "", free: false, low: false, progressive: false, practice: false };
export const FILTERS = ["free", "low", "progressive", "practice"] as const;

/** The main wager of each table, as far as its edge is known, by the name of the table. */
export type Edges = ReadonlyMap<string, TableEdge>;

const LOW = 0.01;

/** True if a seat is free now. */
export function hasSeat(line: TableLine): boolean {
  return line.status === "open" && line.taken < line.seats;
}

function simple(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** True if every word of the search stands in the line. */
export function matches(line: TableLine, find: string): boolean {
  const text = simple([line.name, line.table, line.look.family_words, line.look.about, ...line.wagers].join(" "));
  return simple(find).split(/\s+/).every((word) => text.includes(word));
}

function passes(line: TableLine, chosen: Chosen, edges: Edges): boolean {
  if (chosen.free && !hasSeat(line)) return false;
  if (chosen.low && !((edges.get(line.table)?.edge ?? 1) < LOW)) return false;
  if (chosen.progressive && line.meters.length === 0) return false;
  if (chosen.practice && !line.practice) return false;
  return matches(line, chosen.find);
}

/** The lines that are shown. */
export function shown(lines: readonly TableLine[], chosen: Chosen, edges: Edges): TableLine[] {
  return lines.filter((line) => (chosen.family === "" || line.look.family === chosen.family) && passes(line, chosen, edges));
}

export interface Family {
  readonly name: string;
  readonly words: string;
  readonly tables: number;
}

/** The families of a room in the order of its tables, with how many of their tables pass the filters. */
export function families(lines: readonly TableLine[], chosen: Chosen, edges: Edges): Family[] {
  const found = new Map<string, Family>();
  for (const line of lines) {
    const { family: name, family_words: words } = line.look;
    const before = found.get(name)?.tables ?? 0;
    found.set(name, { name, words, tables: before + (passes(line, chosen, edges) ? 1 : 0) });
  }
  return [...found.values()];
}

/** The meters of one wager at one table, the largest first. */
export interface Plate {
  readonly line: TableLine;
  readonly wager: string;
  readonly meters: readonly MeterLine[];
}

/** All of them, the one with the largest meter first. */
export function plates(lines: readonly TableLine[]): Plate[] {
  const found = lines.flatMap((line) =>
    [...new Set(line.meters.map((meter) => meter.spot))].map((spot) => {
      const meters = line.meters.filter((meter) => meter.spot === spot).sort((one, other) => other.cents - one.cents);
      return { line, wager: meters[0]?.wager ?? "", meters };
    }),
  );
  return found.sort((one, other) => (other.meters[0]?.cents ?? 0) - (one.meters[0]?.cents ?? 0));
}

export interface Played {
  readonly table: string;
  readonly name: string;
  readonly cents: number;
}

/** Return the net result at each table over these rounds, the latest table first. */
export function played(rounds: readonly RoundListed[]): Played[] {
  const found = new Map<string, Played>();
  for (const round of rounds) {
    if (round.outcome !== "closed") continue;
    const before = found.get(round.table)?.cents ?? 0;
    found.set(round.table, { table: round.table, name: round.name, cents: before + (round.results[round.seat] ?? 0) });
  }
  return [...found.values()];
}

/** Return the place on a waiting list that this table calls from; undefined without one. */
export function placeAt(line: TableLine, places: readonly WaitingPlace[]): WaitingPlace | undefined {
  return places.find((place) => place.game === line.game && (place.table === "" || place.table === line.table));
}

const NAMES = { family: "family", find: "q", free: "free", low: "low", progressive: "progressive", practice: "practice" } as const;

/** Return the choices that an address states. */
export function fromAddress(search: string): Chosen {
  const given = new URLSearchParams(search);
  const on = (name: string): boolean => given.get(name) === "1";
  return {
    family: given.get(NAMES.family) ?? "",
    find: given.get(NAMES.find) ?? "",
    free: on(NAMES.free), low: on(NAMES.low), progressive: on(NAMES.progressive), practice: on(NAMES.practice),
  };
}

/** The address of what is shown: only what differs from all tables. */
export function toAddress(chosen: Chosen): string {
  const said = new URLSearchParams();
  if (chosen.family !== "") said.set(NAMES.family, chosen.family);
  if (chosen.find !== "") said.set(NAMES.find, chosen.find);
  for (const name of FILTERS) if (chosen[name]) said.set(NAMES[name], "1");
  return said.size > 0 ? `/?${said}` : "/";
}
