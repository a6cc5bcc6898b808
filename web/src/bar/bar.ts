/** The action bar: what is asked, how much time there is, and everything that may be answered.
 * Its height never changes; what needs more room stands over the felt's lower edge. */
import { html, nothing, type TemplateResult } from "lit";
import type { Prompt, TableLine, View } from "../contract.js";
import { USUAL } from "../kit/buying.js";
import { named } from "../kit/element.js";
import { guestAmount } from "../kit/guests.js";
import { money } from "../kit/money.js";
import { shortcuts, type Shortcut } from "../kit/keys.js";
import { t } from "../kit/texts.js";
import "../kit/clause.js";
import { Watching } from "../play/watching.js";
import { netOf, outcome, tone, tookPart } from "./after.js";
import { afterwards, goOn } from "./afterwards.js";
import { allowed, editor, sender, typed, written, type Editing } from "./amount.js";
import { Asked } from "./asked.js";
import { primary, secondary } from "./decide.js";
import "./clock.js";
import { chairCosts, fewWords, lineOf, newCard, purchase, purchased, shortOf, shortWords } from "./seat.js";
import { question } from "./question.js";
import { onReplay, replay, showReplay } from "../panel/replay.js";
import { chairOf, standing, type Said } from "./standing.js";
import "./texts.js";

/** A question with more letters than this has no room in one line of a phone. */
const LONG = 34;

export class Bar extends Watching {
  static override properties = { line: { state: true }, repeating: { state: true } };
  /** The line of the table in the lobby, with its buy-ins. */
  declare private line: TableLine | null;
  /** True if the chips of the last round are put down again when wagers are taken. */
  declare private repeating: boolean;
  private readonly asked = new Asked(this);
  private bound = "";
  /** The question that the focus belongs to. */
  private about = "";
  private unbind: () => void = () => undefined;
  private asking = false;
  /** Cents on a guest card of this room; 0: it gives out none. */
  private guests = 0;

  constructor() {
    super();
    this.line = null;
    this.repeating = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(
      onReplay(() => this.requestUpdate()),
      () => this.unbind(),
      () => showReplay(null),
    );
  }

  override render(): TemplateResult {
    const { play } = this;
    const { prompt, view } = play;
    const again = replay();
    if (again !== null) return again.bar(prompt !== null);
    if (play.link === "open" && prompt !== null) return this.ask(prompt);
    if (play.link === "open" && view !== null && view.closed && play.seat !== 0) return this.concluded(view);
    return this.stand();
  }

  override updated(): void {
    if (this.asked.practice !== (this.line?.practice ?? false)) {
      this.asked.practice = this.line?.practice ?? false;
      this.requestUpdate();
    }
    if (this.play.arrangement !== null) void import("./arrange.js");
    this.letGo();
    const wants = purchase(this.play, this.line) ?? (this.line === null && this.play.link === "open");
    if (wants === true && !this.asking) void this.learn();
    if (this.repeating && this.play.place !== null && this.play.ready) this.repeatNow();
    this.bind(this.keys());
  }

  private async learn(): Promise<void> {
    this.asking = true;
    try {
      this.line = await lineOf(named("/table/"));
      this.guests = await guestAmount();
    } catch {
      this.line = null; // who cannot ask cannot sit down here either
    }
  }

  private ask(prompt: Prompt): TemplateResult {
    const { play } = this;
    const due = play.answered ? 0 : (play.due[prompt.seat] ?? 0);
    const said = question(play, prompt);
    return this.frame(said, "", this.asked.controls(prompt), due, this.asked.over(prompt), this.asked.asides(prompt));
  }

  private concluded(view: View): TemplateResult {
    const { play } = this;
    const repeat = (): void => {
      this.repeating = !this.repeating;
      if (this.repeating) goOn(play);
    };
    const away = chairOf(play)?.state === "away";
    const buys = this.buying();
    const few = buys !== null && this.chips > 0;
    const line = [view.headline, few ? fewWords(play) : ""].filter((words) => words !== "").join(" · ");
    const said = { title: outcome(view, play.seat), line };
    const on = few ? secondary({ label: t("bar.next-round"), key: "n" }, chairOf(play)?.ready !== true, () => goOn(play)) : nothing;
    const controls = away ? this.back() : buys === null ? afterwards(play, this.repeating, repeat) : html`${on}${buys}`;
    return this.frame(said, tone(netOf(view, play.seat)), controls, 0);
  }

  private stand(): TemplateResult {
    const { play } = this;
    const away = play.link === "open" && chairOf(play)?.state === "away";
    const buys = this.buying();
    let said = away ? { title: t("bar.away"), line: t("bar.away-more") } : standing(play);
    if (buys !== null && this.line !== null && play.seat === 0) said = { title: t("bar.seat"), line: chairCosts(this.line, play.view !== null) };
    if (buys !== null && play.seat !== 0) said = { title: t(this.chips > 0 ? "bar.short-of-chips" : "bar.broke"), line: fewWords(play) };
    const short = buys === null ? null : shortOf(this.line, this.chips);
    if (short !== null && this.line !== null) said = { ...said, line: shortWords(this.line, short) };
    const ended = play.link === "ended" ? html`<a class="decision primary" href=${location.pathname}>${t("bar.reload")}</a>` : nothing;
    return this.frame(said, "", away ? this.back() : (buys ?? ended), 0);
  }

