/** The choices of a prompt with the labels of their buttons: words, keys and places come from the engine. */
import type { Action, ActionPlan, Amount, Forbidden, Layout, Offer, Prompt } from "../contract.js";
import { withSuits } from "../kit/printed.js";

/** One decision of a prompt: open (`action`) or forbidden at this moment (`forbidden`). */
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly says: string;
  readonly cents: number;
  readonly key: string;
  readonly place: number;
  readonly action: Action | null;
  readonly forbidden: Forbidden | null;
}

/** Letters that mean something else on this page: look at covered cards. */
const TAKEN = "v";

/** "free double" as a label: "Free double". */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function planOf(layout: Layout, name: string): ActionPlan | undefined {
  return layout.actions.find((plan) => plan.name === name);
}

/** Return the offer of a prompt by the name of its action; undefined if there is none. */
export function offerOf(prompt: Prompt, name: string): Offer | undefined {
  return prompt.offers.find((offer) => offer.name === name);
}

function labelled(layout: Layout, prompt: Prompt, name: string, words: string): string {
  const plan = planOf(layout, name);
  const offer = offerOf(prompt, name);
  const said = offer?.label || plan?.label || plan?.words || words || name.replaceAll("_", " ");
  return capital(said);
}

/** One line of what it does; not what the label says already. */
function line(label: string, ...said: (string | undefined)[]): string {
  const found = said.find((words) => words !== undefined && words !== "") ?? "";
  return found.toLowerCase() === label.toLowerCase() ? "" : withSuits(found);
}

/** All decisions of a moment in their places, those that are not allowed now among them. */
export function choicesOf(layout: Layout, prompt: Prompt): Choice[] {
  const open = prompt.actions.map((action): Choice => {
    const plan = planOf(layout, action.name);
    const label = labelled(layout, prompt, action.name, action.words);
    const says = line(label, offerOf(prompt, action.name)?.says, action.words, plan?.says);
    const cents = action.shape === "button" ? action.cents : 0;
    return { name: action.name, label, says, cents, key: plan?.key ?? "", place: plan?.place ?? 0, action, forbidden: null };
  });
  const closed = prompt.forbidden
    .filter((one) => one.here)
    .map((one): Choice => {
      const plan = planOf(layout, one.name);
      const label = labelled(layout, prompt, one.name, one.words);
      return { name: one.name, label, says: one.why, cents: 0, key: plan?.key ?? "", place: plan?.place ?? 0, action: null, forbidden: one };
    });
  return withKeys([...open, ...closed].sort((a, b) => (a.place || 99) - (b.place || 99)));
}

/** Every open choice has a key: its own, else the first free letter of its label. */
function withKeys(choices: readonly Choice[]): Choice[] {
  const used = new Set(choices.filter((choice) => choice.action !== null).map((choice) => choice.key.toLowerCase()));
  const given = new Set<string>();
  return choices.map((choice) => {
    if (choice.action === null) return { ...choice, key: "" };
    let key = choice.key.toLowerCase();
    if (key === "" || given.has(key)) key = freeKey(choice.label, (letter) => used.has(letter) || given.has(letter));
    given.add(key);
    return { ...choice, key };
  });
}

/** Return the cents of the decision to which an amount is added: "play" for "play_and_tip"; 0 without one. */
export function addedTo(prompt: Prompt, action: Amount): number {
  const first = prompt.actions.find((one) => one.shape === "button" && action.name.startsWith(`${one.name}_and_`));
  return first?.shape === "button" ? first.cents : 0;
}

/** The first letter of some words that is not taken, or any that is free. */
export function freeKey(words: string, taken: (letter: string) => boolean): string {
  const letters = `${words.toLowerCase()}abcdefghijklmnopqrstuvwxyz`.match(/[a-z]/g) ?? [];
  return letters.find((letter) => !TAKEN.includes(letter) && !taken(letter)) ?? "";
}

/** Return the forbidden actions without a place among the buttons, for "why not?". */
export function elsewhere(layout: Layout, prompt: Prompt): { label: string; forbidden: Forbidden }[] {
  return prompt.forbidden
    .filter((one) => !one.here)
    .map((one) => ({ label: labelled(layout, prompt, one.name, one.words), forbidden: one }));
}
