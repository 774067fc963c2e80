// Findings that wait for a decision, and what was chosen for them by name.

import { type Action, possibleActions } from "../../../review/reflection/actions/apply-suggestion.ts";
import { type FindingRow, listFindings } from "../../../review/reflection/finding-rows.ts";
import type { Pattern } from "../../../review/reflection/reflection.ts";
import type { Store } from "../../../store/open.ts";
import { UserError } from "../../../text/user-error.ts";

export interface OpenFinding {
  row: FindingRow;
  pattern: Pattern;
}

export interface Choice extends OpenFinding {
  action: Action | "dismiss";
}

/** Newest first. */
export function openFindings(store: Store, projectKey: string): OpenFinding[] {
  return listFindings(store, projectKey, "new").map((row) => ({ row, pattern: JSON.parse(row.pattern) }));
}

export interface NamedChoices {
  accept?: string[];
  issue?: string[];
  reject?: string[];
}

/** Each id may be given once, alone or in a list with commas. */
export function chooseByName(open: readonly OpenFinding[], named: NamedChoices): Choice[] {
  const choices = [
    ...idsIn(named.accept).map((id) => choose(open, id, suggestedAction)),
    ...idsIn(named.issue).map((id) => choose(open, id, () => "issue")),
    ...idsIn(named.reject).map((id) => choose(open, id, () => "dismiss")),
  ];
  const ids = choices.map(({ row }) => row.id);
  const doubled = ids.find((id, index) => ids.indexOf(id) !== index);
  if (doubled === undefined) return choices;
  throw new UserError("usage", `finding ${doubled} was chosen twice`, "Give each one once.");
}

/** What leaves the machine is asked for by its own name. */
function suggestedAction({ row, pattern }: OpenFinding): Action {
  const [first] = possibleActions(pattern);
  if (first !== "issue") return first;
  throw new UserError(
    "nothing-to-do",
    `finding ${row.id} suggests nothing that could be done here`,
    `\`--issue ${row.id}\` files it as a GitHub issue, \`--reject ${row.id}\` drops it.`,
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
    `no finding ${id} waits for a decision here`,
    "`holdfast reflect review` lists them.",
  );
}
