// Made by web/contract.py from the structs of the room: make contract. Not to be edited.

/** An empty table, made from the game and its posting. */
export interface Layout {
  game: string;
  name: string;
  shape: string;
  seats: number;
  zones: readonly Zone[];
  spots: readonly SpotPlan[];
  pucks: readonly Named[];
  signage: readonly Sign[];
  pay: readonly PaySheet[];
  meters: readonly MeterPlan[];
  actions: readonly ActionPlan[];
  empty_circles: boolean;
  pieces: readonly string[];
  rulings: readonly RulingPlan[];
  kind: string;
  scene: string;
  direction: number;
  look: Look;
  denominations: readonly number[];
  rules: string;
}

/** A place for pieces: at each seat, or once in the middle. */
export interface Zone {
  name: string;
  at: string;
  words: string;
  kind: string;
  slots: number;
  counted: boolean;
}

/**
 * A betting spot of each seat, with its limits and the clauses of its rule.
 *
 * ``label`` is its short name, and ``words`` may say more; ``element`` is the part of a
 * combination game that decides it.
 */
export interface SpotPlan {
  name: string;
  words: string;
  least: number;
  most: number;
  required: boolean;
  clauses: readonly string[];
  element: string;
  hands: number;
  dealt: number;
  behind: boolean;
  label: string;
  rank: string;
  placed: string;
  resolves: string;
  beside: readonly string[];
  equals: string;
  tips: boolean;
  pay: string;
}

/** A name and its words for people. */
export interface Named {
  name: string;
  words: string;
}

/**
 * Something posted at the table: ``Soft 17``, ``the dealer hits``.
 *
 * ``key`` and ``posted`` are the same as a record writes them; ``says`` explains the choice.
 */
export interface Sign {
  key: string;
  posted: string;
  words: string;
  value: string;
  says: string;
  clauses: readonly string[];
}

/** A pay table as displayed: the printed part of the posted column. */
export interface PaySheet {
  wager: string;
  column: string;
  rows: readonly PayRow[];
  clause: string;
  words: string;
}

/** A row of a pay table as it is printed, and the outcomes that it pays. */
export interface PayRow {
  outcome: string;
  pays: string;
  covers: readonly string[];
  words: string;
}

/** A progressive meter: its wager, its number there, and its words. */
export interface MeterPlan {
  spot: string;
  number: number;
  words: string;
  rows: readonly string[];
}

/**
 * A decision of the game: its button's label, its effect in one line, its key and place.
 *
 * Buttons keep their places: ``place`` counts them from the left. Two that may be taken at one
 * time never share one; an available decision hides an unavailable one of the same place.
 */
export interface ActionPlan {
  name: string;
  words: string;
  label: string;
  says: string;
  key: string;
  place: number;
}

/**
 * A ruling that may be made at the table: its words, its effect, and the fields it needs.
 *
 * ``needs`` is the one who makes it, ``floor`` or ``dealer``.
 */
export interface RulingPlan {
  name: string;
  words: string;
  says: string;
  takes: readonly string[];
  needs: string;
  clauses: readonly string[];
}

/**
 * The appearance of a table: its cloth, its mottoes and one line about it.
 *
 * ``cloth`` names a felt of the pages; ``mottoes`` are made from the posting; ``stakes`` is the
 * range of wagers in words; ``shows`` are a few typical pieces in their notation.
 */
export interface Look {
  cloth: string;
  mottoes: readonly string[];
  about: string;
  family: string;
  family_words: string;
  stakes: string;
  shows: readonly string[];
}

/** Everything one viewer may see now. */
export interface View {
  game: string;
  viewer: number;
  phase: string;
  seats: readonly SeatView[];
  piles: readonly Pile[];
  chips: readonly Chips[];
  pots: readonly PotView[];
  pucks: readonly Puck[];
  said: readonly string[];
  waiting_for: readonly number[];
  prompt: Prompt | null;
  meters: readonly MeterView[];
  closed: boolean;
  bank: BankView | null;
  phase_words: string;
  results: readonly Result[];
  headline: string;
}

/**
 * A seat: its person, the chips in front, and one word on its part in the round.
 *
 * ``did`` is its last decision in words, ``at_risk`` its chips in play in cents, ``net`` its
 * result so far in cents, from settled wagers only.
 */
export interface SeatView {
  seat: number;
  name: string;
  chips: number;
  status: string;
  did: string;
  at_risk: number;
  net: number;
}

/**
 * Pieces in a zone; one hidden from this viewer is ``??``.
 *
 * ``hand`` is the number of the seat's hand, as wagers and chips count them. ``up`` tells for each
 * piece if it is face up, ``turn`` if this hand is to be played now; ``total`` is the value of the
 * pieces in words.
 */
export interface Pile {
  zone: string;
  seat: number;
  pieces: readonly string[];
  hand: number;
  up: readonly boolean[];
  turn: boolean;
  total: string;
  marks: readonly string[];
  lit: readonly boolean[];
  lost: boolean;
  count: number;
}

/**
 * Chips or lammers on a spot: the bettor, and the beneficiary.
 *
 * ``owner`` is ``player``, or ``dealer`` for a tip; ``circle`` is the seat of the circle (0: the
 * bettor's own) and ``hand`` the number of its hand.
 */
export interface Chips {
  seat: number;
  spot: string;
  cents: number;
  owner: string;
  lammers: number;
  hand: number;
  circle: number;
}

/**
 * A pot and the seats that may win it; it stays until the round closes.
 *
 * Once it is won, ``won`` has the winners and ``words`` names the winning hand.
 */
export interface PotView {
  name: string;
  cents: number;
  seats: readonly number[];
  won: readonly number[];
  words: string;
}

/** A button, marker or meter lamp: its place and its text. */
export interface Puck {
  name: string;
  seat: number;
  words: string;
}

/**
 * The question that this viewer is asked now.
 *
 * ``id`` is the number of inputs when the question became what it is, and stays while it does; an
 * answer to another id is too late. ``seconds`` is the time that the rules give; 0: the room
 * decides.
 */
export interface Prompt {
  id: number;
  seat: number;
  words: string;
  late: string;
  actions: readonly (Button | Amount | Pick | Arrange | Place)[];
  forbidden: readonly Forbidden[];
  seconds: number;
  offers: readonly Offer[];
  hand: number;
  circle: number;
  late_words: string;
}

/** A plain decision; ``cents`` is what it costs now. */
export interface Button {
  shape: "button";
  name: string;
  words: string;
  cents: number;
}

/**
 * A decision with an amount between ``least`` and ``most``, in steps above ``least``.
 *
 * ``most`` itself is always allowed: it is the limit, or all the chips a player has.
 */
export interface Amount {
  shape: "amount";
  name: string;
  least: number;
  most: number;
  step: number;
  words: string;
}

/** Choose from ``least`` to ``most`` of some pieces. */
export interface Pick {
  shape: "pick";
  name: string;
  pieces: readonly number[];
  least: number;
  most: number;
  words: string;
}

/** Put all of some pieces into named parts, each of its own size. */
export interface Arrange {
  shape: "arrange";
  name: string;
  pieces: readonly number[];
  parts: readonly (readonly [string, number])[];
  words: string;
  suggestion: readonly (readonly [string, readonly number[]])[];
}

/**
 * Put chips on several spots at once, or on none (``pass`` is then another choice).
 *
 * ``tip_clauses`` say on which wagers tips for the dealer are taken.
 */
export interface Place {
  shape: "place";
  name: string;
  spots: readonly Spot[];
  words: string;
  tip_clauses: readonly string[];
}

/**
 * A place for chips, with the limits of an amount there, in cents.
 *
 * ``name`` is the word of a decision for it. ``wager``, ``hand``, ``whom`` and ``circle`` (0:
 * one's own) say which stake the chips become. ``beside`` lists spots of which one must have chips
 * too, unless it is empty; ``equals`` is the spot that must have the same amount, or "".
 */
export interface Spot {
  name: string;
  least: number;
  most: number;
  step: number;
  required: boolean;
  words: string;
  clauses: readonly string[];
  beside: readonly string[];
  equals: string;
  wager: string;
  hand: number;
  whom: string;
  circle: number;
}

/**
 * A decision that this seat may not take now, with the reason; ``words`` is its name.
 *
 * ``here``: it belongs to this moment, and its button stays in its place.
 */
export interface Forbidden {
  name: string;
  why: string;
  clauses: readonly string[];
  words: string;
  here: boolean;
}

/**
 * The texts of an action of a prompt: its label and further details.
 *
 * ``says`` is one line on its effect. ``means`` is ``to`` if an amount is the whole bet, ``by`` if
 * it is added, and "" for an amount that is neither.
 */
export interface Offer {
  name: string;
  label: string;
  says: string;
  means: string;
  presets: readonly Preset[];
  ways: readonly Way[];
}

/** An amount that people often choose, with its name: ``½ pot``. */
export interface Preset {
  words: string;
  cents: number;
}

/**
 * One arrangement of the pieces: its value, and the reason if it may not be set.
 *
 * ``parts`` are as the table would lay them: parts that the rules exchange are exchanged.
 */
export interface Way {
  words: string;
  parts: readonly (readonly [string, readonly number[]])[];
  totals: readonly string[];
  fault: string;
  clauses: readonly string[];
  house: boolean;
  foul: boolean;
}

/** The display of a progressive meter. */
export interface MeterView {
  spot: string;
  number: number;
  words: string;
  cents: number;
}

