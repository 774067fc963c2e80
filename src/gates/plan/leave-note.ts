// Writes a session's lines into the MEMORY.md of the plan it worked on.
import { readSmallFile } from "../../platform/files.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";
import { latestChecks } from "../../store/check-results.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { Store } from "../../store/open.ts";
import type { ActivePlan } from "../engine/facts.ts";
import { memoryPathOf } from "./active-plan.ts";
import { describeSession, saysTheSame } from "./describe-session.ts";
import { putBlock, readBlock } from "./memory-file.ts";

const RECENT_MS = 24 * 3_600_000;
const MAX_CHECKS = 5;

/** Only where somebody keeps a MEMORY.md, and only when there is news. */
export async function leaveNote(
  { event, projectDir, now }: HookContext<GatedEvent>,
  store: Store,
  { path, state, finished }: ActivePlan,
): Promise<void> {
  if (projectDir === null || event.sessionId === null) return;
  const memoryPath = memoryPathOf(projectDir, path);
  const memory = await readSmallFile(memoryPath);
  if (memory.state !== "read") return;
  const checks = latestChecks(store, projectDir, now - RECENT_MS, MAX_CHECKS).map(
    ({ command, outcome }) => `\`${command}\` ${outcome}`,
  );
  const said = describeSession({ sessionId: event.sessionId, at: now, state, finished, checks });
  const before = readBlock(memory.text);
  if (saysTheSame(before, said)) return;
  const [{ redact }, { replaceProjectFile }] = await Promise.all([
    import("../../text/redaction/redact.ts"),
    import("./replace-project-file.ts"),
  ]);
  const lines = said.map((line) => redact(line).text);
  if (saysTheSame(before, lines)) return;
  replaceProjectFile(projectDir, memoryPath, memory.text, putBlock(memory.text, lines));
}
