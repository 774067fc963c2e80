import { type DiffLine, diffLines } from "./line-diff.ts";

type Paint = (text: string) => string;

const SIGNS: Record<Exclude<DiffLine["kind"], "hunk">, string> = { same: " ", added: "+", removed: "-" };

/** Unified, ready to print; null stands for a file that is not there. Empty when nothing changes. */
export function renderDiff(
  path: string,
  before: string | null,
  after: string | null,
  style: Record<"bold" | "red" | "green" | "cyan" | "dim", Paint>,
): string[] {
  if (before === after) return [];
  const paint = { same: style.dim, added: style.green, removed: style.red, hunk: style.cyan };
  return [
    style.bold(`--- ${before === null ? "/dev/null" : path}`),
    style.bold(`+++ ${after === null ? "/dev/null" : path}`),
    ...diffLines(before ?? "", after ?? "").map(({ kind, text }) =>
      paint[kind](kind === "hunk" ? text : SIGNS[kind] + text),
    ),
  ];
}
