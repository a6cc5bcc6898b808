/** A table: the station of a player.  Top bar, felt, side panel, action bar; none of them moves. */
import { html, nothing, type TemplateResult } from "lit";
import "../bar/bar.js";
import "../felt/felt.js";
import { token } from "../kit/api.js";
import { Piece, named } from "../kit/element.js";
import { money } from "../kit/money.js";
import { note } from "../kit/noted.js";
import { onSession, refresh } from "../kit/session.js";
import { still } from "../kit/settings.js";
import { add, t } from "../kit/texts.js";
import "../panel/help.js";
import "../panel/menu.js";
import "../panel/panel.js";
import { onReplay, replay } from "../panel/replay.js";
import { learnEdges } from "../play/edges.js";
import { Station } from "../play/seated.js";

add({
  "table.title": "Table",
  "table.home": "houseway, to the lobby",
  "table.round": "round {n}",
  "table.purse": "in front of you",
  "table.wallet": "in your wallet",
  "table.sealed": "sealed {root}",
  "table.sealed.says": "The order of the shoe is fixed by this commitment",
  "table.signed-out": "Who plays or watches here has a card.",
  "table.sign-in": "come to the table",
  "table.joining": "Joining the table …",
  "table.lost": "The connection is lost. Coming back …",
  "table.slow": "The room does not answer. Waiting …",
  "table.lobby": "To the lobby",
  "table.taken": "You play at this table in another window now.",
  "table.take-back": "Play here instead",
});

/** A game with more letters in its name has no room for them in two lines of a phone. */
const LONG = 28;

export class Table extends Piece {
  static override properties = { wallet: { state: true }, signed: { state: true } };
  private station: Station | null = null;
  private readonly name = named("/table/");
  declare private wallet: number | null;
  declare private signed: boolean;

  constructor() {
    super();
    this.wallet = null;
    this.signed = token() !== "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(
      onSession((me) => (this.wallet = me?.cents ?? null)),
      onReplay(() => this.requestUpdate()),
      () => this.station?.close(),
    );
    if (this.signed) this.join();
    else void import("../kit/entry.js"); // who has no card yet gets one here
  }

  private join(): void {
    const station = new Station(this.name, token, still);
    this.station = station;
    let seat = -1;
    this.ends(
      station.play.subscribe(() => {
        note(this.name, station.play.table?.root ?? "", station.play.round, station.key);
        if (station.play.seat !== seat) {
          seat = station.play.seat;
          void refresh().catch(() => undefined); // money has moved between wallet and table
        }
        this.requestUpdate();
      }),
      learnEdges(station.play, this.name),
    );
    station.open();
  }

  private readonly entered = (): void => {
    this.signed = true;
    this.join();
  };

  override render(): TemplateResult {
    const play = this.station?.play ?? null;
    const layout = play?.layout ?? null;
    const called = layout?.name ?? t("table.title");
    document.title = layout === null ? t("table.title") : `${layout.name} · ${this.name}`;
    return html`<header class="table-top">
        <a class="table-home" href="/" aria-label=${t("table.home")}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" />
            <path d="M11 6.5v19M11 17.5c0-3 2-4.6 5-4.6s5 1.6 5 4.6v8" />
          </svg>
          <span>houseway</span>
        </a>
        <div class="table-names">
          <h1 class=${called.length > LONG ? "long" : ""} title=${called}>${called}</h1>
          ${layout === null ? nothing : html`<span class="table-stakes">${layout.look.stakes}</span>`}
          ${play === null || play.round === 0 ? nothing : html`<span class="table-round">${t("table.round", { n: play.round })}</span>`}
        </div>
        ${this.sealed()} ${this.purse()} ${play === null ? nothing : html`<hw-menu .play=${play}></hw-menu>`}
      </header>
      ${this.body()}`;
  }

  private sealed(): TemplateResult | typeof nothing {
    const root = this.station?.play.table?.root ?? "";
    if (root === "") return nothing;
    const short = `${root.slice(0, 4)}…${root.slice(-4)}`;
    return html`<a class="table-sealed" href="/verify" title=${t("table.sealed.says")}>${t("table.sealed", { root: short })}</a>`;
  }

  private purse(): TemplateResult | typeof nothing {
    const play = this.station?.play;
    if (play === undefined || (play.seat === 0 && this.wallet === null)) return nothing;
    const [label, cents] = play.seat === 0 ? [t("table.wallet"), this.wallet ?? 0] : [t("table.purse"), play.purse];
    return html`<div class="table-purse"><span>${label}</span><b>${money(cents)}</b></div>`;
  }

  private body(): TemplateResult {
    const play = this.station?.play;
    if (play === undefined) {
      return html`<main id="main" tabindex="-1" class="table-plain">
        <p>${t("table.signed-out")}</p>
        <div class="sheet table-entry"><hw-entry .then=${t("table.sign-in")} .entered=${this.entered}></hw-entry></div>
      </main>`;
    }
    if (play.link === "ended" && play.takenOver) return this.plain(t("table.taken"), location.pathname, t("table.take-back"));
    if (play.link === "ended") return this.plain(play.ended, "/", t("table.lobby"));
    if (play.layout === null) return this.plain(t(play.slow ? "table.slow" : "table.joining"), "/", t("table.lobby"));
    return html`<main id="main" tabindex="-1" class="table-main">
        <hw-felt .play=${replay()?.play ?? play} @sit=${(event: CustomEvent<number>) => play.chooseChair(event.detail)}></hw-felt>
        ${play.slow && play.link !== "lost" ? html`<p class="table-lost" role="alert">${t("table.slow")}</p>` : nothing}
        ${play.link === "lost" ? html`<p class="table-lost" role="alert">${t("table.lost")}</p>` : nothing}
      </main>
      <hw-panel .play=${play}></hw-panel>
      <hw-bar .play=${play}></hw-bar>
      <hw-help></hw-help>`;
  }

  private plain(words: string, to: string, label: string): TemplateResult {
    return html`<main id="main" tabindex="-1" class="table-plain">
      <p>${words}</p>
      <a class="button main" href=${to}>${label}</a>
    </main>`;
  }
}
customElements.define("hw-table", Table);
