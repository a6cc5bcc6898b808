/** The open question in one line, with the decision that is taken when time is up. */
import type { Prompt, View } from "../contract.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import { capital } from "./choice.js";
import type { Said } from "./standing.js";

/** The total of the hand that is asked about. */
function totalOf(view: View | null, prompt: Prompt): string {
  const seat = prompt.circle || prompt.seat;
  const hand = view?.piles.find((pile) => pile.seat === seat && pile.turn && (prompt.hand === 0 || pile.hand === prompt.hand));
  return hand?.total ?? "";
}

/** "Your 10", "Place your wagers"; under it the phase and what is done when time is up.  A question
 * that is answered gives way to what happens now. */
export function question(play: Play, prompt: Prompt): Said {
  const phase = play.view?.phase_words ?? "";
  if (play.answered && play.stepping && phase !== "") return { title: capital(phase), line: "" };
  const total = totalOf(play.view, prompt);
  const asked = prompt.words !== "" ? capital(prompt.words) : total !== "" ? t("bar.your-hand", { total }) : t("bar.your-turn");
  const late = prompt.late_words !== "" ? t("bar.late", { late: prompt.late_words }) : "";
  const line = [phase, late].filter((words) => words !== "").join(" · ");
  return { title: asked, line };
}
