// The hidden command for what a hook leaves to a detached process.
import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { checkLogDir, databasePath, type Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { takeBaselines } from "../../../gates/quality/failure-age.ts";
import { type BaselineCase, runBaseline } from "../../../gates/quality/run-baseline.ts";
import { syncIndex } from "../../../memory/index/sync-index.ts";
import { projectKey } from "../../../platform/repository.ts";
import { isAbsolutePath } from "../../../platform/system.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { insertArchive } from "../../../recording/archive/archive-files.ts";
import { type ArchiveRequest, archiveTranscript } from "../../../recording/archive/archive-transcript.ts";
import { noteMetric } from "../../../recording/metrics/metrics-file.ts";
import { dropChecksBefore } from "../../../store/check-results.ts";
import { recordFault } from "../../../store/fault-log.ts";
import type { Store } from "../../../store/open.ts";
import { findSession } from "../../../store/sessions.ts";
import { errorMessage } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import { baselineDir, deleteBaselinesBefore } from "../../../worktree/baseline.ts";
import { captureBaseline } from "../../../worktree/line-snapshot.ts";
import { removeAbandonedWorktrees } from "../../../worktree/temporary-worktree.ts";
import { defineCommand, type OptionValues, option, parseChoice } from "../../command.ts";
import { withStoreInBackground } from "../../target.ts";

const MAX_AGE_MS = 30 * 24 * 3_600_000;
const CHECKS_KEPT_MS = 14 * 24 * 3_600_000;
const MAX_CHECK_LOGS = 200;

const JOBS = ["baseline", "export", "judge", "recheck", "snapshot"] as const;
const OPTIONS = {
  session: option("ID", "the session"),
  project: option("DIR", "its project"),
  transcript: option("FILE", "export: the client's transcript"),
  bytes: option("N", "export: how much of it, from the start"),
  trigger: option("WORD", "export: why"),
  at: option("MS", "export: when it was requested"),
};

export const command = defineCommand({
  usage: JOBS.join("|"),
  details:
    "Internal: hooks start this. baseline: a check fails, and it is unknown whether it failed before the session. export: the\n" +
    "session is about to be compacted. judge: a goal waits for a judge, and no hook runs after the turn. recheck: it ended; abandoned loops and flows may have reached their goal. snapshot: it\n" +
    "begins; the work tree is recorded.",
  examples: ["holdfast background snapshot --session ID --project DIR"],
  options: OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env } = invocation;
    const { session: sessionId = "", project: projectDir = "" } = options;
    const job = parseChoice("job", positionals[0] ?? "", JOBS);
    if (!isSessionId(sessionId) || !isAbsolutePath(projectDir))
      throw new UserError("usage", "--session and --project are required", "Hooks start this command.");
    if (job === "export") return exportTranscript(env, { ...readRequest(options), sessionId, projectDir });
    if (job === "baseline") await runBaselines(env, sessionId, projectDir);
    else if (job === "snapshot") await takeSnapshot(env, sessionId, projectDir);
    else if (job === "judge") await askJudges(env, sessionId);
    else await (await import("./recheck.ts")).recheck(invocation, sessionId, projectDir);
  },
});

async function runBaselines(env: Environment, sessionId: string, projectDir: string): Promise<void> {
  const loaded = await loadConfig(env, projectDir);
  await withStoreInBackground(env, async (store) => {
    if ((await openLastTurn(env, store, sessionId)) === null) return;
    const wanted = new Set(takeBaselines(store, sessionId, Date.now()));
    if (wanted.size > 0) await runAndRecord({ env, store, loaded, sessionId, projectDir }, wanted);
  });
}

async function takeSnapshot(env: Environment, sessionId: string, projectDir: string): Promise<void> {
  // The project's folder is gone.
  if (!existsSync(databasePath(env))) return;
  const at = Date.now();
  const loaded = await loadConfig(env, projectDir);
  await withStoreInBackground(env, async (store) => {
    const problem = await captureBaseline(env, store, { sessionId, projectDir, at });
    if (problem) await recordFault(env, { part: "worktree", message: problem, event: null, sessionId });
    await removeAbandonedWorktrees(env);
    if (loaded.config.quality.baseline === "start")
      await runAndRecord({ env, store, loaded, sessionId, projectDir }, null);
    for (const old of deleteBaselinesBefore(store, at - MAX_AGE_MS)) {
      await rm(baselineDir(env, old), { recursive: true, force: true });
    }
    await pruneChecks(env, store, at);
    // So memories that came with a clone are known from the first prompt on.
    syncIndex(store, { env, projectDir, projectKey: await projectKey(projectDir) });
  });
}

