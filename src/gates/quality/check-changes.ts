// Checks the session's changes: results are looked up, or the commands run within the time of a stop.

import { type CheckRow, findCheck, saveCheck } from "../../store/check-results.ts";
import { attempt, noteFaultOnce } from "../../store/hook-context.ts";
import { firstLine } from "../../text/clip.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import { type Check, keepChecks, type Stage, shownCommand, workFolder } from "../commands/check.ts";
import { permittedStages } from "../commands/permitted.ts";
import type { Changes } from "../engine/changes.ts";
import { hasOtherEnvironment } from "../engine/environment-mark.ts";
import type { CommandRunner, StopContext } from "../engine/stop-context.ts";
import { type CheckRun, cacheKey, planChecks, runStages } from "./due-checks.ts";
import { hasBlockedOnBaseline, isSameFailure, judgeFailureAge, requestBaselines } from "./failure-age.ts";
import type { FailedCheck, QualityFacts } from "./judge.ts";
import { KnownResults, MAX_QUICK_MS, readUnjudgedCalls } from "./known-results.ts";
import type { FailurePlace } from "./locate-failure.ts";
import { saveQualityFile } from "./state-file.ts";

export interface DueChecks {
  stop: StopContext;
  changes: Changes;
  projectDir: string;
  /** All checks that a stop waits for, only those that are known or quick, or the background checks. */
  which: "all" | "quick" | "background";
  /** The deadline of the last check. */
  until: number;
  signal?: AbortSignal;
}

const MIN_MS = 1000;
/** A stop waits for a quick check to run on the first tree: this and the time the check took, at most 10 s. */
const MAX_START_MS = 5_000;
/** After the turn nobody waits. */
const MAX_COPY_MS = 60_000;
const POLL_MS = 50;
const UNKNOWN_PLACE: FailurePlace = { isInOwnFiles: false, others: null };

/** null when no check is configured for the changes. */
export async function checkChanges(given: DueChecks): Promise<QualityFacts | null> {
  const { stop, changes, projectDir, which } = given;
  const { stages, refused } = await permittedStages({ ...stop, projectDir });
  const known = new KnownResults(stop, await readUnjudgedCalls(stop, changes), stages);
  // Where nothing can wake the agent after its turn, the stop waits for all checks.
  const isLate = (check: Check) => check.background && stop.env.wakesAgent;
  const ofKind = keepChecks(stages, (check) => isLate(check) === (which === "background"));
  const due = planChecks(ofKind, { root: changes.root, paths: changes.files.map(({ path }) => path) });
  const planned = which === "quick" ? await quickStages(due, given, known) : due;
  if (planned.length === 0 && refused === null) return null;
  const runOne = (check: Check) => lookUpOrRun(check, given, known);
  const ran = await runStages(planned, runOne, navigator.hardwareConcurrency);
  if (which !== "quick") {
    await noteFaults(given, ran);
    const { stateFolder, sessionId } = stop;
    if (ran.length > 0)
      await attempt(stop, "state", () => saveQualityFile(stateFolder, sessionId, stages, ran));
  }
  await awaitBaselines(given, ran);
  const failures = await Promise.all(ran.map((run) => describeFailure(run, given)));
  const { fingerprint } = failures.some(Boolean) ? await changes.wholeTree() : changes.tree;
  return {
    file: null,
    refused,
    failures: failures.filter((failure) => failure !== null),
    reused: known.listReusedPasses(ran),
    treeFingerprint: fingerprint,
    toolCalls: 0,
  };
}

async function quickStages(
  due: readonly Stage[],
  { changes, projectDir }: DueChecks,
  known: KnownResults,
): Promise<Stage[]> {
  const quick = new Set<Check>();
  for (const check of due.flatMap(({ checks }) => checks))
    if (known.find(cacheKey(check, changes.tree)) !== null || (await known.isQuick(check, projectDir)))
      quick.add(check);
  return keepChecks(due, (check) => quick.has(check));
}

async function lookUpOrRun(
  check: Check,
  given: DueChecks,
  known: KnownResults,
): Promise<CheckRow | undefined> {
  const { stop, changes, projectDir, which, until, signal } = given;
  const earlier = known.find(cacheKey(check, changes.tree));
  if (earlier?.outcome === "passed") return earlier;
  // After a failure the whole tree counts, because the user may have fixed it.
  const key = cacheKey(check, await changes.wholeTree());
  const before = known.find(key);
  if (before) return before;
  const left = until - Date.now();
  if (left < MIN_MS || signal?.aborted || stop.commands === null) return undefined;
  if (which === "quick" && !(await known.isQuick(check, projectDir))) return undefined;
  const target = { projectDir, root: changes.root, key, tree: changes.wholeTree };
  const limits = { timeoutMs: Math.min(check.timeoutMs, left), signal };
  return runOnTree(check, { ...stop, commands: stop.commands }, target, limits);
}

