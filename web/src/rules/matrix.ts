/** The clause matrix: what became of each clause, with its code and its cases, one line each. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { CaseShown, ClauseSheet, CodePlace, MatrixBook, MatrixLine } from "../contract.js";
import { Problem, call } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import { count, t } from "../kit/texts.js";
import "./texts.js";

const PARTS = ["code", "cases", "readings"] as const;
type Part = (typeof PARTS)[number];

export class Matrix extends Piece {
  static override properties = {
    game: {}, book: { state: true }, only: { state: true }, status: { state: true }, words: { state: true },
    sheets: { state: true }, trouble: { state: true }, asked: { state: true },
  };
  declare game: string;
  declare private book: MatrixBook | null;
  declare private only: ReadonlySet<Part>;
  declare private status: string;
  declare private words: string;
  declare private sheets: ReadonlyMap<string, ClauseSheet>;
  declare private trouble: string;
  declare private asked: boolean;

  constructor() {
    super();
    this.game = "";
    this.forget();
  }

  private forget(): void {
    this.book = null;
    this.only = new Set();
    this.status = "";
    this.words = "";
    this.sheets = new Map();
    this.trouble = "";
    this.asked = false;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has("game") && changed.get("game") !== undefined && changed.get("game") !== "") this.forget();
  }

  /** Ask for the matrix; the room runs the cases of the game the first time. */
  readonly load = async (): Promise<void> => {
    this.asked = true;
    this.trouble = "";
    try {
      this.book = await call("GET /api/rules/{game}/matrix", { game: this.game });
    } catch (error) {
      this.trouble = said(error);
      this.asked = false;
    }
  };

  private async open(clause: string): Promise<void> {
    if (this.sheets.has(clause)) return;
    try {
      const found = await call("GET /api/rules/{game}/clauses/{clause}", { game: this.game, clause });
      this.sheets = new Map([...this.sheets, [clause, found]]);
    } catch (error) {
      this.trouble = said(error);
    }
  }

  override render(): TemplateResult {
    return html`<section id="matrix" aria-labelledby="matrix-title">
      <h2 id="matrix-title">${t("rules.matrix")}</h2>
      <p class="lead">${t("rules.matrix.lead")}</p>
      ${this.trouble === "" ? nothing : html`<p class="problem" role="alert">${this.trouble}</p>`}
      ${this.book === null ? this.offer() : this.table(this.book)}
    </section>`;
  }

  private offer(): TemplateResult {
    return html`<button class="button" ?disabled=${this.asked} aria-busy=${this.asked} @click=${this.load}>
      ${this.asked ? t("rules.loading") : t("rules.matrix.show")}
    </button>`;
  }

  private table(book: MatrixBook): TemplateResult {
    const { counts } = book;
    const shown = book.lines.filter((line) => this.wanted(line));
    const statuses = new Map(book.lines.map((line) => [line.status, line.status_words]));
    return html`<p class="lead">
        ${t("rules.matrix.counts", { ...counts })}
      </p>
      <div class="filters">
        <label class="words">
          <span class="spoken">${t("rules.matrix.filter")}</span>
          <input class="field" type="search" placeholder=${t("rules.matrix.filter")} .value=${this.words} @input=${this.filter} />
        </label>
        <label>
          <span class="spoken">${t("rules.matrix.status")}</span>
          <select class="field" @change=${this.choose}>
            <option value="">${t("rules.matrix.status")}</option>
            ${[...statuses].map(([name, words]) => html`<option value=${name} ?selected=${name === this.status}>${words}</option>`)}
          </select>
        </label>
        <fieldset>
          <legend class="spoken">${t("rules.matrix.only")}</legend>
          ${PARTS.map(
            (part) => html`<label class="check">
              <input type="checkbox" .checked=${this.only.has(part)} @change=${() => this.toggle(part)} />
              ${t(`rules.matrix.${part}`)}
            </label>`,
          )}
        </fieldset>
        <p class="left" role="status">${t("rules.matrix.left", { n: shown.length, of: book.lines.length })}</p>
      </div>
      <div class="lines">${shown.map((line) => this.line(line))}</div>`;
  }

  private wanted(line: MatrixLine): boolean {
    if (this.status !== "" && line.status !== this.status) return false;
    for (const part of this.only) if (line[part].length === 0) return false;
    const words = this.words.trim().toLowerCase();
    if (words === "") return true;
    const text = [
      line.clause, line.status_words, line.by, ...line.readings,
      ...line.code.flatMap((code) => [code.words, `${code.file}:${code.line}`]),
      ...line.cases.map((one) => one.says),
    ].join("\n").toLowerCase();
    return words.split(/\s+/).every((word) => text.includes(word));
  }

  private readonly filter = (event: Event): void => {
    this.words = (event.target as HTMLInputElement).value;
  };

  private readonly choose = (event: Event): void => {
    this.status = (event.target as HTMLSelectElement).value;
  };

  private toggle(part: Part): void {
    const only = new Set(this.only);
    if (!only.delete(part)) only.add(part);
    this.only = only;
  }

  private line(line: MatrixLine): TemplateResult {
    const [first] = line.code;
    const more = line.code.length - 1;
    return html`<details class="line" @toggle=${(event: Event) => {
      if ((event.target as HTMLDetailsElement).open) void this.open(line.clause);
    }}>
      <summary>
        <span class="id">${line.clause}</span>
        <span class=${`status ${line.status}`}>${line.status_words}</span>
        <span class="place">${first === undefined ? "" : `${first.file}:${first.line}`}${more > 0 ? ` +${more}` : ""}</span>
        <span class="cases">${line.cases.length === 0 ? "" : count("rules.cases", line.cases.length)}</span>
        <span class="read">${line.readings.join(", ")}</span>
      </summary>
      ${this.sheet(line.clause)}
    </details>`;
  }

  private sheet(clause: string): TemplateResult {
    const sheet = this.sheets.get(clause);
    if (sheet === undefined) return html`<p class="quiet">${t("rules.loading")}</p>`;
    return html`<div class="sheet-of">
      <p class="says">${sheet.says} <a class="clause" href=${`#${clause}`}>${clause}</a></p>
      ${sheet.by === "" ? nothing : html`<p class="quiet">${t("rules.matrix.by", { by: sheet.by })}</p>`}
      ${sheet.why === "" ? nothing : html`<p class="quiet">${sheet.why}</p>`}
      ${sheet.code.map(code)} ${sheet.cases.map((one) => workedCase(one, this.game))}
    </div>`;
  }
}
customElements.define("hw-matrix", Matrix);

function said(error: unknown): string {
  return error instanceof Problem ? error.message : t("trouble.away");
}

/** Code with the numbers of its lines. */
function code(one: CodePlace): TemplateResult {
  const lines = one.excerpt.split("\n");
  const where = [
    one.said_in === "" ? "" : t("rules.matrix.said-in", { place: one.said_in }),
    one.read_in.length === 0 ? "" : t("rules.matrix.read-in", { places: one.read_in.join(", ") }),
  ].filter((text) => text !== "");
  return html`<figure class="code">
    <figcaption>
      <span class="tag">${one.what}</span> <b>${one.words}</b> <span class="quiet">${one.about}</span>
      <code>${one.file}:${one.line}</code>
      ${where.map((text) => html`<span class="quiet">${text}</span>`)}
    </figcaption>
    ${one.excerpt === "" ? nothing : html`<pre tabindex="0" role="group" aria-label=${`${one.file}:${one.line}`}><code>${lines.map(
      (line, n) => html`<span class="n" aria-hidden="true">${one.first_line + n}</span>${line}\n`,
    )}</code></pre>`}
  </figure>`;
}

/** A worked case with its record. */
function workedCase(one: CaseShown, game: string): TemplateResult {
  return html`<details class="case">
    <summary>
      <span class=${one.passes ? "won" : "lost"}>${one.passes ? "✓" : "✗"}
        <span class="spoken">${t(one.passes ? "rules.matrix.passes" : "rules.matrix.fails")}</span></span>
      <span>${one.says}</span>
      ${one.game === game ? nothing : html`<span class="quiet">${t("rules.matrix.of", { game: one.game })}</span>`}
    </summary>
    ${one.wrong.map((text) => html`<p class="lost">${text}</p>`)}
    <p class="caption quiet">${t("rules.matrix.record")}</p>
    <pre tabindex="0" role="group" aria-label=${one.says}><code>${one.record}</code></pre>
  </details>`;
}
