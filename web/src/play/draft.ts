/** The unsent input of a player: chips on spots, pieces picked, hands being set.
 *
 * Spots have the names that a prompt gives them (`main`, `main.2`, `tip_main`, `3:main`); pieces are
 * counted by their place in the `pieces` of the action, since two of them may be alike.  Everything
 * here is a value: what changes it gives back another.
 */
import type { Place, Spot } from "../contract.js";

export type Chipped = ReadonlyMap<string, number>;
export type Parts = readonly (readonly [string, readonly number[]])[];

export interface Draft {
  /** Cents on each spot that has some. */
  readonly chips: Chipped;
  /** The chip that a touch puts down, in cents. */
  readonly chip: number;
  /** Earlier chips, for undo; the latest last. */
  readonly undo: readonly Chipped[];
  /** Pieces picked, by their place in `Pick.pieces`. */
  readonly picked: readonly number[];
  /** Pieces in their parts, by their place in `Arrange.pieces`; empty: as the bar begins. */
  readonly parts: Parts;
}

const NONE: Chipped = new Map();
const MOST_UNDONE = 100;

/** A fresh one; the chip that was chosen stays chosen. */
export function blank(chip: number): Draft {
  return { chips: NONE, chip, undo: [], picked: [], parts: [] };
}

/** All chips that are down. */
export function sum(chips: Chipped): number {
  let cents = 0;
  for (const each of chips.values()) cents += each;
  return cents;
}

/** The spots on which just as much lies as on this one, itself first. */
export function together(place: Place, spot: Spot): readonly Spot[] {
  const root = spot.equals || spot.name;
  const others = place.spots.filter((other) => other !== spot && (other.name === root || other.equals === root));
  return [spot, ...others];
}

/** Spots of which one must have chips before this one may, if none has. */
export function wants(place: Place, spot: Spot, chips: Chipped): readonly Spot[] {
  const beside = place.spots.filter((other) => spot.beside.includes(other.name));
  return beside.some((other) => (chips.get(other.name) ?? 0) > 0) ? [] : beside;
}

/** Return the amount of a spot after one more chip: at least the least, at most the most. */
export function more(spot: Spot, now: number, chip: number): number {
  const wanted = now === 0 ? Math.max(spot.least, chip) : now + chip;
  const inSteps = wanted - (wanted % (spot.step || 1));
  return Math.min(Math.max(inSteps, spot.least), spot.most);
}

/** Return the amount of a spot after one chip less: 0 if less than the least would stay. */
export function less(spot: Spot, now: number, chip: number): number {
  const left = now - chip;
  return left < spot.least ? 0 : left - (left % (spot.step || 1));
}

/** Another amount on a spot and on those that are equal to it; spots that lose what they need are cleared. */
export function set(place: Place, chips: Chipped, spot: Spot, cents: number): Chipped {
  const next = new Map(chips);
  for (const each of together(place, spot)) {
    if (cents > 0) next.set(each.name, Math.min(cents, each.most));
    else next.delete(each.name);
  }
  for (let cleared = true; cleared; ) {
    cleared = false;
    for (const each of place.spots) {
      if (next.has(each.name) && wants(place, each, next).length > 0) cleared = next.delete(each.name);
    }
  }
  return next;
}

/** With other chips, the old ones to be had back by `undone`. */
export function changed(draft: Draft, chips: Chipped): Draft {
  return { ...draft, chips, undo: [...draft.undo, draft.chips].slice(-MOST_UNDONE) };
}

/** The chips as they were before the last change. */
export function undone(draft: Draft): Draft {
  const chips = draft.undo.at(-1);
  return chips === undefined ? draft : { ...draft, chips, undo: draft.undo.slice(0, -1) };
}

/** So much of these chips as may lie on the spots that are open now. */
export function fitting(place: Place, chips: Iterable<readonly [string, number]>): Chipped {
  const wanted = new Map(chips);
  let next: Chipped = NONE;
  for (const spot of place.spots) {
    const cents = Math.min(wanted.get(spot.name) ?? 0, spot.most);
    const inSteps = cents - (cents % (spot.step || 1));
    const opens = wants(place, spot, new Map([...wanted].filter(([, each]) => each > 0))).length === 0;
    if (inSteps >= spot.least && inSteps > 0 && opens) next = set(place, next, spot, inSteps);
  }
  return next;
}

/** The chips of a decision, in the order of the spots. */
export function placed(place: Place, chips: Chipped): [string, number][] {
  const found: [string, number][] = [];
  for (const spot of place.spots) {
    const cents = chips.get(spot.name) ?? 0;
    if (cents > 0) found.push([spot.name, cents]);
  }
  return found;
}
