/** The state of the table when no question is open: waiting, away, paused, lost. */
import type { Chair, View } from "../contract.js";
import { count, t } from "../kit/texts.js";
import type { Play } from "../play/store.js";

/** A title and a line under it. */
export interface Said {
  readonly title: string;
  readonly line: string;
}

const NAMED = 2;

/** "Boris", "Boris and Ann", "Boris, Ann and 3 others". */
export function names(view: View, seats: readonly number[]): string {
  const all = seats.map((seat) => view.seats.find((one) => one.seat === seat)?.name ?? "").filter((name) => name !== "");
  if (all.length <= NAMED) return all.join(t("bar.and"));
  return all.slice(0, NAMED).join(", ") + t("bar.and") + count("bar.others", all.length - NAMED);
}

/** The own chair. */
export function chairOf(play: Play): Chair | undefined {
  return play.table?.chairs?.find((chair) => chair.seat === play.seat);
}

/** Return the message of the bar while no question is open here. */
export function standing(play: Play): Said {
  const { table, view } = play;
  if (play.link === "ended") return { title: t("bar.ended"), line: play.ended };
  if (play.link === "lost") return { title: t("bar.lost"), line: t("bar.lost-more") };
  if (table === null) return { title: t("bar.joining"), line: "" };
  if (table.status !== "open" && !(table.status === "closing" && table.closed !== true)) {
    return { title: t(`bar.status.${table.status}`), line: table.why ?? "" };
  }
  const phase = view?.phase_words ?? "";
  if (view !== null && view.waiting_for.length > 0 && !view.closed) {
    return { title: t("bar.waiting", { names: names(view, view.waiting_for) }), line: phase };
  }
  if (play.seat === 0) return { title: t("bar.watching"), line: t("bar.watching-more") };
  if (view !== null && !view.closed && view.phase !== "") return { title: t("bar.wait"), line: phase };
  return { title: t("bar.players"), line: t("bar.players-more") };
}
