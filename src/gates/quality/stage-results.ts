// Reads the last result of each stage, and whether it is for the present tree.
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { type CheckRow, findCheck, latestChecks } from "../../store/check-results.ts";
import type { Store } from "../../store/open.ts";
import { withoutSecrets } from "../../text/redaction/without-secrets.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import { type Check, listStages } from "../commands/check.ts";
import { cacheKey } from "./due-checks.ts";

export interface LastStageResult {
  stage: string;
  /** The worst outcome of its commands; null when none has run yet. */
  outcome: CheckRow["outcome"] | null;
  /** Every command ran on the present tree. */
  isCurrent: boolean;
  /** The time of the oldest of these results. */
  at: number | null;
}

interface CheckResult {
  row: CheckRow | null;
  isCurrent: boolean;
}

const MAX_TREE_MS = 10_000;
const MAX_RESULTS = 500;
const WORST_FIRST: readonly CheckRow["outcome"][] = ["failed", "timeout", "missing", "killed", "passed"];

export async function readStageResults(
  store: Store,
  { env, loaded, projectDir }: { env: Environment; loaded: LoadedConfig; projectDir: string },
): Promise<LastStageResult[]> {
  const stages = listStages(loaded, projectDir);
  if (stages.length === 0) return [];
  const tree = await readTreeState(projectDir, { env, deadlineMs: MAX_TREE_MS });
  const latest = latestChecks(store, projectDir, 0, MAX_RESULTS);
  const combined = stages.map(async ({ name, checks }) => {
    const results = await Promise.all(checks.map((check) => findResult(store, check, tree, latest)));
    return combine(name, results);
  });
  return Promise.all(combined);
}

async function findResult(
  store: Store,
  check: Check,
  tree: TreeState,
  latest: readonly CheckRow[],
): Promise<CheckResult> {
  const key = cacheKey(check, tree);
  const current = key === null ? null : findCheck(store, key);
  if (current) return { row: current, isCurrent: true };
  const shown = await withoutSecrets(check.run);
  const before = latest.find(({ stage, command }) => stage === check.stage && command === shown);
  return { row: before ?? null, isCurrent: false };
}

function combine(stage: string, results: readonly CheckResult[]): LastStageResult {
  const rows = results.flatMap(({ row }) => row ?? []);
  return {
    stage,
    outcome: WORST_FIRST.find((outcome) => rows.some((row) => row.outcome === outcome)) ?? null,
    isCurrent: results.every(({ isCurrent }) => isCurrent),
    at: rows.length === 0 ? null : Math.min(...rows.map(({ at }) => at)),
  };
}
