/** Asking the lab until it has an answer: what takes long answers with how far it is. */
import { Problem } from "../kit/api.js";
import type { Pending } from "../contract.js";

export interface Answer<T> {
  readonly found: T | null;
  readonly pending: Pending | null;
}

const WAIT = 2500;
const BUSY = 1000;
const TRIES = 30;

/** Ask, and retry while the lab is busy: its first process takes a while to start. */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let busy = 0; ; busy++) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !(error instanceof Problem) || error.code !== "busy" || busy >= TRIES) throw error;
      await pause(BUSY, signal);
    }
  }
}

/** Ask again and again until nothing is pending; `heard` gets every answer. An aborted signal ends
 * it without a word. */
export async function until<T>(
  ask: (wait: number) => Promise<Answer<T>>,
  heard: (answer: Answer<T>) => void,
  signal: AbortSignal,
): Promise<void> {
  let wait = 300; // what is known already is there at once
  while (!signal.aborted) {
    try {
      const answer = await patiently(() => ask(wait), signal);
      if (signal.aborted) return;
      heard(answer);
      if (answer.pending === null) return;
      wait = WAIT;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** A while, or until it is not wanted any more. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

/** Return the message of an error. */
export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
