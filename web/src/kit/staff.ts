/** Staff logins: their pages do not exist yet, and every page that they reach says so. */
import { html, type TemplateResult } from "lit";
import type { Me } from "../contract.js";
import { add, t } from "./texts.js";

add({
  "staff.says": "You are signed in as {role}: this role works through the API, it has no pages yet.",
  "staff.title": "Pages for the staff",
  "staff.none": "The work of the staff is done through the API: it has no pages yet.",
  "staff.docs": "Documentation of the API",
});

const PLAYS = ["player", "bot"];

/** True if a login has duties instead of money: it cannot sit down. */
export function isStaff(me: Me): boolean {
  return !PLAYS.includes(me.role);
}

/** The page of the documentation that describes the API. */
export function docsLink(): TemplateResult {
  return html`<a href="/docs/api.html">${t("staff.docs")}</a>`;
}

/** One sentence for a login of the staff. */
export function staffNote(me: Me): TemplateResult {
  return html`<p class="staff-note" role="status">${t("staff.says", { role: me.role })} ${docsLink()}</p>`;
}
