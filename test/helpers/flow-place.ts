// Reads the state of a flow in an installed place.
import { readFileSync } from "node:fs";
import type { ClaudeRun } from "./claude.ts";
import type { Place } from "./holdfast.ts";
import { toolResults } from "./told.ts";

export const FLOW_START = 'holdfast flow start "add a greeting"';

export function flowFile(place: Place, sessionId: string): string {
  return `${place.home}/.holdfast/state/${sessionId}/orchestrator.json`;
}

export function readFlowFile(place: Place, sessionId: string) {
  return JSON.parse(readFileSync(flowFile(place, sessionId), "utf8"));
}

export function readMetrics(place: Place): string[] {
  return readFileSync(`${place.project}/.claude/runtime/metrics/stop_hook_metrics.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).metric);
}

/** What the model got back from its tools, in order. */
export function resultTexts(run: Pick<ClaudeRun, "requests">): string[] {
  return toolResults(run.requests).map((result) => result.text);
}
