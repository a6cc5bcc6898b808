/** The lobby: every table of the room, and a seat in two touches. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Me, TableLine, WaitingPlace } from "../contract.js";
import { Problem, call } from "../kit/api.js";
import { Piece } from "../kit/element.js";
import { exactly } from "../kit/money.js";
import { onSession } from "../kit/session.js";
import { isStaff, staffNote } from "../kit/staff.js";
import { count, t } from "../kit/texts.js";
import "../kit/top.js";
import { tableAt, tableCard } from "../lobby/card.js";
import { ALL, type Chosen, type Edges, type Plate, type Played, fromAddress, placeAt, plates, played, shown, toAddress } from "../lobby/lines.js";
import { side } from "../lobby/side.js";
import "../lobby/sit.js";
import "../lobby/texts.js";

/** True if no other table has this game. */
function alone(line: TableLine, lines: readonly TableLine[]): boolean {
  return lines.every((other) => other === line || other.game !== line.game);
}

const EVERY_MS = 4_000;
/** So many looks apart edges are asked for, until all are known. */
const EDGES_EVERY = 3;
const PLATES = 4;
const LAST_ROUNDS = 50;

export class Lobby extends Piece {
  static override properties = {
    lines: { state: true }, edges: { state: true }, chosen: { state: true }, me: { state: true },
    places: { state: true }, played: { state: true }, sitting: { state: true }, all: { state: true }, trouble: { state: true },
  };
  declare private lines: readonly TableLine[] | null;
  declare private edges: Edges;
  declare private chosen: Chosen;
  declare private me: Me | null;
  declare private places: readonly WaitingPlace[];
  declare private played: readonly Played[];
  /** The table at which someone is about to sit. */
  declare private sitting: string;
  /** True if all meters are shown. */
  declare private all: boolean;
  declare private trouble: string;
  private timer = 0;
  private looks = 0;

  constructor() {
    super();
    this.lines = null;
    this.edges = new Map();
    this.chosen = fromAddress(location.search);
    this.me = null;
    this.places = [];
    this.played = [];
    this.sitting = "";
    this.all = false;
    this.trouble = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const look = (): void => void (document.visibilityState === "visible" && this.look());
    document.addEventListener("visibilitychange", look);
    this.timer = window.setInterval(look, EVERY_MS);
    this.ends(
      () => document.removeEventListener("visibilitychange", look),
      () => clearInterval(this.timer),
      onSession((me) => this.entered(me)),
    );
    void this.look();
  }

  /** Ask the room how its tables stand. */
  private async look(): Promise<void> {
    try {
      const [lines, places] = await Promise.all([
        call("GET /api/tables", {}),
        this.me === null || isStaff(this.me) ? [] : call("GET /api/waiting", {}),
      ]);
      const first = this.lines === null;
      this.lines = lines;
      if (first) this.invited();
      this.places = places;
      this.trouble = "";
      if (this.looks++ % EDGES_EVERY === 0) await this.lookForEdges();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.trouble = error.message;
    }
  }

  /** An address may ask for a seat at a table: someone came from there to sign in. */
  private invited(): void {
    const table = new URLSearchParams(location.search).get("table");
    if (table === null) return;
    this.sitting = table;
    history.replaceState(null, "", toAddress(this.chosen));
  }

  /** The house edge of each table's main wager; the room works them out one by one. */
  private async lookForEdges(): Promise<void> {
    const missing = this.lines?.some((line) => line.bet_most > 0 && this.edges.get(line.table)?.pending !== false);
    if (missing !== true) return;
    const found = await call("GET /api/lab/tables", {});
    this.edges = new Map(found.map((edge) => [edge.table, edge]));
  }

  /** Return the source of the edges on the cards. */
  private source(): TemplateResult | typeof nothing {
    const source = [...this.edges.values()].find((edge) => edge.source !== "")?.source;
    return source === undefined ? nothing : html`<p class="caption faint">${t("lobby.edge.source", { source })}</p>`;
  }

  private entered(me: Me | null): void {
    const before = this.me?.person;
    this.me = me;
    if (me?.person === before) return;
    this.played = [];
    void this.look();
    if (me !== null && !isStaff(me)) void this.lookBack();
  }

