// Gathers what was verified on the current work tree: runs, checks and conditions. It goes into pull
// requests, so secrets and the person's folders are removed.
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { VERSION } from "../../../config/version.ts";
import { listStages } from "../../../gates/commands/check.ts";
import { type CheckedCondition, COMMAND_OF } from "../../../gates/flow/flow.ts";
import { readFlowState } from "../../../gates/flow/flow-state.ts";
import type { ConditionState } from "../../../gates/flow/judge-conditions.ts";
import { findFlow, listEvidence } from "../../../gates/flow/rows.ts";
import { findLoop } from "../../../gates/loop/rows.ts";
import { cacheKey } from "../../../gates/quality/due-checks.ts";
import { projectKey, resolveLinks } from "../../../platform/repository.ts";
import type { Run } from "../../../recording/runs/run.ts";
import { listRunsOnTree, locateRun, type RecordedRun } from "../../../recording/runs/run-rows.ts";
import { listSessionRuns } from "../../../recording/runs/runs-of-session.ts";
import { findCheck } from "../../../store/check-results.ts";
import type { Store } from "../../../store/open.ts";
import { publicLine } from "../../../text/public-line.ts";
import { readContentTree, sameContentBefore } from "../../../worktree/content-tree.ts";
import { readTreeState } from "../../../worktree/read-tree-state.ts";
import { differsFromCommit, type TreeState } from "../../../worktree/tree-state.ts";
import { type FoundSession, withStore } from "../../target.ts";

export const RECEIPT_FORMAT = "holdfast-receipt-1";
export const RECEIPT_NOTE =
  "Says what holdfast recorded on one machine. It is not a signature and does not protect against a dishonest machine.";

export type ReceiptRun = Pick<
  Run,
  | "kind"
  | "check"
  | "command"
  | "scope"
  | "target"
  | "state"
  | "evidence"
  | "passed"
  | "failed"
  | "skipped"
  | "isHidden"
> & {
  /** Relative to the top of the work tree; empty for the top. */
  folder: string;
  at: number;
  by: "claude" | "holdfast";
};

export interface Receipt {
  format: typeof RECEIPT_FORMAT;
  version: string;
  at: number;
  project: string;
  session: string | null;
  tree: {
    /** Git's id of the tree, committed or not; null if unknown. */
    id: string | null;
    commit: string | null;
    branch: string | null;
    /** Number of uncommitted files. */
    uncommitted: number;
  };
  /** On this tree, oldest first. */
  runs: ReceiptRun[];
  /** Of the session, on another or an unknown tree. */
  otherRuns: number;
  /** Configured checks, with their last result on this tree. */
  checks: { stage: string; command: string; outcome: string; at: number; durationMs: number }[];
  loop: { task: string; command: string | null; status: string; result: string; at: number } | null;
  flow: { task: string; status: string; conditions: ReceiptCondition[] } | null;
  note: string;
}

type ReceiptCondition = Pick<ConditionState, "id" | "state" | "because"> & { command: string | null };

export type ReceiptSession = Pick<FoundSession, "id" | "transcriptPath">;

const TREE_MS = 30_000;
export const MAX_LINE = 300;

/** In the folder of a flow's state files. */
export const receiptPath = (stateFolder: string) => `${stateFolder}/receipt.json`;

