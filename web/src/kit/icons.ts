/** Signs that no font is needed for. */
import { html, type TemplateResult } from "lit";

const PATHS = {
  first: "M5 5h2.500v14H5zM19 5v14L8.500 12z",
  previous: "M17 5v14L6.500 12z",
  next: "M7 5v14l10.500-7z",
  last: "M16.500 5H19v14h-2.500zM5 5v14l10.500-7z",
} as const;

/** A sign as large as the letters around it; what it means is said by what it stands in. */
export function icon(name: keyof typeof PATHS): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
