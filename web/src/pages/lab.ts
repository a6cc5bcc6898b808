/** The odds lab: what every wager returns, for any game as posted. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { add, t } from "../kit/texts.js";
import "../kit/top.js";

add({ "lab.title": "Odds lab" });

export class Lab extends Piece {
  override render(): TemplateResult {
    return html`<hw-top page="lab"></hw-top>
      <main><h1>${t("lab.title")}</h1></main>`;
  }
}
customElements.define("hw-lab", Lab);
