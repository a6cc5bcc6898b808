/** All games of the lab, by family, with what is searched for. */
import { html, nothing, type TemplateResult } from "lit";
import type { BookLine } from "../contract.js";
import { call } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import { count, t } from "../kit/texts.js";
import { said } from "./asking.js";

export class Games extends Piece {
  static override properties = { find: {}, games: { state: true }, trouble: { state: true } };
  declare find: string;
  declare private games: readonly BookLine[] | null;
  declare private trouble: string;

  constructor() {
    super();
    this.find = "";
    this.games = null;
    this.trouble = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      this.games = await call("GET /api/rules", {});
    } catch (error) {
      this.trouble = said(error);
    }
  }

  override render(): TemplateResult {
    const found = (this.games ?? []).filter((game) => matches(game, this.find));
    const families = new Map<string, BookLine[]>();
    for (const game of found) {
      const name = game.family_words || game.jurisdiction;
      families.set(name, [...(families.get(name) ?? []), game]);
    }
    return html`<h1>${t("lab.title")}</h1>
      <p class="quiet lab-lead">${t("lab.lead")}</p>
      ${this.trouble === "" ? nothing : html`<p class="problem" role="alert">${this.trouble}</p>`}
      ${this.games === null && this.trouble === "" ? html`<p class="faint">${t("lab.loading")}</p>` : nothing}
      <p class="spoken" role="status">${this.games === null ? "" : count("lab.games", found.length)}</p>
      ${this.games !== null && found.length === 0 ? html`<p>${t("lab.none")}</p>` : nothing}
      ${[...families].map(
        ([name, games]) => html`<section class="lab-family" aria-label=${name}>
          <h2>${name}</h2>
          <ul class="lab-games">${games.map((game) => this.one(game))}</ul>
        </section>`,
      )}`;
  }

  private one(game: BookLine): TemplateResult {
    return html`<li>
      <a class="sheet lab-card" href="/lab/${game.id}" data-cloth=${game.cloth}>
        <span class="lab-card-name">${game.name}</span>
        <span class="caption faint">${game.jurisdiction} ${game.section}</span>
        ${game.about === "" ? nothing : html`<span class="dense quiet">${game.about}</span>`}
        <span class="caption faint lab-card-wagers">${game.wagers.slice(0, 6).join(" · ")}${game.wagers.length > 6 ? " …" : ""}</span>
      </a>
    </li>`;
  }
}
customElements.define("hw-lab-games", Games);

/** True if every word of the search stands in the texts of a game. */
function matches(game: BookLine, find: string): boolean {
  const all = [game.name, game.jurisdiction, game.section, game.family_words, game.about, ...game.wagers].join(" ").toLowerCase();
  return find.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}
