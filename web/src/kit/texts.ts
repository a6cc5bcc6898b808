/** All that the pages say in English, by id; `{name}` is filled in. Words of a game come from the
 * engine, never from here. A page with many texts of its own keeps them in a file beside it and
 * adds them with `add`. */
const TEXTS: Record<string, string> = {
  "top.home": "houseway",
  "top.pages": "Pages",
  "top.play": "Play",
  "top.rules": "Rulebook",
  "top.lab": "Odds lab",
  "top.history": "History",
  "top.find": "Find a game or a wager",
  "find.places.one": "{n} place in the rulebook",
  "find.places.many": "{n} places in the rulebook",
  "find.instead": "For “{words}”:",
  "find.nothing": "The rulebook has no match.",
  "find.all": "All {n} places",
  "top.sign-in": "Sign in",
  "top.card": "card {card}",
  "top.signed-in": "signed in as {name}",
  "keys.title": "Keys",
  "keys.help": "this list",
  "keys.search": "search",
  "keys.close": "Close",
  "trouble.away": "The room does not answer. Is it still running?",
  "trouble.slow": "The room does not answer yet. Waiting …",
  "trouble.other": "The room answered {status}.",
};

/** Add the texts of a page. */
export function add(texts: Readonly<Record<string, string>>): void {
  for (const [id, text] of Object.entries(texts)) {
    if (id in TEXTS && TEXTS[id] !== text) throw new Error(`two texts have the id ${id}`);
    TEXTS[id] = text;
  }
}

/** The text of an id, filled in. An id without a text is an error of the page. */
export function t(id: string, fill: Readonly<Record<string, string | number>> = {}): string {
  const text = TEXTS[id];
  if (text === undefined) throw new Error(`there is no text ${id}`);
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(fill[name] ?? all));
}

/** With a capital and a full stop: what stands by itself. */
export function sentence(words: string): string {
  const whole = words.slice(0, 1).toUpperCase() + words.slice(1);
  return /[.!?…]$|^$/.test(whole) ? whole : `${whole}.`;
}

/** Without the parts that list names for programs: what people cannot read helps no one. */
export function forPeople(words: string): string {
  return words.split("; ").filter((part, i) => i === 0 || !/[a-z0-9]_[a-z0-9]/.test(part)).join("; ");
}

/** "1 seat", "2 seats": the text of `id.one` or `id.many`, with `{n}`. */
export function count(id: string, n: number, fill: Readonly<Record<string, string | number>> = {}): string {
  return t(`${id}.${n === 1 ? "one" : "many"}`, { n, ...fill });
}
