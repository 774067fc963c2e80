/** In UTF-8. Not by `Buffer`: a hook that only names it waits a third of a millisecond for it. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** At most so many characters; what is longer ends in "…". */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = isFirstHalf(text.charCodeAt(max - 2)) ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

/** Of a character outside the basic plane. */
function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** On one line, then clipped. */
export function clipLine(text: string, max: number): string {
  return clip(oneLine(text), max);
}

export function oneLine(text: string): string {
  return isOneLine(text) ? text : text.toWellFormed().replaceAll(blankPattern(), " ").trim();
}

/** In a function: a first pattern costs a stop more than all the rest of this. */
const blankPattern = () => /\s+/g;

/** Plain ASCII without a run of blanks, as nearly all titles are. */
function isOneLine(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code > 126) return false;
  }
  return text === text.trim() && !text.includes("  ");
}

export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** "a, b +3" */
export function shortList(items: readonly string[], max: number, separator = ", "): string {
  const more = items.length > max ? ` +${items.length - max}` : "";
  return items.slice(0, max).join(separator) + more;
}

/** One line each, and how many more there are. */
export function bulletList(items: readonly string[], max: number): string[] {
  const more = items.length > max ? [`- and ${items.length - max} more`] : [];
  return [...items.slice(0, max).map((item) => `- ${item}`), ...more];
}

/** "a, b and 3 more" */
export function clipList(items: readonly string[], max: number): string {
  const more = items.length > max ? ` and ${items.length - max} more` : "";
  return items.slice(0, max).join(", ") + more;
}
