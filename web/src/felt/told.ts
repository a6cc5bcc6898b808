/** One sentence on how it stands, for who listens: whose turn it is, what the round has brought. */
import { money } from "../kit/money.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import { nameOf } from "./seat.js";

export function told(play: Play): string {
  const { view } = play;
  if (view === null || play.stepping) return "";
  if (play.prompt !== null && play.link === "open") return t("told.yours", { words: play.prompt.words });
  if (view.closed) {
    const net = view.seats.find((one) => one.seat === play.viewer)?.net ?? 0;
    const played = play.viewer !== 0 && view.results.some((one) => one.seat === play.viewer);
    let sum = "";
    if (played) sum = net === 0 ? t("told.even") : t(net > 0 ? "told.win" : "told.lose", { cents: money(Math.abs(net)) });
    return `${sum} ${view.headline}`.trim();
  }
  const names = view.waiting_for.map((seat) => nameOf(play, seat)).join(", ");
  return names === "" ? "" : t("told.waiting", { names });
}
