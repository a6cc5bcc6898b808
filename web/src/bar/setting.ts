/** Pieces being set into parts: which way that is, what it makes, whether it may be set.
 *
 * Parts hold places in `Arrange.pieces`, since two pieces may be alike; ways hold the pieces. */
import type { Arrange, Way } from "../contract.js";
import type { Parts } from "../play/draft.js";
import type { Play } from "../play/store.js";
import { offerOf } from "./choice.js";

/** The parts to begin with: as suggested, else as dealt. */
export function begun(arrange: Arrange): Parts {
  const suggested = fromPieces(arrange, arrange.suggestion);
  if (suggested !== null) return suggested;
  let next = 0;
  return arrange.parts.map(([name, size]) => {
    const places = Array.from({ length: size }, (_, at) => next + at);
    next += size;
    return [name, places] as const;
  });
}

/** Pieces in parts as places; null where they are not the pieces of this question. */
export function fromPieces(arrange: Arrange, parts: readonly (readonly [string, readonly number[]])[]): Parts | null {
  const free = new Map(arrange.pieces.map((piece, at) => [at, piece]));
  const found: [string, number[]][] = [];
  for (const [name, pieces] of parts) {
    const places: number[] = [];
    for (const piece of pieces) {
      const at = [...free].find(([, one]) => one === piece)?.[0];
      if (at === undefined) return null;
      free.delete(at);
      places.push(at);
    }
    found.push([name, places]);
  }
  return free.size === 0 && found.length > 0 ? found : null;
}

/** Places in parts as the pieces of a decision. */
export function toPieces(arrange: Arrange, parts: Parts): [string, number[]][] {
  return parts.map(([name, places]) => [name, places.flatMap((at) => arrange.pieces[at] ?? [])]);
}

function bag(pieces: readonly number[]): string {
  return [...pieces].sort((a, b) => a - b).join(" ");
}

/** The way that these parts are; `exchanged` where the rules would lay the parts the other way round. */
export function wayOf(ways: readonly Way[], pieces: readonly (readonly [string, readonly number[]])[]): { way: Way; exchanged: boolean } | null {
  const mine = pieces.map(([name, some]) => `${name}:${bag(some)}`).sort().join("|");
  const exact = ways.find((way) => way.parts.map(([name, some]) => `${name}:${bag(some)}`).sort().join("|") === mine);
  if (exact !== undefined) return { way: exact, exchanged: false };
  const loose = pieces.map(([, some]) => bag(some)).sort().join("|");
  const other = ways.find((way) => way.parts.map(([, some]) => bag(some)).sort().join("|") === loose);
  return other === undefined ? null : { way: other, exchanged: true };
}

/** Two pieces change places. */
export function exchanged(parts: Parts, one: number, other: number): Parts {
  const swap = (at: number): number => (at === one ? other : at === other ? one : at);
  return parts.map(([name, places]) => [name, places.map(swap)] as const);
}

/** The parts as they are set now. */
export function partsOf(play: Play, arrange: Arrange): Parts {
  return play.draft.parts.length > 0 ? play.draft.parts : begun(arrange);
}

/** All ways that the engine names. */
export function waysOf(play: Play, arrange: Arrange): readonly Way[] {
  return play.prompt === null ? [] : (offerOf(play.prompt, arrange.name)?.ways ?? []);
}

/** The way that is laid out now. */
export function chosenWay(play: Play, arrange: Arrange): Way | null {
  return wayOf(waysOf(play, arrange), toPieces(arrange, partsOf(play, arrange)))?.way ?? null;
}

/** True if a way is a foul: one that is refused, or one that may be set and loses. */
export function isFoul(way: Way): boolean {
  return way.fault !== "" || way.foul;
}

/** Lay the pieces out in a way. */
export function layWay(play: Play, arrange: Arrange, way: Way): void {
  const parts = fromPieces(arrange, way.parts);
  if (parts !== null) play.arrange(parts);
}
