/** The place of another seat, in hundredths of the felt: pure geometry, no game. */
export interface Place {
  readonly x: number;
  readonly y: number;
  /** Towards the middle, where the seat's chips lie. */
  readonly betX: number;
  readonly betY: number;
  /** On which side of the felt it is: words stand on the other side of its chips. */
  readonly side: "left" | "right" | "top";
}

/** Below this the cloth is rounded: a place lies farther in. */
const ROUNDED = 68;

/** Places in two columns beside a dealer: from the lower left up, and from the upper right down.
 * `flat`: seats without pieces, which are lower and leave more room for spots.  `mine`: the bottom is
 * taken; who looks on leaves it to the others. */
export function arc(n: number, flat = false, mine = true): Place[] {
  const left = Math.ceil(n / 2);
  const found: Place[] = [];
  for (let i = 0; i < n; i++) {
    const onLeft = i < left;
    const rows = onLeft ? left : n - left;
    const row = onLeft ? left - 1 - i : i - left;
    const [first, last] = flat ? [24, 50] : rows === 2 ? [32, 62] : mine ? [26, 64] : [25, 84];
    const y = rows === 1 ? (first + last) / 2 : first + (row * (last - first)) / (rows - 1);
    const inward = y > ROUNDED ? 4.5 : 0;
    const x = onLeft ? 9.6 + inward : 90.4 - inward;
    found.push({ x, y, betX: onLeft ? 18 + inward : 82 - inward, betY: y, side: onLeft ? "left" : "right" });
  }
  return found;
}

/** Of the whole turn so much is one's own, at the bottom; nothing for who only looks on. */
const OWN = 100;
const SAMPLES = 3600;
/** So far towards the middle chips lie. */
const INWARD = 0.32;
/** So many others sit close together. */
const CLOSE = 8;

/** The point of an oval at an angle from the bottom on, clockwise; fuller than an ellipse. */
function oval(turn: number): readonly [number, number, number] {
  const [sine, cosine] = [-Math.sin(turn), Math.cos(turn)];
  const x = 50 + 41.5 * Math.sign(sine) * Math.abs(sine) ** 0.72;
  return [x, 46 + 34.5 * Math.sign(cosine) * Math.abs(cosine) ** 0.9, sine];
}

/** Angles at which places lie equally far apart along the oval. */
function angles(n: number, own: number): number[] {
  const [from, to] = [(own / 360) * Math.PI, (2 - own / 360) * Math.PI];
  const at = (i: number): number => from + ((to - from) * i) / SAMPLES;
  const run = [0];
  for (let i = 1; i <= SAMPLES; i++) {
    const [x, y] = oval(at(i - 1));
    const [nextX, nextY] = oval(at(i));
    // A felt is wider than it is high, and hundredths of it are so, too.
    run.push((run[i - 1] ?? 0) + Math.hypot((nextX - x) * 1.5, nextY - y));
  }
  const all = run.at(-1) ?? 0;
  return Array.from({ length: n }, (_, i) => at(run.findIndex((one) => one >= (all * (i + 0.5)) / n)));
}

/** On a phone the common cards take the whole width: places are above them and below them. */
const TALL: Readonly<Record<string, Place>> = {
  low: { x: 13, y: 65, betX: 33, betY: 60, side: "left" },
  high: { x: 14.5, y: 26.2, betX: 31.5, betY: 27, side: "left" },
  /** The same where no one sits at the top: chips keep clear of five cards. */
  alone: { x: 14.5, y: 27, betX: 34.5, betY: 23, side: "left" },
  top: { x: 50, y: 14.5, betX: 69, betY: 20, side: "top" },
};
const TALL_ROWS: readonly (readonly string[])[] = [[], ["top"], ["alone"], ["high", "top"], ["low", "alone"], ["low", "high", "top"]];

/** Places on a phone, from the lower left on. */
function tallRing(n: number): Place[] {
  const found = (TALL_ROWS[n] ?? []).flatMap((name) => TALL[name] ?? []);
  const right = found.filter((one) => one.side === "left").reverse();
  return [...found, ...right.map((one): Place => ({ ...one, x: 100 - one.x, betX: 100 - one.betX, side: "right" }))];
}

/** Places round an oval, from the lower left on; `tall`: on a phone; `mine`: the bottom is taken. */
export function ring(n: number, tall = false, mine = true): readonly Place[] {
  const key = `${n} ${tall} ${mine}`;
  const known = RINGS.get(key) ?? (tall ? tallRing(n) : placed(n, mine));
  RINGS.set(key, known);
  return known;
}
/** Places stay where they are, and a felt is drawn often. */
const RINGS = new Map<string, readonly Place[]>();

function placed(n: number, mine: boolean): Place[] {
  return angles(n, mine ? OWN : 0).map((turn) => {
    const [x, y, sine] = oval(turn);
    const top = Math.abs(x - 50) < 9 && y < 50;
    // At the top chips lie beside the plates, as long as these are far enough apart: under a plate
    // stands what the seat did.
    const beside = n < CLOSE && y < 24 && Math.abs(x - 50) < 24;
    const outward = top ? 5.6 : x < 50 ? -14.4 : 14.4;
    return {
      x, y,
      betX: beside ? x + outward : top ? x - 3 : x + (50 - x) * INWARD,
      betY: beside ? y + 3.5 : top ? y + 14 : y + (46 - y) * (n < CLOSE && y < 30 ? INWARD * 0.7 : INWARD),
      side: top ? "top" : sine < 0 ? "left" : "right",
    };
  });
}
