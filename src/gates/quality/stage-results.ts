// How the project's checks stand: the last result of each stage, and whether it is about the tree as it is.

import type { Output } from "../../cli/command.ts";
import { withStore } from "../../cli/with-store.ts";
import type { Environment } from "../../config/environment.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { type CheckRow, findCheck, latestChecks } from "../../store/check-results.ts";
import type { Store } from "../../store/open.ts";
import { printable } from "../../text/printable.ts";
import { readTreeState } from "../../worktree/read-tree-state.ts";
import type { TreeState } from "../../worktree/tree-state.ts";
import { cacheKey } from "./cache-key.ts";
import { type Check, listStages } from "./check.ts";

export interface StageStanding {
  stage: string;
  /** The worst of its commands; null when none of them was run yet. */
  outcome: CheckRow["outcome"] | null;
  /** Every command was run on the tree as it is. */
  isCurrent: boolean;
  /** When the oldest of these results was made. */
  at: number | null;
}

const TREE_MS = 10_000;
const MAX_RESULTS = 500;
const WORST_FIRST: readonly CheckRow["outcome"][] = ["failed", "timeout", "missing", "killed", "passed"];

export async function readStandings(
  env: Environment,
  loaded: LoadedConfig,
  projectDir: string,
): Promise<StageStanding[]> {
  const stages = listStages(loaded.config.quality);
  if (stages.length === 0) return [];
  const tree = await readTreeState(projectDir, { env, deadlineMs: TREE_MS });
  return withStore(env, (store) => {
    const latest = latestChecks(store, projectDir, 0, MAX_RESULTS);
    return stages.map(({ name, checks }) =>
      sumUp(
        name,
        checks.map((check) => lookUp(store, check, { projectDir, tree, latest })),
      ),
    );
  });
}

export function describeStandings(standings: readonly StageStanding[], out: Output): string {
  return standings
    .map(({ stage, outcome, isCurrent }) => {
      if (outcome === null) return `${stage} ${out.style.dim("not run")}`;
      const said = outcome === "passed" ? out.style.green(outcome) : out.style.red(outcome);
      return `${stage} ${said}${isCurrent ? "" : out.style.dim(" (the tree has changed since)")}`;
    })
    .join(", ");
}

/** The project's file brings checks that no person has allowed, at least not as they are now. */
export function describeRefused(loaded: LoadedConfig, refused: "untrusted" | "changed", out: Output): string {
  const stages = listStages(loaded.config.quality)
    .map(({ name }) => printable(name))
    .join(", ");
  const why = refused === "untrusted" ? "not trusted" : "changed since they were trusted";
  return `${stages} ${out.style.yellow(why)}, so they do not run: ${out.style.cyan("holdfast trust")}`;
}

interface Place {
  projectDir: string;
  tree: TreeState;
  latest: readonly CheckRow[];
}

interface Looked {
  row: CheckRow | null;
  isCurrent: boolean;
}

function lookUp(store: Store, check: Check, { projectDir, tree, latest }: Place): Looked {
  const key = cacheKey(check, projectDir, tree);
  const current = key === null ? null : findCheck(store, key);
  if (current) return { row: current, isCurrent: true };
  const before = latest.find(({ stage, command }) => stage === check.stage && command === check.run);
  return { row: before ?? null, isCurrent: false };
}

function sumUp(stage: string, results: readonly Looked[]): StageStanding {
  const rows = results.flatMap(({ row }) => row ?? []);
  return {
    stage,
    outcome: WORST_FIRST.find((outcome) => rows.some((row) => row.outcome === outcome)) ?? null,
    isCurrent: results.every(({ isCurrent }) => isCurrent),
    at: rows.length === 0 ? null : Math.min(...rows.map(({ at }) => at)),
  };
}
