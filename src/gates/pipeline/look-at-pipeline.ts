// How far a pipeline is, and what nobody was told of it yet.

import type { BackgroundTask } from "../../protocol/hook-event.ts";
import type { Store } from "../../store/open.ts";
import type { HeldPipeline } from "../engine/facts.ts";
import { summarise } from "./describe-results.ts";
import { failRunning, listReports, untoldReports } from "./report-rows.ts";
import { pickSideBySide } from "./side-by-side.ts";
import { listStages, type Stage } from "./stages.ts";
import { weighStages } from "./weigh-stages.ts";

interface Look {
  runId: number;
  /** What the client says is running. */
  running: readonly BackgroundTask[];
  now: number;
}

export function lookAtPipeline(
  store: Store,
  given: readonly Stage[],
  { runId, running, now }: Look,
): HeldPipeline {
  const alive = new Set(running.map(({ id }) => id));
  // A teammate is listed under another id than its events have.
  const isKnown = running.every(({ type }) => type !== "teammate");
  for (const { agentId, result } of listReports(store, runId))
    if (result === "running" && isKnown && !alive.has(agentId)) failRunning(store, runId, agentId, now);
  const stages = weighStages(listStages(given).stages, listReports(store, runId));
  return { runId, stages, summary: summariseUntold(store, runId) };
}

/** null while one of them still runs, and when none worked beside another. */
export function summariseUntold(store: Store, runId: number): string | null {
  const untold = untoldReports(store, runId);
  if (untold.length < 2) return null;
  const all = listReports(store, runId);
  if (all.some(({ result }) => result === "running")) return null;
  const beside = pickSideBySide(untold, all);
  return beside.length < 2 ? null : summarise(beside);
}