async function askJudges(env: Environment, sessionId: string): Promise<void> {
  const { judgeGoals } = await import("../../../gates/engine/after-turn.ts");
  await withStoreInBackground(env, async (store) => {
    const stop = await openLastTurn(env, store, sessionId);
    if (stop !== null) await judgeGoals(stop);
  });
}

/** null when a hook of the session did not start this: with other variables, other programs run. */
async function openLastTurn(env: Environment, store: Store, sessionId: string) {
  const { reopenTurn } = await import("../../../gates/judging/past-turn.ts");
  const { hasOtherEnvironment } = await import("../../../gates/engine/environment-mark.ts");
  const { findTurn } = await import("../../../gates/engine/progress.ts");
  const session = findSession(store, sessionId);
  if (session === null) return null;
  const stop = await reopenTurn(env, store, session);
  stop.turn = await findTurn(stop);
  return hasOtherEnvironment(stop) ? null : stop;
}

/** `wanted` null: all checks. */
async function runAndRecord(given: BaselineCase, wanted: ReadonlySet<string> | null): Promise<void> {
  const message = await runBaseline(given, wanted);
  const { env, sessionId } = given;
  if (message) await recordFault(env, { part: "baseline", message, event: null, sessionId });
}

async function exportTranscript(env: Environment, request: ArchiveRequest): Promise<number> {
  try {
    await withStoreInBackground(env, (store) => runExport(env, store, request));
    return 0;
  } catch (error) {
    // Nobody sees what a detached process prints: doctor shows the fault.
    const message = errorMessage(error);
    await recordFault(env, { part: "export", message, event: "PreCompact", sessionId: request.sessionId });
    return 1;
  }
}

async function runExport(env: Environment, store: Store, request: ArchiveRequest): Promise<void> {
  const { sessionId, projectDir, trigger, at, bytes: sourceBytes } = request;
  const startedAt = performance.now();
  const { config } = await loadConfig(env, projectDir);
  const { bytes, records, redactions } = await archiveTranscript(request, config);
  const durationMs = Math.round(performance.now() - startedAt);
  insertArchive(store, {
    sessionId,
    projectDir,
    trigger,
    sourceBytes,
    bytes,
    records,
    redactions,
    durationMs,
    at,
  });
  await noteMetric(env, { projectDir, sessionId }, "conversation_exports", "PreCompact");
}

function readRequest({ transcript = "", ...options }: OptionValues<typeof OPTIONS>) {
  if (transcript === "")
    throw new UserError("usage", "--transcript is required", "Hooks start this command.");
  return {
    transcriptPath: transcript,
    bytes: numberOr(options.bytes, Bun.file(transcript).size),
    trigger: options.trigger ?? "asked for",
    at: numberOr(options.at, Date.now()),
  };
}

function numberOr(text: string | undefined, usual: number): number {
  const number = Number(text ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : usual;
}

/** Removes results and logs of checks that are no longer needed. */
async function pruneChecks(env: Pick<Environment, "holdfastHome">, store: Store, now: number): Promise<void> {
  dropChecksBefore(store, now - CHECKS_KEPT_MS);
  const folder = checkLogDir(env);
  const names = await readdir(folder).catch(() => []); // No check has failed yet.
  const logs = await Promise.all(
    names.map(async (name) => ({
      path: `${folder}/${name}`,
      at: (await stat(`${folder}/${name}`).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  const newest = logs.toSorted((a, b) => b.at - a.at);
  const old = newest.filter(({ at }, index) => index >= MAX_CHECK_LOGS || at < now - CHECKS_KEPT_MS);
  for (const { path } of old) await rm(path, { force: true });
}
