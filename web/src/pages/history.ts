/** One's own rounds, each shown again with the table itself. */
import { html, nothing, type TemplateResult } from "lit";
import type { Me, RoundListed } from "../contract.js";
import { Problem, call, token } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import "../kit/entry.js";
import { onSession } from "../kit/session.js";
import { t } from "../kit/texts.js";
import "../kit/top.js";
import { roundList, same } from "../past/list.js";
import "../past/texts.js";

const MOST = 50;

export class HistoryPage extends Piece {
  static override properties = {
    me: { state: true }, rounds: { state: true }, chosen: { state: true }, game: { state: true },
    more: { state: true }, trouble: { state: true },
  };
  declare private me: Me | null;
  declare private rounds: readonly RoundListed[] | null;
  declare private chosen: RoundListed | null;
  /** Only the rounds of this game; "": all. */
  declare private game: string;
  /** True if there may be earlier ones. */
  declare private more: boolean;
  declare private trouble: string;

  constructor() {
    super();
    this.me = null;
    this.rounds = null;
    this.chosen = null;
    this.game = "";
    this.more = false;
    this.trouble = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(onSession((me) => this.entered(me)));
  }

  private entered(me: Me | null): void {
    const before = this.me?.person;
    this.me = me;
    if (me?.person === before) return;
    [this.rounds, this.chosen] = [null, null];
    if (me !== null) void this.load();
  }

  /** The next rounds; those whose address was given are shown. */
  private async load(): Promise<void> {
    const known = this.rounds ?? [];
    try {
      const found = await call("GET /api/me/rounds", { most: MOST, before_ms: known.at(-1)?.opened_ms ?? 0 });
      this.rounds = [...known, ...found];
      this.more = found.length === MOST;
      if (known.length === 0) this.invited();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.trouble = error.message;
    }
  }

  private invited(): void {
    const given = new URLSearchParams(location.search);
    const [table, round] = [given.get("table"), Number(given.get("round"))];
    const over = this.rounds?.find((one) => one.outcome !== "open");
    const found = this.rounds?.find((one) => one.table === table && one.round === round) ?? over ?? this.rounds?.[0];
    if (found !== undefined) this.choose(found);
  }

  private choose(round: RoundListed): void {
    this.chosen = round;
    void import("../past/round.js").catch(() => (this.trouble = t("trouble.away"))); // the list needs no felt
    const said = new URLSearchParams({ table: round.table, round: String(round.round) });
    history.replaceState(null, "", `/history?${said}`);
  }

  override render(): TemplateResult {
    return html`<hw-top page="history"></hw-top>
      <main id="main" tabindex="-1" class="past"><div class="past-title"><h1>${t("past.title")}</h1><p class="quiet">${t("past.says")}</p></div>
        ${this.trouble === "" ? nothing : html`<p class="problem" role="alert">${this.trouble}</p>`}
        ${this.body()}</main>`;
  }

  private body(): TemplateResult {
    if (this.me === null && token() === "") {
      return html`<section class="sheet past-entry"><p>${t("past.sign-in")}</p><hw-entry></hw-entry></section>`;
    }
    const all = this.rounds;
    if (all === null) return html`<p class="quiet">${t("past.loading")}</p>`;
    if (all.length === 0) return html`<p class="quiet">${t("past.none")}</p>`;
    const rounds = all.filter((round) => this.game === "" || round.game === this.game);
    return html`<aside class="past-side">
        ${this.games(all)} ${roundList(rounds, this.chosen, (round) => this.choose(round))}
        ${this.more ? html`<button class="button" @click=${() => void this.load()}>${t("past.more")}</button>` : nothing}
      </aside>
      <article class="past-round">${this.chosen === null
        ? html`<p class="quiet">${t("past.choose")}</p>`
        : html`<hw-past-round .listed=${rounds.find((one) => same(this.chosen, one)) ?? this.chosen}></hw-past-round>`}</article>`;
  }

  private games(rounds: readonly RoundListed[]): TemplateResult | typeof nothing {
    const names = new Map(rounds.map((round) => [round.game, round.name]));
    if (names.size < 2) return nothing;
    return html`<label class="past-games"><span class="caption quiet">${t("past.game")}</span>
      <select class="field" @change=${(event: Event) => (this.game = (event.target as HTMLSelectElement).value)}>
        <option value="">${t("past.games")}</option>
        ${[...names].map(([game, name]) => html`<option value=${game}>${name}</option>`)}
      </select></label>`;
  }
}
customElements.define("hw-history", HistoryPage);
