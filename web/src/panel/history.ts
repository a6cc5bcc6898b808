/** The last ten rounds at this table, each to be shown again on the felt. */
import { html, nothing, type TemplateResult } from "lit";
import type { RoundListed } from "../contract.js";
import { tone } from "../bar/after.js";
import { call, Problem } from "../kit/api.js";
import { named } from "../kit/element.js";
import { signed } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { Watching } from "../play/watching.js";
import { openPanel } from "./open.js";
import { Replay } from "./again.js";
import { onReplay, replay, showReplay } from "./replay.js";

const ROUNDS = 10;

export class History extends Watching {
  static override properties = { rounds: { state: true }, trouble: { state: true }, busy: { state: true } };
  declare private rounds: readonly RoundListed[] | null;
  declare private trouble: string;
  /** The round that is being fetched, 0: none. */
  declare private busy: number;
  private known = "";

  constructor() {
    super();
    this.rounds = null;
    this.trouble = "";
    this.busy = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onReplay(() => this.requestUpdate()));
  }

  /** Another round is over: ask for the list again. */
  protected override tableChanged(): void {
    const now = `${this.play.round}:${this.play.view?.closed === true}`;
    if (now === this.known || this.play.link !== "open") return;
    this.known = now;
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      const found = await call("GET /api/tables/{table}/rounds", { table: named("/table/"), most: ROUNDS });
      this.rounds = found.filter((one) => one.outcome !== "open");
      this.trouble = "";
    } catch (error) {
      this.trouble = error instanceof Problem ? error.message : String(error);
    }
  }

  private async open(one: RoundListed): Promise<void> {
    this.busy = one.round;
    try {
      const told = await call("GET /api/tables/{table}/rounds/{number}/steps", { table: one.table, number: one.round });
      const found = new Replay(this.play, told);
      this.trouble = found.all === 0 ? found.note || t("history.no-steps") : "";
      if (found.all > 0) {
        showReplay(found);
        openPanel(false);
      }
    } catch (error) {
      this.trouble = error instanceof Problem ? error.message : String(error);
    } finally {
      this.busy = 0;
    }
  }

  override render(): TemplateResult {
    return html`<h2>${t("history.title")}</h2>
      ${this.trouble === "" ? nothing : html`<p class="problem" role="alert">${this.trouble}</p>`}
      ${this.rounds === null && this.trouble === "" ? html`<p class="faint">${t("history.loading")}</p>` : nothing}
      ${this.rounds?.length === 0 ? html`<p class="panel-empty">${t("history.none")}</p>` : nothing}
      <ul class="rows history">
        ${this.rounds?.map((one) => this.row(one))}
      </ul>`;
  }

  private row(one: RoundListed): TemplateResult {
    const seat = Object.entries(one.seats).find(([, name]) => name === this.play.you.name)?.[0] ?? "";
    const net = one.results[seat];
    const shown = replay()?.round === one.round;
    const when = new Date(one.opened_ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const said = one.outcome === "voided" ? t("history.voided") : net === undefined ? "" : signed(net);
    return html`<li class=${shown ? "chosen" : ""}>
      <span><b>${t("history.round", { round: one.round })}</b><span class="caption quiet">${when}</span></span>
      <b class=${net === undefined ? "" : tone(net)}>${said}</b>
      <span class="history-do">
        <button type="button" class="tool" aria-disabled=${this.busy === one.round ? "true" : nothing} @click=${() => this.open(one)}>${t("history.replay")}</button>
        <a class="caption" href="/verify?table=${encodeURIComponent(one.table)}&round=${one.round}">${t("history.verify")}</a>
      </span>
    </li>`;
  }
}
customElements.define("hw-rounds", History);
