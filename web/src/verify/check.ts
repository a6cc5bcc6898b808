/** A public record checked by nothing but what stands in it: the same checks, in the same words, as
 * the command `houseway verify`, but for playing the round again, which takes the rules. */
import { count, t } from "../kit/texts.js";
import { fromHex, hex, same } from "./bytes.js";
import { climbed, leaf, root as rootHash } from "./merkle.js";
import { DICE, type DealtWith, parsed, whole } from "./pieces.js";
import { receiptFaults } from "./receipt.js";
import type { Opened, RootShown, RoundRecord } from "./record.js";
import { SALT_BYTES, type StreamName, commitment, contextOf, cupOrder, deckOrder, rootOf } from "./shuffle.js";
import "./texts.js";
import { brief } from "./words.js";

export const STEPS = ["noted", "receipt", "roots", "draws", "openings", "events", "seed", "replay"] as const;
export type StepName = (typeof STEPS)[number];

/** The result of one step; `open` if it could not be made, with the reason. */
export interface Step {
  readonly name: StepName;
  readonly state: "good" | "wrong" | "open";
  /** The findings as sentences; a wrong step has one for each fault. */
  readonly says: readonly string[];
}

export interface Verdict {
  readonly steps: readonly Step[];
  /** Limits of the check that the reader must know. */
  readonly notes: readonly string[];
  readonly good: boolean;
}

const COVERED = "??";
const FIELD = /(?<= )(\w+)=('[^']*'|"[^"]*"|\S+)/g;

function isStream(name: string): name is StreamName {
  return name === "deck" || name === "cup";
}

/** Check a record of a round that was dealt with these pieces, against the root that was noted and the
 * public key of the room, if they are known. */
export function check(record: RoundRecord, dealt: DealtWith, noted = "", key = ""): Verdict {
  return new Checking(record, dealt).run(noted, key);
}

class Checking {
  private readonly roots = new Map<string, RootShown>();
  private readonly size: number;

  constructor(private readonly record: RoundRecord, private readonly dealt: DealtWith) {
    for (const root of record.roots) this.roots.set(`${root.stream} ${root.epoch}`, root);
    this.size = whole(dealt);
  }

  run(noted: string, key: string): Verdict {
    const { record } = this;
    const drawn = record.draws.reduce((sum, draw) => sum + draw.n, 0);
    const steps = [
      noted.trim() === "" ? open("noted") : step("noted", this.noted(noted), t("verify.ok.noted")),
      step("receipt", receiptFaults(record, key), t("verify.ok.receipt")),
      step("roots", this.checkRoots(), count("verify.ok.roots", record.roots.length, { shoe: record.shoe })),
      step("draws", this.draws(), t("verify.ok.draws", { n: drawn })),
      step("openings", this.openings(), opened(record.openings.length)),
      step("events", this.events(), t("verify.ok.events")),
      record.seed === "" ? open("seed") : step("seed", this.seed(), t("verify.ok.seed")),
      { name: "replay", state: "open", says: [t(record.whole !== null ? "verify.open.replay" : "verify.open.partly")] },
    ] satisfies Step[];
    const notes: string[] = [];
    const covered = drawn - record.openings.length;
    if (covered !== 0) notes.push(count("verify.note.covered", covered));
    if (!record.closed) notes.push(t("verify.note.unfinished"));
    if (record.receipt !== null && key === "") notes.push(t("verify.note.key"));
    return { steps, notes, good: steps.every((one) => one.state !== "wrong") };
  }

  private *noted(root: string): Generator<string> {
    const wanted = root.trim().toLowerCase();
    if (!this.record.roots.some((one) => one.root === wanted)) yield t("verify.wrong.noted");
  }

  private *checkRoots(): Generator<string> {
    const { record, size } = this;
    if (this.roots.size !== record.roots.length) yield t("verify.wrong.two-roots");
    const { game, kind: { name } } = this.dealt;
    for (const root of record.roots) {
      const at = { where: `${root.stream} epoch ${root.epoch}`, size: root.size, whole: size, pieces: name, game };
      if (!isStream(root.stream)) yield t("verify.wrong.stream", at);
      else if (fromHex(root.root, 32) === null) yield t("verify.wrong.root", at);
      else if (root.stream === "deck" && root.epoch === 0 && root.size !== size) yield t("verify.wrong.size", at);
      else if (root.contents !== "" && record.seed === "") yield t("verify.wrong.seedless", at);
      else if (root.stream === "deck" && !(root.size >= 0 && root.size <= size)) yield t("verify.wrong.sizes", at);
    }
  }

