// Writes a session's lines into the MEMORY.md of the plan it worked on.
import type { Config } from "../config/config.ts";
import type { ActivePlan } from "../gates/facts.ts";
import { describeSession, saysTheSame } from "../plan/describe-session.ts";
import { putBlock, readBlock } from "../plan/memory-file.ts";
import type { GatedEvent } from "../protocol/hook-event.ts";
import { redact } from "../redaction/redact.ts";
import { latestChecks } from "../store/check-results.ts";
import type { Store } from "../store/open.ts";
import { findActivePlan } from "./active-plan.ts";
import type { HookContext } from "./context.ts";
import { replaceProjectFile } from "./replace-project-file.ts";

const RECENT_MS = 24 * 3_600_000;
const MOST_CHECKS = 5;

/** Only where somebody keeps a MEMORY.md, and only when there is news. */
export async function leaveNote(
  { event, projectDir, now }: HookContext<GatedEvent>,
  store: Store,
  config: Config,
  { path, state, finished }: ActivePlan,
): Promise<void> {
  if (projectDir === null || event.sessionId === null) return;
  const files = await findActivePlan(projectDir, config);
  if (files?.path !== path || files.memory === null) return;
  const checks = latestChecks(store, projectDir, now - RECENT_MS, MOST_CHECKS).map(
    ({ command, outcome }) => `\`${command}\` ${outcome}`,
  );
  const lines = describeSession({ sessionId: event.sessionId, at: now, state, finished, checks }).map(
    (line) => redact(line).text,
  );
  if (saysTheSame(readBlock(files.memory), lines)) return;
  replaceProjectFile(projectDir, files.memoryPath, files.memory, putBlock(files.memory, lines));
}
