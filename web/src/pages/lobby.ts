/** The lobby: every table of the room, and a seat in two touches. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { add, t } from "../kit/texts.js";
import "../kit/top.js";

add({ "lobby.title": "Find a seat" });

export class Lobby extends Piece {
  override render(): TemplateResult {
    return html`<hw-top page="play"></hw-top>
      <main><h1>${t("lobby.title")}</h1></main>`;
  }
}
customElements.define("hw-lobby", Lobby);
