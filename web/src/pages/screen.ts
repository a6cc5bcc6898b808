/** The community screen of a table: the same scene, large, with what everybody may see. */
import { html, nothing, type TemplateResult } from "lit";
import type { Me, View } from "../contract.js";
import "../felt/felt.js";
import { token } from "../kit/api.js";
import { Piece, named } from "../kit/element.js";
import "../kit/entry.js";
import { onSession, refresh } from "../kit/session.js";
import { still } from "../kit/settings.js";
import { add, t } from "../kit/texts.js";
import { Screen } from "../play/screen.js";

add({
  "screen.title": "Community screen of {table}",
  "screen.sign-in": "This screen shows a table to everybody around it. It signs in with a card of its own.",
  "screen.joining": "Joining the table …",
  "screen.lost": "The connection is lost. Coming back …",
  "screen.round": "round {n}",
  "screen.watching": "the round before",
  "screen.turn": "{phase} · waiting for {names}",
  "screen.last": "Last round: {said}",
  "screen.waiting": "The next round begins when players are ready.",
});

export class ScreenPage extends Piece {
  static override properties = { me: { state: true } };
  declare private me: Me | null;
  private station: Screen | null = null;
  private readonly name = named("/screen/");
  private said = "";

  constructor() {
    super();
    this.me = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onSession((me) => this.entered(me)), () => this.station?.close());
    void refresh().catch(() => undefined); // the socket says that the room is away
  }

  private entered(me: Me | null): void {
    this.me = me;
    if (me === null || this.station !== null) return;
    const station = new Screen(this.name, me.role === "display" ? "display" : "watch", token, still);
    this.station = station;
    this.ends(station.play.subscribe(() => this.requestUpdate()));
    station.open();
  }

  override render(): TemplateResult {
    const play = this.station?.play;
    const layout = play?.layout ?? null;
    document.title = layout === null ? t("screen.title", { table: this.name }) : `${layout.name} · ${this.name}`;
    if (play === undefined) return this.signIn();
    if (play.link === "ended" || layout === null) {
      return html`<main id="main" tabindex="-1" class="screen-plain"><h1>${this.name}</h1><p>${play.ended || t("screen.joining")}</p></main>`;
    }
    const { view } = play;
    if (view !== null && view.closed && view.headline !== "") this.said = view.headline;
    return html`<header class="screen-top">
        <h1>${layout.name}</h1><span>${layout.look.stakes}</span>
        ${play.round === 0 ? nothing : html`<span>${t("screen.round", { n: play.round })}</span>`}
        ${this.me?.role === "display" ? nothing : html`<span>${t("screen.watching")}</span>`}
        ${play.link === "lost" ? html`<b role="alert">${t("screen.lost")}</b>` : nothing}
        <span class="screen-table">${this.name}</span>
      </header>
      <main id="main" tabindex="-1" class="screen-main"><hw-felt .play=${play}></hw-felt></main>
      <div class="screen-said"><p role="status">${this.now(view)}</p>
        ${view === null || view.closed || this.said === "" ? nothing : html`<p class="screen-last">${t("screen.last", { said: this.said })}</p>`}</div>`;
  }

  /** Return the state of the table as a sentence: the result, or the phase and the seats it waits for. */
  private now(view: View | null): string {
    if (view === null) return t("screen.waiting");
    if (view.closed) return view.headline || t("screen.waiting");
    const names = view.seats.filter((seat) => view.waiting_for.includes(seat.seat)).map((seat) => seat.name);
    return names.length === 0 ? view.phase_words : t("screen.turn", { phase: view.phase_words, names: names.join(", ") });
  }

  private signIn(): TemplateResult {
    return html`<main id="main" tabindex="-1" class="screen-plain"><h1>${t("screen.title", { table: this.name })}</h1>
      ${token() !== "" ? html`<p>${t("screen.joining")}</p>` : html`<p>${t("screen.sign-in")}</p>
        <div class="sheet dialog"><hw-entry .guests=${false}></hw-entry></div>`}</main>`;
  }
}
customElements.define("hw-screen", ScreenPage);
