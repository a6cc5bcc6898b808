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

/** Places in two columns beside a dealer: from the lower left up, and from the upper right down. */
export function arc(n: number): Place[] {
  const left = Math.ceil(n / 2);
  const found: Place[] = [];
  for (let i = 0; i < n; i++) {
    const onLeft = i < left;
    const rows = onLeft ? left : n - left;
    const row = onLeft ? left - 1 - i : i - left;
    const y = rows === 1 ? 46 : 27 + (row * (rows === 2 ? 30 : 42)) / (rows - 1) + (rows === 2 ? 6 : 0);
    const x = onLeft ? 9.6 : 90.4;
    found.push({ x, y, betX: onLeft ? 18 : 82, betY: y, side: onLeft ? "left" : "right" });
  }
  return found;
}

/** Of the whole turn so much is one's own, at the bottom. */
const OWN = 100;

/** Places round an oval, from the lower left on; `tall`: on a phone. */
export function ring(n: number, tall = false): Place[] {
  const [middleX, middleY] = [50, tall ? 44 : 46];
  const [wide, high] = tall ? [37, 32] : [41.5, 34.5];
  const found: Place[] = [];
  for (let i = 0; i < n; i++) {
    const turn = ((OWN / 2 + ((360 - OWN) * (i + 0.5)) / n) * Math.PI) / 180;
    const [sine, cosine] = [-Math.sin(turn), Math.cos(turn)];
    const x = middleX + wide * Math.sign(sine) * Math.abs(sine) ** 0.72;
    const y = middleY + high * Math.sign(cosine) * Math.abs(cosine) ** 0.9;
    const top = Math.abs(sine) < 0.35;
    const inward = tall ? 0.4 : 0.32;
    found.push({
      x, y,
      betX: top && !tall ? x + 8 : x + (middleX - x) * inward,
      betY: top && !tall ? y + 3 : y + (middleY - y) * (top ? 0.46 : inward),
      side: top ? "top" : sine < 0 ? "left" : "right",
    });
  }
  return found;
}
