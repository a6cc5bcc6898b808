/** The one thing that all parts of a table's page look at: what is shown, what is asked, what is
 * being prepared.  The felt draws `view` and `draft`, the bar answers `prompt`, the panel reads
 * `view.results`, `layout` and `chosen`; none of them knows of the others.
 *
 * `pages/table.ts` puts `<hw-felt>`, `<hw-bar>` and `<hw-panel>` on the page, each with `.play`, and
 * the felt puts `<hw-arrange>` into the own place while pieces are to be arranged.  Who shows a round
 * that is over (history) makes a `Play` without a link and calls `show`.
 */
import type {
  Amount, Arrange, Layout, Pick, Place, Prompt, Spot, TableNow, View, You,
} from "../contract.js";
import { add, t } from "../kit/texts.js";
import { money } from "../kit/money.js";
import * as drafts from "./draft.js";
import { usualChip } from "./denominations.js";
import type { Draft, Parts } from "./draft.js";
import { drawsAfter, isDealt, takesMoney, withResult } from "./shown.js";
import type { Command, Given, Link, Refusal, SeatDo, SpotOdds } from "./commands.js";

add({
  "play.needs": "{spot} needs {others} too",
  "play.or": " or ",
  "play.funds": "You have {chips} in front of you: {sum} is too much",
  "play.most": "{spot}: at most {most}",
});

/** A question that takes the place of a result by itself takes no money for so long: whoever was about
 * to press "Next round" would press what has come there instead. */
const CALM_MS = 500;

export class Play {
  // State from messages of the room.
  layout: Layout | null = null;
  you: You = {};
  table: TableNow | null = null;
  round = 0;
  /** The seat whose view is drawn, 0: an onlooker's. Someone who has left still sees the end. */
  viewer = 0;
  /** The view that is drawn now, for this seat: the newest, or a step on the way to it. */
  view: View | null = null;
  /** The round that is over, as it ended.  It stays on the felt until this player acts or the next
   * round deals pieces. */
  before: View | null = null;
  /** True if the player has asked for the next round: the result has been read. */
  private read = false;
  /** The number of cards each seat drew, from the events; kept until this player acts or the round is over. */
  draws: ReadonlyMap<number, string> = new Map();
  /** The cue of the step that is drawn: `deal`, `turn`, `draw`, `chips`, `roll`, `settle`, ... */
  cue = "";
  /** The question that stands; while steps are shown, the one before them. */
  prompt: Prompt | null = null;
  /** True if that question is answered already, and the steps lead to another one or to none. */
  answered = false;
  /** When the time of each seat that is asked is up, in milliseconds of the room's clock. */
  due: Readonly<Record<number, number>> = {};
  /** Known odds of the wagers, by the name of the spot. */
  odds: ReadonlyMap<string, SpotOdds> = new Map();

  // The state of this page.
  link: Link = "joining";
  /** The reason why the room closed the socket; "" while it is open. */
  ended = "";
  /** True if another window of this login has the seat now. */
  takenOver = false;
  /** True if the room has left something unanswered for two seconds. */
  slow = false;
  /** True if newer steps wait to be shown. */
  stepping = false;
  /** Commands that are under way. */
  sending = 0;
  refusal: Refusal | null = null;
  draft: Draft = drafts.blank(0);
  /** The spot that was last touched, and the one under the pointer: names of the layout's spots. */
  chosen = "";
  hovered = "";
  /** The chair that was touched to sit down on, 0: any. */
  chair = 0;
  /** True if the viewer looks at the own covered pieces. */
  looking = false;
  /** The chips of the last bet, to be repeated. */
  last: drafts.Chipped = new Map();
  private bet = { round: 0, ask: 0 };

  /** Sends a command; without one, nothing is asked and nothing can be done. */
  sends: ((command: Command) => void) | null = null;
  /** Shows the steps that wait at once. */
  skips: () => void = () => undefined;
  /** No money is taken before this, by the clock of this page. */
  private calmUntil = 0;
  private ahead = 0;
  private readonly listeners = new Set<() => void>();
  private told = false;

  /** Be told of changes, once for all that happen together; what is given back ends it. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Say that something has changed. */
  changed(): void {
    if (this.told) return;
    this.told = true;
    queueMicrotask(() => {
      this.told = false;
      for (const listener of [...this.listeners]) listener();
    });
  }

  /** The table as it stands before anybody sits. */
  welcome(layout: Layout, you: You, now: number): void {
    const other = this.layout?.game !== layout.game || this.layout.rules !== layout.rules;
    this.layout = layout;
    this.you = you;
    this.clock(now);
    if (other) this.draft = drafts.blank(usualChip(layout));
    this.changed();
  }

  /** The room's clock says this now. */
  clock(now: number): void {
    this.ahead = now - Date.now();
  }

