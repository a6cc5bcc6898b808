/** An element that is drawn again whenever the table changes. Its `play` may come late, when the
 * element was on the page before its class was loaded, and may be another one some day. */
import type { PropertyDeclarations } from "lit";
import { Piece } from "../kit/element.js";
import type { Play } from "./store.js";

export class Watching extends Piece {
  static override properties: PropertyDeclarations = { play: { attribute: false } };
  declare play: Play;
  private unwatch: () => void = () => undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("play")) this.watch();
  }

  private watch(): void {
    this.unwatch();
    this.unwatch = this.play.subscribe(() => this.tableChanged());
    this.tableChanged();
  }

  /** Something has changed at the table. */
  protected tableChanged(): void {
    this.requestUpdate();
  }
}
