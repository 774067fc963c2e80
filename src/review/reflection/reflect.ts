// One pass over a session: measures and patterns. Streaming; what is kept does not grow with the session.
import type { DecisionRow } from "../../store/decisions.ts";
import type { ReadProblem } from "../../transcript/read-bytes.ts";
import { createOutcome, streamItems } from "../../transcript/stream-items.ts";
import type { Draft, Thresholds, Watcher } from "./detector.ts";
import { DECISION_DETECTORS, TRACE_DETECTORS, TRANSCRIPT_DETECTORS } from "./detectors/registry.ts";
import { finishPattern } from "./finish-pattern.ts";
import { locateLines } from "./locate-lines.ts";
import { createMeter } from "./meter.ts";
import { readTrace } from "./read-trace.ts";
import type { Reflection, TraceMetrics } from "./reflection.ts";

export interface ReflectionRequest {
  transcriptPath: string;
  /** As far as known; the transcript says it otherwise. */
  sessionId: string | null;
  projectDir: string | null;
  /** Of our gates in a session, oldest first. */
  decisionsOf(sessionId: string): readonly DecisionRow[];
  thresholds: Thresholds;
  trigger: Reflection["trigger"];
  now: number;
}

export type Reflected = { ok: true; reflection: Reflection } | { ok: false; problem: ReadProblem };

export async function reflect(request: ReflectionRequest): Promise<Reflected> {
  const { transcriptPath, thresholds } = request;
  const meter = createMeter();
  const watchers = TRANSCRIPT_DETECTORS.map((detector) => ({
    detector,
    watcher: detector.watch(thresholds),
  }));
  const outcome = createOutcome();
  let { sessionId, projectDir } = request;
  for await (const item of streamItems(transcriptPath, outcome)) {
    if (item.sidechain) continue;
    sessionId ??= item.sessionId;
    projectDir ??= item.cwd;
    meter.see(item);
    for (const { watcher } of watchers) watcher.see(item);
  }
  if (outcome.problem) return { ok: false, problem: outcome.problem };

  const span = meter.span();
  const traced = projectDir === null || span === null ? null : await watchTrace(projectDir, span, thresholds);
  // A trace knows every try of a request, the transcript only some.
  const spoken = watchers.filter(({ detector }) => traced === null || detector.id !== "API_ERRORS");
  const decisions = sessionId === null ? [] : request.decisionsOf(sessionId);
  const drafts = [
    ...spoken.flatMap(({ watcher }) => watcher.found()),
    ...DECISION_DETECTORS.flatMap((detector) => showAll(detector.watch(thresholds), decisions).found()),
    ...(traced?.drafts ?? []),
  ];
  const lines = await locateLines(transcriptPath, placesOf(drafts));
  const reflection: Reflection = {
    sessionId,
    projectDir,
    transcriptPath,
    at: request.now,
    trigger: request.trigger,
    metrics: meter.read(),
    trace: traced?.metrics ?? null,
    patterns: drafts.map((draft) => finishPattern(draft, lines, projectDir)),
  };
  return { ok: true, reflection };
}

async function watchTrace(
  projectDir: string,
  span: { from: number; to: number },
  thresholds: Thresholds,
): Promise<{ metrics: TraceMetrics; drafts: Draft[] } | null> {
  const watchers = TRACE_DETECTORS.map((detector) => detector.watch(thresholds));
  const slowMs = thresholds.slow_seconds * 1000;
  const metrics = await readTrace(projectDir, span, slowMs, (request) => {
    for (const watcher of watchers) watcher.see(request);
  });
  return metrics === null ? null : { metrics, drafts: watchers.flatMap((watcher) => watcher.found()) };
}

function showAll<Seen>(watcher: Watcher<Seen>, all: readonly Seen[]): Watcher<Seen> {
  for (const one of all) watcher.see(one);
  return watcher;
}

function placesOf(drafts: readonly Draft[]): number[] {
  return drafts.flatMap(({ evidence }) => evidence.flatMap(({ at }) => (typeof at === "number" ? [at] : [])));
}
