/** Pieces to be chosen: they rise on the felt, the button says how many. */
import type { TemplateResult } from "lit";
import type { Pick } from "../contract.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import type { Choice } from "./choice.js";
import { primary, secondary } from "./decide.js";

/** The number of pieces wanted: "2", "up to 5", "1 to 3". */
export function wanted(pick: Pick): string {
  if (pick.least === pick.most) return String(pick.least);
  if (pick.least === 0) return t("bar.pick.up-to", { most: pick.most });
  return t("bar.pick.range", { least: pick.least, most: pick.most });
}

/** The pieces of an action that are picked, by their numbers. */
export function picked(play: Play, pick: Pick): number[] {
  return play.draft.picked.flatMap((at) => pick.pieces[at] ?? []);
}

/** "Discard 2"; of several ways to give pieces up the first is the main one. */
export function pickButton(play: Play, choice: Choice, pick: Pick): TemplateResult {
  const pieces = picked(play, pick);
  const n = pieces.length;
  const fits = n >= pick.least && n <= pick.most;
  const label = n > 0 ? t("bar.pick", { label: choice.label, n }) : choice.label;
  const says = fits && n > 0 ? choice.says : t("bar.pick.wanted", { wanted: wanted(pick) });
  const words = { label, says, key: choice.key };
  const send = (): unknown => play.act(choice.name, { pieces });
  return play.pick === pick ? primary(words, play.ready && fits, send) : secondary(words, play.ready && fits, send);
}
