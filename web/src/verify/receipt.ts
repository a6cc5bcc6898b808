/** The receipt of a round: its signature, and that the record is what it was signed for
 * (docs/fairness.md). */
import { t } from "../kit/texts.js";
import { fromHex, hex, joined, number, text } from "./bytes.js";
import { signedBy } from "./ed25519.js";
import { type Json, NotJson, readJson } from "./json.js";
import { topOf } from "./merkle.js";
import { type Draw, NoRecord, type RootShown, type RoundRecord, type SignedReceipt, type ToldLine, taken } from "./record.js";
import { sha256 } from "./sha256.js";
import { SALT_BYTES } from "./shuffle.js";
import { brief } from "./words.js";

const FORMAT = "houseway-receipt-1";
const [LEAF, INNER, ROOT, TOLD, WHOLE] = [4, 5, 6, 7, 8].map((byte) => Uint8Array.of(byte)) as [
  Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array,
];
const SIGNED = text("houseway receipt 1\0");
const ID_DIGITS = 16;

interface Receipt {
  readonly table: string;
  readonly round: number;
  readonly game: string;
  readonly posted: Readonly<Record<string, Json>>;
  readonly rules: string;
  readonly shoe: number;
  readonly commitment: string;
  readonly roots: readonly RootShown[];
  readonly draws: string;
  readonly nets: readonly number[];
  readonly events: number;
  readonly tree: string;
  readonly viewers: Readonly<Record<string, Json>>;
  readonly replay: string;
}

/** Return the faults of the receipt of a record; `key`: the public key of the room, "" if not known. */
export function receiptFaults(record: RoundRecord, key: string): string[] {
  const { receipt: signed } = record;
  if (signed === null) return [t("verify.wrong.cards-only")];
  const fault = signatureFault(signed, key);
  if (fault !== "") return [fault];
  const receipt = read(signed);
  return receipt === null ? [t("verify.wrong.no-receipt")] : [...differences(record, receipt)];
}

function signatureFault(signed: SignedReceipt, key: string): string {
  if (key !== "" && signed.key !== key.trim().toLowerCase()) return t("verify.wrong.key");
  const [known, signature] = [fromHex(signed.key, 32), fromHex(signed.signature, 64)];
  if (known === null || signature === null) return t("verify.wrong.key-hex");
  return signedBy(known, joined(SIGNED, text(signed.body)), signature) ? "" : t("verify.wrong.signature");
}

/** What a receipt says; null if this is none that can be read. */
function read(signed: SignedReceipt): Receipt | null {
  try {
    const found = taken(readJson(signed.body));
    const format = found.text("format", FORMAT);
    const key = found.text("key");
    for (const name of ["first", "last"]) found.whole(name);
    for (const name of ["row", "before"]) found.text(name);
    const receipt: Receipt = {
      table: found.text("table"),
      round: found.whole("round"),
      game: found.text("game"),
      posted: found.object("posted"),
      rules: found.text("rules"),
      shoe: found.whole("shoe"),
      commitment: found.text("commitment"),
      roots: found.list("roots", (one) => ({
        stream: one.text("stream"), epoch: one.whole("epoch"), size: one.whole("size"), root: one.text("root"),
        contents: one.text("contents", ""),
      })),
      draws: found.text("draws"),
      nets: found.list("seats", (one) => {
        one.whole("seat");
        one.text("name");
        one.whole("bet");
        return one.whole("net");
      }),
      events: found.whole("events"),
      tree: found.text("tree"),
      viewers: found.object("viewers"),
      replay: found.text("replay"),
    };
    found.done();
    const id = hex(sha256(fromHex(signed.key, 32) ?? new Uint8Array(0))).slice(0, ID_DIGITS);
    return format === FORMAT && key === id ? receipt : null;
  } catch (error) {
    if (error instanceof NoRecord || error instanceof NotJson) return null;
    throw error;
  }
}

