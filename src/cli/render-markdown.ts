// Prints a page of docs/ on a terminal: filled paragraphs, tables in columns, code as it is. Links lead to `holdfast help`.
import { wrap } from "../text/wrap.ts";
import type { Output } from "./command.ts";
import { helpCommand, TOPICS } from "./topics.ts";

type Page = Pick<Output, "style" | "width">;

const MAX_FIRST_COLUMN = 32;
const GAP = 2;
/** Keeps a command on one line, to be copied. */
const UNBROKEN_SPACE = "\u00a0";
const MAX_UNBROKEN = 24;
const INTERNALS_LINKS = /\[[^\]]+\]\(internals\/[^)]*\)(?:,? \[[^\]]+\]\(internals\/[^)]*\))*/.source;
/** A sentence or parenthesis with nothing but links to pages that are not part of the executable. */
const INTERNALS_ONLY = new RegExp(
  ` \\(${INTERNALS_LINKS}\\)|(?<=^|[.!?]) ?${INTERNALS_LINKS}\\.(?= |$)`,
  "g",
);

export function renderMarkdown(text: string, page: Page): string {
  const blocks: string[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) {
    const [block, next] = takeBlock(lines, at);
    if (block.length > 0) {
      const shown = renderBlock(block, page);
      if (shown !== "") blocks.push(shown);
    }
    at = next;
  }
  return blocks.join("\n\n").replaceAll(UNBROKEN_SPACE, " ");
}

/** A code block, or the lines up to the next empty one, and where the next block begins. */
function takeBlock(lines: readonly string[], from: number): [block: string[], next: number] {
  const isCode = lines[from]?.startsWith("```");
  let end = from + 1;
  if (isCode) {
    while (end < lines.length && !lines[end]?.startsWith("```")) end++;
    return [lines.slice(from, end), end + 1];
  }
  if (lines[from] === "") return [[], end];
  while (end < lines.length && lines[end] !== "" && !lines[end]?.startsWith("```")) end++;
  return [lines.slice(from, end), end];
}

function renderBlock(block: readonly string[], page: Page): string {
  const [first = "", ...rest] = block;
  if (first.startsWith("```")) return rest.map((line) => `  ${line}`.trimEnd()).join("\n");
  if (first.startsWith("|")) return renderTable(block, page);
  const heading = /^#+ (.*)/.exec(first);
  if (heading) {
    const title = page.style.bold(renderInline(heading[1] ?? "", null));
    return rest.length === 0 ? title : `${title}\n${renderBlock(rest, page)}`;
  }
  if (/^(?:!\[|<)/.test(first)) return "";
  return joinItems(block)
    .map(({ label, text }) => ({ label, text: renderInline(text, page.style) }))
    .filter(({ text }) => text !== "")
    .map(({ label, text }) => wrap(text, page.width, label))
    .join("\n");
}

/** List items, or one paragraph without a label. */
function joinItems(lines: readonly string[]): { label: string; text: string }[] {
  const items: { label: string; text: string }[] = [];
  for (const line of lines) {
    const [, label, text = ""] = /^(\s*(?:[-*]|\d+\.) )(.*)/.exec(line) ?? [];
    const last = items.at(-1);
    if (label !== undefined) items.push({ label, text });
    else if (last) last.text += ` ${line.trim()}`;
    else items.push({ label: "", text: line.trim() });
  }
  return items;
}

function renderTable(lines: readonly string[], page: Page): string {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line) || /^\|[\s|]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => renderInline(cell.trim(), page.style)),
    );
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => Bun.stringWidth(row[column] ?? ""))));
  const total = widths.reduce((sum, width) => sum + width + GAP, 0);
  if (total <= page.width || head.length === 2) return renderColumns(head, body, widths, page);
  return body.map((row) => renderRecord(head, row, page)).join("\n\n");
}

/** The last column continues below itself. */
function renderColumns(
  head: string[],
  body: string[][],
  widths: readonly number[],
  { style, width }: Page,
): string {
  const columns = widths
    .slice(0, -1)
    .map((column) => (widths.length === 2 ? Math.min(column, MAX_FIRST_COLUMN) : column));
  const rows = head.some((cell) => cell !== "") ? [head.map((cell) => style.bold(cell)), ...body] : body;
  return rows
    .flatMap((row) => {
      const label = columns.map((column, index) => `  ${pad(row[index] ?? "", column)}`).join("");
      const last = row.at(-1) ?? "";
      const indent = columns.reduce((sum, column) => sum + GAP + column, GAP);
      if (Bun.stringWidth(label) < indent) return [wrap(last, width, `${label}  `).trimEnd()];
      return [wrap(label.trim(), width, "  "), wrap(last, width, " ".repeat(indent))];
    })
    .join("\n");
}

/** A row that is too wide: its first cell, then each other cell below its column's name. */
function renderRecord(head: readonly string[], row: readonly string[], { style, width }: Page): string {
  const [first = "", ...others] = row;
  const lines = others.flatMap((cell, index) => {
    const name = head[index + 1] ?? "";
    return cell === "" ? [] : [wrap(cell, width, name === "" ? "    " : `    ${name}: `)];
  });
  return [style.bold(wrap(first, width, "  ")), ...lines].join("\n");
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - Bun.stringWidth(text)));
}

/** `style` null: without colours. */
function renderInline(text: string, style: Page["style"] | null): string {
  return text
    .replace(INTERNALS_ONLY, "")
    .replace(/!?\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, target: string) => renderLink(words, target))
    .replaceAll("\\|", "|")
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith("`") ? renderCode(part, style) : renderEmphasis(part, style)))
    .join("");
}

function renderCode(code: string, style: Page["style"] | null): string {
  const unbroken = code.length <= MAX_UNBROKEN ? code.replaceAll(" ", UNBROKEN_SPACE) : code;
  return style?.cyan(unbroken) ?? unbroken;
}

function renderEmphasis(text: string, style: Page["style"] | null): string {
  return text
    .replace(/\*\*([^*]+)\*\*/g, (_, words: string) => style?.bold(words) ?? words)
    .replace(/\*([^*\s][^*]*)\*/g, "$1");
}

/** Only user pages are part of the executable; of other files just the words are left. */
function renderLink(words: string, target: string): string {
  if (/^https?:/.test(target)) return words === target ? words : `${words} (${target})`;
  const [, topic = ""] = /^([a-z-]+)\.md(?:#.*)?$/.exec(target) ?? [];
  if (!Object.hasOwn(TOPICS, topic)) return words;
  const command = `\`${helpCommand(topic).replaceAll(" ", UNBROKEN_SPACE)}\``;
  const isName = words.replace(/\.md$/, "").toLowerCase().replaceAll(" ", "-") === topic;
  return isName ? command : `${words} (${command})`;
}
