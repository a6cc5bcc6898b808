/** The shuffle of a finished round, checked in the browser from its public record. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Me, RoundListed } from "../contract.js";
import { Problem, call } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import { signed } from "../kit/money.js";
import { noted } from "../kit/noted.js";
import { onSession } from "../kit/session.js";
import { t } from "../kit/texts.js";
import "../kit/top.js";
import { STEPS, type Verdict, check } from "../verify/check.js";
import { type DealtWith, KINDS } from "../verify/pieces.js";
import { NoRecord, ReplayFile, type RoundRecord, readRecord } from "../verify/record.js";
import { shown } from "../verify/show.js";
import "../verify/texts.js";

const LATEST = 8;
/** So many rounds a replay file is compared with. */
const COMPARED = 40;

/** A record that was read, and what its game is dealt with. */
interface Looked {
  /** The public key of the room; "" if it is not known. */
  readonly key: string;
  readonly text: string;
  readonly record: RoundRecord;
  readonly dealt: DealtWith;
}

export class Verify extends Piece {
  static override properties = {
    me: { state: true }, rounds: { state: true }, pasted: { state: true }, root: { state: true },
    looked: { state: true }, trouble: { state: true }, busy: { state: true }, seen: { state: true },
  };
  declare private me: Me | null;
  declare private rounds: readonly RoundListed[] | null;
  declare private pasted: string;
  declare private root: string;
  declare private looked: Looked | null;
  declare private trouble: string;
  declare private busy: boolean;
  /** When this browser saw the root, if it did. */
  declare private seen: number;

