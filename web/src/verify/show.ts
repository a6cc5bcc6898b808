/** The result of a check: the verdict, step by step, and the pieces that were opened. */
import { html, nothing, type TemplateResult } from "lit";
import { count, t } from "../kit/texts.js";
import { piece } from "../pieces/piece.js";
import type { Step, Verdict } from "./check.js";
import type { DealtWith } from "./pieces.js";
import type { Opened, RoundRecord } from "./record.js";
import "./texts.js";

const MARKS = { good: "✓", wrong: "✗", open: "–" } as const;

/** The whole of it. */
export function shown(verdict: Verdict, record: RoundRecord, dealt: DealtWith): TemplateResult {
  const wrong = verdict.steps.filter((step) => step.state === "wrong").length;
  const reader = record.viewer === 0 ? t("verify.reader.all") : t("verify.reader.seat", { seat: record.viewer });
  const { round, table } = record;
  return html`<section class="verdict" aria-labelledby="verdict-title">
    <div class=${verdict.good ? "sum good" : "sum wrong"} role="status">
      <h2 id="verdict-title">${verdict.good ? t("verify.good") : count("verify.bad", wrong)}</h2>
      <p>${t("verify.of", { round, name: dealt.game, table, reader })}</p>
    </div>
    <ol class="checks">${verdict.steps.map(oneStep)}</ol>
    ${verdict.notes.map((note) => html`<p class="note-line">${capital(note)}.</p>`)}
    ${record.openings.length === 0 ? nothing : opened(record.openings, dealt)}
  </section>`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function oneStep(step: Step): TemplateResult {
  return html`<li class=${`check-step ${step.state}`} data-step=${step.name}>
    <span class="mark" aria-hidden="true">${MARKS[step.state]}</span>
    <div>
      <h3>${t(`verify.step.${step.name}`)} <span class="state">${t(`verify.state.${step.state}`)}</span></h3>
      <p class="means">${t(`verify.step.${step.name}.means`)}</p>
      ${step.state === "wrong"
        ? html`<ul class="faults">${step.says.map((fault) => html`<li>${capital(fault)}.</li>`)}</ul>`
        : step.says.map((text) => html`<p class="found-so">${step.state === "open" ? text : `${capital(text)}.`}</p>`)}
    </div>
  </li>`;
}

/** The opened pieces of each shuffle, in the order in which they lay. */
function opened(openings: readonly Opened[], dealt: DealtWith): TemplateResult {
  const groups = new Map<string, Opened[]>();
  for (const one of openings) {
    const key = `${one.stream} ${one.epoch}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return html`<h3 class="opened-title">${t("verify.pieces")}</h3>
    ${[...groups.values()].map((group) => pieces(group, dealt, groups.size > 1))}`;
}

function pieces(group: readonly Opened[], dealt: DealtWith, several: boolean): TemplateResult {
  const [first] = group;
  const stream = first?.stream === "cup" ? "cup" : "deck";
  const kind = stream === "cup" ? "dice" : dealt.kind.name;
  const known = new Set(stream === "cup" ? ["1", "2", "3", "4", "5", "6"] : dealt.kind.names);
  const order = [...group].sort((a, b) => a.i - b.i);
  return html`${several
      ? html`<p class="caption quiet">${t("verify.pieces.of", { stream: t(`verify.stream.${stream}`), n: (first?.epoch ?? 0) + 1 })}</p>`
      : nothing}
    <ol class=${`opened ${kind}`}>
      ${order.map(
        (one) => html`<li>
          ${known.has(one.piece) ? piece(one.piece, kind) : html`<b>${one.piece.slice(0, 8)}</b>`}
          <span class="caption">${one.i + 1}</span>
        </li>`,
      )}
    </ol>`;
}