/** A player's bank: its seat, and what was put up, used and left, in cents. */
export interface BankView {
  seat: number;
  put_up: number;
  used: number;
  left: number;
}

/**
 * A result of this round: a wager, a share of a pot, a fee, an envy.
 *
 * ``seat`` owns the money (0: the house or the dealer). ``kind`` is ``wager``, ``tip``, ``bank``,
 * ``pot``, ``fee``, ``envy``, ``meter`` or ``return``; ``label`` and ``outcome`` are words.
 * ``row`` is the row that paid it, an outcome of the pay table of ``spot``.
 */
export interface Result {
  seat: number;
  kind: string;
  label: string;
  outcome: string;
  odds: string;
  stake: number;
  back: number;
  net: number;
  spot: string;
  hand: number;
  circle: number;
  owner: string;
  note: string;
  row: string;
  clauses: readonly string[];
}

/**
 * The part of a seat's view that differs from the onlooker's.
 *
 * The seat's view is the onlooker's with ``viewer`` and ``prompt`` set and these piles replaced.
 */
export interface Own {
  piles: readonly OwnPile[];
  prompt: Prompt | null;
}

/** A pile that a seat sees differently from an onlooker; it replaces ``piles[at]``. */
export interface OwnPile {
  at: number;
  pile: Pile;
}

/**
 * The first message of a socket: whose it is, which table, and in which part.
 *
 * ``v`` is the version of the protocol. ``token`` is the token of a login; it stands here
 * and never in an address. ``as`` is ``seat`` for a player (seated or about to sit),
 * ``display`` for the community screen, ``watch`` for an onlooker, ``dealer`` or ``floor``
 * for staff. ``seen`` is the ``seq`` of the last view that was seen before the connection
 * broke, 0 for none: events after it come with the first view if the round is still the
 * same. ``steps``: views come with the steps that led to them.
 */
export interface HelloMessage {
  type: "hello";
  token: string;
  table: string;
  as?: "dealer" | "display" | "floor" | "seat" | "watch";
  seen?: number;
  steps?: boolean;
  v?: number;
}

/**
 * A decision of the seat whose socket it is.
 *
 * ``key`` is a key of the client's own: the same decision sent again under the same key is
 * answered again and not done again. ``round`` and ``ask`` are the round's number and the
 * prompt's ``id``; if another question stands by now, the answer is ``no`` with code
 * ``stale``. ``name`` is one of the prompt's actions, and what goes with it depends on its
 * shape: ``amount`` in cents, ``pieces`` by their numbers in ``layout.pieces``, ``parts``
 * (name and pieces) or ``places`` (spot and cents). A seat is not named: it is the
 * session's.
 */
export interface ActMessage {
  type: "act";
  key: string;
  round: number;
  ask: number;
  name: string;
  amount?: number;
  pieces?: readonly number[];
  parts?: readonly (readonly [string, readonly number[]])[];
  places?: readonly (readonly [string, number])[];
}

/**
 * Sit down, leave, go away and come back, be ready, or top up.
 *
 * ``do`` says what. ``seat`` is the seat to sit at, 0 for any; ``cents`` the buy-in or the
 * top-up, taken from the wallet of the session's person. During a round the wish is kept and
 * done when the round closes.
 */
export interface SeatMessage {
  type: "seat";
  key: string;
  do: "away" | "back" | "leave" | "ready" | "sit" | "top_up";
  seat?: number;
  cents?: number;
}

/**
 * Pieces that a dealer read from real cards, tiles or dice, for tables with a dealer's
 * console.
 *
 * ``round`` is the number of the round, ``pieces`` are numbers in ``layout.pieces``; a shuffle
 * has none.
 */
export interface DealMessage {
  type: "deal";
  key: string;
  round: number;
  pieces?: readonly number[];
}

/**
 * A ruling of the floor (or of a dealer, where the ruling says so) in the round that runs.
 *
 * ``seq`` is the row of the view in which it was looked at: if anything has happened since,
 * it is ``stale``. ``name`` is one of the game's rulings; ``seat``, ``pieces`` (in their
 * notation) and ``amount`` as that ruling needs them; ``reason`` stands in the log.
 */
export interface RuleMessage {
  type: "rule";
  key: string;
  seq: number;
  name: string;
  seat?: number;
  pieces?: string;
  amount?: number;
  reason?: string;
}

/** Are you there?  Browsers cannot send the ping of the socket itself. */
export interface PingMessage {
  type: "ping";
  n?: number;
}

/**
 * The socket is taken.
 *
 * ``seq`` is the table's last durable row, ``now`` the room's clock in milliseconds, by
 * which ``due`` in views is to be read. ``layout`` is the table as the game draws it (zones,
 * spots, pay tables, signs, names of pieces), ``rules`` the fingerprint of the rules in
 * force. ``key`` is the public key (Ed25519, hex) that signs the receipts of rounds.
 */
export interface WelcomeMessage {
  type: "welcome";
  v: number;
  seq: number;
  now: number;
  you: You;
  layout: Layout;
  rules?: string;
  key?: string;
}

/** The identity of this socket: seat (0: none), role, person and name. */
export interface You {
  seat?: number;
  role?: string;
  person?: number;
  name?: string;
}

/**
 * The table as this socket may see it, after the durable row ``seq``.
 *
 * ``round`` is the number of the round (0: none yet). ``due`` has the deadline of each asked seat,
 * in milliseconds of the room's clock, and ``now`` the time of the view. ``table`` has the status,
 * the seats and the root of the shoe. ``public`` is the part of the round that all see, ``own``
 * that of this seat alone: its piles and its prompt. ``events`` are this viewer's events since the
 * last view that was sent. ``first`` is the number of events of the round before them. ``acks``
 * are the keys of this socket's commands that are durable with this view. ``steps`` lead to it,
 * for viewers who asked for them in their hello. ``seat`` is the present seat of this socket's
 * person, 0 for none. ``receipt`` is what the room signed when this round closed
 * (``SignedReceipt``).
 */
export interface ViewMessage {
  type: "view";
  seq: number;
  round: number;
  now: number;
  table: TableNow;
  due?: { readonly [key: number]: number };
  public?: View | null;
  own?: Own | null;
  events?: readonly unknown[];
  acks?: readonly string[];
  first?: number;
  steps?: readonly Step[];
  seat?: number;
  receipt?: unknown;
}

/**
 * The state of a table: ``status`` (new, open, closing, paused, shut, faulted) and ``why``.
 *
 * ``chairs`` are the people at it, ``root`` commits to the order of the shoe in use, and
 * ``closed`` says that no round is being played.
 */
export interface TableNow {
  status: string;
  why?: string;
  chairs?: readonly Chair[];
  root?: string;
  closed?: boolean;
}

/**
 * A chair that is taken: who sits there, chips, here or away.
 *
 * ``chips`` are counted between rounds, ``result`` is what this person has won or lost at
 * the table until now.
 */
export interface Chair {
  seat: number;
  name: string;
  chips: number;
  state: string;
  result: number;
  ready?: boolean;
  bot?: boolean;
}

/**
 * The table as one viewer saw it after one event, on the way to a view.
 *
 * ``cue`` is the kind of event: ``deal``, ``turn``, ``draw``, ``chips``, ``roll``, ``settle``,
 * ``award``, ``say`` or empty. ``at`` is the number of the event in its round. ``results`` is the
 * number of results of the view so far. ``public`` has the other parts of the public view that
 * changed; the first step has all. ``piles`` has the part of ``own`` with this name, if it
 * changed. The last step is the view itself and has no parts.
 */
export interface Step {
  cue: string;
  at: number;
  results: number;
  public?: Partial<View> | null;
  piles?: readonly OwnPile[] | null;
}

/**
 * Something was not done.
 *
 * ``key`` is the key of the command, empty if none could be read. ``code`` is for programs:
 * ``refused`` by a rule, ``stale``, ``funds``, ``role``, ``login``, ``rate``, ``fault``,
 * ``unknown``, ``busy``; ``why`` is a sentence for people, ``clauses`` where it stands in
 * the rules. ``seq`` is the table's last durable row.
 */
export interface NoMessage {
  type: "no";
  key: string;
  code: "busy" | "fault" | "funds" | "login" | "rate" | "refused" | "role" | "stale" | "unknown";
  why: string;
  clauses?: readonly string[];
  seq?: number;
}

/** The room closes the socket, and why.  ``again`` says whether another hello makes sense. */
export interface ByeMessage {
  type: "bye";
  why: string;
  code?: string;
  again?: boolean;
}

/** Yes, and the room's clock. */
export interface PongMessage {
  type: "pong";
  n: number;
  now: number;
}

/** Card, PIN and the name of the station at which they are used. */
export interface Card {
  card: string;
  pin: string;
  station: string;
}

/** A login: the token for ``Authorization: Bearer``, whose it is, and the login before it. */
export interface LoginAnswer {
  token: string;
  person: number;
  role: string;
  name: string;
  station: string;
  until_ms: number;
  previous_ms: number | null;
  previous_station: string;
  wrong_since: number;
}

/** A guest card, wanted at a station; without a name, one is made. */
export interface GuestWish {
  station: string;
  name?: string;
}

/** A guest card with its money, shown once, and its login. */
export interface GuestCard {
  card: string;
  pin: string;
  cents: number;
  login: LoginAnswer;
}

/** Oneself: what is in the wallet, and where one sits. */
export interface Me {
  person: number;
  role: string;
  name: string;
  station: string;
  cents: number;
  seats: { readonly [key: string]: number };
}

