/** The controls of a question: each of its actions by its shape, the main one last. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { Action, Amount, Prompt } from "../contract.js";
import type { Shortcut } from "../kit/keys.js";
import { t } from "../kit/texts.js";
import type { Play } from "../play/store.js";
import { allowed, editor, firstOf, sender, typed, written, type Editing } from "./amount.js";
import { addedTo, choicesOf, elsewhere, freeKey, offerOf, type Choice } from "./choice.js";
import { decision, face } from "./decide.js";
import { chipKeys, digitKeys } from "./keys.js";
import { picked, pickButton } from "./pick.js";
import type { Hinted } from "./hint.js";
import { betButton, hasOthers, missing, rackOf, spotList } from "./place.js";
import { houseButton, sendSetting, setButton } from "./set.js";
import { chosenWay } from "./setting.js";

/** The panel that is open over the bar; "" if none is. */
type Over = "" | "why-not" | "spots" | "hint";
/** The key of a hint: no letter, for those are the decisions'. */
const HINT = ".";
/** So many decisions have room; more, and those that are not allowed go under "why not?". */
const ROOM = 7;

export class Asked implements ReactiveController {
  private opened: Over = "";
  /** The amount that is edited though it is not the main thing asked. */
  private editing = "";
  /** The text of each amount field while the question is open. */
  private texts = new Map<string, string>();
  private about = "";
  private hinted: Hinted | null = null;
  private hints: typeof import("./hint.js") | null = null;
  /** True if hints are given here. */
  practice = false;

  constructor(private readonly host: ReactiveControllerHost & { play: Play }) {
    host.addController(this);
  }

  /** Another question: nothing of the last one stays open. */
  hostUpdate(): void {
    const { play } = this.host;
    const about = `${play.round}:${play.prompt?.id ?? ""}`;
    if (about === this.about) return;
    this.about = about;
    this.opened = "";
    this.editing = "";
    this.texts = new Map();
    this.hinted = null;
  }

  text(name: string): string | undefined {
    return this.texts.get(name);
  }

  write(name: string, text: string): void {
    this.texts.set(name, text);
    this.host.requestUpdate();
  }

  private toggle(over: Over): void {
    this.opened = this.opened === over ? "" : over;
    this.host.requestUpdate();
  }

  /** Open what may help, and ask for it. */
  private async hint(): Promise<void> {
    this.toggle("hint");
    if (this.opened !== "hint" || this.hinted !== null) return;
    const { about } = this;
    let found: Hinted = { hint: null, trouble: t("bar.hint.none") };
    try {
      this.hints ??= await import("./hint.js");
      found = await this.hints.askHint(this.host.play);
    } catch {
      this.hints = null; // the sentence above says that there is none
    }
    if (about === this.about) this.hinted = found;
    this.host.requestUpdate();
  }

  private edit(name: string): void {
    this.editing = name;
    this.host.requestUpdate();
  }

  private choices(prompt: Prompt): Choice[] {
    const { layout } = this.host.play;
    return layout === null ? [] : choicesOf(layout, prompt);
  }

  /** The amount that is edited in the bar itself: where nothing is placed, picked or set, and where it
   * is not only added to what another button costs, as a tip is. */
  private main(prompt: Prompt): string {
    const shapes = prompt.actions.map((action) => action.shape);
    if (this.editing !== "") return this.editing;
    const other = shapes.some((shape) => shape === "place" || shape === "pick" || shape === "arrange");
    const costs = prompt.actions.some((action) => action.shape === "button" && action.cents > 0);
    const mine = (action: Action): boolean => action.shape === "amount" && !(costs && offerOf(prompt, action.name)?.means === "by");
    return other ? "" : (prompt.actions.find(mine)?.name ?? "");
  }

  private editorOf(prompt: Prompt, choice: Choice, action: Amount): Editing {
    const { play } = this.host;
    const offer = offerOf(prompt, action.name);
    return {
      choice, action, offer, ready: play.ready, chosen: this.isChosen(action),
      added: addedTo(prompt, action),
      text: this.text(action.name) ?? written(firstOf(action, offer)),
      set: (text) => this.write(action.name, text),
      send: (cents) => play.act(action.name, { amount: cents }),
    };
  }

