/** One game in the lab: what is posted, what each wager returns, and everything about one of them. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabOdds, LabPostedControls, LabWagerRow, Pending } from "../contract.js";
import { Problem, call } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import { t } from "../kit/texts.js";
import { patiently, said, until } from "./asking.js";
import { progress } from "./waits.js";
import { type Change, changed } from "./posting-text.js";
import "../kit/clause.js";
import "./bankroll.js";
import "./equity.js";
import "./files.js";
import "./grids.js";
import "./meter.js";
import "./outcomes.js";
import "./play.js";
import "./posting.js";
import "./simulation.js";
import "./tables.js";
import "./usual.js";
import "./wagers.js";

export class Game extends Piece {
  static override properties = {
    game: {}, text: { state: true }, posted: { state: true }, odds: { state: true }, pending: { state: true },
    wager: { state: true }, trouble: { state: true }, clauses: { state: true },
  };
  declare game: string;
  /** The posting, as the address carries it. */
  declare private text: string;
  declare private posted: LabPostedControls | null;
  declare private odds: LabOdds | null;
  declare private pending: Pending | null;
  /** The wager that is looked at. */
  declare private wager: string;
  declare private trouble: string;
  declare private clauses: readonly string[];
  private asking = new AbortController();
  /** The row that was looked at last. */
  private lookedAt: LabWagerRow | null = null;

  constructor() {
    super();
    this.game = "";
    this.text = "";
    this.posted = null;
    this.odds = null;
    this.pending = null;
    this.wager = "";
    this.trouble = "";
    this.clauses = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("popstate", this.moved);
    this.ends(() => removeEventListener("popstate", this.moved), () => this.asking.abort());
    this.moved();
  }

  /** Read the address again. */
  private readonly moved = (): void => {
    this.wager = named(location.hash);
    void this.load(location.search.slice(1));
  };

  /** While someone types pays, the odds do not wait for the controls. */
  private async load(text: string, typing = false): Promise<void> {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.trouble = "";
    this.clauses = [];
    try {
      if (typing) await this.rows(text, signal);
      await this.controls(text, signal);
      if (!typing) await this.rows(this.text, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.pending = null;
      this.trouble = said(error);
      if (error instanceof Problem) this.clauses = error.clauses;
    }
  }

  private async controls(text: string, signal: AbortSignal): Promise<void> {
    const posted = await patiently(() => call("GET /api/lab/games/{game}/posting", { game: this.game, posting: text }), signal);
    if (signal.aborted) return;
    this.posted = posted;
    this.text = posted.posting;
    document.title = `${posted.name} · ${t("lab.title")}`;
  }

  private rows(text: string, signal: AbortSignal): Promise<void> {
    return until(
      (wait) => call("GET /api/lab/games/{game}/odds", { game: this.game, posting: text, wait }),
      (answer) => {
        // The odds of the posting before stay until there are newer ones.
        if (answer.found !== null || answer.pending === null) this.odds = answer.found;
        this.pending = answer.pending;
      },
      signal,
    );
  }

  /** Something is posted otherwise; the address says so, and going back takes it back. */
  private readonly change = (event: CustomEvent<Change>): void => {
    const text = changed(location.search.slice(1), event.detail);
    const at = `${location.pathname}${text === "" ? "" : `?${text}`}${location.hash}`;
    if (event.detail.quietly === true) history.replaceState(null, "", at);
    else history.pushState(null, "", at);
    void this.load(text, event.detail.quietly);
  };

  private readonly choose = (event: CustomEvent<string>): void => {
    this.wager = event.detail;
    history.replaceState(null, "", `${location.pathname}${location.search}#${encodeURIComponent(event.detail)}`);
  };

  private get row(): LabWagerRow | null {
    const rows = this.odds?.rows ?? [];
    return rows.find((row) => row.wager === this.wager) ?? rows.find((row) => row.wager === this.odds?.main) ?? rows[0] ?? null;
  }

  /** The row that the cards below are about.  While rows come one by one, that of the posting before
   * stays until its own is there: what it is about does not vanish. */
  private looked(): LabWagerRow | null {
    const { row, pending, lookedAt: last } = this;
    const waits = pending !== null && last !== null && row?.wager !== (this.wager || last.wager);
    if (!waits) this.lookedAt = row;
    return this.lookedAt;
  }

  override render(): TemplateResult {
    const { posted } = this;
    if (posted === null) {
      return html`<h1>${t("lab.title")}</h1>
        ${this.trouble === "" ? html`<p class="faint" role="status"><span class="lab-dots" aria-hidden="true"></span>${t("lab.loading")}</p>` : html`${this.problem()} ${this.ways()}`}`;
    }
    return html`<header class="lab-head" @change-posting=${this.change}>
        <div>
          <p class="dense faint"><a href="/lab">${t("lab.title")}</a> / ${posted.jurisdiction} ${posted.section}</p>
          <h1>${posted.name}</h1>
        </div>
        <hw-lab-files .game=${this.game} .text=${this.text} .rows=${!posted.poker} .known=${this.odds !== null && this.pending === null}></hw-lab-files>
      </header>
      ${this.problem()}
      <div class="lab-body" @change-posting=${this.change} @choose-wager=${this.choose}>
        <aside class="lab-side">
          <hw-lab-posting .game=${this.game} .posted=${posted}></hw-lab-posting>
          ${posted.poker ? nothing : html`<hw-lab-usual .game=${this.game} .rows=${this.odds?.rows ?? []}></hw-lab-usual>`}
        </aside>
        <div class="lab-found">${posted.poker ? this.poker() : this.wagers(posted)}</div>
      </div>`;
  }

  private problem(): TemplateResult | typeof nothing {
    if (this.trouble === "") return nothing;
    return html`<p class="problem lab-problem" role="alert">
      ${this.trouble} ${this.clauses.map((id) => html`<hw-clause .name=${id} .game=${this.game}></hw-clause> `)}
    </p>`;
  }

  /** Return links from an address without results: the default posting, or another game. */
  private ways(): TemplateResult {
    return html`<p class="lab-buttons">
      ${location.search === "" ? nothing : html`<a class="button" href=${location.pathname}>${t("lab.as-usual")}</a>`}
      <a class="button" href="/lab">${t("lab.all-games")}</a></p>`;
  }

  private wagers(posted: LabPostedControls): TemplateResult {
    const { pending } = this;
    const row = this.looked();
    const stale = row !== null && this.odds?.rows.includes(row) !== true;
    return html`<hw-lab-wagers .game=${this.game} .odds=${this.odds} .chosen=${row?.wager ?? ""} .posted=${posted} .pending=${pending}></hw-lab-wagers>
      ${row === null
        ? nothing
        : html`${stale ? html`<p class="dense faint" role="status">${t("lab.stale")}</p>` : nothing}
          <div class="lab-two">
            <div class="lab-column">
              ${posted.play === "" ? nothing : html`<hw-lab-play .game=${this.game} .text=${this.text} .takes=${posted.play} .ready=${pending === null}></hw-lab-play>`}
              ${posted.play === "now" ? nothing : this.bankroll(row)}
            </div>
            <div class="lab-column">
              <hw-lab-outcomes .game=${this.game} .text=${this.text} .row=${row} .trouble=${this.trouble}></hw-lab-outcomes>
              <hw-lab-tables .game=${this.game} .text=${this.text} .row=${row} .ready=${pending === null}></hw-lab-tables>
              <hw-lab-meter .row=${row}></hw-lab-meter>
              <hw-lab-simulation .game=${this.game} .text=${this.text} .row=${row}></hw-lab-simulation>
              ${posted.play === "now" ? this.bankroll(row) : nothing}
            </div>
          </div>
          <hw-lab-grids .row=${row} .odds=${this.odds}></hw-lab-grids>`}`;
  }

  /** Under the outcomes where a chart of best play fills the other column, else in its place. */
  private bankroll(row: LabWagerRow): TemplateResult {
    return html`<hw-lab-bankroll .game=${this.game} .text=${this.text} .row=${row} .ready=${this.pending === null}></hw-lab-bankroll>`;
  }

  private poker(): TemplateResult {
    return html`${this.pending === null ? nothing : html`<div class="sheet">${progress(this.pending)}</div>`}
      ${(this.odds?.notes ?? []).map((note) => html`<p class="sheet">${note}</p>`)}
      <hw-lab-grids .row=${null} .odds=${this.odds}></hw-lab-grids>
      <hw-lab-equity .game=${this.game} .text=${this.text}></hw-lab-equity>`;
  }
}
customElements.define("hw-lab-game", Game);

/** The wager that a fragment names; nothing for one that is no text. */
function named(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
