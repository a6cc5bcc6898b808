/** The pieces and chips of each seat, from the view, the chairs and the layout. */
import type { Chips, Layout, Pile, Puck, Result, SpotPlan, View, Zone } from "../contract.js";
import type { Play } from "../play/store.js";

/** A seat as it is drawn. */
export interface Seated {
  readonly seat: number;
  readonly name: string;
  readonly chips: number;
  readonly status: string;
  /** Its last decision in words. */
  readonly did: string;
  readonly away: boolean;
  /** True if the seat is empty. */
  readonly free: boolean;
  /** True if a question to it is open. */
  readonly turn: boolean;
  readonly folded: boolean;
  readonly piles: readonly Pile[];
  /** Its own chips in its own circle. */
  readonly chipped: readonly Chips[];
  /** Chips of other bettors in the circle of this seat. */
  readonly behind: readonly Chips[];
  readonly pucks: readonly Puck[];
  /** Net result of the round in cents; null until something is settled. */
  readonly net: number | null;
}

/** The seats in their order round the table, beginning after this one. */
export function around(seats: readonly number[], from: number, direction: number): number[] {
  const sorted = [...seats].sort((a, b) => (direction < 0 ? b - a : a - b));
  const after = sorted.filter((seat) => (direction < 0 ? seat < from : seat > from));
  const before = sorted.filter((seat) => (direction < 0 ? seat > from : seat < from));
  return from === 0 ? sorted : [...after, ...before];
}

/** All seats at which there is anything to draw; free ones while a chair may be chosen. */
export function seatsShown(play: Play): number[] {
  const found = new Set<number>();
  const { drawn: view, table, layout } = play;
  for (const one of view?.seats ?? []) found.add(one.seat);
  for (const one of table?.chairs ?? []) found.add(one.seat);
  for (const one of view?.piles ?? []) found.add(one.seat);
  for (const one of view?.chips ?? []) found.add(one.circle || one.seat);
  for (const one of play.place?.spots ?? []) found.add(one.circle);
  if (play.seat === 0 && table !== null && play.sends !== null) {
    for (let seat = 1; seat <= (layout?.seats ?? 0); seat++) found.add(seat);
  }
  found.delete(0);
  return [...found];
}

/** A seat with all that lies there. */
export function seated(play: Play, seat: number): Seated {
  const { drawn: view } = play;
  const chair = play.table?.chairs?.find((one) => one.seat === seat);
  const round = view?.seats.find((one) => one.seat === seat);
  const settled = view?.results.some((one) => one.seat === seat && one.net !== 0) ?? false;
  const piles = pilesOf(view, seat);
  return {
    seat,
    name: round?.name ?? chair?.name ?? "",
    chips: round?.chips ?? chair?.chips ?? 0,
    status: round?.status ?? "",
    did: round?.did ?? "",
    away: round === undefined && chair?.state === "away",
    free: round === undefined && chair === undefined,
    turn: view?.waiting_for.includes(seat) ?? false,
    folded: view?.closed !== true && (piles.length > 0 ? piles.every((one) => one.lost) : isOut(view, seat)),
    piles,
    chipped: view?.chips.filter((one) => one.seat === seat && (one.circle === 0 || one.circle === seat)) ?? [],
    behind: view?.chips.filter((one) => one.circle === seat && one.seat !== seat) ?? [],
    pucks: view?.pucks.filter((one) => one.seat === seat) ?? [],
    net: settled ? (round?.net ?? 0) : null,
  };
}

/** True if others have pieces and this seat has neither pieces nor chips: it has no part any more. */
function isOut(view: View | null, seat: number): boolean {
  if (view === null || view.waiting_for.includes(seat)) return false;
  const dealt = view.piles.some((one) => one.seat !== 0 && one.pieces.length > 0);
  return dealt && view.bank?.seat !== seat && !view.chips.some((one) => one.seat === seat);
}

/** True if there is something to see of a pile: pieces, or what those came to that are collected. */
export function isSeen(pile: Pile): boolean {
  return pile.pieces.length > 0 || pile.total !== "";
}

/** The piles at a seat that are to be seen one by one, in the order of the zones. */
export function pilesOf(view: View | null, seat: number): Pile[] {
  return view?.piles.filter((one) => one.seat === seat && isSeen(one)) ?? [];
}

/** The zone of a name. */
export function zoneOf(layout: Layout | null, name: string): Zone | null {
  return layout?.zones.find((one) => one.name === name) ?? null;
}

/** True if no seat gets pieces of its own here. */
export function handless(layout: Layout | null): boolean {
  return layout?.zones.every((one) => one.at !== "seat") ?? false;
}

/** Return the kind of the pieces in a zone. */
export function kindOf(layout: Layout | null, zone: string): string {
  return zoneOf(layout, zone)?.kind || layout?.kind || "cards";
}

/** Return the label of a spot. */
export function called(plan: SpotPlan | undefined): string {
  return plan?.label || plan?.words || "";
}

/** Return the result of the wagers of a seat on a spot; null before it is settled, and for seat 0:
 * chips in a meter belong to no seat. */
export function resultOf(view: View | null, seat: number, spot: string, hand: number, circle = 0): Result | null {
  if (seat === 0) return null;
  const found = view?.results.filter(
    (one) =>
      one.seat === seat && one.spot === spot && one.hand === hand && one.owner !== "dealer" && one.kind !== "fee" &&
      (one.circle === circle || (circle === 0 && one.circle === seat)),
  );
  if (found === undefined || found.length === 0) return null;
  const first = found[0] as Result;
  return { ...first, net: found.reduce((sum, one) => sum + one.net, 0) };
}

/** The first letter of a name, for small marks. */
export function initial(name: string): string {
  return ([...name.trim()][0] ?? "·").toUpperCase();
}

/** All chips on one heap, and on how many side wagers some of them lie. */
export function heap(layout: Layout | null, chips: readonly Chips[]): { cents: number; lammers: number; sides: number } {
  const mains = new Set(layout?.spots.filter((one) => !["side", "progressive", ""].includes(one.rank)).map((one) => one.name));
  const own = chips.filter((one) => one.owner !== "dealer");
  const sides = new Set(own.filter((one) => layout?.spots.some((plan) => plan.name === one.spot) && !mains.has(one.spot)).map((one) => one.spot));
  return {
    cents: own.reduce((sum, one) => sum + one.cents, 0),
    lammers: own.reduce((sum, one) => sum + one.lammers, 0),
    sides: mains.size === 0 ? 0 : sides.size,
  };
}