  /** True if the player has chosen an amount of this action, or opened its editor. */
  private isChosen(action: Amount): boolean {
    return this.editing === action.name || this.texts.has(action.name);
  }

  /** Everything that may be answered. */
  controls(prompt: Prompt): TemplateResult {
    const { play } = this.host;
    const { place } = play;
    const all = this.choices(prompt);
    const main = this.main(prompt);
    const crowded = all.length > ROOM;
    const plain = all.filter((choice) => (choice.action === null ? !crowded : choice.action.shape === "button"));
    const others = all.filter((choice) => choice.action?.shape === "amount" && choice.name !== main);
    if (this.editing !== "") return this.edited(prompt, all, main);
    const buttons = [...plain.map((choice) => decision(play, choice)), ...others.map((choice) => this.opener(choice))];
    return html`${place === null ? nothing : rackOf(play)}
      <div class="decisions" data-n=${buttons.length}>
        ${buttons}
        ${play.arrangement === null ? nothing : houseButton(play, play.arrangement)}
      </div>
      ${all.map((choice) => this.special(prompt, choice, main))}`;
  }

  /** The main action, by its shape. */
  private special(prompt: Prompt, choice: Choice, main: string): TemplateResult | typeof nothing {
    const { play } = this.host;
    const { action } = choice;
    if (action === null || action.shape === "button") return nothing;
    if (action.shape === "place") return betButton(play, choice, action, () => this.bet());
    if (action.shape === "pick") return pickButton(play, choice, action);
    if (action.shape === "arrange") return setButton(play, choice, action);
    if (choice.name !== main) return nothing;
    const edit = this.editorOf(prompt, choice, action);
    return html`${editor(edit)}${sender(edit)}`;
  }

  /** An amount in the place of all else, until it is sent or left. */
  private edited(prompt: Prompt, all: readonly Choice[], main: string): TemplateResult {
    const choice = all.find((one) => one.name === main);
    return html`<div class="decisions" data-n="1">
        <button type="button" class="decision late" @click=${() => this.edit("")}>${face({ label: t("bar.back-to"), key: "" })}</button>
      </div>
      ${choice === undefined ? nothing : this.special(prompt, choice, main)}`;
  }

  private opener(choice: Choice): TemplateResult {
    return html`<button type="button" class="decision" aria-keyshortcuts=${choice.key || nothing} @click=${() => this.edit(choice.name)}>
      ${face({ label: choice.label, says: choice.says || t("bar.choose-amount"), key: choice.key })}
    </button>`;
  }

  /** Return the secondary buttons: every spot, a hint, the forbidden decisions with reasons. */
  asides(prompt: Prompt): TemplateResult {
    const { play } = this.host;
    const all = this.choices(prompt);
    const link = (id: Over, press: () => unknown): TemplateResult => html`<button
      type="button"
      class="aside"
      aria-expanded=${this.opened === id ? "true" : "false"}
      title=${t(`bar.${id}.more`)}
      @click=${press}
    >${t(`bar.${id}`)}</button>`;
    return html`<div class="asides">
      ${play.place !== null && hasOthers(play.place) ? link("spots", () => this.toggle("spots")) : nothing}
      ${this.practice ? link("hint", () => this.hint()) : nothing}
      ${this.hidden(prompt, all, all.length > ROOM).length > 0 ? link("why-not", () => this.toggle("why-not")) : nothing}
    </div>`;
  }

  private hidden(prompt: Prompt, all: readonly Choice[], crowded: boolean): { label: string; why: string; clauses: readonly string[] }[] {
    const { layout } = this.host.play;
    const rest = layout === null ? [] : elsewhere(layout, prompt).map((one) => ({ label: one.label, ...one.forbidden }));
    const dashed = crowded ? all.flatMap((one) => (one.forbidden === null ? [] : [{ ...one.forbidden, label: one.label }])) : [];
    return [...dashed, ...rest].map(({ label, why, clauses }) => ({ label, why, clauses }));
  }

