// Colours for a terminal, and wrapping to a width in columns, which ignores colours.

export type Style = Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", (text: string) => string>;

const MIN_TEXT = 20;
/** The part before a line's text: its indent, and a label followed by two spaces. */
const PREFIX = /^ *(?:\S+(?: \S+)*? {2,})?/;
const INDENT = /^ */;

/** Continuation lines are indented by the width of the prefix. */
export function wrap(text: string, width: number, prefix = ""): string {
  const indent = Bun.stringWidth(prefix);
  return (
    prefix +
    Bun.wrapAnsi(text, Math.max(MIN_TEXT, width - indent)).replaceAll("\n", `\n${" ".repeat(indent)}`)
  );
}

/** Wraps only lines that are too long, each with its own indent. */
export function wrapLines(text: string, width: number): string {
  if (text.length <= width) return text;
  return text
    .split("\n")
    .map((line) => (Bun.stringWidth(line) <= width ? line : wrapLine(line, width)))
    .join("\n");
}

function wrapLine(line: string, width: number): string {
  const label = PREFIX.exec(line)?.[0] ?? "";
  // Two spaces in the middle of a sentence do not end a label.
  const prefix = Bun.stringWidth(label) <= width / 2 ? label : (INDENT.exec(line)?.[0] ?? "");
  return wrap(line.slice(prefix.length), width, prefix);
}

/** Refills paragraphs. Indented lines are wrapped only if they are too long. */
export function wrapParagraphs(text: string, width: number): string {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const last = lines.at(-1);
    const isFlowing =
      line !== "" && !line.startsWith(" ") && last !== undefined && last !== "" && !last.startsWith(" ");
    if (isFlowing) lines[lines.length - 1] = `${last} ${line}`;
    else lines.push(line);
  }
  return wrapLines(lines.join("\n"), width);
}
