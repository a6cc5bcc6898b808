/** An address at which there is nothing: it says so, and where to go from here. */
import { html, type TemplateResult } from "lit";
import { Piece } from "../kit/element.js";
import { add, t } from "../kit/texts.js";
import "../kit/top.js";

add({
  "missing.title": "There is nothing at this address",
  "missing.says": "It may have been mistyped. Search above, or begin at one of these:",
  "missing.play": "Find a seat",
});

export class Missing extends Piece {
  override render(): TemplateResult {
    return html`<hw-top></hw-top>
      <main id="main" tabindex="-1" class="missing"><h1>${t("missing.title")}</h1><p class="quiet">${t("missing.says")}</p>
        <p class="row"><a class="button main" href="/">${t("missing.play")}</a>
          <a class="button" href="/rules">${t("top.rules")}</a> <a class="button" href="/lab">${t("top.lab")}</a></p></main>`;
  }
}
customElements.define("hw-missing", Missing);
