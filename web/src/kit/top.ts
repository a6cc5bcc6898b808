/** The top bar: where one is, search, and the purse. */
import { html, nothing, type TemplateResult } from "lit";
import type { Me } from "../contract.js";
import { onSlow } from "./api.js";
import { Piece } from "./element.js";
import { known, onHelp, printed, shortcuts } from "./keys.js";
import { exactly } from "./money.js";
import { card, onSession, refresh } from "./session.js";
import { isStaff } from "./staff.js";
import { t } from "./texts.js";
import "./settings.js";

const PAGES = [
  ["play", "/"],
  ["rules", "/rules"],
  ["lab", "/lab"],
  ["history", "/history"],
] as const;

/** Fires `find` with what is being searched for and `find-done` on Enter; a page that does not take
 * them (`preventDefault`) leaves the search to the rulebook. */
export class Top extends Piece {
  static override properties = {
    page: {}, find: {}, me: { state: true }, helping: { state: true }, account: { state: true },
    trouble: { state: true }, finding: { state: true }, slow: { state: true },
  };
  declare page: string;
  /** The text in the search field. */
  declare find: string;
  declare private me: Me | null;
  declare private helping: boolean;
  declare private account: boolean;
  declare private trouble: string;
  /** True if a call has been unanswered for two seconds. */
  declare private slow: boolean;
  /** True if what was found is shown under the field. */
  declare private finding: boolean;

  constructor() {
    super();
    this.page = "";
    this.find = "";
    this.me = null;
    this.helping = false;
    this.account = false;
    this.trouble = "";
    this.finding = false;
    this.slow = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(
      onSession((me) => (this.me = me)),
      onSlow((slow) => (this.slow = slow)),
      onHelp(() => (this.helping = true)),
      shortcuts({ key: "/", says: t("keys.search"), run: () => this.querySelector("input")?.focus() }),
    );
    void refresh().catch(() => undefined); // the page itself says that the room is away
  }

  override updated(): void {
    const dialog = this.querySelector<HTMLDialogElement>(":scope > header > dialog");
    if (dialog !== null && !dialog.open) dialog.showModal();
  }

  /** Tell the page; whether it has left the rest to us. */
  private tell(kind: string, detail: string): boolean {
    return this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true, cancelable: true }));
  }

  private readonly openAccount = async (): Promise<void> => {
    try {
      await import("./account.js");
      [this.account, this.trouble] = [true, ""];
    } catch {
      this.trouble = t("trouble.away");
    }
  };

  override render(): TemplateResult {
    return html`<header class="top">
      <a class="home" href="/">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" />
          <path d="M11 6.500v19M11 17.500c0-3 2-4.600 5-4.600s5 1.600 5 4.600v8" />
        </svg>
        <span>${t("top.home")}</span>
      </a>
      <nav aria-label=${t("top.pages")}>
        ${PAGES.map(
          ([name, at]) =>
            html`<a href=${at} aria-current=${this.page === name ? "page" : nothing}>${t(`top.${name}`)}</a>`,
        )}
      </nav>
      <form class="find" role="search" @submit=${this.submit} @keydown=${this.keyed} @focusout=${this.left} @back=${this.back}>
        <input
          class="field"
          type="search"
          aria-label=${t("top.find")}
          placeholder=${t("top.find")}
          .value=${this.find}
          @input=${this.input}
        />
        <kbd aria-hidden="true">/</kbd>
        ${this.finding ? html`<hw-found .asked=${this.find}></hw-found>` : nothing}
      </form>
      ${this.purse()} ${this.helping ? this.help() : nothing}
      ${this.account ? html`<hw-account @close=${() => (this.account = false)}></hw-account>` : nothing}
    </header>
    ${this.slow ? html`<p class="slow" role="status">${t("trouble.slow")}</p>` : nothing}
    ${this.trouble === "" ? nothing : html`<p class="problem" role="alert">${this.trouble}</p>`}`;
  }

  private readonly submit = (event: Event): void => {
    event.preventDefault();
    if (this.tell("find-done", this.find) && this.find.trim() !== "") {
      location.assign(`/search?q=${encodeURIComponent(this.find.trim())}`);
    }
  };

  private readonly input = (event: Event): void => {
    this.find = (event.target as HTMLInputElement).value;
    this.finding = this.tell("find", this.find);
    if (this.finding) void import("./found.js").catch(() => (this.finding = false));
  };

  private readonly back = (): void => this.querySelector("input")?.focus();

  private readonly left = (event: FocusEvent): void => {
    const form = event.currentTarget as HTMLElement;
    if (event.relatedTarget instanceof Node && form.contains(event.relatedTarget)) return;
    this.finding = false;
  };

  private readonly keyed = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.finding) {
      event.preventDefault();
      this.finding = false;
      this.back();
    } else if (event.key === "ArrowDown" && this.finding) {
      const list = this.querySelector<HTMLElement & { enter(): boolean }>("hw-found");
      if (list?.enter() === true) event.preventDefault();
    }
  };

  private purse(): TemplateResult {
    const me = this.me;
    if (me === null) {
      return html`<button class="button plain" @click=${this.openAccount}>${t("top.sign-in")}</button>`;
    }
    return html`<button class="purse" title=${t("top.signed-in", { name: me.name })} @click=${this.openAccount}>
      <span class="note faint">${t("top.card", { card: card() || me.name })}</span>
      <b>${isStaff(me) ? me.role : exactly(me.cents)}</b>
    </button>`;
  }

  private help(): TemplateResult {
    const rows = [...known(), { key: "?", says: t("keys.help") }];
    return html`<dialog class="dialog" aria-labelledby="keys-title" @close=${() => (this.helping = false)}>
      <h2 id="keys-title">${t("keys.title")}</h2>
      <table class="table">
        ${rows.map((one) => html`<tr><td><kbd>${printed(one.key)}</kbd></td><td>${one.says}</td></tr>`)}
      </table>
      <form method="dialog"><div class="row"><button class="button">${t("keys.close")}</button></div></form>
    </dialog>`;
  }
}
customElements.define("hw-top", Top);
