/** The odds lab: all games, or one of them as posted. */
import { html, type TemplateResult } from "lit";
import { Piece, named } from "../kit/element.js";
import "../kit/top.js";
import "../lab/game.js";
import "../lab/games.js";
import "../lab/texts.js";

export class Lab extends Piece {
  static override properties = { find: { state: true } };
  declare private find: string;

  constructor() {
    super();
    this.find = new URLSearchParams(location.search).get("find") ?? "";
  }

  override render(): TemplateResult {
    const game = named("/lab/");
    return html`<hw-top page="lab" .find=${game === "" ? this.find : ""} @find=${this.found} @find-done=${this.searched} @purse=${() => location.assign("/")}></hw-top>
      <main id="main" tabindex="-1" class="lab">
        ${game === "" ? html`<hw-lab-games .find=${this.find}></hw-lab-games>` : html`<hw-lab-game .game=${game}></hw-lab-game>`}
      </main>`;
  }

  private readonly found = (event: CustomEvent<string>): void => {
    if (named("/lab/") === "") this.find = event.detail;
  };

  /** From a game, a search goes to the list of all of them. */
  private readonly searched = (event: CustomEvent<string>): void => {
    if (named("/lab/") !== "") location.assign(`/lab?find=${encodeURIComponent(event.detail)}`);
  };
}
customElements.define("hw-lab", Lab);
