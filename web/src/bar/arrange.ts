/** Setting hands: a tray per part, pieces that are dragged or pressed to exchange them, and below
 * them every way to set as a numbered choice in words.  The felt puts it into the own place. */
import { html, nothing, type TemplateResult } from "lit";
import type { Arrange, Layout, Way } from "../contract.js";
import { t } from "../kit/texts.js";
import { piece, spoken } from "../pieces/piece.js";
import { Watching } from "../play/watching.js";
import { capital } from "./choice.js";
import { chosenWay, exchanged, isFoul, layWay, partsOf, toPieces, wayOf, waysOf } from "./setting.js";
import "./texts.js";

function partWords(layout: Layout | null, name: string): string {
  return capital(layout?.zones.find((zone) => zone.name === name)?.words || name);
}

/** The distance from which a press is a drag, in pixels. */
const SLACK = 6;

export class Arranging extends Watching {
  static override properties = { held: { state: true } };
  /** The piece that was pressed first, -1: none. */
  declare private held: number;
  private drag: { at: number; x: number; y: number; element: HTMLElement; moved: boolean } | null = null;

  constructor() {
    super();
    this.held = -1;
  }

  override render(): TemplateResult | typeof nothing {
    const arrange = this.play.arrangement;
    if (arrange === null) return nothing;
    const parts = partsOf(this.play, arrange);
    const way = chosenWay(this.play, arrange);
    return html`<div class="setting" data-enter="main">
      <div class="trays">
        ${parts.map(([name, places]) => this.tray(arrange, way, name, places))}
      </div>
      ${way !== null && isFoul(way) ? html`<p class="setting-fault" role="status">${way.fault || t("bar.set.foul")}</p>` : nothing}
      ${this.ways(arrange, way)}
    </div>`;
  }

  private tray(arrange: Arrange, way: Way | null, name: string, places: readonly number[]): TemplateResult {
    const words = partWords(this.play.layout, name);
    const total = way?.totals[way.parts.findIndex(([part]) => part === name)] ?? "";
    return html`<section class="tray ${way !== null && isFoul(way) ? "foul" : ""}" role="group" aria-label=${t("bar.set.tray", { part: words, n: places.length })}>
      <p class="tray-name"><span>${words}</span> <b>${total}</b></p>
      <div class="tray-pieces">${places.map((at) => this.piece(arrange, at))}</div>
    </section>`;
  }

  private piece(arrange: Arrange, at: number): TemplateResult {
    const number = arrange.pieces[at] ?? -1;
    const notation = this.play.layout?.pieces[number] ?? "";
    const kind = this.play.layout?.kind ?? "";
    return html`<span class="tray-piece ${this.held === at ? "held" : ""}" data-at=${at}>
      <span aria-hidden="true">${piece(notation, kind)}</span>
      <button
        type="button"
        class="tray-grip"
        aria-label=${spoken(notation, kind)}
        aria-pressed=${this.held === at ? "true" : "false"}
        title=${t("bar.set.exchange")}
        @click=${() => this.press(arrange, at)}
        @pointerdown=${(event: PointerEvent) => this.grip(event, at)}
        @pointermove=${this.move}
        @pointerup=${(event: PointerEvent) => this.drop(event, arrange)}
        @pointercancel=${this.letGo}
      ></button>
    </span>`;
  }

  private ways(arrange: Arrange, chosen: Way | null): TemplateResult | typeof nothing {
    const ways = waysOf(this.play, arrange);
    if (ways.length === 0) return nothing;
    return html`<div class="ways" role="radiogroup" aria-label=${t("bar.set.ways")}>
      ${ways.map((way, at) => {
        const id = way.fault !== "" ? "bar.set.way-fault" : way.house ? "bar.set.way-house" : "bar.set.way";
        return html`<button
          type="button"
          role="radio"
          class="way ${way.fault !== "" ? "foul" : ""} ${way.foul ? "loses" : ""} ${way.house ? "house" : ""}"
          aria-checked=${way === chosen ? "true" : "false"}
          aria-label=${t(id, { n: at + 1, words: way.words, fault: way.fault })}
          aria-keyshortcuts=${at < 9 ? String(at + 1) : nothing}
          @click=${() => layWay(this.play, arrange, way)}
        >
          ${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : nothing}
          <span>${way.words}</span>
          ${way.house ? html`<span class="way-house">${t("bar.set.house")}</span>` : nothing}
        </button>`;
      })}
    </div>`;
  }

  private press(arrange: Arrange, at: number): void {
    if (this.drag?.moved) return;
    if (this.held === -1 || this.held === at) {
      this.held = this.held === at ? -1 : at;
      return;
    }
    this.exchange(arrange, this.held, at);
  }

  private exchange(arrange: Arrange, one: number, other: number): void {
    this.held = -1;
    const parts = exchanged(partsOf(this.play, arrange), one, other);
    const found = wayOf(waysOf(this.play, arrange), toPieces(arrange, parts));
    if (found?.exchanged) layWay(this.play, arrange, found.way);
    else this.play.arrange(parts);
  }

  private grip(event: PointerEvent, at: number): void {
    const button = event.currentTarget as HTMLElement;
    const element = button.closest<HTMLElement>(".tray-piece") ?? button;
    button.setPointerCapture(event.pointerId);
    this.drag = { at, x: event.clientX, y: event.clientY, element, moved: false };
  }

  private readonly move = (event: PointerEvent): void => {
    const drag = this.drag;
    if (drag === null) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(x, y) < SLACK) return;
    drag.moved = true;
    drag.element.classList.add("dragged");
    drag.element.style.setProperty("transform", `translate(${x}px, ${y}px)`);
  };

  private drop(event: PointerEvent, arrange: Arrange): void {
    const drag = this.drag;
    this.letGo();
    if (drag === null || !drag.moved) return;
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const target = under.find((one): one is HTMLElement => one instanceof HTMLElement && one !== drag.element && one.matches(".tray-piece"));
    if (target !== undefined && this.contains(target)) this.exchange(arrange, drag.at, Number(target.dataset["at"]));
    // The press that a browser makes of a drag comes after this and is not meant.
    this.drag = { ...drag, moved: true };
    setTimeout(() => (this.drag = null));
  }

  private readonly letGo = (): void => {
    this.drag?.element.classList.remove("dragged");
    this.drag?.element.style.removeProperty("transform");
    this.drag = null;
  };
}
customElements.define("hw-arrange", Arranging);
