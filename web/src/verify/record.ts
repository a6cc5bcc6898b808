/** The public record of a round, read from its JSON: every field there, none that is not known. */
import { t } from "../kit/texts.js";
import { type Json, NotJson, readJson } from "./json.js";
import "./texts.js";

export const FORMAT = "houseway-public-round-1";
const LARGEST = 2_000_000;
/** A line with which a replay file begins; a public record has none. */
const TOML = /^(\[+[\w.-]+\]+|[\w-]+ *= *\S.*)$/m;
const PLAYED = /^game = "([\w-]+)"$/m;

export interface RootShown {
  readonly stream: string;
  readonly epoch: number;
  readonly size: number;
  readonly root: string;
  readonly contents: string;
}

export interface Draw {
  readonly what: string;
  readonly stream: string;
  readonly epoch: number;
  readonly first: number;
  readonly n: number;
}

export interface Opened {
  readonly stream: string;
  readonly epoch: number;
  readonly i: number;
  readonly piece: string;
  readonly salt: string;
  readonly path: readonly string[];
}

export interface ToldLine {
  readonly line: string;
  readonly opened: Readonly<Record<string, readonly number[]>>;
  /** The line as others were told it, if they saw less; "" if it is the same. */
  readonly shown: string;
  readonly salt: string;
  /** The hash of the full event, of which this reader was told less. */
  readonly hash: string;
}

/** The text of a receipt, its signature, and the key to check it with. */
export interface SignedReceipt {
  readonly body: string;
  readonly key: string;
  readonly signature: string;
}

export interface RoundRecord {
  readonly table: string;
  readonly round: number;
  readonly viewer: number;
  readonly game: string;
  readonly posted: Readonly<Record<string, Json>>;
  readonly rules: string;
  readonly closed: boolean;
  readonly shoe: number;
  readonly commitment: string;
  readonly roots: readonly RootShown[];
  readonly draws: readonly Draw[];
  readonly openings: readonly Opened[];
  readonly events: readonly ToldLine[];
  readonly seed: string;
  /** The whole round, to be played again; null if the reader does not know all of it. */
  readonly whole: Json;
  /** What the room signed at the close; null in records without it. */
  readonly receipt: SignedReceipt | null;
  readonly salt: string;
  readonly replaySalt: string;
}

/** The text is not a record; the message gives the reason for people. */
export class NoRecord extends Error {}

/** A replay file: it says how a round was played, and nothing about the shuffle. */
export class ReplayFile extends NoRecord {
  /** The game that was played. */
  readonly game: string;

  constructor(readonly text: string) {
    super(t("verify.no.toml"));
    this.game = PLAYED.exec(text)?.[1] ?? "";
  }
}

type Fields = Readonly<Record<string, Json>>;

/** One object of the record; each field is taken by its type, and all that there are must be known. */
export class Taken {
  private readonly left: Set<string>;

  constructor(private readonly fields: Fields, private readonly at: string) {
    this.left = new Set(Object.keys(fields));
  }

  private get<T extends Json>(name: string, is: (found: Json) => found is T, usual?: T): T {
    this.left.delete(name);
    const found = this.fields[name];
    if (found === undefined) {
      if (usual === undefined) throw new NoRecord(t("verify.no.missing", { field: this.at + name }));
      return usual;
    }
    if (!is(found)) throw new NoRecord(t("verify.no.type", { field: this.at + name }));
    return found;
  }

  text(name: string, usual?: string): string {
    return this.get(name, isText, usual);
  }

  whole(name: string): number {
    return this.get(name, isWhole);
  }

  flag(name: string): boolean {
    return this.get(name, (found) => typeof found === "boolean");
  }

  object(name: string, usual?: Fields): Fields {
    return this.get(name, isObject, usual);
  }

  /** Anything, or nothing. */
  any(name: string): Json {
    return this.get(name, (found): found is Json => found !== undefined, null);
  }

  texts(name: string): readonly string[] {
    return this.get(name, (found): found is string[] => Array.isArray(found) && found.every(isText));
  }

  list<T>(name: string, read: (each: Taken) => T): T[] {
    const found = this.get(name, isList);
    return found.map((each, n) => {
      const at = `${this.at}${name}[${n}]`;
      if (!isObject(each)) throw new NoRecord(t("verify.no.type", { field: at }));
      const taken = new Taken(each, `${at}.`);
      const made = read(taken);
      taken.done();
      return made;
    });
  }

