/** The buttons at the end of the top bar: the panel where it is a drawer, and settings and seat. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import { isOpen, onOpen, openPanel } from "./open.js";
import "./texts.js";

export class Menu extends Piece {
  static override properties = { play: { attribute: false } };
  declare play: Play;

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onOpen(() => this.requestUpdate()));
  }

  override render(): TemplateResult {
    return html`<button
        type="button"
        class="top-button panel-opener"
        aria-expanded=${isOpen() ? "true" : "false"}
        aria-label=${t("panel.open")}
        @click=${() => openPanel(!isOpen())}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 19V10M10 19V5M15 19v-6M20 19V8" /></svg>
      </button>
      <button type="button" class="top-button" popovertarget="table-menu" aria-label=${t("menu.name")}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16" /></svg>
      </button>
      <div class="menu" id="table-menu" popover="auto" role="dialog" aria-label=${t("menu.name")} @beforetoggle=${this.fill}>
        <hw-station .play=${this.play}></hw-station>
      </div>`;
  }

  /** Load the contents when the menu opens. */
  private readonly fill = (): void => {
    void import("./station.js");
  };
}
customElements.define("hw-menu", Menu);