  constructor() {
    super();
    this.me = null;
    this.rounds = null;
    this.pasted = "";
    this.root = new URLSearchParams(location.search).get("root") ?? "";
    this.looked = null;
    this.trouble = "";
    this.busy = false;
    this.seen = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onSession((me) => void this.become(me)));
  }

  /** Someone has logged in: their rounds, and the one that the address names. */
  private async become(me: Me | null): Promise<void> {
    const before = this.me;
    this.me = me;
    if (me === null || before?.person === me.person) return;
    const asked = new URLSearchParams(location.search);
    const [table, round] = [asked.get("table"), Number(asked.get("round"))];
    try {
      this.rounds = (await call("GET /api/me/rounds", { most: LATEST })).filter((one) => one.outcome !== "open");
    } catch (error) {
      this.trouble = said(error);
    }
    if (table !== null && round > 0) await this.ask(table, round);
  }

  private async ask(table: string, number: number): Promise<void> {
    try {
      this.busy = true;
      const found = await call("GET /api/tables/{table}/rounds/{number}/proof", { table, number });
      await this.take(JSON.stringify(found));
    } catch (error) {
      [this.trouble, this.looked] = [said(error), null];
    } finally {
      this.busy = false;
    }
  }

  /** Read a record, and ask the rulebook what its game is dealt with. */
  private async take(text: string): Promise<void> {
    try {
      const record = readRecord(text);
      const dealt = await call("GET /api/rules/{game}/pieces", { game: record.game });
      const kind = KINDS[dealt.kind];
      if (kind === undefined) throw new NoRecord(t("verify.no.object"));
      const decks = record.posted["decks"];
      const sets = dealt.sets > 0 && decks !== undefined ? Number(decks) : dealt.sets;
      const known = noted(record.table, record.roots.map((one) => one.root), record.round);
      if (known !== undefined && this.root === "") this.root = known.root;
      this.seen = known?.at ?? 0;
      const key = known?.key || (await call("GET /api/room", {})).key;
      [this.looked, this.trouble] = [{ key, text, record, dealt: { game: dealt.game, kind, sets } }, ""];
    } catch (error) {
      [this.trouble, this.looked] = [said(error), null];
      if (error instanceof ReplayFile && this.me !== null) await this.replayed(error);
    }
  }

  /** A replay file of one's own round: the room has the same text, and the record of its shuffle. */
  private async replayed(file: ReplayFile): Promise<void> {
    try {
      this.busy = true;
      const rounds = await call("GET /api/me/rounds", { most: COMPARED });
      for (const { table, round: number } of rounds.filter((one) => one.game === file.game && one.outcome !== "open")) {
        if ((await call("GET /api/tables/{table}/rounds/{number}/record", { table, number })).trim() === file.text.trim()) {
          return await this.ask(table, number);
        }
      }
    } catch (error) {
      this.trouble = said(error);
    } finally {
      this.busy = false;
    }
  }

  /** A verdict that would stand below the screen is brought into it. */
  override updated(changed: PropertyValues): void {
    if (!changed.has("looked") || this.looked === null) return;
    const verdict = this.querySelector(".verdict");
    if (verdict !== null && verdict.getBoundingClientRect().top > innerHeight / 2) verdict.scrollIntoView();
  }

  override render(): TemplateResult {
    return html`<hw-top page="rules"></hw-top>
      <main id="main" tabindex="-1" class="verify">
        <h1>${t("verify.title")}</h1>
        <p class="lead">${t("verify.lead")}</p>
        <div class="columns">
          ${this.source()}
          <div class="outcome">
            ${this.trouble === "" ? nothing : html`<p class="problem" role="alert">${this.trouble}</p>`}
            ${this.busy ? html`<p role="status">${t("verify.checking")}</p>` : nothing}
            ${this.looked === null ? steps() : this.result(this.looked)} ${limits()}
          </div>
        </div>
      </main>`;
  }

  private result(looked: Looked): TemplateResult {
    const verdict: Verdict = check(looked.record, looked.dealt, this.root, looked.key);
    return html`${shown(verdict, looked.record, looked.dealt)}
      <p><button class="button" @click=${() => save(looked)}>${t("verify.save")}</button></p>`;
  }

  private source(): TemplateResult {
    return html`<section class="source sheet" aria-labelledby="source-title">
      <h2 id="source-title">${t("verify.source")}</h2>
      <h3>${t("verify.own")}</h3>
      ${this.own()}
      <label class="open-file">
        <span>${t("verify.file")}</span>
        <input type="file" accept="application/json,.json,.toml" @change=${this.file} />
      </label>
      <label>
        <span>${t("verify.paste")}</span>
        <textarea class="field" rows="4" spellcheck="false" .value=${this.pasted} @input=${this.input}></textarea>
      </label>
      <button class="button" ?disabled=${this.pasted.trim() === ""} @click=${() => this.take(this.pasted)}>
        ${t("verify.paste.check")}
      </button>
      <label>
        <span>${t("verify.noted")}</span>
        <input class="field root" spellcheck="false" autocomplete="off" maxlength="80" .value=${this.root} @input=${this.note} />
      </label>
      <p class="caption quiet">
        ${this.seen === 0 ? t("verify.noted.note") : t("verify.noted.seen", { time: new Date(this.seen).toLocaleString("en") })}
      </p>
    </section>`;
  }

  private own(): TemplateResult {
    if (this.me === null) return html`<p class="quiet">${t("verify.own.sign-in")}</p>`;
    if (this.rounds === null || this.rounds.length === 0) return html`<p class="quiet">${t("verify.own.none")}</p>`;
    return html`<ul class="rounds">
      ${this.rounds.map((one) => {
        const here = this.looked?.record.table === one.table && this.looked.record.round === one.round;
        return html`<li>
          <button aria-pressed=${here} @click=${() => this.ask(one.table, one.round)}>
            <span>${t("verify.own.round", { name: one.name, round: one.round, table: one.table })}</span>
            ${this.won(one)}
          </button>
        </li>`;
      })}
    </ul>`;
  }

  /** Return the result of a round for the person who is logged in. */
  private won(one: RoundListed): TemplateResult | typeof nothing {
    const seat = Object.entries(one.seats).find(([, name]) => name === this.me?.name)?.[0];
    const cents = seat === undefined ? undefined : one.results[seat];
    return cents === undefined ? nothing : html`<b class=${cents < 0 ? "lost" : cents > 0 ? "won" : "quiet"}>${signed(cents)}</b>`;
  }

  private readonly file = async (event: Event): Promise<void> => {
    const field = event.target as HTMLInputElement;
    const [found] = field.files ?? [];
    if (found === undefined) return;
    try {
      await this.take(await found.text());
    } catch {
      this.trouble = t("verify.no.file");
    }
    field.value = ""; // the same file may be opened again after it was changed
  };

  private readonly input = (event: Event): void => {
    this.pasted = (event.target as HTMLTextAreaElement).value;
  };

  private readonly note = (event: Event): void => {
    this.root = (event.target as HTMLInputElement).value;
  };
}
customElements.define("hw-verify", Verify);

function said(error: unknown): string {
  if (error instanceof NoRecord || error instanceof Problem) return error.message;
  throw error;
}

/** The record as a file of one's own. */
function save({ text, record }: Looked): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${record.table}-${record.round}.json`.replace(/[^\w.-]+/g, "-");
  link.click();
  URL.revokeObjectURL(address);
}

/** Return the list of checks, shown before there is a record. */
function steps(): TemplateResult {
  return html`<section aria-labelledby="steps-title">
    <h2 id="steps-title">${t("verify.steps")}</h2>
    <ol class="checks">${STEPS.map(
      (name, i) => html`<li class="check-step"><span class="mark" aria-hidden="true">${i + 1}</span>
        <div><h3>${t(`verify.step.${name}`)}</h3><p class="means">${t(`verify.step.${name}.means`)}</p></div></li>`,
    )}</ol>
  </section>`;
}

function limits(): TemplateResult {
  return html`<section class="limits" aria-labelledby="limits-title">
    <h2 id="limits-title">${t("verify.limits")}</h2>
    <ul>
      <li>${t("verify.limits.before")}</li>
      <li>${t("verify.limits.page")}</li>
      <li>${t("verify.limits.covered")}</li>
    </ul>
  </section>`;
}
