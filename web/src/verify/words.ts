/** Something of a record repeated to people: in quotation marks, cut short, as Python writes it. */
const LONG = 60;

export function brief(words: string): string {
  const said = quoted(words.slice(0, LONG));
  if (said.length <= LONG) return said;
  const ends = quoted(words.slice(0, 28) + words.slice(-29));
  return `${ends.slice(0, 28)}...${ends.slice(-29)}`;
}

function quoted(words: string): string {
  const mark = words.includes("'") && !words.includes('"') ? '"' : "'";
  return mark + words.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
}
