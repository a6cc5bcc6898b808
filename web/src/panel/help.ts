/** The keys of this moment, as a list beside the table: no dialog holds a hand up. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { known, onHelp, printed } from "../kit/keys.js";
import { t } from "../kit/texts.js";

export class Help extends Piece {
  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(
      onHelp(() => {
        this.requestUpdate();
        void this.updateComplete.then(() => this.querySelector<HTMLElement>(".keys-list")?.togglePopover());
      }),
    );
  }

  override render(): TemplateResult {
    const rows = [...known(), { key: "?", says: t("keys.help") }];
    return html`<div class="keys-list" popover="auto" role="dialog" aria-labelledby="table-keys">
      <h2 id="table-keys">${t("keys.title")}</h2>
      <table class="table">
        <tbody>
          ${rows.map((one) => html`<tr><td><kbd>${printed(one.key)}</kbd></td><td>${one.says}</td></tr>`)}
        </tbody>
      </table>
    </div>`;
  }
}
customElements.define("hw-help", Help);