export interface TreeTarget {
  projectDir: string;
  root: string | null;
  /** Of the result; null if it cannot be reused. */
  key: string | null;
  tree: () => Promise<TreeState>;
}

/** Runs a check in the work tree itself, and keeps the result. */
export async function runOnTree(
  check: Check,
  stop: StopContext & { commands: CommandRunner },
  { projectDir, root, key, tree }: TreeTarget,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<CheckRow> {
  stop.trace.note(`runs ${check.stage}`);
  const name = key ?? Bun.hash(check.run).toString(36);
  const row = await stop.commands.check(
    check,
    { env: stop.env, projectDir, root, key: name },
    {
      timeoutMs,
      onResult: async (result) => {
        const { noteRun } = await import("../commands/verify-command.ts");
        const run = {
          check: `quality ${check.stage}`,
          command: shownCommand(check),
          dir: workFolder(check),
          tree: async () => (await tree()).fingerprint,
        };
        await noteRun(stop, run, result);
      },
      ...(signal ? { signal } : {}),
    },
  );
  if (key !== null && row.outcome !== "killed" && !hasOtherEnvironment(stop)) saveCheck(stop.store, row);
  return row;
}

async function noteFaults({ stop, signal }: DueChecks, ran: readonly CheckRun<CheckRow>[]): Promise<void> {
  if (signal?.aborted) return;
  for (const { check, result } of ran) {
    const outcome = result ? result.outcome : "no time left";
    if (outcome === "passed" || outcome === "failed") continue;
    await noteFaultOnce(stop, "gate:quality", `a check of stage ${check.stage}: ${outcome}`);
  }
}

/** Runs the failed checks on the session's first tree, and waits for the results if they will be there soon. */
async function awaitBaselines(
  { stop, changes, projectDir, which, until, signal }: DueChecks,
  ran: readonly CheckRun<CheckRow>[],
): Promise<void> {
  const { store, sessionId, config } = stop;
  if (config.quality.baseline === "off" || hasOtherEnvironment(stop)) return;
  const failed = ran.filter(({ result }) => result?.outcome === "failed" || result?.outcome === "timeout");
  const keys = failed.flatMap(({ check }) => cacheKey(check, changes.start) ?? []);
  const open = () => keys.filter((key) => findCheck(store, key) === null);
  if (open().length === 0 || !requestBaselines(store, sessionId, open(), Date.now())) return;
  const { startDetached } = await import("../../platform/process/start-self.ts");
  if (!startDetached(["background", "baseline", "--session", sessionId, "--project", projectDir])) return;
  const took = Math.max(...failed.map(({ result }) => result?.duration_ms ?? 0));
  if (which !== "background" && took > MAX_QUICK_MS) return;
  const wait = which === "background" ? 3 * took + MAX_COPY_MS : took + MAX_START_MS;
  for (const end = Math.min(until, Date.now() + wait); Date.now() < end && !signal?.aborted; ) {
    if (open().length === 0) return;
    await Bun.sleep(POLL_MS);
  }
}

async function describeFailure(
  { check, result }: CheckRun<CheckRow>,
  given: DueChecks,
): Promise<FailedCheck | null> {
  const { stop, changes } = given;
  if (!result || result.outcome === "passed") return null;
  const { store, config, sessionId } = stop;
  const startKey = cacheKey(check, changes.start) ?? `none-${Bun.hash(check.run).toString(36)}`;
  const fingerprint = `quality:${check.stage}:${Bun.hash(check.run).toString(36)}:${result.fingerprint}`;
  const atStart = findCheck(store, startKey);
  const { isInOwnFiles, others } =
    result.outcome === "failed"
      ? await (await import("./locate-failure.ts")).locateFailure(check, result, given)
      : UNKNOWN_PLACE;
  return {
    stage: check.stage,
    command: result.command,
    outcome: result.outcome,
    exitCode: result.exit_code,
    excerpt: result.telling,
    error:
      result.outcome === "failed"
        ? (await import("../../text/output/error-excerpt.ts")).errorLine(result.telling)
        : firstLine(result.telling),
    logPath: result.log_path,
    fingerprint,
    holdsOnTimeout: check.onTimeout === "block",
    age:
      config.quality.baseline === "off"
        ? "new"
        : judgeFailureAge({
            atStart: atStart?.outcome ?? null,
            isSame: await isSameFailure(result, atStart, [check.folder, changes.root]),
            isInOwnFiles,
            hasHeld: hasBlockedOnBaseline(store, sessionId, startKey),
          }),
    others,
    startKey,
  };
}
