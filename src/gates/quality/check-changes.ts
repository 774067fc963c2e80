// The checks that the session's changes call for: looked up, or run within the time of a stop.

import { type CheckRow, findCheck, saveCheck } from "../../store/check-results.ts";
import { noteFault, noteFaultOnce } from "../../store/hook-context.ts";
import { type Check, keepChecks, type Stage } from "../commands/check.ts";
import { permittedStages } from "../commands/permitted.ts";
import type { Changes } from "../engine/changes.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { hasHeldOn, judgeBaseline } from "./baseline.ts";
import { cacheKey, planChecks } from "./due-checks.ts";
import type { FailedCheck, QualityFacts } from "./judge.ts";
import { type CheckRun, runStages } from "./run-stages.ts";
import { saveQualityFile } from "./state-file.ts";

export interface DueChecks {
  stop: StopContext;
  changes: Changes;
  projectDir: string;
  /** Those of the background, or those that a stop waits for. */
  background: boolean;
  /** When the last of them must be done. */
  until: number;
  signal?: AbortSignal;
}

const MIN_MS = 1000;

/** null when nothing is configured for what changed. */
export async function checkChanges(given: DueChecks): Promise<QualityFacts | null> {
  const { stop, changes, projectDir } = given;
  const { stages, refused } = await permittedStages(stop.env, stop.loaded, projectDir);
  const planned = planStages(stages, given);
  if (planned.length === 0 && refused === null) return null;
  const ran = await runStages(planned, (check) => lookUpOrRun(check, given), navigator.hardwareConcurrency);
  await noteFaults(given, ran);
  if (ran.length > 0) await publish(given, stages, ran);
  const failures = ran.flatMap((one) => describeFailure(one, given));
  const { fingerprint: mark } = failures.length > 0 ? await changes.wholeTree() : changes.tree;
  return { file: null, refused, failures, treeMark: mark, toolCalls: 0 };
}

async function publish(
  { stop }: DueChecks,
  stages: readonly Stage[],
  ran: readonly CheckRun<CheckRow>[],
): Promise<void> {
  const { event, stateFolder } = stop;
  if (event.sessionId === null || stateFolder === null) return;
  try {
    await saveQualityFile(stateFolder, event.sessionId, stages, ran);
  } catch (error) {
    await noteFault(stop, "state", error);
  }
}

function planStages(stages: readonly Stage[], { background, changes }: DueChecks): Stage[] {
  return planChecks(
    keepChecks(stages, (check) => check.background === background),
    { root: changes.root, paths: changes.files.map(({ path }) => path) },
  );
}

async function lookUpOrRun(check: Check, given: DueChecks): Promise<CheckRow | undefined> {
  const { stop, changes, projectDir, until, signal } = given;
  const seen = lookUp(cacheKey(check, changes.tree), given);
  if (seen?.outcome === "passed") return seen;
  // It runs on the tree as it is, whoever changed it, and the user may have cured a failure.
  const key = cacheKey(check, await changes.wholeTree());
  const before = lookUp(key, given);
  if (before) return before;
  const left = until - Date.now();
  if (left < MIN_MS || signal?.aborted || stop.commands === null) return undefined;
  stop.trace.note(`runs ${check.stage}`);
  const place = { env: stop.env, projectDir, key: key ?? Bun.hash(check.run).toString(36) };
  const row = await stop.commands.check(check, place, {
    timeoutMs: Math.min(check.timeoutMs, left),
    ...(signal ? { signal } : {}),
  });
  if (key !== null && row.outcome !== "killed") saveCheck(stop.store, row);
  return row;
}

function lookUp(key: string | null, { stop, changes }: DueChecks): CheckRow | null {
  const before = key === null ? null : findCheck(stop.store, key);
  return before && isStillTrue(before, changes) ? before : null;
}

/** A pass stands for its content. A failure may have been cured outside the tree, such as by installing packages. */
function isStillTrue({ outcome, at }: CheckRow, { calls }: Changes): boolean {
  if (outcome === "passed") return true;
  return !calls.some(({ call, result }) => (result?.timestamp ?? call.timestamp ?? 0) > at);
}

async function noteFaults({ stop, signal }: DueChecks, ran: readonly CheckRun<CheckRow>[]): Promise<void> {
  if (signal?.aborted) return;
  for (const { check, result } of ran) {
    const wrong = result ? result.outcome : "no time left";
    if (wrong === "passed" || wrong === "failed") continue;
    await noteFaultOnce(stop, stop.store, "gate:quality", `a check of stage ${check.stage}: ${wrong}`);
  }
}

function describeFailure({ check, result }: CheckRun<CheckRow>, given: DueChecks): FailedCheck[] {
  const { stop, changes } = given;
  if (!result || result.outcome === "passed") return [];
  const { store, config } = stop;
  const sessionId = stop.event.sessionId ?? "";
  const startKey = cacheKey(check, changes.start) ?? `none-${Bun.hash(check.run).toString(36)}`;
  const fingerprint = `quality:${check.stage}:${Bun.hash(check.run).toString(36)}:${result.fingerprint}`;
  const atStart = findCheck(store, startKey);
  return [
    {
      stage: check.stage,
      command: result.command,
      outcome: result.outcome,
      exitCode: result.exit_code,
      excerpt: result.telling,
      logPath: result.log_path,
      fingerprint,
      holdsOnTimeout: check.onTimeout === "block",
      baseline:
        config.quality.baseline === "off"
          ? "passed"
          : judgeBaseline({
              outcome: atStart?.outcome ?? null,
              isUnchanged: startKey === result.key,
              hasHeld: hasHeldOn(store, sessionId, startKey),
            }),
      startKey,
    },
  ];
}