  private frame(
    said: Said, mood: string, controls: unknown, due: number, over: unknown = nothing, asides: unknown = nothing,
  ): TemplateResult {
    const { play } = this;
    const refusal = play.refusal;
    const ask = play.prompt?.id ?? "";
    return html`<section class="bar" tabindex="-1" aria-label=${t("bar.name")} data-ask=${ask} data-round=${play.round} data-ready=${play.ready ? "yes" : "no"}>
      ${over}
      <div class="bar-ask">
        <hw-clock .due=${due} .now=${() => play.now()}></hw-clock>
        <div class="bar-said">
          <h2 class=${said.title.length > LONG ? `${mood} long` : mood}>${said.title}</h2>
          ${refusal === null
            ? this.second(said)
            : html`<p class="bar-line refused" role="alert">${refusal.why} ${refusal.clauses.map((id) => html`<hw-clause name=${id} game=${play.layout?.game ?? ""}></hw-clause> `)}</p>`}
        </div>
        ${asides}
      </div>
      <div class="bar-do">${controls}</div>
    </section>`;
  }

  /** The line under the title: what the last round brought, as long as that stays on the felt. */
  private second(said: Said): TemplateResult {
    const { before, seat } = this.play;
    if (before === null || !tookPart(before, seat)) return html`<p class="bar-line">${said.line}</p>`;
    const more = before.headline === "" ? nothing : html`<span class="last-more"> · ${before.headline}</span>`;
    return html`<p class="bar-line last ${tone(netOf(before, seat))}">${t("bar.last", { result: outcome(before, seat) })}${more}</p>`;
  }

  private back(): TemplateResult {
    return html`<button type="button" class="decision primary" @click=${() => this.play.seatCommand("back")}>${t("bar.back")}</button>`;
  }

  /** A wallet with too little in it: a new guest card, where the room gives them out. */
  private another(): TemplateResult {
    if (this.guests === 0) return html`<a class="decision" href="/">${t("bar.lobby")}</a>`;
    const words = { label: t("bar.new-card"), says: t("bar.new-card-more", { amount: money(this.guests) }) };
    return primary(words, true, () => {
      newCard(this.play).catch((error: unknown) => this.play.refuse(error instanceof Error ? error.message : ""));
    });
  }

  /** The chips that lie in front of this player. */
  private get chips(): number { return this.play.seat === 0 ? 0 : (chairOf(this.play)?.chips ?? 0); }

  private purchasing(): Editing | null {
    const kind = purchase(this.play, this.line);
    if (kind === null || this.line === null || shortOf(this.line, this.chips) !== null) return null;
    const { choice, action } = purchased(kind, this.line, this.chips);
    return {
      choice, action, offer: undefined, added: 0, ready: this.play.sending === 0, chosen: this.asked.text(kind) !== undefined,
      text: this.asked.text(kind) ?? written(Math.min(USUAL * this.line.buy_in_least, action.most)),
      set: (text) => this.asked.write(kind, text),
      send: (cents) => this.play.seatCommand(kind, kind === "sit" ? this.play.chair : 0, cents),
    };
  }

  private buying(): TemplateResult | null {
    if (purchase(this.play, this.line) !== null && shortOf(this.line, this.chips) !== null) return this.another();
    const edit = this.purchasing();
    return edit === null ? null : html`${editor(edit)}${sender(edit)}`;
  }

  /** A new question takes the focus off the controls: what was pressed last may mean another thing now. */
  private letGo(): void {
    const { play } = this;
    const about = `${play.round}:${play.prompt?.id ?? ""}`;
    if (about === this.about) return;
    this.about = about;
    const held = document.activeElement;
    if (held?.closest(".bar-do") !== null && this.contains(held)) this.querySelector<HTMLElement>(".bar")?.focus({ preventScroll: true });
  }

  private keys(): Shortcut[] {
    const { play } = this;
    const again = replay();
    if (again !== null) return again.keys();
    if (play.link !== "open") return [];
    if (play.prompt !== null) return this.asked.keys(play.prompt);
    const edit = this.purchasing();
    const next = { says: t("bar.next-round"), run: () => goOn(play) };
    if (edit !== null) {
      const send = (): void => {
        const now = this.purchasing(); // the amount may have changed since the key was bound
        const cents = typed(now?.text ?? "");
        if (now !== null && now.ready && allowed(now.action, cents)) now.send(cents);
      };
      const enter = edit.chosen ? [{ key: "Enter", says: edit.choice.label, run: send }] : [];
      const on = play.seat !== 0 && this.chips > 0 && play.view?.closed === true ? [{ key: "n", ...next }] : [];
      return [{ key: edit.choice.key, says: edit.choice.label, run: send }, ...enter, ...on];
    }
    if (play.view?.closed !== true || play.seat === 0) return [];
    const same = (): void => {
      this.repeating = play.last.size > 0;
      goOn(play);
    };
    return [{ key: "Enter", ...next }, { key: "n", ...next }, { key: "r", says: t("bar.repeat-bet"), run: same }];
  }

  /** Keys are registered again when they change. */
  private bind(keys: readonly Shortcut[]): void {
    const wanted = keys.map((one) => `${one.key}:${one.says}`).join("|") + `#${this.play.prompt?.id ?? ""}:${this.play.round}:${replay()?.round ?? ""}`;
    if (wanted === this.bound) return;
    this.bound = wanted;
    this.unbind();
    this.unbind = shortcuts(...keys);
  }

  private repeatNow(): void {
    this.repeating = false;
    this.play.repeat();
    this.asked.bet();
  }
}
customElements.define("hw-bar", Bar);
