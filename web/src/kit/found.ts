/** The results of the search in the top bar: links under its field. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Searched } from "../contract.js";
import { call } from "./api.js";
import { Piece } from "./element.js";
import { count, t } from "./texts.js";

const MOST = 7;
const PAUSE = 120;

/** Return the address of the page with all results. */
export function searchPage(asked: string): string {
  return `/search?q=${encodeURIComponent(asked.trim())}`;
}

export class FoundList extends Piece {
  static override properties = { asked: {}, found: { state: true } };
  /** The text that is searched for. */
  declare asked: string;
  declare private found: Searched | null;
  private waits = 0;

  constructor() {
    super();
    this.asked = "";
    this.found = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(() => clearTimeout(this.waits));
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has("asked")) return;
    clearTimeout(this.waits);
    if (this.asked.trim() === "") this.found = null;
    else this.waits = setTimeout(() => void this.look(), PAUSE);
  }

  private async look(): Promise<void> {
    const q = this.asked.trim().slice(0, 100);
    try {
      const found = await call("GET /api/search", { q, most: MOST });
      if (q === this.asked.trim().slice(0, 100)) this.found = found;
    } catch {
      this.found = null; // Enter leads to the page of the search, which says what is wrong
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { found } = this;
    if (found === null) return nothing;
    return html`<div class="found" @keydown=${this.move}>
      <p class="spoken" role="status">${count("find.places", found.total)}</p>
      ${found.instead === "" ? nothing : html`<p class="instead">${t("find.instead", { words: found.instead })}</p>`}
      ${found.total === 0 ? html`<p>${t("find.nothing")}</p>` : nothing}
      <ul>
        ${found.found.map(
          (one) => html`<li>
            <a href=${one.at}>
              <b>${one.title}</b>
              <span>${one.kind === "game" ? one.kind_words : `${one.kind_words} · ${one.game_name}`}</span>
              ${one.text === "" ? nothing : html`<span class="some">${one.text}</span>`}
            </a>
          </li>`,
        )}
        ${found.total > found.found.length
          ? html`<li><a class="all" href=${searchPage(this.asked)}>${t("find.all", { n: found.total })}</a></li>`
          : nothing}
      </ul>
    </div>`;
  }

  /** Put the focus on the first of the links; false where there are none. */
  enter(): boolean {
    const first = this.querySelector("a");
    first?.focus();
    return first !== null;
  }

  /** Arrows go from link to link, and from the first one back to the field. */
  private readonly move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = [...this.querySelectorAll("a")];
    const at = links.indexOf(event.target as HTMLAnchorElement) + step;
    event.preventDefault();
    event.stopPropagation();
    if (at < 0) this.dispatchEvent(new CustomEvent("back", { bubbles: true }));
    else links[Math.min(at, links.length - 1)]?.focus();
  };
}
customElements.define("hw-found", FoundList);
