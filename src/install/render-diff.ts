// Renders a unified diff. Not for hooks, because it loads a library.
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import type { Style } from "../text/wrap.ts";
import { parseBody } from "./settings-value.ts";

const CONTEXT_LINES = 3;

/** Lines to print; empty when nothing changes. `before` and `after` are null when there is no file. */
export function renderDiff(
  path: string,
  before: string | null,
  after: string | null,
  style: Omit<Style, "yellow">,
): string[] {
  if (before === after) return [];
  const isSpread = path.endsWith(".json") && (isLongLine(before) || isLongLine(after));
  const show = (text: string | null) =>
    endLine(isSpread && text !== null ? JSON.stringify(parseBody(text), null, 2) : (text ?? ""));
  const [old, fresh] = [before === null ? "/dev/null" : path, after === null ? "/dev/null" : path];
  const patch = createTwoFilesPatch(old, fresh, show(before), show(after), "", "", {
    context: CONTEXT_LINES,
    headerOptions: FILE_HEADERS_ONLY,
  });
  // A carriage return makes lines differ but is not printed.
  const [from = "", to = "", ...lines] = patch.trimEnd().split(/\r?\n/);
  const paint: Record<string, (text: string) => string> = {
    "+": style.green,
    "-": style.red,
    "@": style.cyan,
  };
  return [
    style.bold(from),
    style.bold(to),
    ...(isSpread ? [style.dim("(the file is one line and stays one; shown here with line breaks)")] : []),
    ...lines.map((line) => (paint[line.charAt(0)] ?? style.dim)(line)),
  ];
}

function isLongLine(text: string | null): boolean {
  return text !== null && text.length > 200 && !text.trim().includes("\n");
}

/** A missing last newline is not shown as a change. */
function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
