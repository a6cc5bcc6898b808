/** The dialog behind the purse: signing in, or who one is, how things look, and signing out. */
import { html, nothing, type TemplateResult } from "lit";
import type { GuestCard, Me } from "../contract.js";
import { Piece } from "./element.js";
import "./entry.js";
import { exactly } from "./money.js";
import { before, card, guestCard, logout, onSession } from "./session.js";
import { type Settings, change, onSettings, settings } from "./settings.js";
import { add, t } from "./texts.js";

add({
  "account.in": "Sign in",
  "account.wallet": "in the wallet",
  "account.card": "card ending in {card}",
  "account.before": "Signed in before: {when}, at {station}.",
  "account.first": "No one has signed in with this card before.",
  "account.wrong": "Wrong PINs tried since then: {n}.",
  "account.looks": "How it looks",
  "account.fourColours": "four-colour deck",
  "account.largeIndex": "large figures on cards",
  "account.still": "no motion",
  "account.covered": "keep my cards covered",
  "account.history": "My rounds",
  "account.out": "Sign out",
  "account.close": "Close",
});

const LOOKS = ["fourColours", "largeIndex", "still", "covered"] as const satisfies readonly (keyof Settings)[];

/** Fires `close` when it is done with. */
export class Account extends Piece {
  static override properties = { me: { state: true }, looks: { state: true } };
  declare private me: Me | null;
  declare private looks: Settings;

  constructor() {
    super();
    this.me = null;
    this.looks = settings();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onSession((me) => (this.me = me)), onSettings((found) => (this.looks = found)));
  }

  override firstUpdated(): void {
    this.querySelector("dialog")?.showModal();
  }

  private readonly close = (): void => {
    this.querySelector("dialog")?.close();
  };

  override render(): TemplateResult {
    const me = this.me;
    return html`<dialog class="dialog" aria-labelledby="account-title"
      @close=${() => this.dispatchEvent(new CustomEvent("close"))}>
      <h2 id="account-title">${me === null ? t("account.in") : me.name}</h2>
      ${me === null ? html`<hw-entry .entered=${this.entered}></hw-entry>` : this.who(me)}
      <fieldset class="looks">
        <legend>${t("account.looks")}</legend>
        ${LOOKS.map(
          (name) => html`<label class="check">
            <input type="checkbox" .checked=${this.looks[name]} @change=${(event: Event) => change({ [name]: (event.target as HTMLInputElement).checked })} />
            ${t(`account.${name}`)}</label>`,
        )}
      </fieldset>
      <div class="row">
        ${me === null ? nothing : html`<button class="button" type="button" @click=${() => void logout().catch(() => undefined)}>${t("account.out")}</button>`}
        <button class="button" type="button" @click=${this.close}>${t("account.close")}</button>
      </div>
    </dialog>`;
  }

  private who(me: Me): TemplateResult {
    const guest = guestCard();
    return html`<p class="wallet"><b>${exactly(me.cents)}</b> <span class="quiet">${t("account.wallet")}</span></p>
      ${card() === "" ? nothing : html`<p class="caption quiet">${t("account.card", { card: card() })}</p>`}
      ${this.told()}
      ${guest === null ? nothing : html`<p class="kept">${t("entry.kept", guest)}</p>`}
      <p><a href="/history">${t("account.history")}</a></p>`;
  }

  /** Whoever signs in is told of the time before, and of others who have tried. */
  private told(): TemplateResult | typeof nothing {
    const last = before();
    if (last === null) return nothing;
    const when = last.ms === null ? "" : new Date(last.ms).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
    return html`<p class="caption quiet">${when === "" ? t("account.first") : t("account.before", { when, station: last.station })}</p>
      ${last.wrong === 0 ? nothing : html`<p class="problem" role="alert">${t("account.wrong", { n: last.wrong })}</p>`}`;
  }

  private readonly entered = (found: Me | GuestCard): void => {
    if (!("pin" in found) && before()?.wrong === 0) this.close(); // what is new is looked at first
  };
}
customElements.define("hw-account", Account);
