/** What somebody brings to a table who has no wish of their own: so many times the least. */
export const USUAL = 4;
