// One span of one project, measured.

import type { Store } from "../../store/open.ts";
import { countByGate } from "./count-by-gate.ts";
import {
  countFailures,
  countSessions,
  countVerdicts,
  declaredWork,
  failingCommands,
  heldDecisions,
  rereadFiles,
  type Span,
  stopDurations,
} from "./insight-rows.ts";
import type { LoopTime, Measures } from "./insights.ts";

/** More than is shown: what was there before is looked up among them. */
const KEPT = 50;

export function measure(store: Store, span: Span): Measures {
  const verdicts = countVerdicts(store, span);
  return {
    ...countSessions(store, span),
    stops: verdicts.reduce((sum, { n }) => sum + n, 0),
    verdicts: Object.fromEntries(verdicts.map(({ verdict, n }) => [verdict, n])),
    failures: countFailures(store, span),
    failingCommands: failingCommands(store, span, KEPT),
    rereadFiles: rereadFiles(store, span, KEPT),
    loops: timeInLoops(store, span),
    gates: countByGate(heldDecisions(store, span)),
    latency: sumUpDurations(stopDurations(store, span)),
  };
}

/** Only the part that lies in the span. */
function timeInLoops(store: Store, span: Span): LoopTime {
  const work = declaredWork(store, span);
  const inside = work.map(
    ({ began, ended }) => Math.min(ended, span.until) - Math.max(Math.min(began, ended), span.since),
  );
  return {
    loops: work.filter(({ kind }) => kind === "loop").length,
    flows: work.filter(({ kind }) => kind === "flow").length,
    milliseconds: inside.reduce((sum, part) => sum + Math.max(0, part), 0),
    done: work.filter(({ status }) => status === "done").length,
  };
}

function sumUpDurations(ascending: number[]): Measures["latency"] {
  if (ascending.length === 0) return null;
  const at = (share: number) =>
    ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? 0;
  return { median: at(0.5), p95: at(0.95), slowest: ascending.at(-1) ?? 0 };
}
