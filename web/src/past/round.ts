/** A round that is over: the felt as it was, step by step, and what each wager brought. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Result, RoundListed, RoundShown, RoundDetail } from "../contract.js";
import { netOf } from "../bar/after.js";
import "../felt/felt.js";
import { Problem, call } from "../kit/api.js";
import "../kit/clause.js";
import { Piece } from "../kit/element.js";
import { icon } from "../kit/icons.js";
import { shortcuts } from "../kit/keys.js";
import { money, signed } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { Replay } from "../panel/again.js";
import { onReplay } from "../panel/replay.js";
import { called, net as netWords, why } from "../panel/strips.js";
import "../panel/texts.js";
import { readView } from "../play/reading.js";
import { Play } from "../play/store.js";
import { tone, when } from "./list.js";
import "./texts.js";

type Move = "first" | "previous" | "next" | "last";

/** The files that the room gives of a round, and how their names end. */
const ENDINGS = { proof: "json", record: "toml", phh: "phh" } as const;

export class PastRound extends Piece {
  static override properties = {
    listed: { attribute: false }, told: { state: true }, words: { state: true }, trouble: { state: true },
  };
  declare listed: RoundListed;
  declare private told: RoundShown | null;
  /** The round in words, as soon as someone wants to read it. */
  declare private words: RoundDetail | null;
  declare private trouble: string;
  private shown: Replay | null = null;
  private unkey: () => void = () => undefined;

