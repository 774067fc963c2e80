/** In UTF-8. Does not use `Buffer`, whose first use costs a hook a third of a millisecond. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** At most `max` characters; a longer text ends in "…". */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = isHighSurrogate(text.charCodeAt(max - 2)) ? max - 2 : max - 1;
  return `${text.slice(0, end)}…`;
}

/** Drops the word that would be cut, unless it is very long. */
export function clipAtWord(text: string, max: number): string {
  return text.length <= max ? text : clip(text, max).replace(/\s+\S{0,20}…$/, "…");
}

/** The first half of a character outside the basic plane. */
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Joins the lines, then clips. */
export function clipLine(text: string, max: number): string {
  return clip(oneLine(text), max);
}

export function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, " ").trim();
}

export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** One line per item, and a line with the number of those left out. */
export function bulletList(items: readonly string[], max: number): string[] {
  const more = items.length > max ? [`- and ${items.length - max} more`] : [];
  return [...items.slice(0, max).map((item) => `- ${item}`), ...more];
}

/** "a, b and 3 more" */
export function clipList(items: readonly string[], max: number, separator = ", "): string {
  const more = items.length > max ? ` and ${items.length - max} more` : "";
  return items.slice(0, max).join(separator) + more;
}
