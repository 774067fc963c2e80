// Findings in the terminal, each with what a yes would do. Their text comes from sessions, so it is made printable.
import { renderDiff } from "../../../install/render-diff.ts";
import {
  type Action,
  type ActionContext,
  describeAction,
  planSuggestedChange,
  possibleActions,
} from "../../../review/reflection/actions/apply-suggestion.ts";
import { type IssueDraft, LABELS } from "../../../review/reflection/actions/issue-draft.ts";
import type { FindingRow } from "../../../review/reflection/finding-rows.ts";
import type { Pattern } from "../../../review/reflection/reflection.ts";
import { clip, oneLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Output, Style } from "../../command.ts";

const MAX_EVIDENCE = 3;
const MAX_BODY_LINES = 8;
const MAX_LINE = 160;

type Place = Pick<ActionContext, "env" | "projectDir">;

export interface OpenFinding {
  row: FindingRow;
  pattern: Pattern;
}

export async function showFinding(out: Output, place: Place, { row, pattern }: OpenFinding): Promise<void> {
  const { style } = out;
  const often = row.sessions > 1 ? `, in ${row.sessions} sessions` : "";
  const seen = `${pattern.id}, ${pattern.count}×${often}, last ${formatTime(row.last_at)}`;
  out.line(`${style.bold(`${row.id}  ${toShownLine(pattern.title)}`)}  ${style.dim(seen)}`);
  for (const { where, text } of pattern.evidence.slice(0, MAX_EVIDENCE)) {
    out.line(style.dim(`     ${toShownLine(`${where}: ${text}`)}`));
  }
  out.line(`     ${toShownLine(pattern.suggestion.text)}`);
  const [first] = possibleActions(pattern);
  out.line(`     ${style.cyan(`yes: ${describeAction(first)}`)}`);
  for (const line of await previewAction(place, pattern, first, style)) out.line(`       ${line}`);
  out.line();
}

/** What would be written; nothing for an issue, which is shown in full on its own. */
export async function previewAction(
  place: Place,
  pattern: Pattern,
  action: Action,
  style: Style,
): Promise<string[]> {
  const { suggestion } = pattern;
  if (action === "issue" || action === "note") return [];
  if (suggestion.kind === "script") return [printable(suggestion.payload.command)];
  if (suggestion.kind === "memory") {
    const { category, title, body } = suggestion.payload;
    return [`${category}: ${toShownLine(title)}`, ...printable(body).split("\n").slice(0, MAX_BODY_LINES)];
  }
  try {
    const change = await planSuggestedChange(place, pattern);
    if (!change) return [];
    const lines = renderDiff(change.path, change.before, change.after, style);
    return lines.length > 0 ? lines : [`${change.path} already has it`];
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

export function toShownLine(text: string): string {
  return clip(printable(oneLine(text)), MAX_LINE);
}