/** A player's account; without a card number, one is made. */
export interface NewAccount {
  name: string;
  pin: string;
  card?: string | null;
  firm?: string;
}

/** An account as it was opened, with the card number: whole for a player, masked for others. */
export interface AccountOpened {
  person: number;
  role: string;
  name: string;
  card: string;
  waiting: string;
}

/** A card for a member of the staff, a screen or a bot. */
export interface NewStaff {
  role: "admin" | "auditor" | "bot" | "cashier" | "dealer" | "display" | "floor" | "supervisor";
  name: string;
  pin: string;
  card?: string | null;
}

/** A person as staff sees them: the card masked, without the PIN. */
export interface Known {
  person: number;
  role: string;
  name: string;
  card: string;
  locked: boolean;
  excluded: boolean;
  wrong: number;
  last_login_ms: number | null;
  last_station: string;
  station: string;
  firm: string;
}

/** A card that was swiped: never part of an address. */
export interface Swiped {
  card: string;
}

/** The old PIN and the new one. */
export interface PinChange {
  old: string;
  new: string;
}

/** A new PIN for another person, with the reason. */
export interface PinReset {
  new: string;
  reason: string;
}

/** The answer to a change of a person. */
export interface PersonChange {
  waiting: string;
}

/** A new card for another person, with the reason; without a number one is made. */
export interface NewCard {
  reason: string;
  card?: string | null;
}

/** The reason. */
export interface GivenReason {
  reason: string;
}

/** The right name. */
export interface NewName {
  name: string;
}

/** Another duty, and why. */
export interface NewRole {
  role: "admin" | "auditor" | "cashier" | "dealer" | "floor" | "supervisor";
  reason: string;
}

/** Cash in cents for the account of a person. */
export interface Cash {
  person: number;
  cents: number;
}

/**
 * The answer to a cash command: a receipt with its printed text, or a request for a second
 * person.
 */
export interface CashAnswer {
  receipt: Receipt | null;
  text: string;
  waiting: PendingApproval | null;
}

/** A booking of the cage on an account, in cents; ``cents`` has the sign of the account. */
export interface Receipt {
  number: number;
  kind: string;
  at_ms: number;
  when: string;
  day: string;
  shift: number;
  cashier: string;
  second: string;
  person: number;
  name: string;
  card: string;
  cents: number;
  before: number;
  after: number;
  reason: string;
  reverses: number;
}

/** Something that waits for a second person. */
export interface PendingApproval {
  request: number;
  what: string;
  person: number;
  name: string;
  cents: number;
  reason: string;
  asked_by: number;
  asked_ms: number;
  until_ms: number;
}

/** An account is put right, up or down, for a reason. */
export interface Adjustment {
  person: number;
  cents: number;
  reason: string;
}

/** An account with its latest postings, newest first. */
export interface Statement {
  person: number;
  name: string;
  card: string;
  balance: number;
  lines: readonly Line[];
}

/** A line of a statement: when, what, the cents it brought or took, and the balance after it. */
export interface Line {
  at_ms: number;
  stream: string;
  row: number;
  what: string;
  cents: number;
  balance: number;
}

/**
 * A counted drawer in cents; ``shift`` is another cashier's, 0: the caller's own.
 *
 * A reason is for a drawer that is closed short; a supervisor can give it too.
 */
export interface CountedDrawer {
  cents: number;
  shift?: number;
  reason?: string;
}

/** An open shift, as its cashier sees it: the drawer is counted without knowing what to find. */
export interface Shift {
  shift: number;
  cashier: number;
  station: string;
  opened_ms: number;
  opening: number;
}

/** A count of a drawer; only supervisors and auditors see what should have been in it. */
export interface Count {
  shift: number;
  cashier: number;
  opening: number;
  cash_in: number | null;
  cash_out: number | null;
  times: number;
  expected: number | null;
  counted: number;
  over: number | null;
  request: number;
}

/** One's open shift, if there is one. */
export interface OpenShift {
  shift: Shift | null;
}

/** A trial balance: what each group stands at, and that all of it is nothing. */
export interface TrialBalance {
  at_ms: number;
  day: string;
  groups: { readonly [key: string]: number };
  total: number;
  liability: number;
  control: number;
  accounts: number;
}

/** The flow of players' money in a period; ``opening`` plus all of it is ``closing``. */
export interface DayReport {
  day: string;
  tables: readonly TableDayReport[];
  games: { readonly [key: string]: number };
  opening: number;
  cash_in: number;
  cash_out: number;
  adjusted: number;
  played: number;
  closing: number;
  over_short: number;
}

/** The result of a table in a period: buy-ins, cash-outs, and the house's part. */
export interface TableDayReport {
  table: string;
  game: string;
  bought: number;
  cashed: number;
  win: number;
  fees: number;
  tokes: number;
  meters: number;
  seeded: number;
  collected: number;
  filled: number;
}

/** A gaming day by its date; empty: the one before today. */
export interface DayBody {
  day?: string;
}

/** An amount taken from a table, or given to it. */
export interface Collection {
  row: number;
  kind: string;
  at_ms: number;
  table: string;
  fees: number;
  tokes: number;
  house: number;
  request: number;
}

/** Money of the house, to a table or from it, and why. */
export interface Filled {
  cents: number;
  reason?: string;
}

/** The room: its name, the program, its clock, the key that signs its heads. */
export interface RoomInfo {
  name: string;
  version: string;
  now_ms: number;
  key: string;
  games: readonly string[];
  guest_cents: number;
}

/**
 * A table as the lobby lists it.
 *
 * ``bet`` is what the main wager is called and ``bet_least`` to ``bet_most`` are its limits, in
 * cents; where players bet against each other there is none, and ``look.stakes`` says what is
 * played for.
 */
export interface TableLine {
  table: string;
  game: string;
  name: string;
  status: string;
  why: string;
  seats: number;
  taken: number;
  waiting: number;
  buy_in_least: number;
  buy_in_most: number;
  rules: string;
  look: Look;
  kind: string;
  bet: string;
  bet_least: number;
  bet_most: number;
  meters: readonly MeterLine[];
  wagers: readonly string[];
  practice: boolean;
}

/** A progressive meter as the lobby shows it; ``wager`` is what its wager is called. */
export interface MeterLine {
  spot: string;
  number: number;
  words: string;
  cents: number;
  wager: string;
}

/** A table with everybody who sits at it. */
export interface TableDetail {
  line: TableLine;
  posting: { readonly [key: string]: string };
  chairs: readonly Chair[];
  round: number;
  seq: number;
  root: string;
}

/** Sit down, leave, go away and come back, be ready, or top up: as over the socket. */
export interface SeatCommand {
  do: "away" | "back" | "leave" | "ready" | "sit" | "top_up";
  seat?: number;
  cents?: number;
}

/** The answer to a command: the row that made it durable. */
export interface Answer {
  seq: number;
  round: number;
  seat: number;
  cents: number;
}

/** A game to be seated for, with the buy-in in cents; a table if one is wanted. */
export interface Registration {
  game: string;
  cents: number;
  table?: string;
}

/** The state of a registered person: at a table, called to one, or at a place on the list. */
export interface WaitingPlace {
  game: string;
  table: string;
  seat: number;
  call: Call | null;
  place: number;
}

/** A call to a table, and the time until which the chair is kept. */
export interface Call {
  table: string;
  seat: number;
  until: number;
}

/**
 * The best decision as a sentence, and all choices, the best first.
 *
 * ``round`` and ``ask`` identify the question. Without choices no values are known; ``found`` is
 * True if there was advice in time.
 */
export interface Hint {
  says: string;
  choices: readonly HintChoice[];
  how: string;
  notes: readonly string[];
  exact: boolean;
  found: boolean;
  round: number;
  ask: number;
}

/**
 * A decision or a wager with its value.
 *
 * ``cents`` is its mean result. ``cost`` is the difference to the best choice. For estimates,
 * ``error`` is the standard error. ``worth`` has the same in words.
 */
export interface HintChoice {
  name: string;
  words: string;
  worth: string;
  amount: number;
  pieces: readonly number[];
  parts: readonly (readonly [string, readonly number[]])[];
  cents: number;
  cost: number;
  error: number;
}

/** A table as the floor sees it. */
export interface TableSeen {
  table: string;
  status: "closing" | "faulted" | "new" | "open" | "paused" | "shut";
  why: string;
  game: string;
  name: string;
  posting: { readonly [key: string]: unknown };
  terms: Terms;
  rules: string;
  seq: number;
  round: number;
  playing: boolean;
  seated: number;
  free: number;
}

/** The terms of a table, posted together with its game. */
export interface Terms {
  buy_in_least: number;
  buy_in_most: number;
  seats: number;
  start_with: number;
  people_least: number;
  return_within_ms: number;
  window_ms: number;
  question_ms: number;
  arrange_ms: number;
  pause_ms: number;
  away_after: number;
  hold_ms: number;
  offer_ms: number;
  watch_delay_ms: number;
  practice: boolean;
}

/** The opening of a table: a new one with its game, or a closed one as it is posted. */
export interface TableOpening {
  game?: string;
  posting?: { readonly [key: string]: string | number | boolean } | null;
  terms?: TermsBody | null;
}

/** Terms posted at a table in addition to its game: cents and milliseconds (docs/room.md). */
export interface TermsBody {
  buy_in_least: number;
  buy_in_most: number;
  seats: number;
  start_with?: number;
  people_least?: number;
  return_within_ms?: number;
  window_ms?: number;
  question_ms?: number;
  arrange_ms?: number;
  pause_ms?: number;
  away_after?: number;
  hold_ms?: number;
  offer_ms?: number;
  watch_delay_ms?: number;
  practice?: boolean;
}