  /** An object, or null if it is not there. */
  maybe<T>(name: string, read: (found: Taken) => T): T | null {
    const found = this.any(name);
    if (found === null) return null;
    if (!isObject(found)) throw new NoRecord(t("verify.no.type", { field: this.at + name }));
    const inner = new Taken(found, `${this.at}${name}.`);
    const made = read(inner);
    inner.done();
    return made;
  }

  done(): void {
    for (const name of this.left) throw new NoRecord(t("verify.no.unknown", { field: this.at + name }));
  }
}

function isText(found: Json): found is string {
  return typeof found === "string";
}

function isWhole(found: Json): found is number {
  return Number.isSafeInteger(found);
}

function isList(found: Json): found is readonly Json[] {
  return Array.isArray(found);
}

function isObject(found: Json): found is Fields {
  return found !== null && typeof found === "object" && !Array.isArray(found);
}

/** The fields of an object; NoRecord if it is none. */
export function taken(found: Json): Taken {
  if (!isObject(found)) throw new NoRecord(t("verify.no.object"));
  return new Taken(found, "");
}

function lists(fields: Fields, at: string): Record<string, readonly number[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, found]) => {
      if (!isList(found) || !found.every(isWhole)) throw new NoRecord(t("verify.no.type", { field: `${at}.${name}` }));
      return [name, found as readonly number[]];
    }),
  );
}

function parsedText(text: string): Json {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    const [what = "", key = ""] = error.message.split(/:(.*)/s);
    if (what === "twice") throw new NoRecord(t("verify.no.twice", { key }));
    if (TOML.test(text)) throw new ReplayFile(text);
    throw new NoRecord(t(what === "deep" ? "verify.no.deep" : "verify.no.json"));
  }
}

/** A public record from its JSON; NoRecord if it is none. */
export function readRecord(text: string): RoundRecord {
  if (text.length > LARGEST) throw new NoRecord(t("verify.no.large"));
  const found = parsedText(text);
  const fields = taken(found);
  const format = fields.text("format", FORMAT);
  const record: RoundRecord = {
    table: fields.text("table"),
    round: fields.whole("round"),
    viewer: fields.whole("viewer"),
    game: fields.text("game"),
    posted: fields.object("posted"),
    rules: fields.text("rules"),
    closed: fields.flag("closed"),
    shoe: fields.whole("shoe"),
    commitment: fields.text("commitment"),
    roots: fields.list("roots", (one) => ({
      stream: one.text("stream"), epoch: one.whole("epoch"), size: one.whole("size"), root: one.text("root"),
      contents: one.text("contents", ""),
    })),
    draws: fields.list("draws", (one) => ({
      what: one.text("what"), stream: one.text("stream"), epoch: one.whole("epoch"), first: one.whole("first"),
      n: one.whole("n"),
    })),
    openings: fields.list("openings", (one) => ({
      stream: one.text("stream"), epoch: one.whole("epoch"), i: one.whole("i"), piece: one.text("piece"),
      salt: one.text("salt"), path: one.texts("path"),
    })),
    events: fields.list("events", (one) => ({
      line: one.text("line"), opened: lists(one.object("opened", {}), "opened"), shown: one.text("public", ""),
      salt: one.text("salt", ""), hash: one.text("hash", ""),
    })),
    seed: fields.text("seed", ""),
    whole: fields.any("replay"),
    receipt: fields.maybe("receipt", (one) => ({
      body: one.text("body"), key: one.text("key"), signature: one.text("signature"),
    })),
    salt: fields.text("salt", ""),
    replaySalt: fields.text("replay_salt", ""),
  };
  fields.done();
  const epochs = [...record.roots, ...record.draws, ...record.openings].map((one) => one.epoch);
  const sizes = [...record.roots.map((root) => root.size), ...record.openings.map((one) => one.i)];
  const numbers = [record.shoe, record.round, record.viewer, ...epochs, ...sizes];
  const long = new TextEncoder().encode(record.table).length >= 2 ** 16;
  if (long || numbers.some((n) => n < 0) || [record.viewer, ...epochs, ...sizes].some((n) => n >= 2 ** 32)) throw new NoRecord(t("verify.no.range"));
  if (format !== FORMAT) throw new NoRecord(t("verify.no.format", { format, known: FORMAT }));
  return record;
}
