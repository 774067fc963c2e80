// A subagent that reviewed the flow's work: its report is evidence, for or against.
import { readSmallFile } from "../../platform/files.ts";
import type { StopEvent } from "../../protocol/hook-event.ts";
import type { HookContext } from "../../store/event-context.ts";
import type { Store } from "../../store/open.ts";
import { redact } from "../../text/redaction/redact.ts";
import { NO_WORK } from "../../worktree/own-files.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import { insertEvidence } from "./evidence-rows.ts";
import type { Flow } from "./flow.ts";
import { viewFlowTree } from "./flow-tree.ts";
import { findBlocker, isReviewer } from "./review.ts";

const MAX_REPORT = 4096;
const TREE_MS = 10_000;

export async function noteReview(
  context: HookContext,
  event: StopEvent,
  store: Store,
  flow: Flow,
): Promise<void> {
  const { env, now } = context;
  const report = event.lastAssistantMessage.trim();
  const type = event.agentType ?? "";
  if (report === "" || !isReviewer(type, await describeAgent(event))) return;
  const tree = await readTreeState(flow.projectDir, { env, deadlineMs: TREE_MS });
  const view = await viewFlowTree(store, flow, tree, { env, own: NO_WORK });
  // Before anything was changed there was nothing to review.
  if (tree.kind === "git" && !view.changed) return;
  const blocker = findBlocker(report);
  const kept = redact(blocker === null ? report : `${blocker}\n\n${report}`).text;
  insertEvidence(store, flow.id, {
    condition: "adversarial_passed",
    kind: blocker === null ? "passed" : "failed",
    source: `review by ${type || "a subagent"}`,
    text: kept.slice(0, MAX_REPORT),
    treeMark: tree.fingerprint,
    at: now,
  });
}

/** The client keeps it beside the agent's transcript; of one in the background the event tells it too. */
async function describeAgent(event: StopEvent): Promise<string> {
  const own = event.backgroundTasks.find((task) => task.id === event.agentId);
  if (own?.description) return own.description;
  if (event.agentTranscriptPath === null) return "";
  const file = await readSmallFile(event.agentTranscriptPath.replace(/\.jsonl$/, ".meta.json"));
  if (file.state !== "read") return "";
  try {
    const { description } = JSON.parse(file.text) as { description?: unknown };
    return typeof description === "string" ? description : "";
  } catch {
    return ""; // Half-written: the agent's type alone tells then.
  }
}
