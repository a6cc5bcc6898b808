/** An element of the pages: Lit without a shadow, so that one style sheet and labels reach all. */
import { LitElement } from "lit";

export class Piece extends LitElement {
  private readonly endings: (() => void)[] = [];

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Register functions that run when the element leaves the page. */
  protected ends(...endings: (() => void)[]): void {
    this.endings.push(...endings);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.endings.splice(0)) end();
  }
}

/** The last word of the address, decoded: the table of /table/NAME. */
export function named(prefix: string): string {
  const path = location.pathname;
  return path.startsWith(prefix) ? decodeURIComponent(path.slice(prefix.length)) : "";
}