  /** The time by the room's clock. */
  now(): number { return Date.now() + this.ahead; }

  /** Draw this view; `cue` is what led to it. */
  show(view: View | null, cue: string): void {
    this.view = view;
    this.cue = cue;
    this.changed();
  }

  /** The view of the felt, with pieces and results of the last round while they stay. */
  get drawn(): View | null {
    const { view, before } = this;
    if (view === null || before === null) return view;
    return withResult(view, before);
  }

  /** Draw this view as the next of a table that goes on; the result before it stays for a while. */
  follow(view: View | null, cue: string): void {
    if (this.view?.closed === true && view?.closed === false && !this.read) this.calmUntil = Date.now() + CALM_MS;
    if (view === null || view.closed || isDealt(view, this.layout)) this.before = null;
    else if (this.view?.closed === true && !this.read) this.before = this.view;
    if (view?.closed !== true) this.read = false;
    this.show(view, cue);
  }

  /** Keep what a view tells for a moment only: the number of cards that a seat drew. */
  notice(view: View): void {
    this.draws = drawsAfter(view, this.draws);
  }

  /** The player acts: what the last round brought has been read. */
  sweep(): void {
    if (this.before === null) return;
    this.before = null;
    this.changed();
  }

  /** The steps are shown: this is what is asked now, and a new question clears what was prepared. */
  ask(prompt: Prompt | null, round: number): void {
    if (prompt?.id !== this.prompt?.id || round !== this.round || prompt?.seat !== this.prompt?.seat) {
      this.draft = drafts.blank(this.draft.chip);
      this.refusal = null;
    }
    this.prompt = prompt;
    this.answered = false;
    this.round = round;
    const calm = this.calmUntil - Date.now();
    if (this.costs && calm > 0) setTimeout(() => this.changed(), calm + 1);
    this.changed();
  }

  /** True if a press on a button of the question may add money. */
  private get costs(): boolean { return this.prompt !== null && takesMoney(this.prompt); }

  /** Something was not done. */
  refuse(why: string, clauses: readonly string[] = [], code = "here"): void {
    this.refusal = { why, clauses, code };
    this.changed();
  }

  /** The refusal has been read. */
  accept(): void {
    this.refusal = null;
    this.changed();
  }

  /** True if the question may be answered now. */
  get ready(): boolean {
    if (this.costs && Date.now() < this.calmUntil) return false;
    return this.prompt !== null && !this.stepping && this.sending === 0 && this.link === "open" && this.sends !== null;
  }

  /** The seat of this station, 0: none. */
  get seat(): number {
    return this.you.seat ?? 0;
  }

  /** The chips in front of this seat, as the view that is drawn has them. */
  get purse(): number {
    const mine = this.view?.seats.find((one) => one.seat === this.seat);
    return mine?.chips ?? this.table?.chairs?.find((one) => one.seat === this.seat)?.chips ?? 0;
  }

  /** The action of the question in which chips are put on spots, if there is one. */
  get place(): Place | null {
    return this.prompt?.actions.find((one): one is Place => one.shape === "place") ?? null;
  }

  /** The action in which pieces are picked. */
  get pick(): Pick | null {
    return this.prompt?.actions.find((one): one is Pick => one.shape === "pick") ?? null;
  }

  /** The action in which pieces are set in parts. */
  get arrangement(): Arrange | null {
    return this.prompt?.actions.find((one): one is Arrange => one.shape === "arrange") ?? null;
  }

  /** The actions that take an amount. */
  get amounts(): readonly Amount[] {
    return this.prompt?.actions.filter((one): one is Amount => one.shape === "amount") ?? [];
  }

  /** Decide: an action of the question, with what goes with it. */
  act(name: string, given: Given = {}): boolean {
    if (!this.ready || this.prompt === null) return false;
    const place = this.place;
    if (place?.name === name && given.places !== undefined) this.remember(given.places);
    this.command({ type: "act", round: this.round, ask: this.prompt.id, name, ...given });
    return true;
  }

  /** The chips with which a round was begun are those to repeat; what is added later is not. */
  private remember(places: Given["places"] & object): void {
    const ask = this.prompt?.id ?? 0;
    if (this.bet.round === this.round && this.bet.ask !== ask) return;
    this.bet = { round: this.round, ask };
    this.last = new Map(places);
  }

  /** Sit down, leave, go away, come back, be ready or top up. */
  seatCommand(wish: SeatDo, seat = 0, cents = 0): void {
    if (wish === "ready") this.read = true;
    this.command({ type: "seat", do: wish, seat, cents });
  }

  private command(command: Command): void {
    if (command.type === "act") {
      this.sweep();
      this.draws = new Map();
    }
    this.refusal = null;
    this.sends?.(command);
    this.changed();
  }

