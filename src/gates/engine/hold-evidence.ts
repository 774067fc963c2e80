// Before a stop is released, or a question ends a turn: whether the transcript shows the holds that led to it, and the prompt.
// What it does not show did not come from the client, and loosens nothing. Without a readable transcript everything counts.
import { findTranscript } from "../../store/sessions.ts";
import { MAX_LAG_MS, POLL_MS, WRITE_DELAY_MS } from "../../transcript/read-tail.ts";
import { listSubagentFiles } from "../../transcript/subagent-files.ts";
import type { BudgetRow } from "./budget-rows.ts";
import { readClientRecords } from "./client-records.ts";
import { isShown } from "./progress.ts";
import type { StopContext } from "./stop-context.ts";

export interface HoldEvidence {
  areHoldsShown: boolean;
  isPromptShown: boolean;
}

const EVERYTHING_COUNTS: HoldEvidence = { areHoldsShown: true, isPromptShown: true };
/** Names our answer whatever the round says. */
const OURS = /holdfast (?:holds this stop|asks|does not accept)/;

export async function findHoldEvidence(stop: StopContext, budget: BudgetRow): Promise<HoldEvidence> {
  const path = await transcriptOf(stop);
  if (path === null || wasWoken(stop)) return EVERYTHING_COUNTS;
  const from = stop.event.name === "Stop" ? (budget.transcript_from ?? 0) : 0;
  // The client writes its transcript a little later.
  for (const waitUntil = performance.now() + MAX_LAG_MS; ; await Bun.sleep(POLL_MS)) {
    const records = await readClientRecords(path, from);
    if (records === null) return EVERYTHING_COUNTS;
    const areHoldsShown = budget.blocks === 0 || records.holds.some((text) => OURS.test(text));
    const isPromptShown = stop.event.name !== "Stop" || (await isShown(path, budget)) === true;
    const isKnown = (areHoldsShown && isPromptShown) || isSettled(path);
    if (isKnown || performance.now() >= waitUntil) return { areHoldsShown, isPromptShown };
  }
}

/** What the client has not written by now did not come from it. */
function isSettled(path: string): boolean {
  return Date.now() - Bun.file(path).lastModified >= WRITE_DELAY_MS;
}

async function transcriptOf({ event, store }: StopContext): Promise<string | null> {
  const main = findTranscript(store, event);
  if (event.name === "Stop") return main;
  if (event.name !== "SubagentStop" || main === null) return null;
  const agents = await listSubagentFiles(main);
  return agents.find(({ agentId }) => agentId === event.agentId)?.path ?? null;
}

/** A hold of this budget woke Claude after a turn, which the client records in another way. */
function wasWoken({ store, sessionId, budget }: StopContext): boolean {
  const woken = store.query(
    `SELECT 1 FROM decisions WHERE session_id = $sessionId AND budget_id = $budgetId AND event = 'background'
       AND verdict = 'blocked' LIMIT 1`,
  );
  return woken.get({ sessionId, budgetId: budget?.id ?? null }) !== null;
}
