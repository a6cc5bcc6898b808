/** Clauses and places: links to them, and texts in which the numbers of clauses are links. */
import { html, type TemplateResult } from "lit";
import type { GameBook } from "../contract.js";
import { t } from "../kit/texts.js";

/** The place of something on the page of its game, as the room names it in addresses. */
export function place(kind: string, name: string): string {
  return `${kind}-${name.replace(/[^A-Za-z0-9]+/g, "-")}`;
}

/** With a capital letter in front. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The clauses that stand on a page, and where others that it cites stand. */
export class Known {
  private readonly own: ReadonlySet<string>;
  private readonly elsewhere: GameBook["elsewhere"];

  constructor(book: GameBook) {
    this.own = new Set(book.parts.flatMap((part) => part.clauses.map((clause) => clause.id)));
    this.elsewhere = book.elsewhere;
  }

  has(id: string): boolean {
    return this.own.has(id) || this.elsewhere[id] !== undefined;
  }

  /** The address of a clause: on this page if it stands there. */
  address(id: string): string {
    return this.own.has(id) ? `#${id}` : `/rules/${this.elsewhere[id] ?? ""}#${id}`;
  }
}

/** The number of a clause, as a link to it. */
export function clauseLink(id: string, known: Known): TemplateResult {
  return html`<a class="clause" href=${known.address(id)} aria-label=${t("rules.clause.of", { id })}>${id}</a>`;
}

/** Several of them. */
export function clauseLinks(ids: readonly string[], known: Known): TemplateResult {
  return html`<span class="clauses">${ids.filter((id) => known.has(id)).map((id) => clauseLink(id, known))}</span>`;
}

const NUMBER = /\b(?:[A-Z]{2}-)+[A-Z0-9.]+(?:-[A-Za-z0-9]+)*\b/g;

/** A text in which each clause of the game is a link. */
export function linked(text: string, known: Known): (string | TemplateResult)[] {
  const parts: (string | TemplateResult)[] = [];
  let from = 0;
  for (const found of text.matchAll(NUMBER)) {
    if (!known.has(found[0])) continue;
    parts.push(text.slice(from, found.index), html`<a href=${known.address(found[0])}>${found[0]}</a>`);
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Go to the place that the address names, once it is there; it is marked and has the focus. */
export function arrive(root: HTMLElement): boolean {
  for (const before of root.querySelectorAll(".arrived")) before.classList.remove("arrived");
  const id = decodeURIComponent(location.hash.slice(1));
  const found = id === "" ? null : document.getElementById(id);
  if (found === null) return false;
  found.classList.add("arrived");
  if (found.tabIndex < 0) found.tabIndex = -1;
  found.scrollIntoView({ block: "start", behavior: "instant" });
  found.focus({ preventScroll: true });
  return true;
}

/** Things in groups, in the order in which the groups are met. */
export function grouped<T>(things: readonly T[], by: (thing: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    const group = found.get(by(thing));
    if (group === undefined) found.set(by(thing), [thing]);
    else group.push(thing);
  }
  return [...found];
}