/** A reason, if there is one to be told. */
export interface OptionalReason {
  reason?: string;
}

/** The refund of a void for one person, and its effect on every account. */
export interface Refund {
  round: number;
  seq: number;
  seats: { readonly [key: number]: number };
  accounts: { readonly [key: string]: number };
  words: readonly string[];
}

/** The answer to a void. */
export interface VoidAnswer {
  seq: number;
  round: number;
  seat: number;
  cents: number;
  waiting: string;
}

/** A ruling that the game of a table has. */
export interface RulingKnown {
  name: string;
  words: string;
  takes: readonly string[];
  clauses: readonly string[];
  needs: string;
  fits: boolean | null;
  why_not: string;
  seats: readonly number[];
}

/** A ruling; ``pieces`` in their notation, as ``Ks 9d``. */
export interface RulingBody {
  name: string;
  seat?: number;
  pieces?: string;
  amount?: number;
  reason?: string;
}

/** The effect that a ruling would have, at this row of the table's log. */
export interface RulingPreview {
  table: string;
  seq: number;
  round: number;
  ruling: string;
  says: string;
  clauses: readonly string[];
  moves: readonly Moved[];
  events: readonly string[];
  ends: string;
}

/** The effect of a ruling on one account: a seat's chips, its wagers, the pot, the house. */
export interface Moved {
  account: string;
  seat: number;
  cents: number;
  words: string;
}

/**
 * A ruling to be made at a table that still stands at row ``seq``.
 *
 * ``second`` is the token of a second person's own login, where two rule together.
 */
export interface RulingMade {
  name: string;
  seat?: number;
  pieces?: string;
  amount?: number;
  reason?: string;
  seq: number;
  second?: string;
}

/** A chair as the floor sees it; without a person it is free or kept for one. */
export interface ChairSeen {
  seat: number;
  person: number;
  name: string;
  chips: number;
  result: number;
  state: "away" | "here" | "leaving" | null;
  since: number;
  missed: number;
  ended: boolean;
  playing: boolean;
  kept_for: number;
  kept_until: number;
}

/** A person on a waiting list. */
export interface Waiter {
  game: string;
  place: number;
  person: number;
  name: string;
  cents: number;
  since: number;
  table: string;
  call: Call | null;
}

/** A person to be seated, with cents of their account. */
export interface SeatOther {
  person: number;
  cents: number;
  seat?: number;
}

/** Another table for a person, with the reason. */
export interface SeatMove {
  to: string;
  reason: string;
  seat?: number;
}

/** The number of a move; what became of it stands in the log of events. */
export interface MoveTicket {
  move: number;
}

/** All meters of the room, and what is on the way from one to another. */
export interface MeterReport {
  meters: readonly MeterSeen[];
  in_transit: number;
  agrees: boolean;
}

/**
 * A meter: what its display shows, what the books hold, and whether all of it adds up.
 *
 * Amounts that end in ``parts`` are ten-thousandths of a cent.  At each moment seed and
 * contributions less what was paid are meter and reserve (``adds_up``), and the account holds the
 * whole cents of both (``agrees``).
 */
export interface MeterSeen {
  table: string;
  game: string;
  spot: string;
  number: number;
  words: string;
  display: number;
  reserve: number;
  account: string;
  books: number;
  holds: number;
  remainder_parts: number;
  seeded_parts: number;
  taken_parts: number;
  paid_parts: number;
  won: number;
  seed: number;
  rate: number;
  adds_up: boolean;
  agrees: boolean;
}

/** One change of a meter: when, by how many cents, by whose wager or by whom. */
export interface MeterChange {
  at: number;
  seq: number;
  cents: number;
  what: string;
  round: number;
  seat: number;
  person: number;
  name: string;
  why: string;
  second: number;
}

/** Cents to a meter, or from it; ``in_transit``: cents that left another meter. */
export interface MeterProposal {
  spot: string;
  cents: number;
  reason: string;
  number?: number;
  in_transit?: boolean;
}

/** A proposal of the floor that waits for a second person. */
export interface Proposal {
  number: number;
  by: number;
  at: number;
  matter: PostingMatter | MeterMatter | TransferMatter | VoidMatter;
  why: string;
  says: string;
}

/** Another game, posting or other terms at a closed table: the fingerprints, what differs. */
export interface PostingMatter {
  matter: "posting";
  table: string;
  opened: number;
  game: string;
  posting: { readonly [key: string]: unknown };
  terms: Terms;
  before: string;
  after: string;
  differs: readonly string[];
}

/** An amount in cents that the house adds to a meter, or takes out of it (below 0). */
export interface MeterMatter {
  matter: "meter";
  table: string;
  spot: string;
  number: number;
  cents: number;
  stands: Meter;
  in_transit: boolean;
}

/** The state of a meter, in parts of a cent. */
export interface Meter {
  value: number;
  reserve: number;
  seeded: number;
  taken: number;
  paid: number;
  won: number;
  since: number;
}

/** All that a meter holds goes to the meter of the same kind of another table. */
export interface TransferMatter {
  matter: "transfer";
  table: string;
  spot: string;
  number: number;
  to: string;
  stands: Meter;
}

/** The unfinished round of a table is void; ``cents`` go back in all. */
export interface VoidMatter {
  matter: "void";
  table: string;
  round: number;
  seq: number;
  cents: number;
}

/** All that a meter holds, to the same meter of another table. */
export interface TransferProposal {
  spot: string;
  to: string;
  reason: string;
  number?: number;
}

/** Options to be posted at a closed table; what is left out stays as it is. */
export interface PostingProposal {
  reason: string;
  game?: string;
  posting?: { readonly [key: string]: string | number | boolean } | null;
  terms?: TermsBody | null;
}

/** Something that waits for a second person, whatever it is. */
export interface Approval {
  id: string;
  what: string;
  says: string;
  why: string;
  by: number;
  by_name: string;
  at_ms: number;
  until_ms: number;
  person: number;
  table: string;
  cents: number;
  may: boolean;
  why_not: string;
}

/**
 * The PIN of the person who approves.
 *
 * With ``card`` a second person approves at the station of the first one. Without either, the
 * owner of the login approves.
 */
export interface Vouch {
  card?: string;
  pin?: string;
  reason?: string;
}

/** The result of an approval, by its kind; a change of a person has none. */
export interface Approved {
  id: string;
  receipt?: Receipt | null;
  text?: string;
  answer?: Answer | null;
  collection?: Collection | null;
  count?: Count | null;
  person?: number;
}

/** A round in a list; results are won or lost, in cents, by seat and for the house. */
export interface RoundListed {
  table: string;
  round: number;
  game: string;
  name: string;
  opened_ms: number;
  outcome: string;
  seats: { readonly [key: number]: string };
  results: { readonly [key: string]: number };
  seat: number;
  headline: string;
}

/**
 * A round as its viewer (a seat, or 0 for who only looked on) may know it.
 *
 * ``results`` is what each seat, the house and others won or lost, ``wagers`` each settlement
 * with its clauses.  Where this program cannot play the round again, ``steps`` is empty and
 * ``note`` says so; results are then those of the record that was made when the round ended.
 */
export interface RoundDetail {
  listed: RoundListed;
  viewer: number;
  everything: boolean;
  rules: string;
  shoe: number;
  root: string;
  steps: readonly HistoryStep[];
  results: { readonly [key: string]: number };
  wagers: readonly Explained[];
  note: string;
  record: Record | null;
}

/**
 * One row of a round: what happened, in words and as lines, and what was seen then.
 *
 * ``own`` is what each seat saw of its own, for auditors.  ``by`` and ``second`` are the people
 * who gave a command or made a ruling, for staff (0: the room itself).
 */
export interface HistoryStep {
  row: number;
  at_ms: number;
  words: readonly string[];
  lines: readonly string[];
  view: View;
  own: { readonly [key: number]: Own };
  by: number;
  second: number;
}

/**
 * One wager with its outcome and reasons.
 *
 * ``kind`` is ``wagers``, ``tips``, ``bank`` or ``pot``. ``accounts`` has the gain of each account
 * in cents: the seats by number, ``house``, ``tokes``, ``bank``, ``meter``, ``pot``.
 */
export interface Explained {
  seat: number;
  name: string;
  wager: string;
  outcome: string;
  odds: string;
  stake: number;
  back: number;
  net: number;
  clauses: readonly Cited[];
  note: string;
  element: string;
  kind: string;
  wager_words: string;
  outcome_words: string;
  because: string;
  accounts: { readonly [key: string]: number };
}

/** A clause with its text in our words. */
export interface Cited {
  clause: string;
  says: string;
}

/**
 * A round as text.
 *
 * ``version``, ``rules`` and ``digests`` name the rules under which a saved round was played;
 * records that people write have none of them. ``shuffles`` is set if a shuffle was due when it
 * was saved.
 */
export interface Record {
  game: string;
  format: string;
  version: string;
  rules: string;
  posted: { readonly [key: string]: unknown };
  seats: { readonly [key: string]: number | string | SeatEntry };
  between: { readonly [key: string]: unknown };
  bets: { readonly [key: string]: number | string };
  meters: { readonly [key: string]: number | string | readonly (number | string)[] };
  deal: string;
  dice: string;
  play: readonly string[] | string;
  pays: { readonly [key: string]: string };
  nets: { readonly [key: string]: number | string };
  shuffles: number | null;
  events: readonly string[];
  digests: { readonly [key: string]: string };
}

