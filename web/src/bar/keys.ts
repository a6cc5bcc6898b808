/** The keys of a moment: letters on the buttons, digits for chips, pieces and ways, Enter. */
import type { Shortcut } from "../kit/keys.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import { freeKey, type Choice } from "./choice.js";
import { rack } from "./place.js";
import { layWay, waysOf } from "./setting.js";

const DIGITS = 9;

/** One for each digit, as far as there are things to choose. */
function digits<T>(things: readonly T[], says: string, run: (thing: T, at: number) => void): Shortcut[] {
  return things.slice(0, DIGITS).map((thing, at) => ({ key: String(at + 1), says, run: () => run(thing, at) }));
}

/** The digits of a question: ways to set, else pieces to pick, else chips. */
export function digitKeys(play: Play): Shortcut[] {
  const { arrangement, pick } = play;
  if (arrangement !== null) {
    return digits(waysOf(play, arrangement), t("bar.key.way"), (way) => layWay(play, arrangement, way));
  }
  if (pick !== null) return digits(pick.pieces, t("bar.key.piece"), (_, at) => play.touchPiece(at));
  return digits(rack(play), t("bar.key.chip"), (chip) => play.chooseChip(chip));
}

/** Repeat, double, undo, clear: letters that no choice has, Backspace and Delete. */
export function chipKeys(play: Play, choices: readonly Choice[]): Shortcut[] {
  if (play.place === null) return [];
  const taken = new Set(choices.map((choice) => choice.key));
  const found: Shortcut[] = [
    { key: "Backspace", says: t("bar.undo"), run: () => play.undo() },
    { key: "Delete", says: t("bar.clear"), run: () => play.clear() },
  ];
  for (const [says, run] of [
    [t("bar.repeat"), () => play.repeat()],
    [t("bar.double"), () => play.double()],
  ] as const) {
    const key = freeKey(says, (letter) => taken.has(letter));
    taken.add(key);
    found.push({ key, says, run });
  }
  return found;
}
