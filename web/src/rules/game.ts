/** The page of one game: its rules on paper, contents at the side. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { GameBook, TableLine } from "../contract.js";
import { Problem, call } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import { t } from "../kit/texts.js";
import { part, rulings, steps } from "./clauses.js";
import { Known, arrive } from "./linked.js";
import { fees, meters, payTables, wagers } from "./money.js";
import { facts, glossary, postings, readings } from "./posted.js";
import "./matrix.js";
import "./texts.js";

interface Chapter {
  readonly at: string;
  readonly title: string;
  readonly shows: () => TemplateResult;
}

export class GameRules extends Piece {
  static override properties = {
    game: {}, table: { state: true }, book: { state: true }, tables: { state: true }, trouble: { state: true },
    reading: { state: true },
  };
  declare game: string;
  /** The table whose posting is shown; "": what is posted by default. */
  declare private table: string;
  declare private book: GameBook | null;
  declare private tables: readonly TableLine[];
  declare private trouble: string;
  /** The chapter that is being read. */
  declare private reading: string;
  private seen: IntersectionObserver | null = null;

  constructor() {
    super();
    this.game = "";
    this.table = new URLSearchParams(location.search).get("table") ?? "";
    this.book = null;
    this.tables = [];
    this.trouble = "";
    this.reading = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const moved = (): void => void arrive(this);
    addEventListener("hashchange", moved);
    this.ends(
      () => removeEventListener("hashchange", moved),
      () => this.seen?.disconnect(),
    );
    void this.load();
  }

  private readonly load = async (): Promise<void> => {
    this.trouble = "";
    try {
      const rules = this.table === ""
        ? call("GET /api/rules/{game}", { game: this.game })
        : call("GET /api/tables/{table}/rules", { table: this.table });
      const [book, tables] = await Promise.all([rules, call("GET /api/tables", {})]);
      this.tables = tables.filter((line) => line.game === book.id);
      this.book = book;
      document.title = `${book.name} · ${t("rules.title")}`;
    } catch (error) {
      this.trouble = error instanceof Problem ? error.message : t("trouble.away");
    }
  };

  override updated(changed: PropertyValues): void {
    if (!changed.has("book") || this.book === null) return;
    arrive(this);
    this.seen?.disconnect();
    this.seen = new IntersectionObserver(this.look, { rootMargin: "0px 0px -70% 0px" });
    for (const chapter of this.querySelectorAll("section[id]")) this.seen.observe(chapter);
  }

  private readonly look = (found: readonly IntersectionObserverEntry[]): void => {
    const here = found.find((entry) => entry.isIntersecting);
    if (here !== undefined) this.reading = here.target.id;
  };

  override render(): TemplateResult {
    if (this.trouble !== "") {
      return html`<main id="main" tabindex="-1" class="book">
        <h1>${t("rules.title")}</h1>
        <p class="problem" role="alert">${this.trouble}</p>
        <p><button class="button" @click=${this.load}>${t("rules.again")}</button> <a href="/rules">${t("rules.title")}</a></p>
      </main>`;
    }
    const { book } = this;
    if (book === null) {
      return html`<main id="main" tabindex="-1" class="book"><h1>${t("rules.title")}</h1><p role="status" class="quiet">${t("rules.loading")}</p></main>`;
    }
    const chapters = this.chapters(book);
    return html`<main id="main" tabindex="-1" class="book">
      ${this.head(book)}
      <div class="pages">
        ${this.contents(chapters)}
        <div class="text">
          <p class="notice">${book.notice}</p>
          ${chapters.map((chapter) => chapter.shows())}
        </div>
      </div>
    </main>`;
  }

  private chapters(book: GameBook): Chapter[] {
    const known = new Known(book);
    const places = new Map(book.readings.map((one) => [one.shown.id, one.at]));
    const found: Chapter[] = [{ at: "steps", title: t("rules.steps"), shows: () => steps(book) }];
    book.parts.forEach((one, n) => {
      found.push({ at: `part-${n}`, title: one.title, shows: () => part(one, n, known) });
    });
    const chapter = (at: string, there: boolean, shows: () => TemplateResult): void => {
      if (there) found.push({ at, title: t(`rules.${at}`), shows });
    };
    chapter("wagers", book.wagers.length > 0, () => wagers(book, known));
    chapter("pay", book.pay.length > 0, () => payTables(book, places, known));
    chapter("meters", book.meters.length > 0, () => meters(book));
    chapter("fees", book.fees.length > 0, () => fees(book, known));
    chapter("postings", book.postings.length > 0, () => postings(book, known));
    chapter("facts", book.facts.length > 0, () => facts(book, known));
    chapter("readings", book.readings.length > 0, () => readings(book, known));
    chapter("rulings", book.rulings.length > 0, () => rulings(book, known));
    chapter("words", book.words.length > 0, () => glossary(book));
    chapter("matrix", true, () => html`<hw-matrix .game=${book.id}></hw-matrix>`);
    return found;
  }

  private contents(chapters: readonly Chapter[]): TemplateResult {
    const links = html`<ol>
      ${chapters.map(
        ({ at, title }) =>
          html`<li><a href=${`#${at}`} aria-current=${this.reading === at ? "location" : nothing}>${title}</a></li>`,
      )}
    </ol>`;
    return html`<nav class="contents" aria-label=${t("rules.contents")}>
      <details ?open=${matchMedia("(min-width: 64em)").matches}>
        <summary>${t("rules.contents")}</summary>
        ${links}
      </details>
    </nav>`;
  }

  private head(book: GameBook): TemplateResult {
    const sign = this.table === "" ? `/api/rules/${book.id}/sign` : `/api/tables/${encodeURIComponent(this.table)}/sign`;
    const [first] = this.tables;
    const where = [book.jurisdiction, book.section, book.version].filter((text) => text !== "").join(" · ");
    return html`<header class="head">
      <div class="titles">
        <p class="crumbs"><a href="/rules">${t("rules.title")}</a><span class="slash"> / </span>${where}</p>
        <h1>${book.name}</h1>
        ${book.look.about === "" ? nothing : html`<p class="about">${book.look.about}</p>`}
        ${book.rights === "" ? nothing : html`<p class="rights">${t("rules.rights", { rights: book.rights.replace(/\.$/, "") })}</p>`}
      </div>
      <div class="does">
        ${this.tables.length === 0 ? nothing : this.posting()}
        <button class="button" @click=${() => print()}>${t("rules.print")}</button>
        <a class="button" href=${sign} target="_blank" rel="noopener">${t("rules.sign")}</a>
        <a class="button" href=${`/lab/${book.id}`}>${t("rules.lab")}</a>
        ${first === undefined
          ? nothing
          : html`<a class="button main" href=${`/table/${encodeURIComponent(this.table || first.table)}`}>
              ${this.table === "" && this.tables.length === 1 ? t("rules.play") : t("rules.play-at", { table: this.table || first.table })}
            </a>`}
      </div>
    </header>`;
  }

  /** Whose posting is shown: the default, or that of a table of this room. */
  private posting(): TemplateResult {
    return html`<label class="posting">
      <span>${t("rules.posted-as")}</span>
      <select class="field" @change=${this.choose}>
        <option value="" ?selected=${this.table === ""}>${t("rules.usual")}</option>
        ${this.tables.map(
          (line) => html`<option value=${line.table} ?selected=${this.table === line.table}>
            ${t("rules.at-table", { table: line.table })}
          </option>`,
        )}
      </select>
    </label>`;
  }

  private readonly choose = (event: Event): void => {
    this.table = (event.target as HTMLSelectElement).value;
    const address = new URL(location.href);
    if (this.table === "") address.searchParams.delete("table");
    else address.searchParams.set("table", this.table);
    history.replaceState(null, "", address);
    void this.load();
  };
}
customElements.define("hw-game-rules", GameRules);
