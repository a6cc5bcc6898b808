/** JSON read strictly: a key that stands twice could show one thing to a person and another to a
 * program, and is refused. */
export class NotJson extends Error {}

const DEEP = 60;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const BLANK = /[ \t\n\r]*/y;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): Json {
    const found = this.value(0);
    this.blank();
    if (this.at < this.text.length) throw new NotJson("syntax");
    return found;
  }

  private blank(): void {
    BLANK.lastIndex = this.at;
    BLANK.test(this.text);
    this.at = BLANK.lastIndex;
  }

  private take(word: string): boolean {
    this.blank();
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  private need(word: string): void {
    if (!this.take(word)) throw new NotJson("syntax");
  }

  private match(pattern: RegExp): string {
    this.blank();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) throw new NotJson("syntax");
    this.at = pattern.lastIndex;
    return found[0];
  }

  private value(depth: number): Json {
    if (depth > DEEP) throw new NotJson("deep");
    if (this.take("{")) return this.object(depth);
    if (this.take("[")) return this.list(depth);
    if (this.take("null")) return null;
    if (this.take("true")) return true;
    if (this.take("false")) return false;
    if (this.text[this.at] === '"') return JSON.parse(this.match(STRING)) as string;
    return Number(this.match(NUMBER));
  }

  private object(depth: number): Json {
    const found = new Map<string, Json>();
    if (this.take("}")) return {};
    do {
      const key = JSON.parse(this.match(STRING)) as string;
      if (found.has(key)) throw new NotJson(`twice:${key}`);
      this.need(":");
      found.set(key, this.value(depth + 1));
    } while (this.take(","));
    this.need("}");
    return Object.fromEntries(found);
  }

  private list(depth: number): Json {
    const found: Json[] = [];
    if (this.take("]")) return found;
    do found.push(this.value(depth + 1));
    while (this.take(","));
    this.need("]");
    return found;
  }
}

/** Return the value of a JSON text; throw NotJson with `syntax`, `deep` or `twice:KEY` if it has none. */
export function readJson(text: string): Json {
  return new Reader(text).whole();
}
