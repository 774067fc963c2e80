// Findings in the terminal, each with what a yes would do. Their words come from sessions: no control sign passes.

import { renderDiff } from "../../../install/render-diff.ts";
import {
  type Action,
  type ActionContext,
  describeAction,
  planSuggestedChange,
  possibleActions,
} from "../../../review/reflection/actions/apply-suggestion.ts";
import { type IssueDraft, LABELS } from "../../../review/reflection/actions/issue-draft.ts";
import type { Pattern } from "../../../review/reflection/reflection.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Output, Style } from "../../command.ts";
import type { OpenFinding } from "./review-choice.ts";

const EVIDENCE = 3;
const LONGEST = 160;

type Place = Pick<ActionContext, "env" | "projectDir">;

export async function showFinding(out: Output, place: Place, { row, pattern }: OpenFinding): Promise<void> {
  const { style } = out;
  const often = row.sessions > 1 ? `, in ${row.sessions} sessions` : "";
  const seen = `${pattern.id}, ${pattern.count}×${often}, last ${formatTime(row.last_at)}`;
  out.line(`${style.bold(`${row.id}  ${shown(pattern.title)}`)}  ${style.dim(seen)}`);
  for (const { where, text } of pattern.evidence.slice(0, EVIDENCE)) {
    out.line(style.dim(`     ${shown(`${where}: ${text}`)}`));
  }
  out.line(`     ${shown(pattern.suggestion.text)}`);
  const [first] = possibleActions(pattern);
  out.line(`     ${style.cyan(`yes: ${describeAction(first)}`)}`);
  for (const line of await previewAction(place, pattern, first, style)) out.line(`       ${line}`);
  out.line();
}

/** What would be written; an issue is shown with its target, when that is known. */
export async function previewAction(
  place: Place,
  pattern: Pattern,
  action: Action,
  style: Style,
): Promise<string[]> {
  const { suggestion } = pattern;
  if (action === "issue") return [];
  if (suggestion.kind === "script") return [printable(suggestion.payload.command)];
  if (suggestion.kind === "memory") {
    const { category, title, body } = suggestion.payload;
    return [`${category}: ${shown(title)}`, ...printable(body).split("\n").slice(0, 8)];
  }
  try {
    const change = await planSuggestedChange(place, pattern);
    if (!change) return [];
    const lines = renderDiff(change.path, change.before, change.after, style);
    return lines.length > 0 ? lines : [`${change.path} has it already`];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [`not possible now: ${error.message}`];
  }
}

export function showIssue(out: Output, { title, body }: IssueDraft): void {
  out.line(out.style.bold(title));
  out.line(out.style.dim(`labels: ${LABELS.join(", ")}`));
  out.line(body);
}

export function shown(text: string): string {
  const line = printable(text.replace(/\s+/g, " ").trim());
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
