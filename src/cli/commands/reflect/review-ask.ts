// Asks a person what to do with findings: y, n or select.
import { describeAction, possibleActions } from "../../../review/reflection/actions/apply-suggestion.ts";
import type { Choice, OpenFinding } from "./review-choice.ts";
import { shown } from "./review-view.ts";

/** Null: the person left, so nothing is done. */
export async function askChoices(findings: readonly OpenFinding[]): Promise<Choice[] | null> {
  const { isCancel, selectKey } = await import("@clack/prompts");
  const [only, second] = findings;
  if (only && !second) {
    const choice = await askOne(only);
    return choice === "left" ? null : choice ? [choice] : [];
  }
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
  return answer === "s" ? askEach(findings) : [];
}

async function askEach(findings: readonly OpenFinding[]): Promise<Choice[] | null> {
  const choices: Choice[] = [];
  for (const finding of findings) {
    const choice = await askOne(finding);
    if (choice === "left") return null;
    if (choice) choices.push(choice);
  }
  return choices;
}

/** Null: later. */
async function askOne(finding: OpenFinding): Promise<Choice | "left" | null> {
  const { isCancel, selectKey } = await import("@clack/prompts");
  const { row, pattern } = finding;
  const answer = await selectKey({
    message: `${row.id} ${shown(pattern.title)}`,
    options: [
      { value: "y", label: `yes, ${describeAction(possibleActions(pattern)[0])}` },
      { value: "n", label: "no, and do not tell me again" },
      { value: "s", label: "select what to do" },
      { value: "l", label: "later" },
    ],
  });
  if (isCancel(answer)) return "left";
  if (answer === "y") return asSuggested(finding);
  if (answer === "n") return { ...finding, action: "dismiss" };
  return answer === "s" ? askAction(finding) : null;
}

async function askAction(finding: OpenFinding): Promise<Choice | "left" | null> {
  const { isCancel, select } = await import("@clack/prompts");
  const answer = await select<Choice["action"] | "later">({
    message: `What to do with ${finding.row.id}?`,
    options: [
      ...possibleActions(finding.pattern).map((action) => ({ value: action, label: describeAction(action) })),
      { value: "dismiss" as const, label: "nothing, and do not tell me again" },
      { value: "later" as const, label: "decide later" },
    ],
  });
  if (isCancel(answer)) return "left";
  return answer === "later" ? null : { ...finding, action: answer };
}

function asSuggested(finding: OpenFinding): Choice {
  return { ...finding, action: possibleActions(finding.pattern)[0] };
}
