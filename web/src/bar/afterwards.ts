/** The buttons after a round: the next one, or the same chips again. */
import { html, nothing, type TemplateResult } from "lit";
import { money } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { sum } from "../play/draft.js";
import type { Play } from "../play/store.js";
import { face, primary } from "./decide.js";
import { chairOf } from "./standing.js";

/** Ready for the next round, where that is not said already. */
export function goOn(play: Play): void {
  if (chairOf(play)?.ready !== true) play.seatCommand("ready");
}

/** True if the same chips can be put down in the next round. */
export function canRepeat(play: Play): boolean {
  return play.last.size > 0 && sum(play.last) <= play.purse;
}

export function afterwards(play: Play, repeating: boolean, repeat: () => void): TemplateResult {
  const waits = chairOf(play)?.ready === true;
  const again = canRepeat(play)
    ? html`<button type="button" class="decision ${repeating ? "chosen" : ""}" aria-pressed=${repeating ? "true" : "false"} aria-keyshortcuts="r" @click=${repeat}>
        ${face({ label: t("bar.repeat-bet"), cost: money(sum(play.last)), says: repeating ? t("bar.repeating") : "", key: "r" })}
      </button>`
    : nothing;
  return html`${again}
  ${primary(
    waits ? { label: t("bar.ready"), says: t("bar.ready-more") } : { label: t("bar.next-round"), key: "n" },
    !waits,
    () => goOn(play),
  )}`;
}
