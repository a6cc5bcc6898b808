/** The rulebook: every game in words, with its clauses. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { add, t } from "../kit/texts.js";
import "../kit/top.js";

add({ "rulebook.title": "Rulebook" });

export class Rulebook extends Piece {
  override render(): TemplateResult {
    return html`<hw-top page="rules"></hw-top>
      <main><h1>${t("rulebook.title")}</h1></main>`;
  }
}
customElements.define("hw-rulebook", Rulebook);
