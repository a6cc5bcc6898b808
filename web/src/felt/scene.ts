/** Where the other seats are, in hundredths of the felt: pure geometry, no game. */
export interface Place {
  readonly x: number;
  readonly y: number;
  /** Towards the middle, where the seat's chips lie. */
  readonly betX: number;
  readonly betY: number;
  /** On which side of the felt it is: words stand on the other side of its chips. */
  readonly side: "left" | "right" | "top";
}

/** Places in two columns beside a dealer: from the lower left up, and from the upper right down.
 * `flat`: seats without pieces, which are lower and leave more room for spots. */
export function arc(n: number, flat = false): Place[] {
  const left = Math.ceil(n / 2);
  const found: Place[] = [];
  for (let i = 0; i < n; i++) {
    const onLeft = i < left;
    const rows = onLeft ? left : n - left;
    const row = onLeft ? left - 1 - i : i - left;
    const [first, last] = flat ? [24, 50] : rows === 2 ? [32, 62] : [26, 64];
    const y = rows === 1 ? (first + last) / 2 : first + (row * (last - first)) / (rows - 1);
    const x = onLeft ? 9.6 : 90.4;
    found.push({ x, y, betX: onLeft ? 18 : 82, betY: y, side: onLeft ? "left" : "right" });
  }
  return found;
}

/** Of the whole turn so much is one's own, at the bottom; nothing for who only looks on. */
const OWN = 100;
const SAMPLES = 3600;
/** So many others sit close together. */
const CLOSE = 8;

/** The point of an oval at an angle from the bottom on, clockwise; fuller than an ellipse. */
function oval(turn: number, tall: boolean): readonly [number, number, number] {
  const [wide, high] = tall ? [37, 32] : [41.5, 34.5];
  const [sine, cosine] = [-Math.sin(turn), Math.cos(turn)];
  const x = 50 + wide * Math.sign(sine) * Math.abs(sine) ** 0.72;
  return [x, (tall ? 44 : 46) + high * Math.sign(cosine) * Math.abs(cosine) ** 0.9, sine];
}

/** Angles at which places lie equally far apart along the oval. */
function angles(n: number, own: number, tall: boolean): number[] {
  const [from, to] = [(own / 360) * Math.PI, (2 - own / 360) * Math.PI];
  const at = (i: number): number => from + ((to - from) * i) / SAMPLES;
  const run = [0];
  for (let i = 1; i <= SAMPLES; i++) {
    const [x, y] = oval(at(i - 1), tall);
    const [nextX, nextY] = oval(at(i), tall);
    // A felt is wider than it is high, and hundredths of it are so, too.
    run.push((run[i - 1] ?? 0) + Math.hypot((nextX - x) * (tall ? 0.75 : 1.5), nextY - y));
  }
  const all = run.at(-1) ?? 0;
  return Array.from({ length: n }, (_, i) => at(run.findIndex((one) => one >= (all * (i + 0.5)) / n)));
}

/** Places round an oval, from the lower left on; `tall`: on a phone; `mine`: the bottom is taken. */
export function ring(n: number, tall = false, mine = true): readonly Place[] {
  const key = `${n} ${tall} ${mine}`;
  const known = RINGS.get(key) ?? placed(n, tall, mine);
  RINGS.set(key, known);
  return known;
}
/** Places stay where they are, and a felt is drawn often. */
const RINGS = new Map<string, readonly Place[]>();

function placed(n: number, tall: boolean, mine: boolean): Place[] {
  return angles(n, mine ? OWN : 0, tall).map((turn) => {
    const [x, y, sine] = oval(turn, tall);
    const top = Math.abs(x - 50) < 9 && y < 50;
    const inward = tall ? 0.4 : 0.32;
    // At the top chips lie beside the plates, as long as these are far enough apart: under a plate
    // stands what the seat did.
    const beside = !tall && n < CLOSE && y < 24 && Math.abs(x - 50) < 24;
    const outward = top ? 5.6 : x < 50 ? -14.4 : 14.4;
    return {
      x, y,
      betX: beside ? x + outward : top && !tall ? x - 3 : x + (50 - x) * inward,
      betY: beside ? y + 3.5 : top && !tall ? y + 14 : y + (46 - y) * (top ? 0.46 : inward),
      side: top ? "top" : sine < 0 ? "left" : "right",
    };
  });
}
