/** The addresses of staff pages that do not exist yet: one sentence, and the way to the API. */
import { html, type TemplateResult } from "lit";
import type { Me } from "../contract.js";
import { Piece } from "../kit/element.js";
import { onSession } from "../kit/session.js";
import { docsLink, isStaff, staffNote } from "../kit/staff.js";
import { t } from "../kit/texts.js";
import "../kit/top.js";

export class StaffPage extends Piece {
  static override properties = { me: { state: true } };
  declare private me: Me | null;

  constructor() {
    super();
    this.me = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onSession((me) => (this.me = me)));
  }

  override render(): TemplateResult {
    const note = this.me !== null && isStaff(this.me) ? staffNote(this.me) : html`<p>${t("staff.none")} ${docsLink()}</p>`;
    return html`<hw-top></hw-top>
      <main id="main" tabindex="-1" class="missing"><h1>${t("staff.title")}</h1>${note}</main>`;
  }
}
customElements.define("hw-staff", StaffPage);
