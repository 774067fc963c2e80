// Findings that wait for a decision, and what a person chose for them: by options, or asked one by one.
import {
  type Action,
  describeAction,
  possibleActions,
} from "../../../review/reflection/actions/apply-suggestion.ts";
import { listFindings } from "../../../review/reflection/finding-rows.ts";
import type { Store } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";
import { type Answered, type ReviewScreen, reviewItems } from "../../review-screen.ts";
import { loadPrompts } from "../../terminal.ts";
import { type OpenFinding, toShownLine } from "./review-view.ts";

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
    ...idsIn(named.accept).map((id) => choose(open, id, ({ pattern }) => possibleActions(pattern)[0])),
    ...idsIn(named.issue).map((id) => choose(open, id, issueAction)),
    ...idsIn(named.reject).map((id) => choose(open, id, () => "dismiss")),
  ];
  const ids = choices.map(({ row }) => row.id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated === undefined) return choices;
  throw new UserError("usage", `finding ${repeated} was chosen twice`, "Give each one once.");
}

function issueAction({ row, pattern }: OpenFinding): Action {
  if (possibleActions(pattern).includes("issue")) return "issue";
  throw new UserError(
    "about-holdfast",
    `finding ${row.id} is about holdfast, not about this project: no issue is filed here`,
    `\`--accept ${row.id}\` does what is suggested, \`--reject ${row.id}\` drops it.`,
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

/** null: the person left, so nothing is done. */
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
      label: `yes, ${describeAction(possibleActions(finding.pattern)[0])}`,
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
      ...possibleActions(finding.pattern).map((action) => ({ value: action, label: describeAction(action) })),
      { value: "dismiss" as const, label: "nothing, and do not show it again" },
      { value: "later" as const, label: "decide later" },
    ],
  });
  if (isCancel(answer)) return "left";
  return answer === "later" ? "skip" : { choice: { ...finding, action: answer } };
}

export function asSuggested(finding: OpenFinding): Choice {
  return { ...finding, action: possibleActions(finding.pattern)[0] };
}
