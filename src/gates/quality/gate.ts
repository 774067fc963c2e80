// Runs the project's checks on the session's changes; without configured stages, reads another tool's result file.

import { markShown } from "../../store/notices.ts";
import { readOwnStateFile } from "../../store/state-files.ts";
import { willWait } from "../engine/background-tasks.ts";
import { awaitsBaseline } from "../engine/changes.ts";
import type { Gate, GateOutcome } from "../engine/gate.ts";
import { timeForCommands } from "../engine/open-stop.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { noteBlockOnBaseline } from "./failure-age.ts";
import {
  type FailedCheck,
  heldNoticeId,
  judgeQuality,
  NEW_TESTS,
  NO_FACTS,
  type QualityFacts,
} from "./judge.ts";
import { isOwnQualityFile, parseQualityFile, type QualityFile, qualityFilePath } from "./state-file.ts";

export const quality: Gate<QualityFacts> = {
  id: "quality",
  gather: gatherQuality,
  gatherBesideWork,
  judge: judgeQuality,
  effect: {
    inTransaction(stop, outcome) {
      const { store, sessionId, now } = stop;
      if (outcome.held.some(({ code }) => code === NEW_TESTS))
        markShown(store, sessionId, heldNoticeId(stop.budget));
      for (const { age, startKey } of heldChecks(outcome))
        if (age !== "new") noteBlockOnBaseline(store, sessionId, startKey, now);
    },

    measure: ({ held, released }) => ({
      quality_blocks: held.length > 0 ? 1 : 0,
      quality_released: released.length > 0 ? 1 : 0,
    }),
  },
  describeForJudge: describeStages,
  gatherAfterTurn: async (stop) => (await import("./gather-after-turn.ts")).gatherAfterTurn(stop),
  notReplayed: "commands would have to run on the work tree as it was then",
};

async function describeStages(stop: StopContext, runChecks: AbortSignal | null): Promise<string> {
  const { store, env, loaded, projectDir } = stop;
  if (projectDir === null) return "";
  if (runChecks !== null)
    await (await import("./run-all-checks.ts")).runAllChecks(stop, projectDir, runChecks);
  const { readStageResults } = await import("./stage-results.ts");
  const stages = await readStageResults(store, { env, loaded, projectDir });
  return stages
    .map(({ stage, outcome, isCurrent }) =>
      outcome === null
        ? `${stage}: not run`
        : `${stage}: ${outcome}${isCurrent ? "" : ", on an older state"}`,
    )
    .join("\n");
}

function heldChecks({ facts, held }: GateOutcome<QualityFacts>): FailedCheck[] {
  const fingerprints = new Set(held.map((finding) => finding.fingerprint));
  return facts.failures.filter((failure) => fingerprints.has(failure.fingerprint));
}

async function gatherQuality(stop: StopContext): Promise<QualityFacts | null> {
  const { projectDir, shared } = stop;
  if (projectDir === null || Object.keys(stop.config.quality.stages).length === 0) {
    const file = await readForeign(stop);
    if (file === null) return null;
    const toolCalls = file.lastResult === "failed" ? await shared.toolCalls() : 0;
    return { ...NO_FACTS, file, toolCalls };
  }
  return gatherChecks(stop, projectDir, "all");
}

/** Without the advice that the project is not trusted, which is given when nothing else blocks. */
async function gatherBesideWork(stop: StopContext): Promise<QualityFacts | null> {
  const facts = stop.projectDir === null ? null : await gatherChecks(stop, stop.projectDir, "quick");
  return facts && { ...facts, refused: null };
}

async function gatherChecks(
  stop: StopContext,
  projectDir: string,
  which: "all" | "quick",
): Promise<QualityFacts | null> {
  if (stop.commands === null || willWait(stop)) return null;
  // Loaded while git works.
  const [changes, { checkChanges }] = await Promise.all([
    stop.shared.changes(),
    import("./check-changes.ts"),
  ]);
  if (changes === null) return (await awaitsBaseline(stop)) ? UNCHECKED : null;
  if (changes.files.length === 0) return null;
  const until = Date.now() + timeForCommands(stop);
  return checkChanges({ stop, changes, projectDir, which, until });
}

/** The work tree at the session's start is not known yet. */
const UNCHECKED: QualityFacts = { ...NO_FACTS, awaitsBaseline: true };

async function readForeign(stop: StopContext): Promise<QualityFile | null> {
  for (const folder of stop.stateFolders) {
    const fields = await readOwnStateFile(stop, qualityFilePath(folder), stop.sessionId);
    // A file of ours is left over from stages that are no longer configured.
    if (fields !== null && !isOwnQualityFile(fields)) return parseQualityFile(fields);
  }
  return null;
}
