/** The community screen of a table. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { add, t } from "../kit/texts.js";
import "../kit/top.js";

add({ "screen.title": "Community screen" });

export class Screen extends Piece {
  override render(): TemplateResult {
    return html`<hw-top page="play"></hw-top>
      <main><h1>${t("screen.title")}</h1></main>`;
  }
}
customElements.define("hw-screen", Screen);
