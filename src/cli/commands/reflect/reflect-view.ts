// A reflection for a person at the terminal.

import type { Pattern, Reflection } from "../../../review/reflection/reflection.ts";
import { metricLines } from "../../../review/reflection/render-markdown.ts";
import type { SummaryFile } from "../../../review/reflection/save-reflection.ts";
import { printable } from "../../../text/printable.ts";
import type { Output } from "../../command.ts";

export function printReflection(out: Output, reflection: Reflection, kept: SummaryFile | null): void {
  const { bold, dim } = out.style;
  out.line(bold(`Session ${reflection.sessionId ?? "without an id"}`));
  for (const { name, value } of metricLines(reflection)) out.line(`  ${name}: ${value}`);
  out.line();
  const { patterns } = reflection;
  out.line(bold(patterns.length === 0 ? "Nothing worth telling." : `Findings: ${patterns.length}`));
  for (const [index, pattern] of patterns.entries()) printPattern(out, pattern, index + 1);
  out.line();
  if (kept === null) out.line(dim("Not saved: holdfast has no record of this session, or is to keep none."));
  else {
    out.line(
      dim(kept.path === null ? `Saved in the database only: ${kept.problem}` : `Saved to ${kept.path}`),
    );
    if (patterns.length > 0) out.line("`holdfast reflect review` asks what to do about them.");
  }
}

/** A transcript's text must not be able to steer the terminal. */
function printPattern(out: Output, pattern: Pattern, number: number): void {
  const { cyan, dim, green } = out.style;
  out.line();
  out.line(`${number}. ${printable(pattern.title)}  ${cyan(pattern.id)}`);
  for (const { where, text } of pattern.evidence) out.line(dim(`   ${where}: ${printable(text)}`));
  out.line(`   ${green("→")} ${printable(pattern.suggestion.text)}`);
}