/** A seat of a record: dollars, a name and, where there is one, the person's id and firm. */
export interface SeatEntry {
  chips: number | string;
  name: string;
  who: string;
  firm: string;
}

/**
 * A round step by step as its viewer saw it (a seat, or 0 for an onlooker).
 *
 * ``layout`` is the table as posted then, ``public`` and ``own`` the end of the round. ``steps``
 * lead to that, as a socket gets them. ``note`` has the reason of a void round.
 */
export interface RoundShown {
  listed: RoundListed;
  viewer: number;
  layout: Layout;
  public: View;
  own: Own;
  steps: readonly Step[];
  note: string;
}

/**
 * The part of a round that its reader may know.
 *
 * ``commitment`` binds the room to the seed of the shoe, ``roots`` to each order that was dealt
 * from. ``replay`` is the whole round, where the reader has seen every piece of it. ``seed`` is
 * present once the shoe is finished and may be shown whole. ``receipt`` is what the room signed at
 * the close, None in records of rounds without one. ``salt`` opens its digest of the events as
 * this reader was told them, ``replay_salt`` that of the whole round.
 */
export interface PublicRecord {
  format: string;
  table: string;
  round: number;
  viewer: number;
  game: string;
  posted: { readonly [key: string]: unknown };
  rules: string;
  closed: boolean;
  shoe: number;
  commitment: string;
  roots: readonly RootShown[];
  draws: readonly Drew[];
  openings: readonly Shown[];
  events: readonly SeenEvent[];
  replay: Record | null;
  seed: string;
  receipt: SignedReceipt | null;
  salt: string;
  replay_salt: string;
}

/** The commitment to one epoch; ``contents`` is what was shuffled, given with a seed only. */
export interface RootShown {
  stream: string;
  epoch: number;
  size: number;
  root: string;
  contents?: string;
}

/** A draw as it stands in a record. */
export interface Drew {
  what: string;
  stream: string;
  epoch: number;
  first: number;
  n: number;
}

/** One place of an epoch, opened: the piece in its notation, salt and path in hex. */
export interface Shown {
  stream: string;
  epoch: number;
  i: number;
  piece: string;
  salt: string;
  path: readonly string[];
}

/**
 * An event as the reader was told of it.
 *
 * ``opened`` has, for each field with pieces, the number of each in the list of openings, from 0;
 * -1 where it was covered. An event that others were told with covered pieces has that line as
 * ``public`` and its ``salt`` (hex). One that the reader was told so has the ``hash`` (hex) of
 * its full version.
 */
export interface SeenEvent {
  line: string;
  opened?: { readonly [key: string]: readonly number[] };
  public?: string;
  salt?: string;
  hash?: string;
}

/** The text of a receipt (JSON) with its signature (Ed25519) and the public key, both in hex. */
export interface SignedReceipt {
  body: string;
  key: string;
  signature: string;
}

/** Something that happened: when, who, where, in words; and the row that says so. */
export interface Significant {
  at: number;
  by: number;
  name: string;
  where: string;
  about: string;
  kind: string;
  words: string;
  stream: string;
  seq: number;
}

/** A gaming day, and what waits to be collected now. */
export interface DropReport {
  day: string;
  lines: readonly DropLine[];
  fees: number;
  tokes: number;
  result: number;
  waiting: readonly UncollectedDrop[];
}

/** One table with one game in one gaming day, in cents. */
export interface DropLine {
  day: string;
  table: string;
  game: string;
  bought: number;
  cashed: number;
  fees: number;
  tokes: number;
  win: number;
  meters: number;
  seeded: number;
  collected: number;
  filled: number;
  result: number;
}

/** The chips in a table's box that wait for collection. */
export interface UncollectedDrop {
  table: string;
  fees: number;
  tokes: number;
}

/** The result of an audit: its scope, its findings, and its gaps. */
export interface Report {
  streams: number;
  rows: number;
  postings: number;
  tables: number;
  rounds: number;
  replayed: number;
  heads: number;
  seeds: boolean;
  findings: readonly Finding[];
  notes: readonly string[];
}

/** A fault: the number of the invariant (0: none), and a description. */
export interface Finding {
  invariant: number;
  says: string;
  what: string;
}

/** The heads of all logs at one moment, each signed; ``key`` is the room's public key. */
export interface Heads {
  format: string;
  at_ms: number;
  key: string;
  heads: readonly SignedHead[];
  tree: SignedTreeHead | null;
}

/** A head with the signature of a room and the public key to check it with, both in hex. */
export interface SignedHead {
  head: LogHead;
  signature: string;
  key: string;
}

/** The head of a hash-chained log at one moment; a kept head reveals a changed log. */
export interface LogHead {
  stream: string;
  seq: number;
  hash: string;
  at_ms: number;
}

/** A tree head with the signature of a room and the public key to check it with, in hex. */
export interface SignedTreeHead {
  head: TreeHead;
  signature: string;
  key: string;
}

/**
 * The trees of all logs at one moment.
 *
 * Published heads are numbered from 1, and ``before`` is the digest of the one before, in hex. A
 * head that was only exported has the number 0.
 */
export interface TreeHead {
  number: number;
  at_ms: number;
  before: string;
  trees: readonly StreamTree[];
}

/** The hash tree over the first ``size`` rows of a log; ``root`` is its top, in hex. */
export interface StreamTree {
  stream: string;
  size: number;
  root: string;
}

/** A copy of the books: its file, its size, and the SHA-256 of it. */
export interface BackupMade {
  file: string;
  size: number;
  sha256: string;
  at_ms: number;
}

/** The running program: the digest of its files, and its interpreter. */
export interface Program {
  version: string;
  files: number;
  digest: string;
  python: string;
}

/** Published tree heads in order, the number of the last one, and the keys of the room. */
export interface TreeHeadList {
  heads: readonly SignedTreeHead[];
  last: number;
  keys: readonly PublicKey[];
}

/** A key with which a room signs, signed by the key before it; the first has none before. */
export interface PublicKey {
  public: string;
  id: string;
  made: number;
  before: string;
  signature: string;
}

/** The proofs that each log of one published head begins as an earlier head says. */
export interface Consistency {
  first: number;
  second: number;
  proofs: readonly StreamProof[];
}

/** A proof that the tree of a log begins with an earlier one: hashes in hex (RFC 6962). */
export interface StreamProof {
  stream: string;
  path: readonly string[];
}

/** The proof that a row is in a log of a published head: hashes in hex, leaf to top. */
export interface Inclusion {
  number: number;
  stream: string;
  row: number;
  size: number;
  path: readonly string[];
}

/** A game in the index: the source of its rules, its features, and its size. */
export interface BookLine {
  id: string;
  name: string;
  jurisdiction: string;
  section: string;
  version: string;
  family: string;
  family_words: string;
  about: string;
  cloth: string;
  wagers: readonly string[];
  clauses: number;
  readings: number;
  pieces: string;
}

/** The content of a game's rulebook page, as posted. */
export interface GameBook {
  id: string;
  name: string;
  jurisdiction: string;
  section: string;
  version: string;
  rights: string;
  notice: string;
  look: Look;
  headlines: readonly string[];
  steps: readonly string[];
  parts: readonly BookPart[];
  postings: readonly BookPosting[];
  chosen: readonly string[];
  facts: readonly BookFact[];
  wagers: readonly BookWager[];
  pay: readonly BookPay[];
  meters: readonly BookMeter[];
  fees: readonly BookFee[];
  readings: readonly BookReading[];
  rulings: readonly BookRuling[];
  words: readonly BookWord[];
  elsewhere: { readonly [key: string]: string };
}

/** The clauses of one section of the text, in order. */
export interface BookPart {
  title: string;
  source: string;
  clauses: readonly BookClause[];
}

/** A clause of a game; ``replaced`` names clauses that apply in its place. */
export interface BookClause {
  id: string;
  says: string;
  ref: string;
  kind: string;
  kind_words: string;
  why: string;
  replaced: readonly string[];
  readings: readonly ReadingLink[];
}

/** The number of a reading, and its anchor on the page. */
export interface ReadingLink {
  id: string;
  at: string;
}

/**
 * An option of the house.
 *
 * ``of`` is the wager it belongs to, empty for the table. ``choices`` lists the values if they are
 * few; otherwise ``allowed`` describes them.
 */
export interface BookPosting {
  key: string;
  of: string;
  words: string;
  says: string;
  value: string;
  choices: readonly BookChoice[];
  allowed: string;
  clauses: readonly string[];
}

/** A value of an option: as written, in words, and True if it is posted. */
export interface BookChoice {
  value: string;
  words: string;
  posted: boolean;
}

/** A fact fixed by the text. */
export interface BookFact {
  words: string;
  value: string;
  clauses: readonly string[];
}

/** A wager with its limits and conditions; ``name`` is its name in addresses. */
export interface BookWager {
  name: string;
  words: string;
  offered: boolean;
  limits: string;
  conditions: readonly string[];
  clauses: readonly string[];
  pay: string;
}

/** A pay table; ``posted`` describes its posted column. */
export interface BookPay {
  name: string;
  words: string;
  clause: string;
  posted: string;
  columns: readonly BookColumn[];
  rows: readonly BookRow[];
}

/** A column: its name, its label, True if it is posted, and its decks. */
export interface BookColumn {
  name: string;
  words: string;
  posted: boolean;
  decks: string;
}

