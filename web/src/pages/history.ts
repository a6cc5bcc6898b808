/** One's own rounds. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { add, t } from "../kit/texts.js";
import "../kit/top.js";

add({ "history.title": "History" });

export class History extends Piece {
  override render(): TemplateResult {
    return html`<hw-top page="history"></hw-top>
      <main><h1>${t("history.title")}</h1></main>`;
  }
}
customElements.define("hw-history", History);
