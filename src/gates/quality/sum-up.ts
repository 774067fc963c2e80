// The results of a run as `quality-gate.json` tells them.

import type { Stage } from "./check.ts";
import type { Ran } from "./run-stages.ts";
import type { QualityFile, StageResult } from "./state-file.ts";

interface Said {
  outcome: string;
  telling: string;
  /** Without secrets, as it may be shown. */
  command: string;
}

/** Stages that were not looked at keep what was said of them before. */
export function sumUp(
  stages: readonly Stage[],
  ran: readonly Ran<Said>[],
  before: QualityFile["stages"] = {},
): QualityFile {
  const results = Object.fromEntries(
    stages.map(({ name }) => {
      const own = ran.filter(({ check }) => check.stage === name);
      return [name, own.length > 0 ? ofStage(own) : (before[name] ?? PENDING)];
    }),
  );
  const failed = ran.some(({ result }) => result?.outcome === "failed");
  const passed = ran.length > 0 && ran.every(({ result }) => result?.outcome === "passed");
  return { lastResult: failed ? "failed" : passed ? "passed" : "pending", stages: results };
}

const PENDING: StageResult = { status: "pending", details: null };

function ofStage(ran: readonly Ran<Said>[]): StageResult {
  const wrong = ran.flatMap(({ result }) => (result && result.outcome !== "passed" ? [result] : []));
  const details = wrong.map(({ command, telling }) => `${command}: ${telling}`).join("\n") || null;
  if (wrong.some(({ outcome }) => outcome === "failed")) return { status: "failed", details };
  const isWhole = wrong.length === 0 && ran.every(({ result }) => result !== undefined);
  return { status: isWhole ? "passed" : "pending", details };
}
