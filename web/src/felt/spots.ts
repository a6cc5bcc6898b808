/** The betting spots of a place: what is on each, and how they are laid out. */
import type { Chips, Layout, Spot, SpotPlan } from "../contract.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import { called, resultOf } from "./model.js";

/** A spot as it is drawn. */
export interface Shown {
  /** As decisions name it: `main`, `main.2`, `3:main`. */
  readonly name: string;
  readonly plan: SpotPlan;
  readonly hand: number;
  readonly label: string;
  /** Limits of the spot: those of the open question, else the posted ones. */
  readonly least: number;
  readonly most: number;
  readonly cents: number;
  readonly lammers: number;
  /** True if these chips are only being put down. */
  readonly drafted: boolean;
  /** True if chips may be put there now. */
  readonly open: boolean;
  /** The condition that must hold first, as a sentence. */
  readonly wants: string;
  /** A tip that lies beside it, and the spot of the tip if one may be put there now. */
  readonly tip: number;
  readonly tipName: string;
  readonly net: number | null;
}

/** Spots that are printed: where someone puts chips, or where they follow those of another spot. */
export function isPrinted(plan: SpotPlan): boolean {
  return plan.rank !== "follows" || plan.equals !== "";
}

/** For how many hands of a seat a spot is printed: as many as have chips without a split. */
export function printedHands(layout: Layout | null, plan: SpotPlan): number {
  const leads = plan.rank === "follows" ? layout?.spots.find((one) => one.name === plan.equals) : plan;
  return Math.max((leads ?? plan).dealt, 1);
}

/** The spots of a circle, 0: one's own. */
export function shownSpots(play: Play, circle: number): Shown[] {
  const found: Shown[] = [];
  for (const plan of play.layout?.spots ?? []) {
    if (!isPrinted(plan)) continue;
    const many = printedHands(play.layout, plan);
    for (let hand = 0; hand < many; hand++) {
      const shown = shownSpot(play, plan, hand, circle);
      if (circle === 0 || shown.open) found.push(shown);
    }
  }
  return found;
}

function shownSpot(play: Play, plan: SpotPlan, hand: number, circle: number): Shown {
  const { place, draft, drawn: view, viewer } = play;
  const here = (whom: string) =>
    place?.spots.find(
      (one) =>
        (one.wager || one.name) === plan.name && one.hand === hand && one.circle === circle && (one.whom === "dealer") === (whom === "dealer"),
    );
  const spot = here("player");
  const tipSpot = here("dealer");
  const lying = view?.chips.filter((one) => lies(one, viewer, plan.name, hand, circle)) ?? [];
  const mine = lying.filter((one) => one.owner !== "dealer");
  // Chips of the draft lie on the table as soon as steps show them.
  const put = (one: Spot | undefined): number => (one === undefined || play.stepping ? 0 : (draft.chips.get(one.name) ?? 0));
  const drafted = put(spot);
  const tip = lying.filter((one) => one.owner === "dealer").reduce((sum, one) => sum + one.cents, 0);
  const label = called(plan);
  const one = hand === 0 ? plan.name : `${plan.name}.${hand + 1}`;
  return {
    name: spot?.name ?? (circle === 0 ? one : `${circle}:${one}`),
    plan,
    hand,
    label: hand === 0 ? label : t("felt.hand-n", { label, n: hand + 1 }),
    least: (spot ?? plan).least,
    most: (spot ?? plan).most,
    cents: drafted + mine.reduce((sum, each) => sum + each.cents, 0),
    lammers: mine.reduce((sum, each) => sum + each.lammers, 0),
    drafted: drafted > 0,
    open: spot !== undefined,
    wants: spot === undefined ? "" : play.wants(spot),
    tip: tip + put(tipSpot),
    tipName: tipSpot?.name ?? "",
    net: resultOf(view, viewer, plan.name, hand, circle)?.net ?? null,
  };
}

function lies(one: Chips, seat: number, spot: string, hand: number, circle: number): boolean {
  if (one.seat !== seat || one.spot !== spot || one.hand !== hand) return false;
  return one.circle === circle || (circle === 0 && one.circle === seat);
}

/** The spots in blocks: one for each hand where a hand has side wagers of its own, else one. */
export function blocks(spots: readonly Shown[]): Shown[][] {
  const sides = spots.filter((one) => one.plan.rank === "side" || one.plan.rank === "");
  if (!sides.some((one) => one.hand > 0)) return [[...spots]];
  const hands = [...new Set(spots.map((one) => one.hand))].sort((a, b) => a - b);
  return hands.map((hand) => spots.filter((one) => one.hand === hand));
}

/** The arrangement of spots: circles in the middle with boxes at both sides, or boxes over a grid. */
export type Laid =
  | { readonly kind: "circles"; readonly mains: Shown[]; readonly left: Shown[][]; readonly right: Shown[][] }
  | { readonly kind: "boxes"; readonly mains: Shown[]; readonly rows: Shown[][] };

const IN_A_ROW = 8;

/** The required wagers stand in the middle; where none is, the standard bets are large boxes. */
export function laid(spots: readonly Shown[]): Laid {
  let mains = spots.filter((one) => one.plan.rank === "main");
  if (mains.length === 0) mains = spots.filter((one) => one.plan.required);
  const rest = spots.filter((one) => !mains.includes(one));
  const kinds = new Set(mains.map((one) => one.plan.name)).size;
  if (mains.length === 0 || (kinds > 2 && !mains.some((one) => one.plan.required))) {
    return { kind: "boxes", mains, rows: rowsOf(rest, Math.ceil(rest.length / IN_A_ROW)) };
  }
  const [left, right] = balanced(rest);
  const two = left.length > 2 || right.length > 2;
  return { kind: "circles", mains, left: rowsOf(left, two ? 2 : 1), right: rowsOf(right, two ? 2 : 1) };
}

/** In so many rows, the longer ones first: the table is narrower at its edge. */
function rowsOf(spots: readonly Shown[], rows: number): Shown[][] {
  if (spots.length === 0) return [];
  const long = Math.ceil(spots.length / Math.max(rows, 1));
  const found: Shown[][] = [];
  for (let at = 0; at < spots.length; at += long) found.push(spots.slice(at, at + long));
  return found;
}

/** Two sides of about the same size, those of one element together where that is possible. */
function balanced(spots: readonly Shown[]): [Shown[], Shown[]] {
  const elements = [...new Set(spots.map((one) => one.plan.element))];
  const half = Math.ceil(spots.length / 2);
  const byElement = elements.flatMap((element) => spots.filter((one) => one.plan.element === element));
  const first = spots.filter((one) => one.plan.element === elements[0]).length;
  const at = elements.length === 2 && Math.abs(first * 2 - spots.length) <= 1 ? first : half;
  return [byElement.slice(0, at), byElement.slice(at)];
}
