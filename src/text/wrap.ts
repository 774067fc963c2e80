// Lines for a terminal: their colours, and lines that fit a width, in columns; colours count nothing.

export type Style = Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", (text: string) => string>;

const MIN_TEXT = 20;
/** What stands before the text of a line: its indent, and a label with two spaces after it. */
const PREFIX = /^ *(?:\S+(?: \S+)*? {2,})?/;
const INDENT = /^ */;

/** What does not fit goes on below the text, not below its prefix. */
export function wrap(text: string, width: number, prefix = ""): string {
  const indent = Bun.stringWidth(prefix);
  return (
    prefix +
    Bun.wrapAnsi(text, Math.max(MIN_TEXT, width - indent)).replaceAll("\n", `\n${" ".repeat(indent)}`)
  );
}

/** Each line that is too long is wrapped below its own beginning; the others stay as they are. */
export function wrapLines(text: string, width: number): string {
  if (text.length <= width) return text;
  return text
    .split("\n")
    .map((line) => (Bun.stringWidth(line) <= width ? line : wrapLine(line, width)))
    .join("\n");
}

function wrapLine(line: string, width: number): string {
  const label = PREFIX.exec(line)?.[0] ?? "";
  // Two spaces in the middle of a sentence make no label of what is before them.
  const prefix = Bun.stringWidth(label) <= width / 2 ? label : (INDENT.exec(line)?.[0] ?? "");
  return wrap(line.slice(prefix.length), width, prefix);
}

/** Paragraphs are filled anew; indented lines stay as they are, unless they are too long. */
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
