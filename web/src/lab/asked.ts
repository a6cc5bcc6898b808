/** A card with a question of its own to the lab, asked again when its subject changes; as long
 * as there is no answer to the end it has the attribute `data-asks`. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Pending } from "../contract.js";
import { Piece } from "../kit/element.js";
import { t } from "../kit/texts.js";
import { type Answer, said, until } from "./asking.js";
import { progress } from "./waits.js";

export abstract class AskedCard<T> extends Piece {
  static override properties: Record<string, object> = {
    game: {}, text: {}, ready: { type: Boolean }, found: { state: true }, pending: { state: true }, trouble: { state: true },
    stale: { state: true },
  };
  declare game: string;
  /** The posting, as the address carries it. */
  declare text: string;
  /** True if the rows are there: what takes long waits for them. */
  declare ready: boolean;
  declare protected found: T | null;
  declare protected pending: Pending | null;
  declare protected trouble: string;
  /** True if the figures shown belong to the posting before. */
  declare protected stale: boolean;
  private about = "";
  private asking = new AbortController();

  constructor() {
    super();
    this.game = "";
    this.text = "";
    this.ready = true;
    this.found = null;
    this.pending = null;
    this.trouble = "";
    this.stale = false;
  }

  /** Return the key of the request: another key asks again, "" asks nothing. */
  protected abstract what(): string;
  protected abstract ask(wait: number): Promise<Answer<T>>;

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(() => this.asking.abort());
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const about = this.what();
    if (about !== this.about) void this.load(about);
  }

  private async load(about: string): Promise<void> {
    this.about = about;
    this.asking.abort();
    this.asking = new AbortController();
    this.trouble = "";
    this.pending = null;
    this.stale = this.found !== null;
    this.toggleAttribute("data-asks", about !== "");
    if (about === "") return;
    const { signal } = this.asking;
    try {
      await until(
        (wait) => this.ask(wait),
        (answer) => {
          if (answer.found !== null || answer.pending === null) this.found = answer.found;
          this.stale = answer.found === null;
          this.pending = answer.pending;
        },
        signal,
      );
    } catch (error) {
      if (signal.aborted) return;
      this.found = null;
      this.pending = null;
      this.trouble = said(error);
    }
    if (!signal.aborted) this.toggleAttribute("data-asks", false);
  }

  /** The progress, or the reason why there is no answer. */
  protected state(): TemplateResult | typeof nothing {
    if (this.trouble !== "") return html`<p class="dense quiet">${this.trouble}</p>`;
    if (this.stale && this.found !== null) {
      return html`<p class="dense faint" role="status">${t("lab.stale")}</p>${progress(this.pending)}`;
    }
    if (!this.ready && this.found === null) return html`<p class="dense faint">${t("lab.after")}</p>`;
    return progress(this.pending);
  }
}