  private async lookBack(): Promise<void> {
    try {
      this.played = played(await call("GET /api/me/rounds", { most: LAST_ROUNDS }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // the list is not needed to find a seat
    }
  }

  private readonly choose = (part: Partial<Chosen>): void => {
    this.chosen = { ...this.chosen, ...part };
    history.replaceState(null, "", toAddress(this.chosen));
  };

  private readonly finding = (event: CustomEvent<string>): void => {
    event.preventDefault();
    this.choose({ find: event.detail });
  };

  private readonly found = (event: CustomEvent<string>): void => {
    event.preventDefault();
    const first = this.querySelector<HTMLElement>(".offer .way > :last-child");
    first?.focus();
  };

  override render(): TemplateResult {
    const { lines, chosen, edges } = this;
    return html`<hw-top page="play" .find=${chosen.find} @find=${this.finding}
        @find-done=${this.found}></hw-top>
      <main id="main" tabindex="-1" class="lobby">
        <div class="head"><h1>${t("lobby.title")}</h1>${lines === null ? nothing : html`<p class="quiet">${this.counted(lines)}</p>`}</div>
        ${this.me !== null && isStaff(this.me) ? staffNote(this.me) : nothing}
        ${this.trouble === "" ? nothing : html`<p class="problem" role="alert">${this.trouble}</p>`}
        ${lines === null ? nothing : html`
          ${side({ lines, chosen, edges, played: this.played, choose: this.choose })}
          <div class="tables">${this.calls()} ${this.meters(lines)} ${this.cards(lines)} ${this.source()}</div>`}
      </main>
      ${this.dialog()}`;
  }

  private counted(lines: readonly TableLine[]): string {
    const games = new Set(lines.map((line) => line.game)).size;
    const seated = lines.filter((line) => line.taken > 0);
    const players = seated.reduce((sum, line) => sum + line.taken, 0);
    const tables = count("lobby.tables", seated.length);
    return `${count("lobby.games", games)} · ${count("lobby.players", players, { tables })}`;
  }

  private cards(lines: readonly TableLine[]): TemplateResult {
    const found = shown(lines, this.chosen, this.edges);
    return html`<p class="spoken" role="status">${count("lobby.shown", found.length)}</p>
      ${found.length > 0 ? nothing : this.none(lines)}
      <div class="offers">${repeat(found, (line) => line.table, (line) =>
        tableCard(line, {
          edge: this.edges.get(line.table),
          seat: this.me?.seats[line.table] ?? 0,
          alone: alone(line, lines),
          listed: placeAt(line, this.places) !== undefined,
          plays: this.me === null || !isStaff(this.me),
          sit: () => (this.sitting = line.table),
        }),
      )}</div>`;
  }

  private none(lines: readonly TableLine[]): TemplateResult {
    if (lines.length === 0) return html`<p class="nothing quiet">${t("lobby.empty")}</p>`;
    return html`<div class="nothing"><p class="quiet">${t("lobby.none")}</p>
      <button class="button" @click=${() => this.choose(ALL)}>${t("lobby.clear")}</button></div>`;
  }

  private meters(lines: readonly TableLine[]): TemplateResult | typeof nothing {
    const found = plates(lines);
    if (found.length === 0) return nothing;
    const some = this.all ? found : found.slice(0, PLATES);
    return html`<section class="plates" aria-label=${t("lobby.meters")}>
      ${some.map((plate) => this.plate(plate, lines))}
      ${found.length <= PLATES ? nothing : html`<button class="button plain" aria-expanded=${this.all ? "true" : "false"} @click=${() => (this.all = !this.all)}>
        ${this.all ? t("lobby.meters.fewer") : t("lobby.meters.more", { n: found.length })}</button>`}
    </section>`;
  }

  private plate({ line, wager, meters }: Plate, lines: readonly TableLine[]): TemplateResult {
    const [first, ...others] = meters;
    return html`<a class="plate" href=${tableAt(line)}>
      <span>${wager}</span>
      <span class="amounts"><b>${exactly(first?.cents ?? 0)}</b> ${others.map((meter) => html`<i>${exactly(meter.cents)}</i> `)}</span>
      <small>${alone(line, lines) ? line.name : t("lobby.meter.at", { game: line.name, table: line.table })}</small></a>`;
  }

  /** Lists one stands on, and chairs that are kept. */
  private calls(): TemplateResult | typeof nothing {
    if (this.places.length === 0) return nothing;
    return html`<ul class="calls" role="status">${this.places.map((place) => {
      const game = this.lines?.find((line) => line.game === place.game)?.name ?? place.game;
      const { call: called } = place;
      return html`<li>
        ${called === null
          ? html`<span>${t("lobby.place", { game, n: place.place })}</span>`
          : html`<span>${t("lobby.called", { table: called.table })}</span>
              <button class="button main" @click=${() => (this.sitting = called.table)}>${t("lobby.called.sit")}</button>`}
        <button class="button" @click=${() => void this.withdraw(place.game)}>${t("lobby.place.leave")}</button>
      </li>`;
    })}</ul>`;
  }

  private async withdraw(game: string): Promise<void> {
    try {
      await call("DELETE /api/waiting/{game}", { game });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.trouble = error.message;
    }
    await this.look();
  }

  private dialog(): TemplateResult | typeof nothing {
    const line = this.lines?.find((one) => one.table === this.sitting);
    if (line === undefined) return nothing;
    return html`<hw-sit .line=${line} @close=${() => (this.sitting = "")} @listed=${() => void this.look()}></hw-sit>`;
  }
}
customElements.define("hw-lobby", Lobby);