  /** The spot of the question that has this name. */
  spot(name: string): Spot | null {
    return this.place?.spots.find((one) => one.name === name) ?? null;
  }

  /** Return the label of a spot. */
  called(spot: Spot): string {
    const plan = this.layout?.spots.find((one) => one.name === (spot.wager || spot.name));
    return plan?.label || spot.words || plan?.words || "";
  }

  /** Return the reason why an open spot takes no chips, as a sentence; "" if it takes them. */
  wants(spot: Spot): string {
    const place = this.place;
    const others = place === null ? [] : drafts.wants(place, spot, this.draft.chips);
    if (others.length === 0) return "";
    const said = others.map((one) => this.called(one)).join(t("play.or"));
    return t("play.needs", { spot: this.called(spot), others: said });
  }

  /** A touch on a spot: it is chosen, and if chips may lie there the chosen chip is added. */
  touchSpot(name: string): void {
    this.sweep();
    const spot = this.spot(name);
    this.chosen = spot?.wager || name;
    const place = this.place;
    if (spot !== null && place !== null && this.ready) this.put(place, spot);
    this.changed();
  }

  private put(place: Place, spot: Spot): void {
    const needs = this.wants(spot);
    if (needs !== "") return this.refuse(needs, spot.clauses);
    const now = this.draft.chips.get(spot.name) ?? 0;
    if (now >= spot.most) {
      return this.refuse(t("play.most", { spot: this.called(spot), most: money(spot.most) }), spot.clauses);
    }
    this.lay(drafts.set(place, this.draft.chips, spot, drafts.more(spot, now, this.draft.chip)));
  }

  /** Lay these chips, unless there are not so many. */
  private lay(chips: drafts.Chipped): void {
    this.sweep();
    const sum = drafts.sum(chips);
    if (sum > this.purse) return this.refuse(t("play.funds", { chips: money(this.purse), sum: money(sum) }));
    this.refusal = null;
    this.draft = drafts.changed(this.draft, chips);
    this.changed();
  }

  /** Take the chosen chip back from a spot. */
  takeBack(name: string): void {
    const spot = this.spot(name);
    const now = this.draft.chips.get(name) ?? 0;
    if (this.place === null || spot === null || now === 0 || !this.ready) return;
    this.chosen = spot.wager || name;
    this.lay(drafts.set(this.place, this.draft.chips, spot, drafts.less(spot, now, this.draft.chip)));
  }

  /** The chip that a touch puts down. */
  chooseChip(cents: number): void {
    this.sweep();
    this.draft = { ...this.draft, chip: cents };
    this.changed();
  }

  clear(): void { if (this.draft.chips.size > 0) this.lay(new Map()); }

  undo(): void {
    this.draft = drafts.undone(this.draft);
    this.changed();
  }

  /** The chips of the last bet once more. */
  repeat(): void {
    if (this.place !== null && this.ready) this.lay(drafts.fitting(this.place, this.last));
  }

  /** There is something to repeat. */
  get repeatable(): boolean {
    return this.place !== null && drafts.fitting(this.place, this.last).size > 0;
  }

  /** Twice as much on every spot, as far as its limit goes. */
  double(): void {
    if (this.place === null || !this.ready) return;
    const twice = [...this.draft.chips].map(([name, cents]) => [name, cents * 2] as const);
    if (twice.length > 0) this.lay(drafts.fitting(this.place, twice));
  }

  /** The chips of the draft in the form of a decision. */
  get placed(): readonly (readonly [string, number])[] {
    return this.place === null ? [] : drafts.placed(this.place, this.draft.chips);
  }

  /** Pick a piece, by its place in `pick.pieces`, or put it back. */
  touchPiece(at: number): void {
    this.sweep();
    const pick = this.pick;
    if (pick === null || !this.ready || at >= pick.pieces.length) return;
    const { picked } = this.draft;
    const without = picked.filter((one) => one !== at);
    let next = without;
    if (without.length === picked.length) next = pick.most === 1 ? [at] : [...picked, at];
    if (next.length > pick.most) return;
    this.draft = { ...this.draft, picked: next };
    this.changed();
  }

  /** Set the pieces so; places in `arrangement.pieces`. */
  arrange(parts: Parts): void {
    this.draft = { ...this.draft, parts };
    this.changed();
  }

  /** A spot of the layout is looked at, "" for none. */
  hover(name: string): void {
    if (name === this.hovered) return;
    this.hovered = name;
    this.changed();
  }

  chooseChair(seat: number): void {
    this.chair = seat;
    this.changed();
  }

  choose(name: string): void {
    this.chosen = name;
    this.changed();
  }

  /** Look at one's own covered pieces, as long as this is so. */
  look(looking: boolean): void {
    if (looking === this.looking) return;
    this.looking = looking;
    this.changed();
  }
}
