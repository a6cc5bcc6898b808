/** The dialog between "Sit" and the seat: how much one brings, and who one is if that is not known. */
import { html, nothing, type TemplateResult } from "lit";
import type { Me, TableLine } from "../contract.js";
import { Problem, call, newKey } from "../kit/api.js";
import { USUAL } from "../kit/buying.js";
import { Piece } from "../kit/element.js";
import "../kit/entry.js";
import { guestAmount } from "../kit/guests.js";
import { money } from "../kit/money.js";
import { guest, me, onSession, refresh } from "../kit/session.js";
import { t } from "../kit/texts.js";
import { tableAt } from "./card.js";
import { hasSeat } from "./lines.js";

/** Return the buy-ins to offer, in cents: the least, some more, the most, within the wallet. */
export function offered(line: TableLine, wallet: number | null): number[] {
  const { buy_in_least: least, buy_in_most: most } = line;
  const top = wallet === null ? most : Math.min(most, wallet);
  const found = [least, 2 * least, USUAL * least, 10 * least, top].filter((cents) => cents >= least && cents <= top);
  return [...new Set(found)].sort((one, other) => one - other).slice(0, 5);
}

/** Return the buy-in that is selected at first, in cents. */
export function proposed(line: TableLine, wallet: number | null): number {
  const choices = offered(line, wallet);
  return choices.findLast((cents) => cents <= USUAL * line.buy_in_least) ?? line.buy_in_least;
}

/** Fires `close` when nothing comes of it, `listed` when a name was put on a list. */
export class Sit extends Piece {
  static override properties = {
    line: { attribute: false }, me: { state: true }, cents: { state: true }, guest: { state: true },
    problem: { state: true }, busy: { state: true },
  };
  declare line: TableLine;
  declare private me: Me | null;
  declare private cents: number;
  declare private guest: number;
  declare private problem: string;
  declare private busy: boolean;
  private key = newKey();

  constructor() {
    super();
    this.me = null;
    this.cents = 0;
    this.guest = 0;
    this.problem = "";
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onSession((found) => (this.me = found)));
    guestAmount().then((cents) => {
      this.guest = cents;
      if (this.me === null) this.cents = proposed(this.line, cents || null);
    }, () => undefined);
    this.cents = proposed(this.line, this.me?.cents ?? null);
  }

  override firstUpdated(): void {
    this.querySelector("dialog")?.showModal();
  }

  private get waits(): boolean {
    return !hasSeat(this.line);
  }

  override render(): TemplateResult {
    const { line } = this;
    const wallet = this.me?.cents ?? (this.guest || null);
    const short = this.me !== null && this.me.cents < line.buy_in_least;
    const amount = money(this.cents);
    return html`<dialog class="dialog sitting" aria-labelledby="sit-title"
      @close=${() => this.dispatchEvent(new CustomEvent("close"))}>
      <h2 id="sit-title">${t(this.waits ? "sit.title.wait" : "sit.title", { game: line.name })}</h2>
      <p class="caption quiet">${line.table} · ${line.look.stakes}</p>
      ${short
        ? html`<p class="problem" role="alert">${t("sit.short", { amount: money(this.me?.cents ?? 0), least: money(line.buy_in_least) })}</p>${this.anotherCard()}`
        : this.amounts(wallet)}
      ${this.waits ? html`<p class="caption quiet">${t("sit.taken", { taken: line.taken, seats: line.seats })}</p>` : nothing}
      ${this.problem === "" ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}
      ${this.me === null
        ? html`<hw-entry .entered=${this.entered} .then=${t(this.waits ? "sit.wait.then" : "sit.down.then", { amount })}></hw-entry>`
        : nothing}
      <div class="row">
        <button class="button plain" type="button" @click=${this.close}>${t("sit.back")}</button>
        ${this.me === null || short
          ? nothing
          : html`<button class="button main" type="button" autofocus ?disabled=${this.busy} @click=${() => void this.go()}>
              ${t(this.waits ? "sit.wait" : "sit.down", { amount })}</button>`}
      </div>
    </dialog>`;
  }

  /** Offer a new guest card to a player without money, where the room gives them out. */
  private anotherCard(): TemplateResult | typeof nothing {
    if (this.guest < this.line.buy_in_least) return nothing;
    const says = t("sit.new-card", { amount: money(this.guest) });
    return html`<button class="button main wide" type="button" ?disabled=${this.busy} @click=${() => void this.takeCard()}>${says}</button>`;
  }

  private async takeCard(): Promise<void> {
    this.busy = true;
    try {
      await guest();
      this.bring(proposed(this.line, this.guest));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.message;
    } finally {
      this.busy = false;
    }
  }

  private amounts(wallet: number | null): TemplateResult {
    const { line } = this;
    return html`<fieldset class="amounts">
      <legend>${t("sit.with")}</legend>
      <div class="pills">
        ${offered(line, wallet).map(
          (cents) => html`<label class="pill"><input type="radio" name="cents" .checked=${cents === this.cents}
            @change=${() => this.bring(cents)} /><span>${money(cents)}</span></label>`,
        )}
      </div>
      <p class="caption quiet">${t("sit.bounds", { least: money(line.buy_in_least), most: money(line.buy_in_most) })}${
        this.me === null ? "" : ` · ${t("sit.wallet", { amount: money(this.me.cents) })}`
      }</p>
    </fieldset>`;
  }

  private bring(cents: number): void {
    this.cents = cents;
    this.key = newKey();
  }

  private readonly close = (): void => {
    this.querySelector("dialog")?.close();
  };

  /** Someone is in now: what they came for is done at once, with what their wallet allows. */
  private readonly entered = (): void => {
    const found = me();
    if (found === null) return;
    if (found.cents < this.cents) this.bring(proposed(this.line, found.cents));
    if (found.cents >= this.line.buy_in_least) void this.go();
  };

  private async go(): Promise<void> {
    const { line, cents } = this;
    this.busy = true;
    this.problem = "";
    try {
      if (this.waits) {
        const place = await call("POST /api/waiting", { body: { game: line.game, cents, table: line.table } }, this.key);
        if (place.seat === 0) {
          this.dispatchEvent(new CustomEvent("listed"));
          this.close();
          return;
        }
      } else {
        await call("POST /api/tables/{table}/seat", { table: line.table, body: { do: "sit", cents } }, this.key);
      }
      location.assign(tableAt(line));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.message;
      this.key = newKey();
      await refresh().catch(() => undefined); // the sentence above is what matters
    } finally {
      this.busy = false;
    }
  }
}
customElements.define("hw-sit", Sit);
