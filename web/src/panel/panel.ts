/** The side panel: result, odds or hand, posted rules, history.  Where there is no room beside the
 * felt it is a drawer, on a phone a sheet above the bar, which opens by itself when a round is over. */
import { html, nothing, type TemplateResult } from "lit";
import { named } from "../kit/element.js";
import { shortcuts } from "../kit/keys.js";
import { t } from "../kit/texts.js";
import { Watching } from "../play/watching.js";
import { hasWagers, kept, type Kept } from "./kept.js";
import { isOpen, onOpen, openPanel, type Tab } from "./open.js";
import { onReplay, replay } from "./replay.js";
import "./texts.js";

const PHONE = "(max-width: 37.5em)";
/** Up to here the panel is a drawer over the felt. */
const DRAWER = "(max-width: 73.75em)";

/** True if a drawer over the felt would leave the own pieces in sight. */
function isClear(): boolean {
  const own = [...document.querySelectorAll(".own :is(.slot[data-piece], .pile-tag)")];
  const wide = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--panel-width"));
  return own.every((one) => one.getBoundingClientRect().right <= innerWidth - wide);
}

export class Panel extends Watching {
  static override properties = { tab: { state: true }, bodies: { state: true } };
  declare private tab: Tab | "";
  /** The contents of the tabs; null until they are loaded. */
  declare private bodies: typeof import("./bodies.js") | null;
  private found: Kept | null = null;
  /** The round whose end has opened the sheet, and whether that was by itself. */
  private sheetOf = 0;
  private byItself = false;
  private spot = "";

  constructor() {
    super();
    this.tab = "";
    this.bodies = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(
      onOpen(() => {
        if (!isOpen()) this.byItself = false; // who opens it again wants all of it
        this.requestUpdate();
      }),
      onReplay(() => this.requestUpdate()),
      shortcuts({ key: "Escape", says: t("panel.close"), run: () => openPanel(false) }),
    );
  }

  protected override firstUpdated(): void {
    void import("./bodies.js").then((bodies) => (this.bodies = bodies));
  }

  /** Keep what has come out; turn to what has happened. */
  protected override tableChanged(): void {
    const { play } = this;
    const { view } = play;
    const found = view === null ? null : kept(view, play.round, play.seat);
    if (found !== null) {
      if (this.found === null || this.found.round !== found.round || (found.closed && !this.found.closed)) this.tab = "result";
      this.found = found;
    }
    if (play.chosen !== this.spot) {
      this.spot = play.chosen;
      if (play.chosen !== "") this.tab = "odds";
    }
    this.sheet(view?.closed === true && found !== null);
    this.requestUpdate();
  }

  /** On a phone the result comes as a sheet, on a tablet as a drawer where no own pieces lie below it;
   * it goes when the player acts or pieces are dealt. */
  private sheet(over: boolean): void {
    const { play } = this;
    if (over && play.seat !== 0 && play.prompt === null && this.sheetOf !== play.round && (matchMedia(PHONE).matches || (matchMedia(DRAWER).matches && isClear()))) {
      this.sheetOf = play.round;
      this.byItself = true;
      openPanel(true);
    } else if (!over && this.byItself && play.before === null) {
      this.byItself = false;
      openPanel(false);
    }
  }

  private tabs(): Tab[] {
    const { layout } = this.play;
    return ["result", layout === null || hasWagers(layout) ? "odds" : "hand", "posted", "history"];
  }

  private chosen(): Tab {
    const tabs = this.tabs();
    if (this.tab === "odds" && !tabs.includes("odds")) return "hand";
    return this.tab === "" ? (tabs[1] ?? "result") : this.tab;
  }

  override render(): TemplateResult {
    const chosen = this.chosen();
    const news = this.found !== null && this.found.round === this.play.round ? this.found.mine.length : 0;
    return html`<aside class="panel ${isOpen() ? "open" : ""} ${this.byItself ? "brief" : ""} ${this.play.before === null ? "" : "raised"}" aria-label=${t("panel.name")}>
      <div class="panel-tabs">
        <div role="tablist" aria-label=${t("panel.name")} @keydown=${this.move}>${this.tabs().map(
          (tab) => html`<button
            type="button"
            role="tab"
            id="tab-${tab}"
            aria-controls="panel-body"
            aria-selected=${tab === chosen ? "true" : "false"}
            tabindex=${tab === chosen ? "0" : "-1"}
            @click=${() => (this.tab = tab)}
          >${t(`panel.${tab}`)}${tab === "result" && news > 0 ? html` <span class="panel-news">${news}</span>` : nothing}</button>`,
        )}</div>
        <button type="button" class="panel-close" aria-label=${t("panel.close")} @click=${() => openPanel(false)}>✕</button>
      </div>
      <div class="panel-body" id="panel-body" @click=${this.whole} role="tabpanel" aria-labelledby="tab-${chosen}" tabindex="0">
        <h2 class="spoken">${t(`panel.${chosen}`)}</h2>
        ${this.body(chosen)}
      </div>
      ${this.byItself ? html`<button type="button" class="brief-close" aria-label=${t("panel.close")} @click=${this.read}>✕</button>` : nothing}
    </aside>`;
  }

  private body(tab: Tab): TemplateResult | typeof nothing {
    const { bodies, play } = this;
    if (bodies === null) return nothing;
    const game = play.layout?.game ?? "";
    const again = replay();
    const looked = again?.play ?? play;
    if (tab === "odds") return bodies.oddsTab(play);
    if (tab === "hand") return bodies.handTab(looked);
    if (tab === "posted") return bodies.postedTab(play.layout);
    if (tab === "history") void import("./history.js");
    if (tab === "history") return html`<hw-rounds .play=${play}></hw-rounds>`;
    const found = again === null || again.play.view === null ? this.found : kept(again.play.view, again.play.round, again.play.seat);
    return bodies.resultTab(found, looked.round, game, named("/table/"));
  }

  /** A touch on the short sheet makes it the whole panel. */
  private readonly whole = (): void => {
    if (!this.byItself || !matchMedia(PHONE).matches) return;
    this.byItself = false;
    this.requestUpdate();
  };

  /** The short sheet has been read: what lies under it is wanted. */
  private readonly read = (): void => {
    this.byItself = false;
    this.play.sweep();
    openPanel(false);
  };

  private readonly move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const tabs = this.tabs();
    this.tab = tabs[(tabs.indexOf(this.chosen()) + step + tabs.length) % tabs.length] ?? "result";
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`#tab-${this.chosen()}`)?.focus());
  };
}
customElements.define("hw-panel", Panel);
