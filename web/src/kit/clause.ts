/** The number of a clause; touching it opens its words, beside it and without leaving the page. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ClauseCard } from "../contract.js";
import { Problem, call } from "./api.js";
import { Piece } from "./element.js";
import { add, t } from "./texts.js";

add({
  "clause.open": "clause {id}",
  "clause.loading": "One moment",
  "clause.read": "How it is read here",
  "clause.rulebook": "In the rulebook",
});

const kept = new Map<string, Promise<ClauseCard>>();

/** A clause in words, asked for once. */
function told(id: string, game: string): Promise<ClauseCard> {
  const key = `${id} ${game}`;
  let found = kept.get(key);
  if (found === undefined) {
    found = call("GET /api/clauses/{clause}", { clause: id, game });
    found.catch(() => kept.delete(key));
    kept.set(key, found);
  }
  return found;
}

/** "CO-2116-7G" -> "2116-7G": within a table everybody knows whose rules they are. */
export function brief(id: string): string {
  return id.replace(/^[A-Z]{2}-(?=.+-)/, "");
}

const GAP = 8;

export class Clause extends Piece {
  static override properties = { name: {}, game: {}, open: { state: true }, told: { state: true }, trouble: { state: true } };
  declare name: string;
  /** The game it is told of; empty: the one in whose text it stands. */
  declare game: string;
  declare private open: boolean;
  declare private told: ClauseCard | null;
  declare private trouble: string;

  constructor() {
    super();
    this.name = "";
    this.game = "";
    this.open = false;
    this.told = null;
    this.trouble = "";
  }

  private async show(): Promise<void> {
    this.open = !this.open;
    if (!this.open) return;
    try {
      this.told = await told(this.name, this.game);
    } catch (error) {
      this.trouble = error instanceof Problem ? error.message : String(error);
    }
  }

  override updated(changed: PropertyValues): void {
    const words = this.querySelector<HTMLElement>(".clause-words");
    const button = this.querySelector("button");
    if (words === null || button === null) return;
    if (changed.has("open")) words.showPopover(); // and not when it has just been closed
    const at = button.getBoundingClientRect();
    const size = words.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(at.left, innerWidth - size.width - GAP));
    const above = at.top - size.height - GAP;
    words.style.setProperty("left", `${left}px`);
    words.style.setProperty("top", `${above >= GAP ? above : Math.min(at.bottom + GAP, innerHeight - size.height - GAP)}px`);
  }

  override render(): TemplateResult {
    return html`<button
        type="button"
        class="clause"
        aria-expanded=${this.open ? "true" : "false"}
        aria-label=${t("clause.open", { id: this.name })}
        @click=${this.show}
      >${brief(this.name)}</button>${this.open ? this.words() : nothing}`;
  }

  private words(): TemplateResult {
    const { told } = this;
    return html`<div class="clause-words" popover="auto" @toggle=${this.toggled}>
      <p class="caption faint">${this.name}${told === null ? nothing : html` · ${told.title} ${told.ref}`}</p>
      ${this.trouble !== "" ? html`<p>${this.trouble}</p>` : nothing}
      ${told === null && this.trouble === "" ? html`<p class="faint">${t("clause.loading")}</p>` : nothing}
      ${told === null
        ? nothing
        : html`<p>${told.says}</p>
            ${told.readings.length === 0 ? nothing : html`<p class="caption faint">${t("clause.read")}</p>`}
            ${told.readings.map((one) => html`<p class="caption">${one.reading}</p>`)}
            <a class="caption" href="/rules/${told.game.id}#${this.name}">${t("clause.rulebook")}</a>`}
    </div>`;
  }

  private readonly toggled = (event: Event): void => {
    if ((event as ToggleEvent).newState === "closed") this.open = false;
  };
}
customElements.define("hw-clause", Clause);
