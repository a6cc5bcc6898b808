/** Two charts as SVG: a line with its band, and bars. */
import { type SVGTemplateResult, type TemplateResult, html, nothing, svg } from "lit";

export interface Point {
  readonly x: number;
  readonly y: number;
  /** The band around it; none where they are left out. */
  readonly least?: number;
  readonly most?: number;
}

export interface LineChart {
  /** The text alternative of the chart. */
  readonly says: string;
  readonly points: readonly Point[];
  readonly x: (value: number) => string;
  readonly y: (value: number) => string;
  /** Ten times as much is as far everywhere. */
  readonly logarithmic?: boolean;
  /** A line across: the exact value. */
  readonly mark?: { readonly y: number; readonly says: string };
  readonly width?: number;
  readonly height?: number;
}

const LEFT = 52;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 26;

/** Round steps between two values: 1, 2 or 5 of some power of ten. */
export function steps(least: number, most: number, about: number): number[] {
  const span = most - least;
  if (!(span > 0)) return [least];
  const power = 10 ** Math.floor(Math.log10(span / about));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => span / n <= about) ?? 10 * power;
  const found: number[] = [];
  for (let n = Math.ceil(least / step - 1e-9); n * step <= most + step * 1e-9; n++) found.push(n * step);
  return found;
}

function powers(least: number, most: number): number[] {
  const found: number[] = [];
  const parts = most / least < 40 ? [1, 2, 5] : [1];
  for (let n = Math.floor(Math.log10(least)); 10 ** n <= most * (1 + 1e-9); n++) {
    found.push(...parts.map((part) => part * 10 ** n).filter((x) => x >= least * (1 - 1e-9) && x <= most * (1 + 1e-9)));
  }
  return found.length > 0 ? found : [least, most];
}

/** A line with a band. */
export function lineChart(chart: LineChart): TemplateResult {
  const { points, width = 560, height = 180 } = chart;
  const first = points[0];
  if (first === undefined) return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label=${chart.says}></svg>`;
  const last = points.at(-1) ?? first;
  const heights = points.flatMap((p) => [p.y, p.least ?? p.y, p.most ?? p.y]);
  if (chart.mark !== undefined) heights.push(chart.mark.y);
  let low = Math.min(...heights);
  let high = Math.max(...heights);
  const pad = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
  low -= pad;
  high += pad;
  const scale = chart.logarithmic === true ? (x: number) => Math.log10(Math.max(x, Number.MIN_VALUE)) : (x: number) => x;
  const from = scale(first.x);
  const wide = scale(last.x) - from || 1;
  const at = (x: number): number => LEFT + ((scale(x) - from) / wide) * (width - LEFT - RIGHT);
  const up = (y: number): number => TOP + ((high - y) / (high - low)) * (height - TOP - BOTTOM);
  const round = (n: number): string => n.toFixed(1);
  const line = points.map((p) => `${round(at(p.x))} ${round(up(p.y))}`).join("L");
  const banded = points.filter((p) => p.least !== undefined && p.most !== undefined);
  const over = banded.map((p) => `${round(at(p.x))} ${round(up(p.most ?? p.y))}`);
  const under = banded.map((p) => `${round(at(p.x))} ${round(up(p.least ?? p.y))}`).reverse();
  const along = chart.logarithmic === true ? powers(first.x, last.x) : steps(first.x, last.x, 5);
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label=${chart.says}>
    ${steps(low, high, 4).map(
      (y) => svg`<path class="grid" d=${`M${LEFT} ${round(up(y))}H${width - RIGHT}`} />
        <text class="axis" x=${LEFT - 6} y=${round(up(y) + 4)} text-anchor="end">${chart.y(y)}</text>`,
    )}
    ${along.map((x) => {
      const side = at(x) > width - RIGHT - 24 ? "end" : at(x) < LEFT + 8 ? "start" : "middle";
      const where = side === "end" ? Math.min(at(x) + 8, width - 2) : at(x);
      return svg`<text class="axis" x=${round(where)} y=${height - 8} text-anchor=${side}>${chart.x(x)}</text>`;
    })}
    ${banded.length > 1 ? svg`<path class="band" d=${`M${[...over, ...under].join("L")}Z`} />` : nothing}
    <path class="line" d=${`M${line}`} />
    ${chart.mark === undefined ? nothing : marked(chart.mark, up(chart.mark.y), width)}
  </svg>`;
}

function marked(mark: { says: string }, y: number, width: number): SVGTemplateResult {
  return svg`<path class="mark" d=${`M${LEFT} ${y.toFixed(1)}H${width - RIGHT}`} />
    <text class="said" x=${width - RIGHT} y=${(y + 14).toFixed(1)} text-anchor="end">${mark.says}</text>`;
}
