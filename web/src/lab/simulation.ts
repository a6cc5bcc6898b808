/** Rounds dealt from real shoes that close in on the exact line, with progress and a stop. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { LabWagerRow, Pending, Simulation } from "../contract.js";
import { call } from "../kit/api.js";
import { lineChart } from "../kit/charts.js";
import { Piece } from "../kit/element.js";
import { percent } from "../kit/money.js";
import { t } from "../kit/texts.js";
import { pause, said } from "./asking.js";
import { edge, short } from "./figures.js";
import { progress } from "./waits.js";

const ROUNDS = [1_000_000, 5_000_000, 20_000_000, 100_000_000];
const LOOK = 400;
/** The progress of a simulation before its first rounds: its rules are compiled. */
const STARTS = (): Pending => ({ done: 0, of: 0, words: t("lab.sim.starts"), ahead: 0, left: 0 });

export class SimulationCard extends Piece {
  static override properties = {
    game: {}, text: {}, row: { attribute: false }, run: { state: true }, trouble: { state: true }, rounds: { state: true }, seed: { state: true },
    starting: { state: true },
  };
  declare game: string;
  declare text: string;
  declare row: LabWagerRow | null;
  declare private run: Simulation | null;
  declare private trouble: string;
  declare private rounds: number;
  declare private seed: number;
  /** True if a simulation was asked for and the room has not answered yet. */
  declare private starting: boolean;
  private about = "";
  private looking = new AbortController();

  constructor() {
    super();
    this.game = "";
    this.text = "";
    this.row = null;
    this.run = null;
    this.trouble = "";
    this.rounds = 20_000_000;
    this.seed = 5;
    this.starting = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ends(() => this.leave());
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const about = `${this.game} ${this.text} ${this.row?.wager}`;
    if (about !== this.about) this.leave();
    this.about = about;
  }

  /** Another wager, another posting: what runs is stopped. */
  private leave(): void {
    this.looking.abort();
    if (this.run?.state === "runs") void call("DELETE /api/lab/simulations/{run}", { run: this.run.id }).catch(() => undefined);
    this.run = null;
    this.trouble = "";
  }

  private readonly start = async (): Promise<void> => {
    if (this.row === null) return;
    this.looking.abort();
    this.looking = new AbortController();
    const { signal } = this.looking;
    this.trouble = "";
    this.run = null;
    this.starting = true;
    try {
      this.run = await call("POST /api/lab/simulations", {
        body: { game: this.game, wager: this.row.wager, posting: this.text, rounds: this.rounds, seed: this.seed },
      });
      this.starting = false;
      while (!signal.aborted && this.run.state === "runs") {
        await pause(LOOK, signal);
        if (signal.aborted) return;
        const found: Simulation = await call("GET /api/lab/simulations/{run}", { run: this.run.id });
        if (!signal.aborted) this.run = found;
      }
    } catch (error) {
      if (!signal.aborted) this.trouble = said(error);
    } finally {
      this.starting = false;
    }
  };

  private readonly stop = async (): Promise<void> => {
    if (this.run === null) return;
    this.looking.abort();
    try {
      this.run = await call("DELETE /api/lab/simulations/{run}", { run: this.run.id });
    } catch (error) {
      this.trouble = said(error);
    }
  };

  override render(): TemplateResult {
    const { row, run } = this;
    if (row === null || (row.rank === "late" && row.clauses.length === 0)) return html``; // insurance is no wager of its own
    const runs = run?.state === "runs";
    return html`<section class="sheet" aria-labelledby="lab-sim" data-state=${this.starting ? "starts" : (run?.state ?? "idle")}>
      <div class="lab-card-head">
        <h2 id="lab-sim">${t("lab.sim")} <small class="caption faint">${[row.words, played(row), t("lab.sim.with", { seed: run?.seed ?? this.seed })].filter(Boolean).join(", ")}</small></h2>
        ${runs
          ? html`<button class="button lab-small" @click=${this.stop}>${t("lab.sim.stop")}</button>`
          : html`<button class="button lab-small" ?disabled=${this.starting} @click=${this.start}>${t("lab.sim.start")}</button>`}
      </div>
      ${runs ? nothing : this.wishes()}
      ${this.trouble === "" ? nothing : html`<p class="problem">${this.trouble}</p>`}
      ${this.starting || (runs && run.rounds === 0) ? progress(STARTS()) : nothing}
      ${run !== null ? this.found(row, run) : this.starting ? nothing : html`<p class="dense quiet">${t("lab.sim.idle")}</p>`}
    </section>`;
  }

  private wishes(): TemplateResult {
    return html`<div class="lab-fields">
      <label>${t("lab.sim.rounds")}
        <select class="field" @change=${(event: Event) => (this.rounds = Number((event.target as HTMLSelectElement).value))}>
          ${ROUNDS.map((n) => html`<option value=${n} ?selected=${n === this.rounds}>${short(n)}</option>`)}
        </select>
      </label>
      <label>${t("lab.sim.seed")}
        <input class="field" type="number" min="0" max="999999999" .value=${String(this.seed)} @change=${this.seeded} />
      </label>
    </div>`;
  }

  private readonly seeded = (event: Event): void => {
    const seed = Number((event.target as HTMLInputElement).value);
    if (Number.isInteger(seed) && seed >= 0) this.seed = seed;
  };

  private found(row: LabWagerRow, run: Simulation): TemplateResult {
    const words = run.words !== "" ? run.words : run.state === "done" ? t("lab.sim.done") : run.state === "stopped" ? t("lab.sim.stopped") : "";
    return html`${run.edge === null || run.stderr === null
        ? nothing
        : html`<dl class="lab-figures">
            <div><dt>${t("lab.sim.so-far")}</dt><dd>${edge(run.edge)}</dd></div>
            <div><dt>${t("lab.sim.error")}</dt><dd>± ${(run.stderr * 100).toFixed(3)}</dd></div>
            <div><dt>${t("lab.sim.of", { target: short(run.target) })}</dt><dd data-rounds=${run.rounds}>${short(run.rounds)}</dd></div>
          </dl>`}
      <progress class="lab-progress" max=${run.target} value=${run.rounds} aria-label=${t("lab.sim.of", { target: short(run.target) })}></progress>
      <p class="dense faint" role="status">${words}</p>
      ${run.points.length < 2 ? nothing : this.chart(row, run)}
      ${run.assumptions.map((text) => html`<p class="caption faint">${text}</p>`)}`;
  }

  private chart(row: LabWagerRow, run: Simulation): TemplateResult {
    const points = run.points.map((at) => ({ x: at.rounds, y: at.edge, least: at.edge - 2 * at.stderr, most: at.edge + 2 * at.stderr }));
    const exact = row.method === "simulated" ? "lab.sim.known" : "lab.sim.exact";
    return lineChart({
      says: t("lab.sim.chart", { wager: row.words, edge: edge(run.edge ?? 0), rounds: short(run.rounds), error: percent(run.stderr ?? 0, 3) }),
      points,
      logarithmic: true,
      x: short,
      y: (value) => percent(value, 1),
      mark: { y: row.edge, says: t(exact, { edge: edge(row.edge) }) },
    });
  }
}
customElements.define("hw-lab-simulation", SimulationCard);

/** The strategy of the simulated hands, in games with decisions. */
function played(row: LabWagerRow): string {
  return ["best play", "house way"].find((way) => row.method_words.startsWith(way)) ?? "";
}
