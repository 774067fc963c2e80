// Finds the turn that a stop ends when the transcript does not show the prompt of the last budget.
import { readBytes } from "../../platform/files.ts";
import { transcriptSize } from "../../store/sessions.ts";
import { MAX_LAG_MS, POLL_MS } from "../../transcript/read-tail.ts";
import type { BudgetRow } from "./budget-rows.ts";
import { isShown, MAX_READ_BYTES, ShownPrompts } from "./progress.ts";

/** `budgets`: before the last one, the newest first. */
export async function findEarlierTurn(
  path: string,
  last: BudgetRow,
  budgets: readonly BudgetRow[],
): Promise<BudgetRow> {
  const earlier = await findNewestShown(path, budgets);
  if (earlier === null) return last;
  // The client writes its transcript a little later.
  for (const waitUntil = performance.now() + MAX_LAG_MS; performance.now() < waitUntil; ) {
    await Bun.sleep(POLL_MS);
    if (await isShown(path, last)) return last;
  }
  return earlier;
}

/** Reads backwards, each part once: any number of prompts can be invented. */
async function findNewestShown(path: string, budgets: readonly BudgetRow[]): Promise<BudgetRow | null> {
  const prompts = new ShownPrompts();
  const size = transcriptSize(path) ?? 0;
  let to = size;
  for (const budget of budgets) {
    const from = Math.min(budget.transcript_from ?? 0, to);
    if (size - from > MAX_READ_BYTES) return null;
    const bytes = await readBytes(path, from, to);
    if (bytes === null) return null;
    prompts.add(new TextDecoder().decode(bytes));
    if (prompts.has(budget.prompt_id)) return budget;
    to = from;
  }
  return null;
}
