/** The first page of the rulebook: every game, by family and by whose rules they are. */
import { html, nothing, type TemplateResult } from "lit";
import type { BookLine } from "../contract.js";
import { Problem, call } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import { count, t } from "../kit/texts.js";
import { grouped } from "./linked.js";
import "./texts.js";

export class RulesIndex extends Piece {
  static override properties = { lines: { state: true }, where: { state: true }, trouble: { state: true } };
  declare private lines: readonly BookLine[] | null;
  declare private where: string;
  declare private trouble: string;

  constructor() {
    super();
    this.lines = null;
    this.where = new URLSearchParams(location.search).get("in") ?? "";
    this.trouble = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private readonly load = async (): Promise<void> => {
    this.trouble = "";
    try {
      this.lines = await call("GET /api/rules", {});
    } catch (error) {
      this.trouble = error instanceof Problem ? error.message : t("trouble.away");
    }
  };

  override render(): TemplateResult {
    return html`<main id="main" tabindex="-1" class="book shelf">
      <h1>${t("rules.title")}</h1>
      ${this.trouble === ""
        ? nothing
        : html`<p class="problem" role="alert">${this.trouble}</p><button class="button" @click=${this.load}>${t("rules.again")}</button>`}
      ${this.lines === null ? html`<p role="status" class="quiet">${t("rules.loading")}</p>` : this.list(this.lines)}
    </main>`;
  }

  private list(lines: readonly BookLine[]): TemplateResult {
    const places = [...new Set(lines.map((line) => line.jurisdiction))];
    const shown = lines.filter((line) => this.where === "" || line.jurisdiction === this.where);
    const families = grouped(shown, (line) => line.family_words || t("rules.other"));
    return html`<p class="lead">${t("rules.lead", { games: lines.length })}</p>
      <p class="lead quiet">${t("rules.notice")}</p>
      <p class="lead"><a href="/verify">${t("rules.verify")}</a></p>
      <div class="segments" role="group" aria-label=${t("rules.where")}>
        ${["", ...places].map(
          (place) => html`<button aria-pressed=${this.where === place} @click=${() => this.choose(place)}>
            ${place === "" ? t("rules.everywhere") : place}
          </button>`,
        )}
      </div>
      ${shown.length === 0 ? html`<p>${t("rules.none")}</p>` : nothing}
      <div class="families">${families.map(([family, found]) => this.family(family, found))}</div>`;
  }

  private family(words: string, lines: readonly BookLine[]): TemplateResult {
    return html`<section class="family">
      <h2>${words}</h2>
      <ul>
        ${lines.map(
          (line) => html`<li>
            <a href=${`/rules/${line.id}`}>
              <span class=${`cloth-${line.cloth} swatch`} aria-hidden="true"></span>
              <span class="name">${line.name}</span>
              <span class="leader" aria-hidden="true"></span>
              <span class="section">${line.jurisdiction} ${whose(line.section)}</span>
            </a>
            ${line.about === "" ? nothing : html`<p>${line.about}</p>`}
            <p class="caption quiet">
              ${[
                count("rules.clauses", line.clauses),
                count("rules.wagers", line.wagers.length),
                count("rules.readings", line.readings),
              ].join(" · ")}
            </p>
          </li>`,
        )}
      </ul>
    </section>`;
  }

  private choose(place: string): void {
    this.where = place;
    const address = new URL(location.href);
    if (place === "") address.searchParams.delete("in");
    else address.searchParams.set("in", place);
    history.replaceState(null, "", address);
  }
}
customElements.define("hw-rules-index", RulesIndex);

/** A section without the name of the game, which stands before it: `Delta Club Casino`. */
function whose(section: string): string {
  return section.split(", ")[0] ?? section;
}
