// Chooses what to do with open findings: by options, or by asking one by one.
import { type IssueDraft, LABELS } from "../../../review/reflection/actions/draft-issue.ts";
import { clip, oneLine } from "../../../text/clip.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { UserError } from "../../../text/user-error.ts";
import type { OpenFinding } from "../../../views/findings.ts";
import type { Output } from "../../command.ts";
import { loadPrompts, type ReviewScreen, reviewItems } from "../../terminal.ts";

export interface Choice extends OpenFinding {
  action: "issue" | "dismiss";
}

/** Each ID may be given once, alone or in a list with commas. */
export function chooseByName(
  open: readonly OpenFinding[],
  named: { issue?: string[]; reject?: string[] },
): Choice[] {
  const choices = [
    ...idsIn(named.issue).map((id) => choose(open, id, "issue")),
    ...idsIn(named.reject).map((id) => choose(open, id, "dismiss")),
  ];
  const ids = choices.map(({ row }) => row.id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated === undefined) return choices;
  throw new UserError("usage", `finding ${repeated} was chosen twice`, "Give each one once.");
}

function idsIn(values: string[] = []): string[] {
  return values.flatMap((value) => value.split(",")).map((id) => id.trim());
}

function choose(open: readonly OpenFinding[], id: string, action: Choice["action"]): Choice {
  const finding = open.find(({ row }) => String(row.id) === id);
  if (finding) return { ...finding, action };
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
    message: `File GitHub issues for these ${findings.length} findings?`,
    options: [
      { value: "y", label: "yes, all" },
      { value: "n", label: "no, not now" },
      { value: "s", label: "select, one by one" },
    ],
  });
  if (isCancel(answer)) return null;
  if (answer === "y") return findings.map(asIssue);
  return answer === "s" ? reviewItems(findings, SCREEN) : [];
}

const SCREEN: ReviewScreen<OpenFinding, Choice> = {
  title: ({ row, pattern }) => `${row.id} ${toShownLine(pattern.title)}`,
  keys: (finding) => [
    { key: "y", label: "yes, file a GitHub issue", choose: () => ({ choice: asIssue(finding) }) },
    {
      key: "n",
      label: "no, and do not show it again",
      choose: () => ({ choice: { ...finding, action: "dismiss" } }),
    },
    { key: "l", label: "later", choose: () => "skip" },
  ],
};

export function asIssue(finding: OpenFinding): Choice {
  return { ...finding, action: "issue" };
}

// Shows findings. Their text comes from sessions, so it is made printable.

const MAX_EVIDENCE = 3;
const MAX_LINE = 160;

export function showFinding(out: Output, { row, pattern }: OpenFinding): void {
  const { style } = out;
  const often = row.sessions > 1 ? `, in ${row.sessions} sessions` : "";
  const seen = `${pattern.id}, ${pattern.count}×${often}, last ${formatTime(row.last_at)}`;
  out.line(`${style.bold(`${row.id}  ${toShownLine(pattern.title)}`)}  ${style.dim(seen)}`);
  for (const { where, text } of pattern.evidence.slice(0, MAX_EVIDENCE)) {
    out.line(style.dim(`     ${toShownLine(`${where}: ${text}`)}`));
  }
  out.line(`     ${toShownLine(pattern.suggestion.text)}`);
  out.line();
}

export function showIssue(out: Output, { title, body }: IssueDraft): void {
  out.line(out.style.bold(title));
  out.line(out.style.dim(`labels: ${LABELS.join(", ")}`));
  out.line(body);
}

export function toShownLine(text: string): string {
  return clip(printable(oneLine(text)), MAX_LINE);
}