/** An outcome with its payout in each column. */
export interface BookRow {
  words: string;
  cells: readonly BookCell[];
}

/**
 * The pay of an outcome in a column.
 *
 * ``as_row`` is the row whose payout applies if the column does not print its own. ``reading`` is
 * the reading behind a payout if the text is uncertain.
 */
export interface BookCell {
  pays: string;
  as_row: string;
  reading: string;
}

/** A meter: its seed, its share of each wager, and its division among several winners. */
export interface BookMeter {
  words: string;
  of: string;
  seed: string;
  increment: string;
  reserve: string;
  awards: string;
}

/** A schedule of collection, and True if it is posted; ``schedule`` is its number. */
export interface BookFee {
  schedule: string;
  limits: string;
  player: string;
  player_dealer: readonly string[];
  clause: string;
  posted: boolean;
}

/**
 * An unclear place in the text: its reading, the alternatives, and the value posted if it is an
 * option.
 */
export interface BookReading {
  shown: ReadingShown;
  at: string;
  value: string;
  choices: readonly BookChoice[];
}

/** A reading of an unclear place in the text. */
export interface ReadingShown {
  id: string;
  clauses: readonly string[];
  question: string;
  reading: string;
  alternatives: readonly string[];
  effect: string;
  posted: string;
  posted_words: string;
}

/** A ruling: its name, its effect, and who makes it. */
export interface BookRuling {
  words: string;
  says: string;
  by: string;
  clauses: readonly string[];
}

/** A word explained by the text. */
export interface BookWord {
  word: string;
  means: string;
}

/** The matrix of a game, in the order of its clauses, with totals. */
export interface MatrixBook {
  game: string;
  counts: Counts;
  lines: readonly MatrixLine[];
}

/**
 * The totals of a game's matrix. ``no_rule`` counts clauses with a reason why no case is
 * possible.
 */
export interface Counts {
  game: string;
  name: string;
  clauses: number;
  covered: number;
  replaced: number;
  no_rule: number;
  owed: number;
  cases: number;
  failing: number;
}

/** A clause and its status; ``by`` names the clause by which the rules of another game apply. */
export interface MatrixLine {
  clause: string;
  status: string;
  status_words: string;
  by: string;
  code: readonly CodeLine[];
  cases: readonly CaseLine[];
  readings: readonly string[];
}

/** Code that implements a clause: kind, name, file and line. */
export interface CodeLine {
  what: string;
  words: string;
  file: string;
  line: number;
}

/** A worked case: its title, its game, and True if it passes. */
export interface CaseLine {
  says: string;
  game: string;
  passes: boolean;
}

/**
 * The pieces of a game: kind, and default number of sets (``decks`` posts others).
 *
 * ``kind`` is ``cards``, ``cards and joker``, ``tiles`` or ``dice``; docs/fairness.md has their
 * notation and numbers.
 */
export interface DealtWith {
  game: string;
  kind: string;
  sets: number;
}

/**
 * Everything about one clause of one game.
 *
 * ``shown_in`` is the game with the code and cases: this one, or one whose rules apply.
 */
export interface ClauseSheet {
  game: string;
  name: string;
  clause: string;
  title: string;
  source: string;
  ref: string;
  says: string;
  kind: string;
  kind_words: string;
  why: string;
  status: string;
  missing: readonly string[];
  by: string;
  shown_in: string;
  replaced: readonly string[];
  code: readonly CodePlace[];
  cases: readonly CaseShown[];
  readings: readonly ReadingShown[];
}

/**
 * Code that implements a clause: its kind, its place, and the place that cites the clause.
 *
 * ``file`` is relative to the package. A step of a family is code of several games; ``said_in`` is
 * then the place where this game assigns the clause to the step. ``read_in``: the places where
 * rules of the game read a fact or a posting.
 */
export interface CodePlace {
  what: string;
  name: string;
  words: string;
  about: string;
  file: string;
  line: number;
  said_in: string;
  read_in: readonly string[];
  first_line: number;
  excerpt: string;
}

/** A worked case with its record in the form that ``houseway settle`` reads. */
export interface CaseShown {
  says: string;
  game: string;
  clauses: readonly string[];
  record: string;
  passes: boolean;
  wrong: readonly string[];
}

/**
 * A clause of the rulebook in our words, as it applies in ``game``.
 *
 * ``replaced`` has the clauses that apply there in its place. ``readings`` are the readings of its
 * unclear places there. ``games`` are all games that have it.
 */
export interface ClauseCard {
  id: string;
  says: string;
  ref: string;
  kind: string;
  kind_words: string;
  why: string;
  title: string;
  source: string;
  game: GameName;
  replaced: readonly string[];
  readings: readonly ReadingShown[];
  games: readonly GameName[];
}

/** A game id with its name. */
export interface GameName {
  id: string;
  name: string;
}

/**
 * The results of a question, the best first.
 *
 * ``instead`` is the question as corrected if one of its words is not in the rulebook; empty
 * otherwise.
 */
export interface Searched {
  asked: string;
  instead: string;
  total: number;
  kinds: { readonly [key: string]: number };
  found: readonly SearchResult[];
}

/**
 * An entry that was found, and the address of its page.
 *
 * ``kind`` is its kind (``kind_words`` for people); ``text`` is the excerpt with the words.
 */
export interface SearchResult {
  kind: string;
  kind_words: string;
  title: string;
  text: string;
  game: string;
  game_name: string;
  at: string;
  more: number;
}

/** A posted table: its controls, and the values that were chosen to fit. */
export interface LabPostedControls {
  game: string;
  name: string;
  section: string;
  jurisdiction: string;
  about: string;
  poker: boolean;
  posting: string;
  controls: readonly LabControl[];
  chosen: readonly string[];
  rules: string;
  play: string;
  wagers: readonly LabOnOffer[];
}

/** An option of the house. */
export interface LabControl {
  key: string;
  words: string;
  says: string;
  clauses: readonly string[];
  kind: string;
  group: string;
  wager: string;
  pays: readonly string[];
  written: string;
  value: string;
  stated: boolean;
  values: readonly LabControlValue[];
  least: string;
  most: string;
  allowed: string;
}

/**
 * A value of an option; if it conflicts with the rest of the posting, the reason and the
 * clause.
 */
export interface LabControlValue {
  written: string;
  words: string;
  why?: string;
  clauses?: readonly string[];
  frees?: readonly string[];
}

/** A wager of a table, before its odds are known. */
export interface LabOnOffer {
  wager: string;
  words: string;
  says: string;
  rank: string;
}

/** Every wager; while it is worked out, those that are known already. */
export interface OddsAnswer {
  found: LabOdds | null;
  pending: Pending | null;
}

/** All odds of a posted table. */
export interface LabOdds {
  rows: readonly LabWagerRow[];
  main: string;
  by_players: boolean;
  notes: readonly string[];
  alarms: readonly string[];
  grids: readonly LabFigures[];
  must: LabRequiredBet | null;
  source: string;
}

/** A wager as posted: figures are per unit of the initial wager. */
export interface LabWagerRow {
  wager: string;
  words: string;
  says: string;
  rank: string;
  table: string;
  table_words: string;
  own: boolean;
  decks: number;
  edge: number;
  exactly: string;
  returned: number;
  wins: number;
  wins_exactly: string;
  sd: number;
  variance: number;
  variance_exactly: string;
  method: string;
  method_words: string;
  stderr: number | null;
  rounds: number;
  lines: readonly LabOutcomeLine[];
  assumptions: readonly string[];
  warnings: readonly string[];
  clauses: readonly string[];
  editable: boolean;
  at_once: boolean;
  chances: readonly (readonly [string, string])[];
  others: readonly LabOther[];
  meter: LabMeter | null;
  sides: LabFigures | null;
}

/** A row of a pay table, or a result of the round: its pay and its chance. */
export interface LabOutcomeLine {
  outcome: string;
  words: string;
  pays: string;
  chance: number;
  exactly: string;
  net: string;
  share: number | null;
  wins: boolean;
}

/** The same wager under another pay table. */
export interface LabOther {
  table: string;
  words: string;
  edge: number;
  exactly: string;
}

/** The return of a progressive wager at its seeds, and its break-even meter. */
export interface LabMeter {
  wager: number;
  without: number;
  at_seed: number;
  break_even: number | null;
  long_run: number | null;
  meters: readonly LabMeterLife[];
}

/** One meter of a progressive wager, in dollars. */
export interface LabMeterLife {
  words: string;
  seed: number;
  increment: number;
  hit: number;
  average: number | null;
}

/** A table for people; columns from ``words`` on hold numbers. */
export interface LabFigures {
  type: "figures";
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  note: string;
  words: number;
}

/** The bet required for a hand: one wager, or several of the same amount together. */
export interface LabRequiredBet {
  wagers: readonly string[];
  words: string;
  edge: number;
  exactly: string;
  method_words: string;
  stderr: number | null;
  by_players: boolean;
  source: string;
}

/** It is being worked out: ask again. */
export interface Pending {
  words: string;
  done: number;
  of: number;
  ahead: number;
  left: number;
}

/** A wager by pay table and decks, or how far that is. */
export interface TablesAnswer {
  found: LabTables | null;
  pending: Pending | null;
}

/** The house edge of a wager by pay table and decks. */
export interface LabTables {
  wager: string;
  words: string;
  decks: readonly string[];
  tables: readonly string[];
  cells: readonly (readonly LabCell[])[];
}

