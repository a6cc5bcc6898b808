/** The usual buy-in of a player who states none, as a multiple of the least. */
export const USUAL = 4;
