// Patterns as they are read: alternatives on lines of their own, blanks for any white space.

/** Whole words. phrase`we decided` → /(?<!\w)(?:we\s+decided)(?!\w)/i */
export function phrase(strings: TemplateStringsArray, ...classes: string[]): RegExp {
  const source = joinLines(String.raw({ raw: strings.raw }, ...classes)).replace(/ /g, String.raw`\s+`);
  return new RegExp(`(?<!\\w)(?:${source})(?!\\w)`, "i");
}

/** One pattern or another, as they stand. */
export function eitherOf(strings: TemplateStringsArray, ...classes: string[]): RegExp {
  return new RegExp(joinLines(String.raw({ raw: strings.raw }, ...classes)), "i");
}

/** A part of patterns: one of these, each a pattern of its own, apart by commas or lines. */
export function oneOf(words: string): string {
  return `(?:${words
    .trim()
    .split(/,\s+|\s*\n\s*/)
    .join("|")})`;
}

function joinLines(source: string): string {
  return source
    .trim()
    .split(/\s*\n\s*/)
    .join("|");
}
