// One check run by hand: always anew, and its result is kept.
import type { Environment } from "../../../config/environment.ts";
import { runCheck } from "../../../gates/commands/run-check.ts";
import { cacheKey } from "../../../gates/quality/cache-key.ts";
import type { Check } from "../../../gates/quality/check.ts";
import { type CheckRow, saveCheck } from "../../../store/check-results.ts";
import type { Store } from "../../../store/open.ts";
import type { TreeState } from "../../../worktree/tree-state.ts";
import type { CheckView } from "./check-view.ts";

export interface HandRun {
  env: Environment;
  store: Store;
  projectDir: string;
  tree: TreeState;
  view: CheckView;
  signal: AbortSignal;
}

/** A person can wait longer than a stop can. */
const LEAST_MS = 600_000;

export async function runKept(check: Check, run: HandRun): Promise<CheckRow | undefined> {
  const { env, store, projectDir, tree, view, signal } = run;
  if (signal.aborted) return undefined;
  const key = cacheKey(check, projectDir, tree);
  view.begin(check);
  const row = await runCheck(
    check,
    { env, projectDir, key: key ?? `by-hand-${Bun.hash(check.run).toString(36)}` },
    {
      timeoutMs: Math.max(check.timeoutMs, LEAST_MS),
      signal,
      onOutput: (chunk) => view.hear(check, chunk),
    },
  );
  if (key !== null && row.outcome !== "killed") saveCheck(store, row);
  view.finish(check, row);
  return row;
}
