/** To take along: the link, a table of values, JSON, the PAR sheet. */
import { html, nothing, type TemplateResult } from "lit";
import type { SheetAnswer } from "../contract.js";
import { call } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import { t } from "../kit/texts.js";
import { said, until } from "./asking.js";
import { howFar } from "./waits.js";

type Form = "html" | "pdf";

export class Files extends Piece {
  static override properties = { game: {}, text: {}, rows: { type: Boolean }, known: { attribute: false }, copied: { state: true }, making: { state: true }, ready: { state: true }, words: { state: true } };
  declare game: string;
  declare text: string;
  /** True if there are odds to take along: poker has none. */
  declare rows: boolean;
  /** True if all rows are known. */
  declare known: boolean;
  declare private copied: string;
  declare private making: Form | "";
  /** The files that are ready, with the posting they are for. */
  declare private ready: readonly string[];
  declare private words: string;
  private asking = new AbortController();

  constructor() {
    super();
    this.game = "";
    this.text = "";
    this.rows = false;
    this.known = false;
    this.copied = "";
    this.making = "";
    this.ready = [];
    this.words = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(() => this.asking.abort());
  }

  private at(file: string): string {
    const query = this.text === "" ? "" : `?posting=${encodeURIComponent(this.text)}`;
    return `/api/lab/games/${encodeURIComponent(this.game)}/${file}${query}`;
  }

  override render(): TemplateResult {
    return html`<div class="lab-files">
        <button class="button" @click=${this.copy}>${this.copied === "" ? t("lab.copy") : this.copied}</button>
        ${this.rows
          ? html`${this.file("odds.csv", "lab.csv")} ${this.file("odds.json", "lab.json")}`
          : nothing}
        ${this.sheet()}
      </div>
      <p class="caption faint lab-files-says" role="status">${this.words}</p>`;
  }

  /** A file of the rows, as soon as all of them are known. */
  private file(name: string, says: string): TemplateResult {
    if (!this.known) return html`<button class="button" disabled title=${t("lab.after")}>${t(says)}</button>`;
    return html`<a class="button" href=${this.at(name)} download>${t(says)}</a>`;
  }

  private sheet(): TemplateResult {
    const made = (form: Form): boolean => this.ready.includes(`${form} ${this.text}`);
    if (!made("html")) {
      return html`<button class="button lab-dark" ?disabled=${this.making !== ""} @click=${() => this.make("html")}>
        ${t(this.making === "" ? "lab.par" : "lab.par.making")}
      </button>`;
    }
    return html`<a class="button lab-dark" href=${this.at("par.html")} target="_blank" rel="noopener">${t("lab.par.open")}</a>
      ${made("pdf")
        ? html`<a class="button" href=${this.at("par.pdf")} download>${t("lab.par.pdf.open")}</a>`
        : html`<button class="button" ?disabled=${this.making !== ""} @click=${() => this.make("pdf")}>${t("lab.par.pdf")}</button>`}`;
  }

  private async make(form: Form): Promise<void> {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const { text } = this;
    this.making = form;
    try {
      await until<boolean>(
        async (wait) => {
          const answer: SheetAnswer = await call("GET /api/lab/games/{game}/par", { game: this.game, posting: text, form, wait });
          return { found: answer.ready ? true : null, pending: answer.pending };
        },
        (answer) => (this.words = answer.pending === null ? "" : howFar(answer.pending)),
        signal,
      );
      if (!signal.aborted) this.ready = [...this.ready, `${form} ${text}`];
    } catch (error) {
      if (!signal.aborted) this.words = said(error);
    } finally {
      if (!signal.aborted) this.making = "";
    }
  }

  private readonly copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      this.copied = t("lab.copied");
    } catch {
      this.copied = t("lab.copy.by-hand"); // no clipboard without TLS, or it is forbidden
    }
    setTimeout(() => (this.copied = ""), 2500);
  };
}
customElements.define("hw-lab-files", Files);