/** The edge under one pay table with one number of decks. */
export interface LabCell {
  edge: number | null;
  exactly: string;
  method: string;
  posted: boolean;
  barred: string;
}

/** Best play, or how far it is. */
export interface PlayAnswer {
  found: LabPlay | null;
  pending: Pending | null;
}

/** The best play of a game. */
export interface LabPlay {
  heading: string;
  parts: readonly (LabSentence | LabFigures | LabChart)[];
}

/** A sentence; ``alarm`` marks one that a reader must not miss. */
export interface LabSentence {
  type: "words";
  text: string;
  alarm: boolean;
}

/** A table of decisions; cells without a key are figures. */
export interface LabChart {
  type: "chart";
  title: string;
  says: readonly string[];
  columns: readonly string[];
  rows: readonly LabChartLine[];
  keys: readonly LabKey[];
}

/** A row of a chart: its part, the hand, and the decisions. */
export interface LabChartLine {
  part: string;
  hand: string;
  cells: readonly string[];
}

/** The meaning of a cell, and its look. */
export interface LabKey {
  cell: string;
  words: string;
  tone: string;
}

/** The effect of a wager on a bankroll, or the progress of its computation. */
export interface BankrollAnswer {
  found: LabBankroll | null;
  pending: Pending | null;
}

/** Amounts in dollars; chances between 0 and 1. */
export interface LabBankroll {
  unit: number;
  bankroll: number;
  rounds: number;
  an_hour: number;
  mean_round: number;
  sd_round: number;
  mean_hour: number;
  sd_hour: number;
  n0: number | null;
  mean: number;
  sd: number;
  ahead: number;
  quantiles: readonly LabPlotPoint[];
  results: readonly LabPlotPoint[];
  results_method: string;
  ruin: number;
  ruin_method: string;
  ruin_ever: number;
  ruin_by: readonly LabPlotPoint[];
  assumptions: readonly string[];
}

/** A point of a plot. */
export interface LabPlotPoint {
  x: number;
  y: number;
}

/** Pays for an edge, or how far the search is. */
export interface TunedAnswer {
  found: LabTuned | null;
  pending: Pending | null;
}

/** Pay tables of a wager with the target edge, and the range of possible edges. */
export interface LabTuned {
  wager: string;
  words: string;
  target: number;
  within: number;
  least: number;
  most: number;
  method: string;
  proposals: readonly LabProposed[];
  assumptions: readonly string[];
}

/** Pays that meet a target. */
export interface LabProposed {
  character: string;
  says: string;
  edge: number;
  exactly: string;
  wins: number;
  sd: number;
  lines: readonly LabPayLine[];
  posting: string;
}

/** A row of a proposed pay table. */
export interface LabPayLine {
  outcome: string;
  words: string;
  pays: string;
  chance: number;
  share: number;
}

/** The equity of hands, or the progress of its computation. */
export interface ChancesAnswer {
  found: LabChances | null;
  pending: Pending | null;
}

/** The equity of hands, with its method. */
export interface LabChances {
  hands: readonly LabHandChance[];
  method: string;
  deals: number;
  assumptions: readonly string[];
}

/** The equity of a hand or a range: its chances to win and tie, and its share of the pot. */
export interface LabHandChance {
  hand: string;
  wins: number;
  ties: number;
  share: number;
  exactly: string;
  error: number | null;
  parts: { readonly [key: string]: number };
}

/** The state of a sheet: ready to be fetched, or its progress. */
export interface SheetAnswer {
  ready: boolean;
  pending: Pending | null;
}

/** A simulation that is to begin. */
export interface SimulationWish {
  game: string;
  wager: string;
  posting: string;
  rounds: number;
  seed: number;
}

/** The progress of a simulation, with every point it has passed. */
export interface Simulation {
  id: string;
  state: "done" | "refused" | "runs" | "stopped";
  wager: string;
  seed: number;
  rounds: number;
  target: number;
  edge: number | null;
  stderr: number | null;
  points: readonly LabSimulatedAt[];
  words: string;
  assumptions: readonly string[];
}

/** The result after a number of rounds. */
export interface LabSimulatedAt {
  rounds: number;
  edge: number;
  stderr: number;
}

/** The bet that a table requires, with its edge once it is known. */
export interface TableEdge {
  table: string;
  game: string;
  wager: string;
  edge: number | null;
  exactly: string;
  method: string;
  stderr: number | null;
  wagers: number;
  by_players: boolean;
  pending: boolean;
  source: string;
}

export type Action = Button | Amount | Pick | Arrange | Place;

export type Incoming = HelloMessage | ActMessage | SeatMessage | DealMessage | RuleMessage | PingMessage;

export type Outgoing = WelcomeMessage | ViewMessage | NoMessage | ByeMessage | PongMessage;

/** Every call of the REST interface: what it is given in path and query, its body,
 * and what it gives back. */
