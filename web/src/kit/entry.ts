/** The login: a guest card at one touch, or card and PIN. */
import { html, nothing, type TemplateResult } from "lit";
import type { GuestCard, Me } from "../contract.js";
import { Problem } from "./api.js";
import { Piece } from "./element.js";
import { guestAmount } from "./guests.js";
import { money } from "./money.js";
import { guest, login } from "./session.js";
import { add, t } from "./texts.js";

add({
  "entry.guest": "Take a guest card",
  "entry.guest.then": "Take a guest card and {then}",
  "entry.guest.says": "{amount} to play with, worth nothing elsewhere.",
  "entry.or": "or with your own card",
  "entry.card": "Card number",
  "entry.pin": "PIN",
  "entry.in": "Sign in",
  "entry.in.then": "Sign in and {then}",
  "entry.kept": "Your guest card is {card}, its PIN {pin}. With them you come back to your money after this page is closed.",
});

/** `then` is what happens next, for the buttons: "sit down"; `entered` is told when someone is in.
 * It is no event, for by then the element may have left the page. */
export class Entry extends Piece {
  static override properties = { then: {}, guests: { attribute: false }, entered: { attribute: false }, amount: { state: true }, problem: { state: true }, busy: { state: true } };
  declare then: string;
  /** True if guest cards are offered here, where the room gives them out. */
  declare guests: boolean;
  declare entered: (found: Me | GuestCard) => void;
  declare private amount: number;
  declare private problem: string;
  declare private busy: boolean;

  constructor() {
    super();
    this.then = "";
    this.guests = true;
    this.entered = () => undefined;
    this.amount = 0;
    this.problem = "";
    this.busy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    guestAmount().then((cents) => (this.amount = this.guests ? cents : 0), () => undefined); // else a card is asked for
  }

  override render(): TemplateResult {
    return html`${this.amount > 0 ? this.guestPart() : nothing}
      <form class="entry" @submit=${this.signIn}>
        ${this.amount > 0 ? html`<p class="caption quiet">${t("entry.or")}</p>` : nothing}
        <div class="pair">
          <label><span>${t("entry.card")}</span>
            <input class="field" name="card" inputmode="numeric" autocomplete="username" required minlength="4" maxlength="24" pattern="[0-9 \\-]+" /></label>
          <label><span>${t("entry.pin")}</span>
            <input class="field" name="pin" type="password" inputmode="numeric" autocomplete="current-password" required minlength="4" maxlength="12" pattern="[0-9]+" /></label>
        </div>
        ${this.problem === "" ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}
        <div class="row"><button class="button ${this.amount > 0 ? "" : "main"}" ?disabled=${this.busy}>
          ${this.then === "" ? t("entry.in") : t("entry.in.then", { then: this.then })}
        </button></div>
      </form>`;
  }

  private guestPart(): TemplateResult {
    return html`<div class="guest">
      <button class="button main wide" type="button" ?disabled=${this.busy} @click=${this.takeGuest}>
        ${this.then === "" ? t("entry.guest") : t("entry.guest.then", { then: this.then })}
      </button>
      <p class="caption quiet">${t("entry.guest.says", { amount: money(this.amount) })}</p>
    </div>`;
  }

  private async tried(work: () => Promise<Me | GuestCard>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      this.entered(await work());
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.message;
    } finally {
      this.busy = false;
    }
  }

  private readonly takeGuest = (): void => {
    void this.tried(guest);
  };

  private readonly signIn = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.target as HTMLFormElement);
    void this.tried(() => login(String(given.get("card")), String(given.get("pin"))));
  };
}
customElements.define("hw-entry", Entry);