export async function gatherReceipt(
  env: Environment,
  projectDir: string,
  session: ReceiptSession | null,
): Promise<Receipt> {
  const options = { env, deadlineMs: TREE_MS };
  const state = await readTreeState(projectDir, options);
  const [tree, states, loaded, key] = await Promise.all([
    readContentTree(state, options),
    sameContentBefore(state, options),
    loadConfig(env, projectDir),
    projectKey(projectDir),
  ]);
  const top = state.root ?? projectDir;
  const tops = [top, await resolveLinks(top)];
  const clean = (text: string) => publicLine(text, { home: env.home, projectDir }, MAX_LINE);
  const stages = listStages(loaded, projectDir).flatMap(({ checks }) => checks);
  return withStore(env, async (store) => {
    const { runs, others } = listRuns(store, { key, sessionId: session?.id ?? null, states });
    return {
      format: RECEIPT_FORMAT,
      version: VERSION,
      at: Date.now(),
      project: publicLine(projectDir, { home: env.home, projectDir: "" }, MAX_LINE),
      session: session?.id ?? null,
      tree: {
        id: tree?.id ?? null,
        commit: state.head,
        branch: state.branch === null ? null : clean(state.branch),
        uncommitted: state.dirty.filter(differsFromCommit).length,
      },
      runs: runs.map((run) => toReceiptRun(locateRun(run, tops), clean)),
      otherRuns: others,
      checks: stages.flatMap((check) => {
        const rows = states
          .map((one) => findCheck(store, cacheKey(check, one) ?? ""))
          .filter((row) => row !== null);
        const row = rows.toSorted((a, b) => a.at - b.at).at(-1);
        if (!row) return [];
        const { stage, outcome, at } = row;
        return [{ stage: clean(stage), command: clean(check.run), outcome, at, durationMs: row.duration_ms }];
      }),
      loop: session && loopOf(store, session.id, clean),
      flow: session && (await flowOf(store, session, { env, states, clean })),
      note: RECEIPT_NOTE,
    };
  });
}

/** All runs on this tree, whoever made them. Configured checks are listed separately. */
function listRuns(
  store: Store,
  { key, sessionId, states }: { key: string; sessionId: string | null; states: readonly TreeState[] },
): { runs: RecordedRun[]; others: number } {
  const trees = states.map(({ fingerprint }) => fingerprint).filter(Boolean);
  const own = sessionId === null ? [] : listSessionRuns(store, sessionId);
  const here = own.filter(({ tree }) => tree !== null && trees.includes(tree));
  const known = new Set(here.map(({ toolUseId }) => toolUseId));
  const recorded = listRunsOnTree(store, key, trees).filter(({ toolUseId }) => !known.has(toolUseId));
  const runs = [...recorded, ...here].filter((run) => !(run.isOwn && run.check.startsWith("quality ")));
  return { runs: runs.toSorted((a, b) => a.at - b.at), others: own.length - here.length };
}

function toReceiptRun(run: RecordedRun & { folder: string }, clean: (text: string) => string): ReceiptRun {
  const { at, kind, scope, state, evidence, passed, failed, skipped, isHidden } = run;
  const texts = {
    check: clean(run.check),
    command: clean(run.command),
    target: clean(run.target),
    folder: clean(run.folder),
  };
  const by = run.isOwn ? "holdfast" : "claude";
  return { at, by, kind, ...texts, scope, state, evidence, passed, failed, skipped, isHidden };
}

function loopOf(store: Store, sessionId: string, clean: (text: string) => string): Receipt["loop"] {
  const loop = findLoop(store, sessionId);
  if (loop === null || loop.file_key !== null) return null;
  const { task, verify, status, validation_result: result, updated_at: at } = loop;
  return { task: clean(task), command: verify && clean(verify), status, result, at };
}

/** Judged on this tree, so a later commit reopens nothing. */
async function flowOf(
  store: Store,
  session: ReceiptSession,
  { env, states, clean }: { env: Environment; states: readonly TreeState[]; clean: (text: string) => string },
): Promise<Receipt["flow"]> {
  const flow = findFlow(store, session.id);
  if (flow === null || flow.fileKey !== null) return null;
  const marks = new Set(listEvidence(store, flow.id).map(({ treeMark }) => treeMark));
  const tree = states.find(({ fingerprint }) => marks.has(fingerprint)) ?? states[0];
  const around = { env, transcriptPath: session.transcriptPath };
  const seen = await readFlowState(store, flow, tree ? { ...around, readTree: async () => tree } : around);
  const conditions = seen.states.map(({ id, state, because }) => {
    const command = id in COMMAND_OF ? flow[COMMAND_OF[id as CheckedCondition]] : null;
    return { id, state, because: clean(because), command: command && clean(command) };
  });
  return { task: clean(flow.task), status: flow.status, conditions };
}