function* differences(record: RoundRecord, receipt: Receipt): Generator<string> {
  const same: readonly (readonly [name: string, said: Json, signed: Json])[] = [
    ["table", record.table, receipt.table],
    ["round", record.round, receipt.round],
    ["game", record.game, receipt.game],
    ["posted", record.posted, receipt.posted],
    ["rules", record.rules, receipt.rules],
    ["shoe", record.shoe, receipt.shoe],
    ["commitment", record.commitment, receipt.commitment],
    ["roots", record.roots.map(plain), receipt.roots.map(plain)],
  ];
  for (const [name, said, signed] of same) {
    if (canonical(said) !== canonical(signed)) yield t(`verify.wrong.another.${name}`);
  }
  if (!record.closed) yield t("verify.wrong.not-closed");
  if (drawsDigest(record.draws) !== receipt.draws) yield t("verify.wrong.draws");
  if (record.draws.length === 0 && receipt.nets.some((net) => net !== 0)) yield t("verify.wrong.undealt");
  yield* eventFaults(record, receipt);
  const drawn = record.draws.reduce((sum, draw) => sum + draw.n, 0);
  const open = drawn === record.openings.length;
  if (record.whole === null) {
    if (open) yield t("verify.wrong.stripped");
    return;
  }
  if (!open) yield t("verify.wrong.not-open");
  const salt = fromHex(record.replaySalt, SALT_BYTES);
  const found = salt === null ? "" : hex(sha256(joined(WHOLE, salt, text(canonical(record.whole)))));
  if (found !== receipt.replay) yield t("verify.wrong.whole");
}

function plain({ stream, epoch, size, root }: RootShown): Json {
  return { stream, epoch, size, root };
}

/** JSON with sorted keys and without spaces. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value as Readonly<Record<string, Json>>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(",")}}`;
}

function drawsDigest(draws: readonly Draw[]): string {
  return hex(sha256(text(draws.map((x) => `${x.stream} ${x.epoch} ${x.first} ${x.n} ${x.what}\n`).join(""))));
}

function* eventFaults(record: RoundRecord, receipt: Receipt): Generator<string> {
  const { events, viewer } = record;
  if (events.length === 0 || events.length !== receipt.events) {
    yield t("verify.wrong.events", { n: events.length, signed: receipt.events });
  }
  const expected = receipt.viewers[String(viewer)];
  const salt = fromHex(record.salt, SALT_BYTES);
  const place = joined(number(text(record.table).length, 2), text(record.table), number(record.round, 8));
  if (expected === undefined) {
    yield t("verify.wrong.viewer", { seat: viewer });
  } else {
    const said = events.flatMap(({ line }) => [number(text(line).length, 4), text(line)]);
    const found = salt === null ? "" : hex(sha256(joined(TOLD, salt, place, number(viewer, 4), ...said)));
    if (found !== expected) yield t("verify.wrong.told");
  }
  const leaves = events.map(leafOf);
  for (const [n, told] of events.entries()) {
    if (leaves[n] === null) yield t("verify.wrong.salted", { n: n + 1, line: brief(told.line) });
  }
  const top = topOf(leaves.map((one) => one ?? new Uint8Array(0)));
  if (hex(sha256(joined(ROOT, place, number(leaves.length, 4), top))) !== receipt.tree) yield t("verify.wrong.tree");
}

/** The leaf of an event as its reader knows it; null if that is not in hex. */
function leafOf(told: ToldLine): Uint8Array | null {
  if (told.hash !== "") {
    const inner = told.salt !== "" || told.shown !== "" ? null : fromHex(told.hash, 32);
    return inner === null ? null : leaf(told.line, inner);
  }
  const salt = fromHex(told.salt, told.salt === "" ? 0 : SALT_BYTES);
  return salt === null ? null : leaf(told.shown || told.line, sha256(joined(INNER, salt, text(told.line))));
}

function leaf(shown: string, inner: Uint8Array): Uint8Array {
  return sha256(joined(LEAF, number(text(shown).length, 4), text(shown), inner));
}
