// Most turns are talk. Whether one was is seen in the bytes the transcript gained, without parsing them.

import { readToEnd } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import type { BudgetRow } from "./budgets.ts";

const CALL = '"type":"tool_use"';
/** An agent that was started before has come back. */
const NOTIFICATION = "<task-notification";
const MAX_BYTES = 1024 * 1024;
const MAX_WORDS = 60;

/** True when the transcript is complete up to the last message and holds no tool call since the budget was opened. */
export async function isQuietTurn(event: GatedEvent, budget: BudgetRow | null): Promise<boolean> {
  if (event.name !== "Stop" || event.transcriptPath === null || event.lastAssistantMessage === "")
    return false;
  // An agent in the background may have changed something without a call in this turn.
  for (const { type } of event.backgroundTasks) if (type !== "shell") return false;
  const from = budget?.transcript_from ?? null;
  if (from === null) return false;
  const read = await readToEnd(event.transcriptPath, from, MAX_BYTES);
  if (read === null || read.length === 0) return false;
  const text = new TextDecoder().decode(read);
  if (text.includes(CALL) || text.includes(NOTIFICATION)) return false;
  return text.includes(lastWords(event.lastAssistantMessage));
}

/** As they stand in the file. */
function lastWords(message: string): string {
  const line = message.trim().slice(0, MAX_WORDS).split("\n", 1)[0] ?? "";
  return JSON.stringify(line).slice(1, -1);
}
