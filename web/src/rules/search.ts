/** The results of a search in the rulebook: the best first, each with its place. */
import { html, nothing, type TemplateResult } from "lit";
import type { Calls, SearchResult, Searched } from "../contract.js";
import { Problem, call } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import { count, t } from "../kit/texts.js";
import "./texts.js";

type Kind = NonNullable<Calls["GET /api/search"]["given"]["kind"]>;
const KINDS: readonly Kind[] = ["", "game", "wager", "word", "posting", "clause", "reading"];
const MOST = 50;

/** The words of a text that were asked for, marked. */
export function marked(text: string, words: readonly string[]): (string | TemplateResult)[] {
  const wanted = words.filter((word) => word.length > 1);
  if (wanted.length === 0) return [text];
  const escaped = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`\\b((?:${escaped.join("|")})\\w*)`, "i"));
  return parts.map((part, n) => (n % 2 === 1 ? html`<mark>${part}</mark>` : part));
}

/** The words of a question, as they are marked in what was found. */
export function wordsOf(found: Searched): string[] {
  return (found.instead || found.asked).toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

export class SearchRules extends Piece {
  static override properties = {
    asked: { state: true }, kind: { state: true }, found: { state: true }, trouble: { state: true },
  };
  declare private asked: string;
  declare private kind: Kind;
  declare private found: Searched | null;
  declare private trouble: string;
  private turn = 0;

  constructor() {
    super();
    const given = new URLSearchParams(location.search);
    this.asked = given.get("q") ?? "";
    this.kind = KINDS.find((kind) => kind === given.get("kind")) ?? "";
    this.found = null;
    this.trouble = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.look();
  }

  /** Ask the room; an answer that comes late for an older question is dropped. */
  private async look(): Promise<void> {
    const turn = ++this.turn;
    const q = this.asked.trim().slice(0, 100);
    document.title = q === "" ? t("rules.search") : t("rules.search.asked", { asked: q });
    const address = new URL(location.href);
    for (const [name, value] of [["q", q], ["kind", this.kind]] as const) {
      if (value === "") address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    }
    history.replaceState(null, "", address);
    if (q === "") {
      this.found = null;
      return;
    }
    try {
      const found = await call("GET /api/search", { q, most: MOST, kind: this.kind });
      if (turn === this.turn) [this.found, this.trouble] = [found, ""];
    } catch (error) {
      if (turn === this.turn) this.trouble = error instanceof Problem ? error.message : t("trouble.away");
    }
  }

  override render(): TemplateResult {
    return html`<main id="main" tabindex="-1" class="book finding">
      <h1>${t("rules.search")}</h1>
      <form role="search" aria-label=${t("rules.search")} @submit=${(event: Event) => event.preventDefault()}>
        <input
          class="field" type="search" name="q" autocomplete="off" spellcheck="false" maxlength="100"
          aria-label=${t("rules.search.field")} placeholder=${t("rules.search.field")}
          .value=${this.asked} @input=${this.input}
        />
      </form>
      ${this.trouble === "" ? nothing : html`<p class="problem" role="alert">${this.trouble}</p>`}
      ${this.found === null ? html`<p class="quiet">${t("rules.search.empty")}</p>` : this.results(this.found)}
    </main>`;
  }

  private readonly input = (event: Event): void => {
    this.asked = (event.target as HTMLInputElement).value;
    void this.look();
  };

  private results(found: Searched): TemplateResult {
    const total = Object.values(found.kinds).reduce((sum, n) => sum + n, 0);
    return html`${found.instead === ""
        ? nothing
        : html`<p class="instead">${t("rules.search.instead", { asked: found.asked, instead: found.instead })}</p>`}
      <div class="segments" role="group" aria-label=${t("rules.search")}>
        ${KINDS.filter((kind) => kind === "" || (found.kinds[kind] ?? 0) > 0).map(
          (kind) => html`<button aria-pressed=${this.kind === kind} @click=${() => this.only(kind)}>
            ${kind === "" ? t("rules.search.all") : t(`rules.kind.${kind}.many`)}
            <span class="n">${kind === "" ? total : found.kinds[kind]}</span>
          </button>`,
        )}
      </div>
      <p role="status" class="caption quiet">
        ${found.total === 0 ? t("rules.search.nothing") : count("rules.search.found", found.total)}
      </p>
      <ol class="results">${found.found.map((one) => result(one, wordsOf(found)))}</ol>
      ${found.total > found.found.length
        ? html`<p class="quiet">${t("rules.search.rest", { n: found.found.length })}</p>`
        : nothing}`;
  }

  private only(kind: Kind): void {
    this.kind = kind;
    void this.look();
  }
}
customElements.define("hw-search", SearchRules);

function result(one: SearchResult, words: readonly string[]): TemplateResult {
  const more = one.more > 0 ? ` ${count("rules.search.more", one.more)}` : "";
  return html`<li>
    <a href=${one.at}>${marked(one.title, words)}</a>
    <span class="tag">${one.kind_words}</span>
    <span class="quiet caption">${one.kind === "game" ? nothing : one.game_name}${more}</span>
    ${one.text === "" ? nothing : html`<p>${marked(one.text, words)}</p>`}
  </li>`;
}