  /** Places come one after another; a new epoch begins at its first. */
  private *draws(): Generator<string> {
    const at = new Map<string, readonly [epoch: number, next: number]>();
    for (const [n, draw] of this.record.draws.entries()) {
      const where = t("verify.at.draw", { n: n + 1, what: draw.what });
      const { stream, epoch, first } = draw;
      const root = this.roots.get(`${stream} ${epoch}`);
      if (root === undefined) {
        yield t("verify.wrong.no-root", { where, stream, epoch });
        continue;
      }
      if (draw.n < 1 || first < 0 || first + draw.n > root.size) {
        yield t("verify.wrong.places", { where, first, last: first + draw.n - 1, size: root.size });
        continue;
      }
      const last = at.get(stream);
      const anew = last !== undefined && last[0] + 1 <= epoch;
      const wanted = anew ? 0 : last !== undefined && last[0] === epoch ? last[1] : first;
      if (first !== wanted || (last !== undefined && epoch < last[0])) {
        yield t("verify.wrong.next", { where, first, wanted });
      }
      at.set(stream, [epoch, first + draw.n]);
    }
  }

  private *openings(): Generator<string> {
    const drawn = new Set<string>();
    for (const { stream, epoch, first, n } of this.record.draws) {
      for (let i = first; i < first + Math.min(n, 1_000_000); i++) drawn.add(`${stream} ${epoch} ${i}`);
    }
    const seen = new Set<string>();
    const came = new Map<string, number>();
    const spots = this.record.openings.map((one) => `${one.stream} ${one.epoch} ${one.i}`);
    if (!this.record.openings.every((one, n, all) => n === 0 || !before(one, all[n - 1] as Opened))) {
      yield t("verify.wrong.unsorted");
    }
    const closed = [...drawn].filter((spot) => spot.startsWith("cup ") && !spots.includes(spot)).map(placed);
    const [die] = closed.sort((a, b) => (before(a, b) ? -1 : 1));
    if (die !== undefined) yield t("verify.wrong.die", { where: t("verify.at.place", { ...die }) });
    for (const shown of this.record.openings) {
      const where = t("verify.at.place", { stream: shown.stream, epoch: shown.epoch, i: shown.i });
      const spot = `${shown.stream} ${shown.epoch} ${shown.i}`;
      if (seen.has(spot)) yield t("verify.wrong.twice", { where });
      seen.add(spot);
      if (!drawn.has(spot)) yield t("verify.wrong.never", { where });
      const fault = this.opening(shown);
      if (fault !== "") {
        yield `${where}: ${fault}`;
      } else if (shown.stream === "deck") {
        const times = (came.get(`${shown.epoch} ${shown.piece}`) ?? 0) + 1;
        came.set(`${shown.epoch} ${shown.piece}`, times);
        const { kind, sets } = this.dealt;
        if (times === (kind.copies[kind.names.indexOf(shown.piece)] ?? 0) * sets + 1) {
          yield t("verify.wrong.often", { where, piece: shown.piece });
        }
      }
    }
  }

  /** Return the fault of one opening; "" if it has none. */
  private opening(shown: Opened): string {
    const root = this.roots.get(`${shown.stream} ${shown.epoch}`);
    if (root === undefined || !isStream(shown.stream)) return t("verify.wrong.rootless");
    const kind = shown.stream === "cup" ? DICE : this.dealt.kind;
    const piece = kind.names.indexOf(shown.piece);
    if (piece < (kind === DICE ? 1 : 0)) return t("verify.wrong.piece", { piece: brief(shown.piece), noun: kind.noun });
    const salt = fromHex(shown.salt, SALT_BYTES);
    const path = shown.path.map((part) => fromHex(part, 32));
    const published = fromHex(root.root, 32);
    if (salt === null || published === null || path.includes(null)) return t("verify.wrong.hex");
    if (!this.holds(shown, piece, salt, path as Uint8Array[], root.size, published)) {
      return t("verify.wrong.path", { piece: shown.piece });
    }
    return "";
  }

  private holds(
    shown: Opened, piece: number, salt: Uint8Array, path: readonly Uint8Array[], size: number, published: Uint8Array,
  ): boolean {
    if (!isStream(shown.stream)) return false;
    const context = contextOf(this.record.table, this.record.shoe, shown.stream, shown.epoch);
    const top = climbed(leaf(context, shown.i, piece, salt), shown.i, size, path);
    return top !== null && same(rootHash(context, size, top), published);
  }

