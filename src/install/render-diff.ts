import { type DiffLine, diffLines } from "../text/line-diff.ts";
import { parseBody } from "./settings-value.ts";

type Paint = (text: string) => string;

const SIGNS: Record<Exclude<DiffLine["kind"], "hunk">, string> = { same: " ", added: "+", removed: "-" };

/** Unified, ready to print; null stands for no file. Empty when nothing changes. */
export function renderDiff(
  path: string,
  before: string | null,
  after: string | null,
  style: Record<"bold" | "red" | "green" | "cyan" | "dim", Paint>,
): string[] {
  if (before === after) return [];
  const isSpread = isLongLine(before) || isLongLine(after);
  const show = (text: string | null) => (isSpread && text !== null ? withLineBreaks(text) : (text ?? ""));
  const paint = { same: style.dim, added: style.green, removed: style.red, hunk: style.cyan };
  return [
    style.bold(`--- ${before === null ? "/dev/null" : path}`),
    style.bold(`+++ ${after === null ? "/dev/null" : path}`),
    ...(isSpread ? [style.dim("(the file is one line and stays so; shown here with line breaks)")] : []),
    ...diffLines(show(before), show(after)).map(({ kind, text }) =>
      paint[kind](kind === "hunk" ? text : SIGNS[kind] + text),
    ),
  ];
}

function isLongLine(text: string | null): boolean {
  return text !== null && text.length > 200 && !text.trim().includes("\n");
}

function withLineBreaks(text: string): string {
  return `${JSON.stringify(parseBody(text), null, 2)}\n`;
}