  /** Return the panel over the bar: spots, or the forbidden decisions with reasons. */
  over(prompt: Prompt): TemplateResult | typeof nothing {
    const { play } = this.host;
    if (this.opened === "" || (this.opened === "spots" && play.place === null)) return nothing;
    const all = this.choices(prompt);
    const body =
      this.opened === "hint"
        ? (this.hints?.hintView(play, this.hinted) ?? html`<p class="quiet" role="status">${this.hinted?.trouble || t("bar.hint.wait")}</p>`)
        : this.opened === "spots" && play.place !== null
        ? spotList(play, play.place)
        : this.hidden(prompt, all, all.length > ROOM).map(
            (one) => html`<div class="why-row">
              <b>${one.label}</b>
              <span>${one.why}</span>
              <span>${one.clauses.map((id) => html`<hw-clause name=${id} game=${play.layout?.game ?? ""}></hw-clause> `)}</span>
            </div>`,
          );
    const title = t({ hint: "bar.hint.more", spots: "bar.spots.title", "why-not": "bar.why-not.more" }[this.opened]);
    return html`<div class="bar-over" role="region" aria-label=${title}>
      <header>
        <h3>${title}</h3>
        <button type="button" class="tool" @click=${() => this.toggle(this.opened)}>${t("bar.close")}</button>
      </header>
      ${body}
    </div>`;
  }

  /** Send the chips that are down. */
  bet(): void {
    const { play } = this.host;
    const { place } = play;
    if (place === null || play.placed.length === 0 || missing(place, play.draft.chips).length > 0) return;
    play.act(place.name, { places: play.placed });
  }

  /** The main action, as Enter does it: only what the player has prepared, or what costs nothing. */
  private enter(prompt: Prompt): void {
    const { play } = this.host;
    const { arrangement, pick } = play;
    const main = prompt.actions.find((action) => action.shape === "amount" && action.name === this.main(prompt));
    const only = prompt.actions[0];
    if (main?.shape === "amount") {
      if (this.isChosen(main)) this.send(main);
    } else if (play.place !== null) this.bet();
    else if (arrangement !== null) {
      if (chosenWay(play, arrangement)?.foul !== true) sendSetting(play, arrangement);
    } else if (pick !== null) this.sendPick(pick.name);
    else if (prompt.actions.length === 1 && only?.shape === "button" && only.cents === 0) play.act(only.name);
  }

  private send(action: Amount): void {
    const { prompt } = this.host.play;
    const text = this.text(action.name);
    const first = prompt === null ? action.least : firstOf(action, offerOf(prompt, action.name));
    const cents = text === undefined ? first : typed(text);
    if (allowed(action, cents)) this.host.play.act(action.name, { amount: cents });
  }

  private sendPick(name: string): void {
    const { play } = this.host;
    const pick = play.prompt?.actions.find((action) => action.name === name);
    if (pick?.shape !== "pick") return;
    const pieces = picked(play, pick);
    if (pieces.length >= pick.least && pieces.length <= pick.most) play.act(name, { pieces });
  }

  private press(prompt: Prompt, name: string): void {
    const { play } = this.host;
    const action = prompt.actions.find((one) => one.name === name);
    if (action === undefined) return;
    if (action.shape === "button") play.act(name);
    else if (action.shape === "place") this.bet();
    else if (action.shape === "arrange") sendSetting(play, action);
    else if (action.shape === "pick") this.sendPick(name);
    else if (name === this.main(prompt)) this.send(action);
    else this.edit(name);
  }

  keys(prompt: Prompt): Shortcut[] {
    const all = this.choices(prompt).filter((choice) => choice.action !== null);
    const taken = new Set(all.map((choice) => choice.key));
    const why = freeKey(t("bar.why-not"), (letter) => taken.has(letter));
    taken.add(why);
    return [
      ...all.map((choice) => ({ key: choice.key, says: choice.label, run: () => this.press(prompt, choice.name) })),
      ...digitKeys(this.host.play),
      ...chipKeys(this.host.play, [...all, { key: why } as Choice]),
      { key: why, says: t("bar.why-not.more"), run: () => this.toggle("why-not") },
      ...(this.practice ? [{ key: HINT, says: t("bar.hint.more"), run: () => void this.hint() }] : []),
      { key: "Enter", says: t("bar.key.primary"), run: () => this.enter(prompt) },
    ];
  }
}