export interface Calls {
  "POST /api/login": { given: {}; body: Card; gives: LoginAnswer };
  "POST /api/guest": { given: {}; body: GuestWish; gives: GuestCard };
  "POST /api/logout": { given: {}; body: undefined; gives: undefined };
  "GET /api/me": { given: {}; body: undefined; gives: Me };
  "POST /api/people": { given: {}; body: NewAccount; gives: AccountOpened };
  "POST /api/staff": { given: {}; body: NewStaff; gives: AccountOpened };
  "GET /api/people": { given: { like?: string }; body: undefined; gives: readonly Known[] };
  "POST /api/people/find": { given: {}; body: Swiped; gives: Known };
  "GET /api/people/{person}": { given: { person: number }; body: undefined; gives: Known };
  "POST /api/me/pin": { given: {}; body: PinChange; gives: undefined };
  "POST /api/people/{person}/pin": { given: { person: number }; body: PinReset; gives: PersonChange };
  "POST /api/people/{person}/card": { given: { person: number }; body: NewCard; gives: AccountOpened };
  "POST /api/people/{person}/lock": { given: { person: number }; body: GivenReason; gives: undefined };
  "POST /api/people/{person}/unlock": { given: { person: number }; body: GivenReason; gives: undefined };
  "POST /api/people/{person}/readmit": { given: { person: number }; body: GivenReason; gives: undefined };
  "POST /api/people/{person}/name": { given: { person: number }; body: NewName; gives: PersonChange };
  "POST /api/people/{person}/role": { given: { person: number }; body: NewRole; gives: PersonChange };
  "POST /api/people/{person}/exclude": { given: { person: number }; body: GivenReason; gives: undefined };
  "POST /api/cage/deposits": { given: {}; body: Cash; gives: CashAnswer };
  "POST /api/cage/payouts": { given: {}; body: Cash; gives: CashAnswer };
  "POST /api/cage/adjustments": { given: {}; body: Adjustment; gives: CashAnswer };
  "POST /api/cage/receipts/{number}/reverse": { given: { number: number }; body: GivenReason; gives: CashAnswer };
  "GET /api/cage/receipts/{number}": { given: { number: number }; body: undefined; gives: CashAnswer };
  "GET /api/me/statement": { given: { most?: number }; body: undefined; gives: Statement };
  "GET /api/people/{person}/statement": { given: { person: number; most?: number }; body: undefined; gives: Statement };
  "POST /api/cage/requests/{number}/approve": { given: { number: number }; body: undefined; gives: CashAnswer };
  "POST /api/cage/requests/{number}/withdraw": { given: { number: number }; body: GivenReason; gives: undefined };
  "GET /api/cage/requests": { given: {}; body: undefined; gives: readonly PendingApproval[] };
  "POST /api/cage/shifts": { given: {}; body: CountedDrawer; gives: Shift };
  "POST /api/cage/shifts/count": { given: {}; body: CountedDrawer; gives: Count };
  "POST /api/cage/shifts/close": { given: {}; body: CountedDrawer; gives: Count };
  "GET /api/cage/shifts/mine": { given: {}; body: undefined; gives: OpenShift };
  "GET /api/cage/shifts": { given: {}; body: undefined; gives: readonly Count[] };
  "GET /api/reports/shifts": { given: { day?: string }; body: undefined; gives: readonly Count[] };
  "GET /api/reports/trial": { given: { day?: string }; body: undefined; gives: TrialBalance };
  "GET /api/reports/day": { given: { day?: string }; body: undefined; gives: DayReport };
  "POST /api/reports/day/close": { given: {}; body: DayBody; gives: TrialBalance };
  "POST /api/tables/{table}/drop": { given: { table: string }; body: undefined; gives: Collection };
  "POST /api/tables/{table}/fill": { given: { table: string }; body: Filled; gives: Collection };
  "POST /api/tables/{table}/credit": { given: { table: string }; body: Filled; gives: Collection };
  "GET /api/room": { given: {}; body: undefined; gives: RoomInfo };
  "GET /api/tables": { given: {}; body: undefined; gives: readonly TableLine[] };
  "GET /api/tables/{table}": { given: { table: string }; body: undefined; gives: TableDetail };
  "GET /api/tables/{table}/layout": { given: { table: string }; body: undefined; gives: Layout };
  "POST /api/tables/{table}/seat": { given: { table: string }; body: SeatCommand; gives: Answer };
  "POST /api/waiting": { given: {}; body: Registration; gives: WaitingPlace };
  "GET /api/waiting": { given: {}; body: undefined; gives: readonly WaitingPlace[] };
  "DELETE /api/waiting/{game}": { given: { game: string }; body: undefined; gives: undefined };
  "GET /api/tables/{table}/hint": { given: { table: string }; body: undefined; gives: Hint };
  "GET /api/floor/tables": { given: {}; body: undefined; gives: readonly TableSeen[] };
  "GET /api/floor/tables/{table}": { given: { table: string }; body: undefined; gives: TableSeen };
  "POST /api/floor/tables/{table}/open": { given: { table: string }; body: TableOpening; gives: Answer };
  "POST /api/floor/tables/{table}/pause": { given: { table: string }; body: OptionalReason; gives: Answer };
  "POST /api/floor/tables/{table}/resume": { given: { table: string }; body: undefined; gives: Answer };
  "POST /api/floor/tables/{table}/close": { given: { table: string }; body: OptionalReason; gives: Answer };
  "POST /api/floor/tables/{table}/clear": { given: { table: string }; body: GivenReason; gives: Answer };
  "GET /api/floor/tables/{table}/void": { given: { table: string }; body: undefined; gives: Refund };
  "POST /api/floor/tables/{table}/void": { given: { table: string }; body: GivenReason; gives: VoidAnswer };
  "GET /api/floor/tables/{table}/rulings": { given: { table: string }; body: undefined; gives: readonly RulingKnown[] };
  "POST /api/floor/tables/{table}/rulings/preview": { given: { table: string }; body: RulingBody; gives: RulingPreview };
  "POST /api/floor/tables/{table}/rulings": { given: { table: string }; body: RulingMade; gives: Answer };
  "GET /api/floor/tables/{table}/chairs": { given: { table: string }; body: undefined; gives: readonly ChairSeen[] };
  "GET /api/floor/waiting": { given: { game?: string }; body: undefined; gives: readonly Waiter[] };
  "DELETE /api/floor/waiting/{game}/{person}": { given: { game: string; person: number }; body: undefined; gives: undefined };
  "POST /api/floor/waiting/call": { given: {}; body: undefined; gives: undefined };
  "POST /api/floor/tables/{table}/chairs": { given: { table: string }; body: SeatOther; gives: Answer };
  "POST /api/floor/tables/{table}/chairs/{person}/end": { given: { table: string; person: number }; body: GivenReason; gives: Answer };
  "POST /api/floor/tables/{table}/chairs/{person}/move": { given: { table: string; person: number }; body: SeatMove; gives: MoveTicket };
  "GET /api/floor/meters": { given: { table?: string }; body: undefined; gives: MeterReport };
  "GET /api/floor/tables/{table}/meters/{spot}": { given: { table: string; spot: string; number?: number; most?: number }; body: undefined; gives: readonly MeterChange[] };
  "POST /api/floor/tables/{table}/meters": { given: { table: string }; body: MeterProposal; gives: Proposal };
  "POST /api/floor/tables/{table}/meters/transfer": { given: { table: string }; body: TransferProposal; gives: Proposal };
  "POST /api/floor/tables/{table}/posting": { given: { table: string }; body: PostingProposal; gives: Proposal };
  "GET /api/floor/proposals": { given: {}; body: undefined; gives: readonly Proposal[] };
  "POST /api/floor/proposals/{number}/withdraw": { given: { number: number }; body: OptionalReason; gives: undefined };
  "POST /api/floor/proposals/{number}/confirm": { given: { number: number }; body: undefined; gives: Answer };
  "GET /api/approvals": { given: {}; body: undefined; gives: readonly Approval[] };
  "POST /api/approvals/{id}/approve": { given: { id: string }; body: Vouch; gives: Approved };
  "POST /api/approvals/{id}/withdraw": { given: { id: string }; body: OptionalReason; gives: undefined };
  "GET /api/tables/{table}/rounds": { given: { table: string; most?: number; before?: number; told?: boolean }; body: undefined; gives: readonly RoundListed[] };
  "GET /api/tables/{table}/rounds/{number}": { given: { table: string; number: number }; body: undefined; gives: RoundDetail };
  "GET /api/tables/{table}/rounds/{number}/steps": { given: { table: string; number: number }; body: undefined; gives: RoundShown };
  "GET /api/tables/{table}/rounds/{number}/record": { given: { table: string; number: number }; body: undefined; gives: string };
  "GET /api/tables/{table}/rounds/{number}/proof": { given: { table: string; number: number }; body: undefined; gives: PublicRecord };
  "GET /api/tables/{table}/rounds/{number}/phh": { given: { table: string; number: number }; body: undefined; gives: string };
  "GET /api/me/rounds": { given: { most?: number; before_ms?: number; told?: boolean }; body: undefined; gives: readonly RoundListed[] };
  "GET /api/people/{person}/rounds": { given: { person: number; most?: number; before_ms?: number }; body: undefined; gives: readonly RoundListed[] };
  "GET /api/floor/events": { given: { since?: number; until?: number; stream?: string; about?: string; by?: number; most?: number }; body: undefined; gives: readonly Significant[] };
  "GET /api/reports/drop": { given: { day?: string }; body: undefined; gives: DropReport };
  "POST /api/audit": { given: {}; body: undefined; gives: Report };
  "POST /api/audit/heads": { given: {}; body: undefined; gives: Heads };
  "POST /api/audit/backup": { given: {}; body: undefined; gives: BackupMade };
  "GET /api/audit/program": { given: {}; body: undefined; gives: Program };
  "GET /api/export/{table}": { given: { table: string; day?: string }; body: undefined; gives: Blob };
  "GET /api/export/{table}/lines": { given: { table: string; day?: string }; body: undefined; gives: Blob };
  "GET /api/tree-heads": { given: { after?: number }; body: undefined; gives: TreeHeadList };
  "GET /api/tree-heads/consistency": { given: { first: number; second: number }; body: undefined; gives: Consistency };
  "GET /api/tree-heads/inclusion": { given: { stream: string; row: number; hash: string; number: number }; body: undefined; gives: Inclusion };
  "GET /api/rules": { given: {}; body: undefined; gives: readonly BookLine[] };
  "GET /api/rules/{game}": { given: { game: string }; body: undefined; gives: GameBook };
  "GET /api/tables/{table}/rules": { given: { table: string }; body: undefined; gives: GameBook };
  "GET /api/rules/{game}/matrix": { given: { game: string }; body: undefined; gives: MatrixBook };
  "GET /api/rules/{game}/pieces": { given: { game: string }; body: undefined; gives: DealtWith };
  "GET /api/rules/{game}/clauses/{clause}": { given: { game: string; clause: string }; body: undefined; gives: ClauseSheet };
  "GET /api/rules/{game}/sign": { given: { game: string; only?: "" | "card" | "sign" }; body: undefined; gives: string };
  "GET /api/tables/{table}/sign": { given: { table: string; only?: "" | "card" | "sign" }; body: undefined; gives: string };
  "GET /api/clauses/{clause}": { given: { clause: string; game?: string }; body: undefined; gives: ClauseCard };
  "GET /api/search": { given: { q: string; most?: number; kind?: "" | "clause" | "game" | "posting" | "reading" | "wager" | "word" }; body: undefined; gives: Searched };
  "GET /api/lab/games/{game}/posting": { given: { game: string; posting?: string }; body: undefined; gives: LabPostedControls };
  "GET /api/lab/games/{game}/odds": { given: { game: string; posting?: string; wait?: number }; body: undefined; gives: OddsAnswer };
  "GET /api/lab/games/{game}/odds.csv": { given: { game: string; posting?: string; wait?: number }; body: undefined; gives: Blob };
  "GET /api/lab/games/{game}/odds.json": { given: { game: string; posting?: string; wait?: number }; body: undefined; gives: Blob };
  "GET /api/lab/games/{game}/wagers/{wager}/tables": { given: { game: string; wager: string; posting?: string; wait?: number }; body: undefined; gives: TablesAnswer };
  "GET /api/lab/games/{game}/play": { given: { game: string; posting?: string; wait?: number }; body: undefined; gives: PlayAnswer };
  "GET /api/lab/games/{game}/wagers/{wager}/bankroll": { given: { game: string; wager: string; posting?: string; unit?: number; purse?: number; rounds?: number; hour?: number; wait?: number }; body: undefined; gives: BankrollAnswer };
  "GET /api/lab/games/{game}/wagers/{wager}/tune": { given: { game: string; wager: string; edge: string; posting?: string; within?: string; keep?: string; wait?: number }; body: undefined; gives: TunedAnswer };
  "GET /api/lab/games/{game}/equity": { given: { game: string; hands: string; posting?: string; board?: string; dead?: string; wait?: number }; body: undefined; gives: ChancesAnswer };
  "GET /api/lab/games/{game}/par": { given: { game: string; posting?: string; form?: "html" | "pdf"; paper?: "a4" | "letter"; wait?: number }; body: undefined; gives: SheetAnswer };
  "GET /api/lab/games/{game}/par.html": { given: { game: string; posting?: string; paper?: "a4" | "letter" }; body: undefined; gives: string };
  "GET /api/lab/games/{game}/par.pdf": { given: { game: string; posting?: string; paper?: "a4" | "letter" }; body: undefined; gives: Blob };
  "POST /api/lab/simulations": { given: {}; body: SimulationWish; gives: Simulation };
  "GET /api/lab/simulations/{run}": { given: { run: string }; body: undefined; gives: Simulation };
  "DELETE /api/lab/simulations/{run}": { given: { run: string }; body: undefined; gives: Simulation };
  "GET /api/tables/{table}/odds": { given: { table: string; wait?: number }; body: undefined; gives: OddsAnswer };
  "GET /api/lab/tables": { given: {}; body: undefined; gives: readonly TableEdge[] };
}
