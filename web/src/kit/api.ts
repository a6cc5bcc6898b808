/** The REST interface, typed by the contract: `call("GET /api/tables", {})`. */
import type { Calls } from "../contract.js";
import { forPeople, sentence, t } from "./texts.js";

/** A problem as RFC 9457 says it: what was asked for was not done, and why, for people. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly clauses: readonly string[] = [],
  ) {
    super(sentence(forPeople(detail)));
  }
}

const TOKEN = "houseway.token";

/** The token of the login in this tab; it stands in no address and no other storage. */
export function token(): string {
  return sessionStorage.getItem(TOKEN) ?? "";
}

/** Keep another token; "" forgets it. */
export function keepToken(found: string): void {
  if (found === "") sessionStorage.removeItem(TOKEN);
  else sessionStorage.setItem(TOKEN, found);
}

/** A key of one's own for a command, so that it is never done twice. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A call that takes longer than this is worth a word. */
const SLOW_MS = 2_000;
const listeners = new Set<(slow: boolean) => void>();
let late = 0;

/** Be told while a call has been unanswered for two seconds; what is given back ends it. */
export function onSlow(listener: (slow: boolean) => void): () => void {
  listeners.add(listener);
  listener(late > 0);
  return () => listeners.delete(listener);
}

function count(by: number): void {
  late += by;
  for (const listener of [...listeners]) listener(late > 0);
}

/** Wait for an answer; `patience` is how long the room was asked to wait with it, in milliseconds. */
async function waited(answer: Promise<Response>, patience: number): Promise<Response> {
  let counted = false;
  const timer = setTimeout(() => {
    counted = true;
    count(1);
  }, SLOW_MS + patience);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (counted) count(-1);
  }
}

type Given<K extends keyof Calls> = Calls[K]["given"] &
  (Calls[K]["body"] extends undefined ? { body?: undefined } : { body: Calls[K]["body"] });

/** Do one call. `key` is an idempotency key: the same key again is not done again. */
export async function call<K extends keyof Calls>(
  name: K,
  given: Given<K>,
  key = "",
): Promise<Calls[K]["gives"]> {
  const [method = "GET", path = ""] = name.split(" ");
  const { body, ...named } = given as { body?: unknown } & Record<string, unknown>;
  const query = new URLSearchParams();
  const inPath = path.replace(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(String(named[word])));
  for (const [word, value] of Object.entries(named)) {
    if (!path.includes(`{${word}}`) && value !== undefined) query.set(word, String(value));
  }
  const headers: Record<string, string> = {};
  if (token() !== "") headers["authorization"] = `Bearer ${token()}`;
  if (key !== "") headers["idempotency-key"] = key;
  if (body !== undefined) headers["content-type"] = "application/json";
  const asked = query.size > 0 ? `${inPath}?${query}` : inPath;
  let answer: Response;
  try {
    const sent = body === undefined ? null : JSON.stringify(body);
    answer = await waited(fetch(asked, { method, headers, body: sent, cache: "no-store" }), Number(named["wait"] ?? 0));
  } catch {
    throw new Problem(0, "away", t("trouble.away"));
  }
  if (!answer.ok) throw await problem(answer);
  return (await content(answer)) as Calls[K]["gives"];
}

async function content(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  const kind = answer.headers.get("content-type") ?? "";
  if (answer.headers.get("content-disposition")?.startsWith("attachment")) return answer.blob();
  return kind.startsWith("application/json") ? answer.json() : answer.text();
}

async function problem(answer: Response): Promise<Problem> {
  let said: { code?: unknown; detail?: unknown; clauses?: unknown } = {};
  try {
    said = (await answer.json()) as typeof said;
  } catch {
    said = {}; // a proxy may answer in its own words
  }
  const code = typeof said.code === "string" ? said.code : "";
  const detail = typeof said.detail === "string" ? said.detail : t("trouble.other", { status: answer.status });
  const clauses = Array.isArray(said.clauses) ? said.clauses.map(String) : [];
  return new Problem(answer.status, code, detail, clauses);
}
