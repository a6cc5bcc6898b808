/** Settings and seat: how the table looks, going away and coming back, chips, keys, the sealed shoe. */
import { html, nothing, type TemplateResult } from "lit";
import type { TableLine } from "../contract.js";
import { allowed, editor, typed, written, type Editing } from "../bar/amount.js";
import { lineOf, purchased } from "../bar/seat.js";
import { chairOf } from "../bar/standing.js";
import { named } from "../kit/element.js";
import { askHelp } from "../kit/keys.js";
import { money } from "../kit/money.js";
import { change, onSettings, settings, type Settings } from "../kit/settings.js";
import { t } from "../kit/texts.js";
import { Watching } from "../play/watching.js";
import "../bar/texts.js";
import "./texts.js";

const LOOKS = [
  ["still", "menu.still"],
  ["fourColours", "menu.four"],
  ["largeIndex", "menu.large"],
  ["covered", "menu.cover"],
] as const satisfies readonly (readonly [keyof Settings, string])[];

export class StationMenu extends Watching {
  static override properties = { line: { state: true }, text: { state: true } };
  /** The line of the table with its buy-ins, fetched for a top-up. */
  declare private line: TableLine | null;
  declare private text: string;

  constructor() {
    super();
    this.line = null;
    this.text = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onSettings(() => this.requestUpdate()));
  }

  override render(): TemplateResult {
    return html`<h2>${t("menu.looks")}</h2>
        ${LOOKS.map(
          ([name, id]) => html`<label class="check">
            <input type="checkbox" .checked=${settings()[name]} @change=${(event: Event) => change({ [name]: (event.target as HTMLInputElement).checked })} />
            <span>${t(id)}</span>
          </label>`,
        )}
        ${this.play.seat === 0 ? nothing : this.seat()} ${this.sealed()}
        <div class="menu-row">
          <button type="button" class="button" @click=${this.keys}>${t("menu.keys")} <kbd aria-hidden="true">?</kbd></button>
          <a class="button" href="/">${t("menu.lobby")}</a>
        </div>`;
  }

  private readonly keys = (): void => {
    this.closest<HTMLElement>("[popover]")?.hidePopover();
    askHelp();
  };

  private seat(): TemplateResult {
    const { play } = this;
    const state = chairOf(play)?.state ?? "";
    const away = state === "away";
    if (state === "leaving") return html`<h2>${t("menu.seat")}</h2><p>${t("menu.leaving")}</p>`;
    return html`<h2>${t("menu.seat")}</h2>
      <div class="menu-row">
        <button type="button" class="button" @click=${() => play.seatCommand(away ? "back" : "away")}>${t(away ? "menu.back" : "menu.away")}</button>
        <button type="button" class="button" @click=${() => play.seatCommand("leave")}>${t("menu.leave")}</button>
        ${this.line === null ? html`<button type="button" class="button" @click=${this.learn}>${t("menu.top-up")}</button>` : nothing}
      </div>
      ${this.line === null ? nothing : this.topUp(this.line)}`;
  }

  private readonly learn = async (): Promise<void> => {
    this.line = await lineOf(named("/table/"));
  };

  private topUp(line: TableLine): TemplateResult {
    const { choice, action } = purchased("top_up", line, chairOf(this.play)?.chips ?? 0);
    const edit: Editing = {
      choice, action, offer: undefined, added: 0, ready: this.play.sending === 0, chosen: this.text !== "",
      text: this.text || written(Math.min(line.buy_in_least, action.most)),
      set: (text) => (this.text = text),
      send: (cents) => this.play.seatCommand("top_up", 0, cents),
    };
    const cents = typed(edit.text);
    const fits = edit.ready && allowed(action, cents);
    return html`${editor(edit)}
      <button type="button" class="button main" ?disabled=${!fits} @click=${() => edit.send(cents)}>
        ${t("menu.top-up-with", { amount: fits ? money(cents) : "" })}
      </button>`;
  }

  private sealed(): TemplateResult | typeof nothing {
    const root = this.play.table?.root ?? "";
    if (root === "") return nothing;
    return html`<h2>${t("menu.sealed")}</h2>
      <p class="caption quiet">${t("menu.sealed.more")}</p>
      <p class="menu-root">${root}</p>`;
  }
}
customElements.define("hw-station", StationMenu);
