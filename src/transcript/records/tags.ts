// The tags the client puts into texts. Plain searches: a hostile text must not make a pattern run for ever.

const WRAPPERS = ["system-reminder", "ide_opened_file", "ide_selection", "system_instruction"];

/** Without what the client, an editor or a wrapper put around a person's words. */
export function stripWrappers(text: string): string {
  if (!text.includes("<")) return text;
  return WRAPPERS.reduce(removeElements, text);
}

/** Tool output as it was printed: no reminders of the client, no terminal colours. */
export function cleanOutput(text: string): string {
  const plain = text.includes("<system-reminder>") ? removeElements(text, "system-reminder").trimEnd() : text;
  return plain.includes("\u001b") ? Bun.stripANSI(plain) : plain;
}

/** The inside of the first such element, up to its first end. */
export function elementOf(text: string, name: string): string | null {
  const start = text.indexOf(`<${name}>`);
  if (start === -1) return null;
  const from = start + name.length + 2;
  const end = text.indexOf(`</${name}>`, from);
  return text.slice(from, end === -1 ? undefined : end);
}

function removeElements(text: string, name: string): string {
  const open = `<${name}>`;
  const close = `</${name}>`;
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start === -1 ? -1 : text.indexOf(close, start);
    if (end === -1) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + close.length;
  }
}
