/** Read messages of the room with care.  A field that is missing or of another type gets its
 * default, and unknown fields are left alone.  Code behind this module need not check again. */
import type {
  BankView, Chair, Chips, Layout, MeterView, OwnPile, Pile, PotView, Prompt, Puck, Result, SeatView,
  Step, TableNow, View, You,
} from "../contract.js";

import { pays, ranks, withSuits } from "../kit/printed.js";

type Raw = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Raw {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A text for people: cards and ranks as they print them. */
function words(value: unknown): string {
  return withSuits(ranks(text(value)));
}

export function figure(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

/** The records among what should be a list of them, each read. */
function list<T>(value: unknown, read: (raw: Raw) => T): T[] {
  return Array.isArray(value) ? value.filter(isRecord).map(read) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

function figures(value: unknown): number[] {
  return Array.isArray(value) ? value.map(figure) : [];
}

function flags(value: unknown): boolean[] {
  return Array.isArray(value) ? value.map((one) => one === true) : [];
}

const READ = {
  text, words, figure, texts, figures, flags,
  flag: (value: unknown) => value === true,
  sayings: (value: unknown) => (Array.isArray(value) ? value.map(words) : []),
  pays: (value: unknown) => pays(text(value)),
};
type Kinds = { readonly [name: string]: keyof typeof READ };

/** A reader of records with these fields; other fields stay as they came.  The room leaves out what
 * has its default: that is nothing at all, or what `usual` says. */
function reader<T>(kinds: Kinds, usual: Raw = {}): (raw: Raw) => T {
  return (given) => {
    const raw: Raw = { ...usual, ...given };
    const found: Record<string, unknown> = { ...raw };
    for (const [name, kind] of Object.entries(kinds)) found[name] = READ[kind](raw[name]);
    return found as T;
  };
}

const seat = reader<SeatView>({
  seat: "figure", name: "text", chips: "figure", status: "words", did: "words", at_risk: "figure", net: "figure",
});
const pile = reader<Pile>({
  zone: "text", seat: "figure", pieces: "texts", hand: "figure", up: "flags",
  turn: "flag", total: "words", marks: "texts", lit: "flags", lost: "flag", count: "figure",
});
const chips = reader<Chips>({
  seat: "figure", spot: "text", cents: "figure", owner: "text", lammers: "figure", hand: "figure", circle: "figure",
}, { owner: "player" });
const pot = reader<PotView>({ name: "text", cents: "figure", seats: "figures", won: "figures", words: "words" });
const puck = reader<Puck>({ name: "text", seat: "figure", words: "text" });
const meter = reader<MeterView>({ spot: "text", number: "figure", words: "text", cents: "figure" });
const bank = reader<BankView>({ seat: "figure", put_up: "figure", used: "figure", left: "figure" });
const result = reader<Result>({
  seat: "figure", kind: "text", label: "text", outcome: "words", odds: "pays", stake: "figure", back: "figure",
  net: "figure", spot: "text", hand: "figure", circle: "figure", owner: "text", note: "words", row: "text",
  clauses: "texts",
}, { owner: "player" });
const chair = reader<Chair>({
  seat: "figure", name: "text", chips: "figure", state: "text", result: "figure", ready: "flag", bot: "flag",
});
const spot = reader<{ name: string }>({
  name: "text", least: "figure", most: "figure", step: "figure", required: "flag", words: "text", clauses: "texts",
  beside: "texts", equals: "text", wager: "text", hand: "figure", whom: "text", circle: "figure",
}, { step: 1, whom: "player" });
const SHAPES = ["button", "amount", "pick", "arrange", "place"];

function action(raw: Raw): Raw {
  const pairs = (value: unknown): unknown[] => (Array.isArray(value) ? value.filter(Array.isArray) : []);
  return {
    ...raw, name: text(raw["name"]), words: text(raw["words"]), cents: figure(raw["cents"]),
    least: figure(raw["least"]), most: figure(raw["most"]), step: figure(raw["step"]) || 1,
    pieces: figures(raw["pieces"]), parts: pairs(raw["parts"]), suggestion: pairs(raw["suggestion"]),
    spots: list(raw["spots"], spot),
  };
}

function offer(raw: Raw): Raw {
  const presets = list(raw["presets"], reader({ words: "text", cents: "figure" }));
  const ways = list(raw["ways"], (way) => ({
    ...reader<Raw>({ words: "words", totals: "sayings", fault: "words", clauses: "texts", house: "flag", foul: "flag" })(way),
    parts: Array.isArray(way["parts"]) ? way["parts"].filter(Array.isArray) : [],
  }));
  return { ...reader<Raw>({ name: "text", label: "text", says: "text", means: "text" })(raw), presets, ways };
}

/** A question; null if it is none. */
export function readPrompt(value: unknown): Prompt | null {
  if (!isRecord(value)) return null;
  const plain = reader<Prompt>({
    id: "figure", seat: "figure", words: "words", late: "text", seconds: "figure", hand: "figure", circle: "figure",
    late_words: "text",
  })(value);
  const actions = list(value["actions"], action).filter((one) => SHAPES.includes(text(one["shape"])));
  const forbids = reader<Prompt["forbidden"][number]>({
    name: "text", why: "text", clauses: "texts", words: "text", here: "flag",
  });
  return {
    ...plain, actions: actions as unknown as Prompt["actions"], forbidden: list(value["forbidden"], forbids),
    offers: list(value["offers"], offer) as unknown as Prompt["offers"],
  };
}

/** A view, whatever of it came. */
export function readView(value: unknown): View | null {
  if (!isRecord(value)) return null;
  return {
    ...reader<View>({ game: "text", viewer: "figure", phase: "text", phase_words: "text", headline: "words", closed: "flag" })(value),
    seats: list(value["seats"], seat), piles: list(value["piles"], pile), chips: list(value["chips"], chips),
    pots: list(value["pots"], pot), pucks: list(value["pucks"], puck), said: texts(value["said"]),
    waiting_for: figures(value["waiting_for"]), prompt: readPrompt(value["prompt"]),
    meters: list(value["meters"], meter), bank: isRecord(value["bank"]) ? bank(value["bank"]) : null,
    results: list(value["results"], result),
  };
}

/** Piles of one's own, each with its place among the public ones. */
export function readOwn(value: unknown): OwnPile[] {
  const piles = list(value, (raw) => (isRecord(raw["pile"]) ? { at: figure(raw["at"]), pile: pile(raw["pile"]) } : null));
  return piles.filter((one): one is OwnPile => one !== null);
}

/** Steps on the way to a view; their views are as they came, for each has only what changed. */
export function readSteps(value: unknown): Step[] {
  return list(value, (raw) => ({
    cue: text(raw["cue"]), at: figure(raw["at"]), results: figure(raw["results"]), public: isRecord(raw["public"]) ? (raw["public"] as Step["public"] & object) : null,
    piles: raw["piles"] === undefined || raw["piles"] === null ? null : readOwn(raw["piles"]),
  }));
}

const STATUSES = ["new", "open", "closing", "paused", "shut", "faulted"];

export function readTable(value: unknown): TableNow {
  const raw = isRecord(value) ? value : {};
  const status = STATUSES.find((one) => one === raw["status"]) ?? "open";
  return { ...reader<TableNow>({ why: "text", root: "text" })(raw), status, closed: raw["closed"] !== false, chairs: list(raw["chairs"], chair) };
}

export function readYou(value: unknown): You {
  const raw = isRecord(value) ? value : {};
  return reader<You>({ seat: "figure", role: "text", person: "figure", name: "text" })(raw);
}

/** A layout; null if there is none to draw. */
export function readLayout(value: unknown): Layout | null {
  if (!isRecord(value) || text(value["game"]) === "") return null;
  const look = isRecord(value["look"]) ? value["look"] : {};
  const named = reader<Layout["pucks"][number]>({ name: "text", words: "text" });
  return {
    ...reader<Layout>({
      game: "text", name: "text", shape: "text", seats: "figure", empty_circles: "flag",
      pieces: "texts", kind: "text", scene: "text", direction: "figure", rules: "text", denominations: "figures",
    })(value),
    zones: list(value["zones"], reader<Layout["zones"][number]>({
      name: "text", at: "text", words: "text", kind: "text", slots: "figure", counted: "flag",
    })),
    spots: list(value["spots"], reader<Layout["spots"][number]>({
      name: "text", words: "text", least: "figure", most: "figure", required: "flag", clauses: "texts",
      element: "text", hands: "figure", dealt: "figure", behind: "flag", label: "text", rank: "text", placed: "text",
      resolves: "text", beside: "texts", equals: "text", tips: "flag", pay: "text",
    })),
    pucks: list(value["pucks"], named),
    signage: list(value["signage"], reader<Layout["signage"][number]>({
      key: "text", posted: "text", words: "text", value: "text", says: "text", clauses: "texts",
    })),
    pay: list(value["pay"], (raw) => ({
      ...reader<Layout["pay"][number]>({ wager: "text", column: "text", clause: "text", words: "text" })(raw),
      rows: list(raw["rows"], reader<Layout["pay"][number]["rows"][number]>({
        outcome: "text", pays: "pays", covers: "texts", words: "text",
      })),
    })),
    meters: list(value["meters"], reader<Layout["meters"][number]>({
      spot: "text", number: "figure", words: "text", rows: "texts",
    })),
    actions: list(value["actions"], reader<Layout["actions"][number]>({
      name: "text", words: "text", label: "text", says: "text", key: "text", place: "figure",
    })),
    rulings: [],
    look: reader<Layout["look"]>({
      cloth: "text", mottoes: "texts", about: "text", family: "text", family_words: "text", stakes: "text", shows: "texts",
    })(look),
  };
}
