// Runs checks on the session's first tree: a check that fails there in the same way was not broken by the session.
import { isAbsolute, join } from "node:path";
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { fileStatus } from "../../platform/file-status.ts";
import { findCheck, saveCheck } from "../../store/check-results.ts";
import type { Store } from "../../store/open.ts";
import { findSession } from "../../store/sessions.ts";
import { pathsInCommand } from "../../text/command-paths.ts";
import { findBaselineIn } from "../../worktree/baseline.ts";
import { readMutatingCallsIn } from "../../worktree/mutating-calls.ts";
import { type TemporaryWorktree, withTemporaryWorktree } from "../../worktree/temporary-worktree.ts";
import { decodeTreeState, type TreeState } from "../../worktree/tree-state.ts";
import type { Check } from "../commands/check.ts";
import { permittedStages } from "../commands/permitted.ts";
import { runCheck } from "../commands/run-check.ts";
import { cacheKey } from "./due-checks.ts";

export interface BaselineCase {
  env: Environment;
  store: Store;
  loaded: LoadedConfig;
  sessionId: string;
  projectDir: string;
}

const MAX_COPY_MS = 120_000;
/** Long, because nothing is built in a fresh copy. */
const MAX_MS = 600_000;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Returns the problem, or null. `wanted`: keys of results; null for all checks. */
export async function runBaseline(
  given: BaselineCase,
  wanted: ReadonlySet<string> | null,
): Promise<string | null> {
  const { env, store, loaded, sessionId, projectDir } = given;
  const start = decodeTreeState((await findBaselineIn(store, sessionId, projectDir))?.tree ?? "");
  if (start?.root == null) return null;
  const { stages } = await permittedStages({ env, loaded, projectDir });
  const open = stages
    .flatMap(({ checks }) => checks)
    .flatMap((check) => {
      const key = cacheKey(check, start);
      const isWanted = key !== null && (wanted === null || wanted.has(key));
      return isWanted && findCheck(store, key) === null ? [{ check, key }] : [];
    });
  if (open.length === 0) return null;
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    const result = await withTemporaryWorktree(start, { env, deadlineMs: MAX_COPY_MS }, (copy) =>
      runAll(given, start, copy, open, ending.signal),
    );
    return result.ok ? null : result.problem;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

async function runAll(
  given: BaselineCase,
  start: TreeState,
  copy: TemporaryWorktree,
  open: { check: Check; key: string }[],
  signal: AbortSignal,
): Promise<void> {
  const { env, store, projectDir } = given;
  const place = { env, projectDir, root: start.root, copy: copy.folder };
  const isStart = !(await hasChangedIgnored(given, start, copy.ignored));
  for (const { check, key } of open) {
    const row = await runCheck(check, { ...place, key }, { timeoutMs: MAX_MS, signal });
    if (row.outcome === "killed") continue;
    // A failure may come from an ignored file that the session changed: it then says nothing about the start.
    const isKnown = row.outcome === "passed" || isStart;
    saveCheck(store, isKnown ? row : { ...row, fingerprint: "not-the-start", log_path: null });
  }
}

/** The session changed ignored files, which the copy has in their present state. */
async function hasChangedIgnored(
  { store, sessionId, projectDir }: BaselineCase,
  { root, at }: TreeState,
  ignored: readonly string[],
): Promise<boolean> {
  const transcript = findSession(store, sessionId)?.transcript_path ?? null;
  if (transcript === null || ignored.length === 0) return false;
  const calls = await readMutatingCallsIn(transcript, at);
  const named = calls.flatMap(({ call, files }) => [
    ...files,
    ...pathsInCommand(String(call.input.command ?? "")),
  ]);
  const isIgnored = (path: string) =>
    ignored.some((entry) => path === `${root}/${entry}` || path.startsWith(`${root}/${entry}/`));
  return [...new Set(named)].some((path) =>
    (isAbsolute(path) ? [path] : [join(projectDir, path), join(root ?? "", path)]).some(
      (full) => isIgnored(full) && (fileStatus(full)?.ctimeMs ?? Number.POSITIVE_INFINITY) > at,
    ),
  );
}
