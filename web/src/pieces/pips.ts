/** Positions of pips, on the half of a tile and on a die. */
export type Pips = readonly (readonly [x: number, y: number])[];

/** In a half of 60 by 75, as on Chinese dominoes: two side by side at the end, three aslant. */
export const HALF: readonly Pips[] = [
  [],
  [[30, 37]],
  [[18, 16], [42, 16]],
  [[16, 15], [30, 37], [44, 59]],
  [[18, 20], [42, 20], [18, 52], [42, 52]],
  [[18, 16], [42, 16], [30, 36], [18, 56], [42, 56]],
  [[18, 14], [18, 36], [18, 58], [42, 14], [42, 36], [42, 58]],
];

/** On a die of 100 by 100. */
export const FACE: readonly Pips[] = [
  [],
  [[50, 50]],
  [[27, 27], [73, 73]],
  [[26, 26], [50, 50], [74, 74]],
  [[28, 28], [72, 28], [28, 72], [72, 72]],
  [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  [[29, 24], [29, 50], [29, 76], [71, 24], [71, 50], [71, 76]],
];

/** One and four are red on Chinese tiles and dice. */
export function red(n: number): boolean {
  return n === 1 || n === 4;
}