  constructor() {
    super();
    this.told = null;
    this.words = null;
    this.trouble = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onReplay(() => this.requestUpdate()), () => this.unkey());
  }

  /** Arrows move from step to step: after the felt is there, which has keys of its own. */
  protected override updated(changed: PropertyValues): void {
    if (!changed.has("told") || this.told === null) return;
    const go = (by: number) => () => this.shown?.go(this.shown.at + by);
    this.unkey();
    this.unkey = shortcuts(
      { key: "ArrowLeft", says: t("past.previous"), run: go(-1) },
      { key: "ArrowRight", says: t("past.next"), run: go(1) },
      { key: "Home", says: t("past.first"), run: () => this.shown?.go(0) },
      { key: "End", says: t("past.last"), run: () => this.shown?.go(this.shown.all - 1) },
    );
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("listed")) return;
    [this.told, this.words, this.shown, this.trouble] = [null, null, null, ""];
    if (this.listed.outcome !== "open") void this.load(this.listed);
  }

  private async load(listed: RoundListed): Promise<void> {
    try {
      const told = await call("GET /api/tables/{table}/rounds/{number}/steps", { table: listed.table, number: listed.round });
      if (listed !== this.listed) return; // another one was chosen meanwhile
      this.shown = new Replay(new Play(), told);
      this.shown.go(this.shown.all - 1);
      this.told = told;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (listed === this.listed) this.trouble = error.message;
    }
  }

  override render(): TemplateResult {
    const { listed, told } = this;
    return html`<div class="past-head">
        <div><h2>${t("past.heading", { game: listed.name, round: listed.round })}</h2>
          <p class="caption quiet">${t("past.at", { table: listed.table, when: when(listed.opened_ms) })}</p></div>
        <div class="past-links">${listed.outcome === "open" ? this.back() : html`
          <a class="button" href="/verify?table=${encodeURIComponent(listed.table)}&round=${listed.round}">${t("past.verify")}</a>
          <button class="button" title=${t("past.proof.says")} @click=${() => void this.save("proof")}>${t("past.proof")}</button>
          <button class="button" title=${t("past.record.says")} @click=${() => void this.save("record")}>${t("past.record")}</button>
          ${told?.layout.look.family === "poker" ? html`<button class="button" @click=${() => void this.save("phh")}>${t("past.phh")}</button>` : nothing}
          <a class="button" href="/rules/${listed.game}">${t("past.rules")}</a>`}
        </div>
      </div>
      ${this.trouble === "" ? nothing : html`<p class="problem" role="alert">${this.trouble}</p>`}
      ${told !== null ? this.again(told) : this.trouble !== "" ? nothing
        : html`<p class="quiet">${t(listed.outcome === "open" ? "past.open.says" : "past.loading")}</p>`}`;
  }

  /** A round that is still played is seen where it is played. */
  private back(): TemplateResult {
    return html`<a class="button main" href="/table/${encodeURIComponent(this.listed.table)}">${t("past.open.back")}</a>`;
  }

  private again(told: RoundShown): TemplateResult {
    const { shown } = this;
    const felt = shown === null || shown.all === 0
      ? html`<p class="sheet">${told.note || t("past.no-steps")}</p>`
      : html`<div class="past-felt room"><hw-felt .play=${shown.play}></hw-felt></div>${this.steps(shown)}`;
    return html`${felt} ${this.wagers(told)} ${this.inWords()}`;
  }

  private steps(shown: Replay): TemplateResult {
    const { all, at } = shown;
    const to = (where: Move, step: number): TemplateResult => html`<button class="button" aria-label=${t(`past.${where}`)}
      aria-disabled=${step < 0 || step >= all || step === at ? "true" : nothing} @click=${() => shown.go(step)}>${icon(where)}</button>`;
    return html`<div class="past-steps">
      ${to("first", 0)} ${to("previous", at - 1)} ${to("next", at + 1)} ${to("last", all - 1)}
      <input type="range" min="0" max=${all - 1} .value=${String(at)} aria-label=${t("past.step", { n: at + 1, all })}
        @input=${(event: Event) => shown.go(Number((event.target as HTMLInputElement).value))} />
      <span class="caption quiet">${t("past.step", { n: at + 1, all })}</span>
      <p class="past-said" role="status">${shown.words}</p>
    </div>`;
  }

  private wagers(told: RoundShown): TemplateResult | typeof nothing {
    const { viewer } = told;
    const view = readView(told.public);
    if (view === null) return nothing;
    const mine = view.results.filter((one) => one.seat === viewer);
    const pots = view.results.filter((one) => one.seat !== viewer && one.kind === "pot");
    return html`<section class="sheet">
      <h3>${t("past.wagers")} <b class=${tone(netOf(view, viewer))}>${signed(netOf(view, viewer))}</b></h3>
      ${mine.length === 0 ? html`<p class="quiet">${t("past.nothing")}</p>` : this.table(mine, t("past.wagers"))}
      ${pots.length === 0 ? nothing : html`<h3>${t("past.others")}</h3>${this.table(pots, t("past.others"))}`}
    </section>`;
  }

  private table(results: readonly Result[], label: string): TemplateResult {
    const game = this.listed.game;
    return html`<div class="scrolls" tabindex="0" role="region" aria-label=${label}><table class="table">
      <thead><tr><th>${t("past.wager")}</th><th>${t("past.why")}</th><th class="figure">${t("past.stake")}</th>
        <th class="figure">${t("past.back")}</th><th class="figure">${t("past.net")}</th><th>${t("past.clauses")}</th></tr></thead>
      <tbody>${results.map(
        (one) => html`<tr><td><b>${called(one)}</b></td><td>${why(one)}</td><td class="figure">${money(one.stake)}</td>
          <td class="figure">${money(one.back)}</td><td class="figure ${tone(one.net)}"><b>${netWords(one)}</b></td>
          <td>${one.clauses.map((id) => html`<hw-clause name=${id} game=${game}></hw-clause> `)}</td></tr>`,
      )}</tbody></table></div>`;
  }

  private inWords(): TemplateResult {
    const lines = this.words?.steps.flatMap((step) => step.words) ?? null;
    return html`<details class="sheet" @toggle=${this.read}>
      <summary>${t("past.words")}</summary>
      ${lines === null ? html`<p class="quiet">${t("past.loading")}</p>` : html`<ol class="past-words">${lines.map((line) => html`<li>${line}</li>`)}</ol>`}
    </details>`;
  }

  private readonly read = async (event: Event): Promise<void> => {
    if (!(event.target as HTMLDetailsElement).open || this.words !== null) return;
    const { table, round: number } = this.listed;
    try {
      this.words = await call("GET /api/tables/{table}/rounds/{number}", { table, number });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.trouble = error.message;
    }
  };

  /** Save what the room gives of a round as a file. */
  private async save(what: keyof typeof ENDINGS): Promise<void> {
    const { table, round: number } = this.listed;
    try {
      const found = await call(`GET /api/tables/{table}/rounds/{number}/${what}`, { table, number });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([typeof found === "string" ? found : JSON.stringify(found)]));
      link.download = `${table}-${number}.${ENDINGS[what]}`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.trouble = error.message;
    }
  }
}
customElements.define("hw-past-round", PastRound);
