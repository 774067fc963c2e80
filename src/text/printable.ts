// Makes foreign text safe for a terminal: characters that hide or move text become visible.

// Control, format (zero-width, bidirectional), private and unassigned characters, lone surrogates, odd separators.
const HIDDEN = /(?![\t\n])[\p{C}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

// Characters that control a terminal or the direction of text, none of which is part of a word or an emoji.
const COMMANDING =
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** For all output to a terminal: foreign text can then neither move the cursor nor change colours. JSON stays equivalent. */
export function withoutControls(text: string): string {
  return text.replace(
    COMMANDING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function printable(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** In double quotes, on one line, cut when long. */
export function quote(text: string, maxLength = 60): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return printable(JSON.stringify(cut));
}

/** A name that every shell reads as one word, and no command as an option. Others are not offered for completion. */
export function isPlainName(name: string): boolean {
  return /^[\w.:@/][\w.:@/-]*$/.test(name);
}

/** One word of a shell command; without quotes if it has no special characters. */
export function quoteForShell(text: string): string {
  return /^[\w./:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
