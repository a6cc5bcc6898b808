/** The shuffle of a finished round, checked in the browser. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { add, t } from "../kit/texts.js";
import "../kit/top.js";

add({ "verify.title": "Verify a round" });

export class Verify extends Piece {
  override render(): TemplateResult {
    return html`<hw-top page="rules"></hw-top>
      <main><h1>${t("verify.title")}</h1></main>`;
  }
}
customElements.define("hw-verify", Verify);
