/** The action bar: what is asked, how much time there is, and everything that may be answered.
 * Its height never changes; what needs more room stands over the felt's lower edge. */
import { html, nothing, type TemplateResult } from "lit";
import type { Prompt, TableLine, View } from "../contract.js";
import { USUAL } from "../kit/buying.js";
import { named } from "../kit/element.js";
import { shortcuts, type Shortcut } from "../kit/keys.js";
import { t } from "../kit/texts.js";
import "../kit/clause.js";
import { Watching } from "../play/watching.js";
import { netOf, outcome, tone } from "./after.js";
import { afterwards, goOn } from "./afterwards.js";
import { allowed, editor, sender, typed, written, type Editing } from "./amount.js";
import { Asked } from "./asked.js";
import "./clock.js";
import { chairCosts, lineOf, purchase, purchased } from "./seat.js";
import { question } from "./question.js";
import { onReplay, replay, showReplay } from "../panel/replay.js";
import { chairOf, standing, type Said } from "./standing.js";
import "./texts.js";

/** A question with more letters than this has no room in one line of a phone. */
const LONG = 34;

export class Bar extends Watching {
  static override properties = { line: { state: true }, repeating: { state: true } };
  /** What the table takes from who sits down. */
  declare private line: TableLine | null;
  /** Whether the chips of the last round are put down again when wagers are taken. */
  declare private repeating: boolean;
  private readonly asked = new Asked(this);
  private bound = "";
  private unbind: () => void = () => undefined;
  private asking = false;

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
    const wants = purchase(this.play, this.line) ?? (this.line === null && this.play.link === "open");
    if (wants === true && !this.asking) void this.learn();
    if (this.repeating && this.play.place !== null && this.play.ready) this.repeatNow();
    this.bind(this.keys());
  }

  private async learn(): Promise<void> {
    this.asking = true;
    try {
      this.line = await lineOf(named("/table/"));
    } catch {
      this.line = null; // who cannot ask cannot sit down here either
    }
  }

  // -- the three faces of the bar ----------------------------------------------------------------

  private ask(prompt: Prompt): TemplateResult {
    const { play } = this;
    const due = play.due[prompt.seat] ?? 0;
    const said = question(play, prompt);
    return this.frame(said, "", this.asked.controls(prompt), due, this.asked.over(prompt), this.asked.asides(prompt));
  }

  private concluded(view: View): TemplateResult {
    const { play } = this;
    const said = { title: outcome(view, play.seat), line: view.headline };
    const repeat = (): void => {
      this.repeating = !this.repeating;
      if (this.repeating) goOn(play);
    };
    const away = chairOf(play)?.state === "away";
    const controls = away ? this.back() : (this.buying() ?? afterwards(play, this.repeating, repeat));
    return this.frame(said, tone(netOf(view, play.seat)), controls, 0);
  }

  private stand(): TemplateResult {
    const { play } = this;
    const away = play.link === "open" && chairOf(play)?.state === "away";
    const buys = this.buying();
    let said = away ? { title: t("bar.away"), line: t("bar.away-more") } : standing(play);
    if (buys !== null && this.line !== null && play.seat === 0) said = { title: t("bar.seat"), line: chairCosts(this.line) };
    if (buys !== null && play.seat !== 0) said = { title: t("bar.broke"), line: "" };
    const ended = play.link === "ended" ? html`<a class="decision primary" href=${location.pathname}>${t("bar.reload")}</a>` : nothing;
    return this.frame(said, "", away ? this.back() : (buys ?? ended), 0);
  }

  private frame(
    said: Said, mood: string, controls: unknown, due: number, over: unknown = nothing, asides: unknown = nothing,
  ): TemplateResult {
    const { play } = this;
    const refusal = play.refusal;
    const ask = play.prompt?.id ?? "";
    return html`<section class="bar" aria-label=${t("bar.name")} data-ask=${ask} data-round=${play.round} data-ready=${play.ready ? "yes" : "no"}>
      ${over}
      <div class="bar-ask">
        <hw-clock .due=${due} .now=${() => play.now()}></hw-clock>
        <div class="bar-said">
          <h2 class=${said.title.length > LONG ? `${mood} long` : mood}>${said.title}</h2>
          ${refusal === null
            ? html`<p class="bar-line">${said.line}</p>`
            : html`<p class="bar-line refused" role="alert">${refusal.why} ${refusal.clauses.map((id) => html`<hw-clause name=${id} game=${play.layout?.game ?? ""}></hw-clause> `)}</p>`}
        </div>
        ${asides}
      </div>
      <div class="bar-do">${controls}</div>
    </section>`;
  }

  // -- a chair and chips -------------------------------------------------------------------------

  private back(): TemplateResult {
    return html`<button type="button" class="decision primary" @click=${() => this.play.seatCommand("back")}>${t("bar.back")}</button>`;
  }

  private purchasing(): Editing | null {
    const kind = purchase(this.play, this.line);
    if (kind === null || this.line === null) return null;
    const { choice, action } = purchased(kind, this.line);
    return {
      choice, action, offer: undefined, ready: this.play.sending === 0,
      text: this.asked.text(kind) ?? written(Math.min(USUAL * action.least, action.most)),
      set: (text) => this.asked.write(kind, text),
      send: (cents) => this.play.seatCommand(kind, kind === "sit" ? this.play.chair : 0, cents),
    };
  }

  private buying(): TemplateResult | null {
    const edit = this.purchasing();
    return edit === null ? null : html`${editor(edit)}${sender(edit)}`;
  }

  // -- keys --------------------------------------------------------------------------------------

  private keys(): Shortcut[] {
    const { play } = this;
    const again = replay();
    if (again !== null) return again.keys();
    if (play.link !== "open") return [];
    if (play.prompt !== null) return this.asked.keys(play.prompt);
    const edit = this.purchasing();
    if (edit !== null) {
      const send = (): void => {
        const cents = typed(edit.text);
        if (edit.ready && allowed(edit.action, cents)) edit.send(cents);
      };
      return [{ key: "Enter", says: edit.choice.label, run: send }];
    }
    if (play.view?.closed !== true || play.seat === 0) return [];
    const next = { says: t("bar.next-round"), run: () => goOn(play) };
    const same = (): void => {
      this.repeating = play.last.size > 0;
      goOn(play);
    };
    return [{ key: "Enter", ...next }, { key: "n", ...next }, { key: "r", says: t("bar.repeat-bet"), run: same }];
  }

  /** Keys are registered anew when they are others. */
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
