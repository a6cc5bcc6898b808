/** The buttons of a hand that is being set: set it so, or see the house way first. */
import { html, nothing, type TemplateResult } from "lit";
import type { Arrange } from "../contract.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import type { Choice } from "./choice.js";
import { face, primary, risky } from "./decide.js";
import { chosenWay, layWay, partsOf, toPieces, waysOf } from "./setting.js";

/** Send the hand as it lies, unless it may not be set so. */
export function sendSetting(play: Play, arrange: Arrange): void {
  const way = chosenWay(play, arrange);
  if (way !== null && way.fault !== "") play.refuse(way.fault, way.clauses);
  else play.act(arrange.name, { parts: toPieces(arrange, partsOf(play, arrange)) });
}

/** "Show the house way", where it is known and not laid out already. */
export function houseButton(play: Play, arrange: Arrange): TemplateResult | typeof nothing {
  const house = waysOf(play, arrange).find((way) => way.house);
  if (house === undefined) return nothing;
  const shown = chosenWay(play, arrange) === house;
  return html`<button
    type="button"
    class="decision"
    aria-disabled=${shown ? "true" : nothing}
    @click=${() => layWay(play, arrange, house)}
  >
    ${face({ label: t("bar.set.show-house"), says: t("bar.set.show-house.more") })}
  </button>`;
}

/** The main button: it carries what the hands make, or why they may not be set so. */
export function setButton(play: Play, choice: Choice, arrange: Arrange): TemplateResult {
  const way = chosenWay(play, arrange);
  const foul = way !== null && way.fault !== "";
  const says = way === null ? choice.says : foul ? way.fault : way.words;
  const button = way?.foul === true ? risky : primary;
  return html`${button({ label: choice.label, says, key: choice.key }, play.ready && !foul, () => sendSetting(play, arrange))}`;
}
