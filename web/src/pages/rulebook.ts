/** The rulebook: all games, one game clause by clause, and a search through all of it. */
import { html, type TemplateResult } from "lit";
import { Piece, named } from "../kit/element.js";
import "../kit/top.js";
import "../rules/game.js";
import "../rules/index.js";
import "../rules/search.js";

export class Rulebook extends Piece {
  override render(): TemplateResult {
    return html`<hw-top page="rules"></hw-top>${this.page()}`;
  }

  private page(): TemplateResult {
    if (location.pathname === "/search") return html`<hw-search></hw-search>`;
    const game = named("/rules/");
    return game === "" ? html`<hw-rules-index></hw-rules-index>` : html`<hw-game-rules .game=${game}></hw-game-rules>`;
  }
}
customElements.define("hw-rulebook", Rulebook);
