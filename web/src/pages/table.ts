/** A table: the station of a player. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { add, t } from "../kit/texts.js";
import "../kit/top.js";

add({ "table.title": "Table" });

export class Table extends Piece {
  override render(): TemplateResult {
    return html`<hw-top page="play"></hw-top>
      <main><h1>${t("table.title")}</h1></main>`;
  }
}
customElements.define("hw-table", Table);
