// Foreign text made safe for a terminal: characters that hide or move text become visible.

// Control, format (zero-width, bidirectional), private and unassigned characters, lone surrogates, odd separators.
const HIDDEN = /(?![\t\n])[\p{C}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

export function printable(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** In double quotes, on one line, cut when long. */
export function quote(text: string, maxLength = 60): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return printable(JSON.stringify(cut));
}
