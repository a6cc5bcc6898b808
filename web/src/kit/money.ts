/** Cents as people read them: $1,284.50, $5, −$5, +$24. */
const MINUS = "−";
/** Before a dollar sign a minus needs a word joiner, or a line may break between the two. */
const JOINED = `${MINUS}\u2060`;

function digits(cents: number): string {
  const whole = Math.trunc(cents / 100);
  const rest = cents % 100;
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
  return rest === 0 ? grouped : `${grouped}.${String(rest).padStart(2, "0")}`;
}

/** An amount: `$5`, `$1,284.50`, `−$5`; whole dollars without cents. */
export function money(cents: number): string {
  return `${cents < 0 ? JOINED : ""}$${digits(Math.abs(cents))}`;
}

/** An amount with both cents always: a purse, a meter. */
export function exactly(cents: number): string {
  const [whole, rest = "00"] = digits(Math.abs(cents)).split(".");
  return `${cents < 0 ? JOINED : ""}$${whole}.${rest}`;
}

/** A change: `+$24`, `−$5`, `$0`. */
export function signed(cents: number): string {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/** From one amount to another: `$5 – $500`, `$5`. */
export function between(least: number, most: number): string {
  return least === most ? money(least) : `${money(least)} – ${money(most)}`;
}

/** A share with so many digits: `1.01 %`, `−0.23 %`. */
export function percent(share: number, places = 2): string {
  const text = (Math.abs(share) * 100).toFixed(places);
  return `${share < 0 && Number(text) !== 0 ? MINUS : ""}${text} %`;
}

/** A chance with as many places as it needs: `5.081 %`, `0.000021 %`. */
export function chance(value: number): string {
  if (value <= 0) return "0 %";
  const places = value >= 0.001 ? 3 : Math.min(9, 1 - Math.floor(Math.log10(value * 100)) + 1);
  return percent(value, places);
}
