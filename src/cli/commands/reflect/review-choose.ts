// Chooses what to do with open findings: by options, or by asking one by one.

import { renderDiff } from "../../../install/render-diff.ts";
import {
  type Action,
  type ActionContext,
  describeAction,
  listActions,
  planSuggestedChange,
} from "../../../review/reflection/actions/apply-suggestion.ts";
import { type IssueDraft, LABELS } from "../../../review/reflection/actions/draft-files.ts";
import { type FindingRow, listFindings } from "../../../review/reflection/finding-rows.ts";
import type { Pattern } from "../../../review/reflection/reflection.ts";
import type { Store } from "../../../store/open.ts";
import { clip, oneLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Style } from "../../../text/wrap.ts";
import type { Output } from "../../command.ts";
import { type Answered, loadPrompts, type ReviewScreen, reviewItems } from "../../terminal.ts";

export interface Choice extends OpenFinding {
  action: Action | "dismiss";
}

/** Newest first. */
export function openFindings(store: Store, projectKey: string): OpenFinding[] {
  return listFindings(store, projectKey, "new").map((row) => ({ row, pattern: JSON.parse(row.pattern) }));
}

/** Each ID may be given once, alone or in a list with commas. */
export function chooseByName(
  open: readonly OpenFinding[],
  named: { accept?: string[]; issue?: string[]; reject?: string[] },
): Choice[] {
  const choices = [
    ...idsIn(named.accept).map((id) => choose(open, id, ({ pattern }) => listActions(pattern)[0])),
    ...idsIn(named.issue).map((id) => choose(open, id, issueAction)),
    ...idsIn(named.reject).map((id) => choose(open, id, () => "dismiss")),
  ];
  const ids = choices.map(({ row }) => row.id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated === undefined) return choices;
  throw new UserError("usage", `finding ${repeated} was chosen twice`, "Give each one once.");
}

function issueAction({ row, pattern }: OpenFinding): Action {
  if (listActions(pattern).includes("issue")) return "issue";
  throw new UserError(
    "about-holdfast",
    `finding ${row.id} is about holdfast, not this project, so no issue is filed here`,
    `\`--accept ${row.id}\` follows the suggestion, \`--reject ${row.id}\` drops it.`,
  );
}

function idsIn(values: string[] = []): string[] {
  return values.flatMap((value) => value.split(",")).map((id) => id.trim());
}

function choose(
  open: readonly OpenFinding[],
  id: string,
  actionFor: (finding: OpenFinding) => Choice["action"],
): Choice {
  const finding = open.find(({ row }) => String(row.id) === id);
  if (finding) return { ...finding, action: actionFor(finding) };
  throw new UserError(
    "no-such-finding",
    `there is no open finding ${id} here`,
    "`holdfast reflect review` lists them.",
  );
}

/** null: the person quit. */
export async function askChoices(findings: readonly OpenFinding[]): Promise<Choice[] | null> {
  const { isCancel, selectKey } = await loadPrompts();
  if (findings.length === 1) return reviewItems(findings, SCREEN);
  const answer = await selectKey({
    message: `Act on these ${findings.length} findings?`,
    options: [
      { value: "y", label: "yes, all as suggested" },
      { value: "n", label: "no, not now" },
      { value: "s", label: "select, one by one" },
    ],
  });
  if (isCancel(answer)) return null;
  if (answer === "y") return findings.map(asSuggested);
  return answer === "s" ? reviewItems(findings, SCREEN) : [];
}

const SCREEN: ReviewScreen<OpenFinding, Choice> = {
  title: ({ row, pattern }) => `${row.id} ${toShownLine(pattern.title)}`,
  keys: (finding) => [
    {
      key: "y",
      label: `yes, ${describeAction(listActions(finding.pattern)[0])}`,
      choose: () => ({ choice: asSuggested(finding) }),
    },
    {
      key: "n",
      label: "no, and do not show it again",
      choose: () => ({ choice: { ...finding, action: "dismiss" } }),
    },
    { key: "s", label: "select what to do", choose: () => askAction(finding) },
    { key: "l", label: "later", choose: () => "skip" },
  ],
};

async function askAction(finding: OpenFinding): Promise<Answered<Choice>> {
  const { isCancel, select } = await loadPrompts();
  const answer = await select<Choice["action"] | "later">({
    message: `What to do with ${finding.row.id}?`,
    options: [
      ...listActions(finding.pattern).map((action) => ({ value: action, label: describeAction(action) })),
      { value: "dismiss" as const, label: "nothing, and do not show it again" },
      { value: "later" as const, label: "decide later" },
    ],
  });
  if (isCancel(answer)) return "left";
  return answer === "later" ? "skip" : { choice: { ...finding, action: answer } };
}

export function asSuggested(finding: OpenFinding): Choice {
  return { ...finding, action: listActions(finding.pattern)[0] };
}

// Shows findings with what a yes would do. Their text comes from sessions, so it is made printable.

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
  const [first] = listActions(pattern);
  out.line(`     ${style.cyan(`yes: ${describeAction(first)}`)}`);
  for (const line of await previewAction(place, pattern, first, style)) out.line(`       ${line}`);
  out.line();
}

/** What would be written; nothing for an issue, which `showIssue` shows in full. */
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
