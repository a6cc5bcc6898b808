/** The session at this station: login, logout, wallet. */
import type { GuestCard, LoginAnswer, Me } from "../contract.js";
import { Problem, call, keepToken, token } from "./api.js";

type Listener = (me: Me | null) => void;

const listeners = new Set<Listener>();
const CARD = "houseway.card";
const GUEST = "houseway.guest";
const BEFORE = "houseway.before";
let now: Me | null = null;

/** The person who is logged in; null if there is none, or it is not known yet. */
export function me(): Me | null {
  return now;
}

/** The last digits of the card that was used here. */
export function card(): string {
  return sessionStorage.getItem(CARD) ?? "";
}

/** Be told who it is, now and whenever that changes; what is given back ends it. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  listener(now);
  return () => listeners.delete(listener);
}

function become(found: Me | null): void {
  now = found;
  if (found === null) for (const kept of [CARD, GUEST, BEFORE]) sessionStorage.removeItem(kept);
  for (const listener of listeners) listener(now);
}

/** Ask the room who this is: after a login, after money has moved. */
export async function refresh(): Promise<Me | null> {
  if (token() === "") {
    if (now !== null) become(null);
    return null;
  }
  try {
    become(await call("GET /api/me", {}));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "login") throw error;
    keepToken("");
    become(null);
  }
  return now;
}

/** Return the id of this browser as a station; it stays the same as long as the tab lives. */
function station(): string {
  const known = sessionStorage.getItem("houseway.station");
  if (known !== null) return known;
  const made = `browser ${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? "0"}`;
  sessionStorage.setItem("houseway.station", made);
  return made;
}

/** Log in with a card and its PIN. */
export async function login(number: string, pin: string): Promise<Me> {
  const found = await call("POST /api/login", { body: { card: number, pin, station: station() } });
  const before: Before = { ms: found.previous_ms, station: found.previous_station, wrong: found.wrong_since };
  sessionStorage.setItem(BEFORE, JSON.stringify(before));
  return entered(found.token, number);
}

/** The login before this one (no time: there was none), and how many wrong PINs were tried since. */
export interface Before {
  readonly ms: LoginAnswer["previous_ms"];
  readonly station: string;
  readonly wrong: number;
}

/** Return the login before this one, as the room states it; null if no card has logged in here. */
export function before(): Before | null {
  const kept = sessionStorage.getItem(BEFORE);
  return now === null || kept === null ? null : (JSON.parse(kept) as Before);
}

/** Take a guest card, where the room gives them out: a new account with money, logged in. */
export async function guest(): Promise<GuestCard> {
  const found = await call("POST /api/guest", { body: { station: station() } });
  sessionStorage.setItem(GUEST, JSON.stringify({ card: found.card, pin: found.pin }));
  await entered(found.login.token, found.card);
  return found;
}

/** The guest card that was taken in this tab, as long as one is signed in with it; null: none. */
export function guestCard(): { readonly card: string; readonly pin: string } | null {
  const kept = sessionStorage.getItem(GUEST);
  return now === null || kept === null ? null : (JSON.parse(kept) as { card: string; pin: string });
}

/** A token was given out: it is this tab's from now on. */
export async function entered(found: string, number: string): Promise<Me> {
  keepToken(found);
  sessionStorage.setItem(CARD, number.replace(/\D/g, "").slice(-4));
  const who = await refresh();
  if (who === null) throw new Problem(401, "login", "");
  return who;
}

/** Log out; the token is worth nothing from now on. */
export async function logout(): Promise<void> {
  try {
    await call("POST /api/logout", {});
  } finally {
    keepToken("");
    become(null);
  }
}
