// Carries out what was chosen, one finding after the other; one that fails does not keep the others back.

import { type ActionContext, applySuggestion } from "../../../review/reflection/actions/apply-suggestion.ts";
import { decideFinding, findFinding } from "../../../review/reflection/finding-rows.ts";
import { UserError } from "../../../text/user-error.ts";
import type { Choice } from "./review-choice.ts";

export interface Result {
  id: number;
  action: Choice["action"];
  how: "done" | "dismissed" | "decided-before" | "failed" | "kept" | "later";
  /** For the person. */
  text: string;
  number?: number;
  url?: string;
}

/** Everything but issues. */
export async function actOn(shop: ActionContext, choices: readonly Choice[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const choice of choices) {
    const base = { id: choice.row.id, action: choice.action };
    try {
      results.push({ ...base, ...(await actOnOne(shop, choice)) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      results.push({ ...base, how: "failed", text: `${error.message}. ${error.hint}` });
    }
  }
  return results;
}

async function actOnOne(
  shop: ActionContext,
  { row, pattern, action }: Choice,
): Promise<Pick<Result, "how" | "text">> {
  if (!isUndecided(shop, row.id)) return { how: "decided-before", text: "it was decided elsewhere just now" };
  if (action === "dismiss") {
    decideFinding(shop.store, row.id, { status: "dismissed", outcome: null, at: Date.now() });
    return { how: "dismissed", text: "not told again" };
  }
  const outcome = await applySuggestion(shop, row, pattern);
  // Recorded last: broken off in between, it is offered once more, and doing it again changes nothing.
  decideFinding(shop.store, row.id, { status: "accepted", outcome, at: Date.now() });
  return { how: "done", text: outcome };
}

/** Another review may have been faster. */
export function isUndecided({ store }: Pick<ActionContext, "store">, id: number): boolean {
  return findFinding(store, id)?.status === "new";
}