  /** Every piece in the lines of events is an opened one. */
  private *events(): Generator<string> {
    const { kind } = this.dealt;
    const names = new Set(kind === DICE ? [] : kind.names);
    const used = new Set(this.record.events.flatMap((told) => Object.values(told.opened).flat()));
    for (const [i, one] of this.record.openings.entries()) {
      if (!used.has(i)) yield t("verify.wrong.unshown", { where: t("verify.at.place", { stream: one.stream, epoch: one.epoch, i: one.i }) });
    }
    for (const [n, told] of this.record.events.entries()) {
      const where = t("verify.at.event", { n: n + 1, line: brief(told.line) });
      const fields = new Map<string, string[]>();
      for (const [, name = "", value = ""] of told.line.matchAll(FIELD)) {
        fields.set(name, value.replace(/^['"]+|['"]+$/g, "").split(","));
      }
      for (const [field, places] of Object.entries(told.opened)) yield* this.shown(where, field, places, fields);
      for (const [field, said] of fields) {
        const pieces = said.some((word) => names.has(word)) && said.every((word) => names.has(word) || word === COVERED);
        if (pieces && !(field in told.opened)) yield t("verify.wrong.unopened", { where, said: said.join(",") });
      }
    }
  }

  private *shown(
    where: string, field: string, places: readonly number[], fields: ReadonlyMap<string, readonly string[]>,
  ): Generator<string> {
    const { openings } = this.record;
    if (!fields.has(field) || places.some((i) => i < -1 || i >= openings.length)) {
      yield t("verify.wrong.opening", { where, field });
      return;
    }
    const proved = places.map((i) => openings[i]?.piece ?? "");
    const said = fields.get(field) ?? [];
    const fill = { where, said: said.join(","), shown: proved.map((piece) => piece || COVERED).join(",") };
    if (said.length !== proved.length || proved.some((piece, i) => piece !== "" && piece !== said[i])) {
      yield t("verify.wrong.shown", fill);
    } else if (proved.includes("")) {
      yield t("verify.wrong.partly", fill);
    }
  }

  private *seed(): Generator<string> {
    const { record } = this;
    const seed = fromHex(record.seed, 32);
    if (seed === null) {
      yield t("verify.wrong.seed");
      return;
    }
    if (hex(commitment(record.table, record.shoe, seed)) !== record.commitment) yield t("verify.wrong.committed");
    for (const root of record.roots) {
      const where = `${root.stream} epoch ${root.epoch}`;
      const order = this.order(seed, root);
      if (order === null) {
        yield t("verify.wrong.contents", { where });
        continue;
      }
      const context = contextOf(record.table, record.shoe, root.stream as StreamName, root.epoch);
      if (hex(rootOf(seed, context, order)) !== root.root) yield t("verify.wrong.order", { where });
      else yield* this.asOrdered(root, order, where);
    }
  }

  /** The order that the seed makes of what was shuffled; null if that cannot be in this shoe. */
  private order(seed: Uint8Array, root: RootShown): number[] | null {
    if (!isStream(root.stream) || root.size < 0 || root.size > 100_000) return null;
    const context = contextOf(this.record.table, this.record.shoe, root.stream, root.epoch);
    if (root.stream === "cup") return cupOrder(seed, context, root.size);
    const { kind, sets } = this.dealt;
    const pieces = parsed(root.contents, kind);
    if (pieces === null || pieces.length !== root.size) return null;
    const left = kind.copies.map((copies) => copies * sets);
    for (const piece of pieces) {
      const rest = (left[piece] ?? 0) - 1;
      if (rest < 0) return null;
      left[piece] = rest;
    }
    return deckOrder(seed, context, pieces);
  }

  private *asOrdered(root: RootShown, order: readonly number[], where: string): Generator<string> {
    const { names } = root.stream === "cup" ? DICE : this.dealt.kind;
    const pieces = new Map(this.record.openings.map((one) => [`${one.stream} ${one.epoch} ${one.i}`, one]));
    for (const one of pieces.values()) {
      if (one.stream !== root.stream || one.epoch !== root.epoch) continue;
      const piece = names[order[one.i] ?? -1] ?? "";
      if (piece !== one.piece) yield t("verify.wrong.puts", { where, i: one.i, piece });
    }
  }
}

interface Spot {
  readonly stream: string;
  readonly epoch: number;
  readonly i: number;
}

function placed(spot: string): Spot {
  const [stream = "", epoch = "", i = ""] = spot.split(" ");
  return { stream, epoch: Number(epoch), i: Number(i) };
}

function before(a: Spot, b: Spot): boolean {
  if (a.stream !== b.stream) return a.stream < b.stream;
  return a.epoch === b.epoch ? a.i < b.i : a.epoch < b.epoch;
}

function opened(n: number): string {
  return n === 0 ? t("verify.ok.openings.none") : count("verify.ok.openings", n);
}

function step(name: StepName, faults: Iterable<string>, says: string): Step {
  const found = [...faults];
  return found.length > 0 ? { name, state: "wrong", says: found } : { name, state: "good", says: [says] };
}

function open(name: StepName): Step {
  return { name, state: "open", says: [t(`verify.open.${name}`)] };
}
