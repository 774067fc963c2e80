// The record of runs: one row per known run of checks.
import { workTreeTop } from "../../platform/repository.ts";
import type { Store } from "../../store/open.ts";
import { findFolder } from "../../text/test-runs/test-command.ts";
import type { ScopedTests } from "../../text/test-runs/test-scope.ts";
import { textField, textsIn } from "../capture/call-fields.ts";
import type { RawCall } from "../capture/redact-call.ts";
import { isRunByHoldfast, type RawOwnRun } from "../queue/pending-queue.ts";
import { completeRun, createRun, type Run, readRun, resultByExitCode, UNKNOWN_RESULT } from "./run.ts";
import { readOtherCheck, runsChecks } from "./static-checks.ts";

export interface RunPlace {
  dir: string | null;
  /** null: the session's main agent. */
  agentId: string | null;
  /** The fingerprint of the work tree; null when unknown or uncertain. */
  tree: string | null;
}

export function runPlaceOf(raw: RawCall): RunPlace {
  const dir = raw.run_dir === undefined ? raw.project_dir : raw.run_dir;
  return { dir, agentId: raw.agent_id ?? null, tree: (!raw.is_tree_uncertain && raw.tree) || null };
}

/** Adds the folder relative to the top of the work tree, and narrows "all tests" run in a folder to that folder. */
export function locateRun<R extends ScopedTests & Pick<RunPlace, "dir">>(
  run: R,
  tops: readonly string[],
): R & { folder: string } {
  const { dir, scope } = run;
  const own = dir === null ? null : (tops.find((top) => isBelow(dir, top)) ?? workTreeTop(dir));
  const folder = dir === null || own === null ? "" : dir.slice(own.length + 1);
  if (scope !== "suite" || (dir !== null && folder === "")) return { ...run, folder };
  return { ...run, folder, scope: dir === null ? "unknown" : "folder", target: folder };
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

export interface NewRun extends Run, RunPlace {
  sessionId: string;
  projectKey: string | null;
  toolUseId: string | null;
  at: number;
}

export interface RecordedRun extends NewRun {
  /** Run by holdfast, not Claude. */
  isOwn: boolean;
}

interface RunRow extends Omit<RecordedRun, "isPiped" | "isHidden" | "isOwn"> {
  isPiped: number;
  isHidden: number;
}

/** The columns, named like the fields of a run. */
const COLUMNS = `session_id AS sessionId, project_key AS projectKey, tool_use_id AS toolUseId, agent_id AS agentId, at, kind,
  check_name AS "check", command, dir, tree, scope, target, state, evidence, passed, failed, skipped, is_piped AS isPiped,
  is_hidden AS isHidden, task_id AS taskId`;
const MAX_RUNS = 1000;

/** Ignores a call that is recorded twice. */
export function insertRun(store: Store, run: NewRun): void {
  store
    .query(
      `INSERT INTO runs (session_id, project_key, tool_use_id, agent_id, at, kind, check_name, command, dir, tree, scope, target,
         state, evidence, passed, failed, skipped, is_piped, is_hidden, task_id)
       VALUES ($sessionId, $projectKey, $toolUseId, $agentId, $at, $kind, $check, $command, $dir, $tree, $scope, $target, $state,
         $evidence, $passed, $failed, $skipped, $isPiped, $isHidden, $taskId)
       ON CONFLICT (tool_use_id) DO NOTHING`,
    )
    .run({ ...run });
}

/** The result of an own run, by a test summary in its output or else by its exit code. */
export function readOwnRun(own: RawOwnRun): Run & RunPlace {
  const { check, command, dir, tree, outcome, exitCode, output } = own;
  const isError = outcome !== "passed";
  const call = { command, output, isError, exitCode, backgroundTaskId: null };
  const read = readRun(call) ?? readOtherCheck(call) ?? createRun({ kind: "check", check, command });
  // A success says nothing about tests if another command follows them.
  const isKnown = outcome === "failed" || (outcome === "passed" && !(read.kind === "tests" && read.isPiped));
  const result = read.evidence === "summary" ? {} : isKnown ? resultByExitCode(isError) : UNKNOWN_RESULT;
  return { ...read, ...result, check, agentId: null, ...ownRunPlace({ command, dir, tree }) };
}

/** Follows `cd`. In another work tree the fingerprint is unknown. */
function ownRunPlace({ command, dir, tree }: Pick<RawOwnRun, "command" | "dir" | "tree">) {
  if (!/\b(?:cd|pushd)\s|\s--?[A-Za-z]/.test(command)) return { dir, tree };
  // Unlike the client's, this folder is from before the command, so it does not end with the argument of `cd`.
  const named = findFolder(command, `${dir}/.`, runsChecks)?.replace(/\/\.(?=\/|$)/, "") ?? null;
  const top = workTreeTop(dir);
  const isHere = named === null || (isBelow(named, top ?? dir) && workTreeTop(named) === top);
  return { dir: named, tree: isHere ? tree : null };
}

/** What a background task printed. */
export interface TaskOutput {
  taskId: string;
  output: string;
}

/** Completes a run that was started in the background, if the task's output has its result. */
export function completeTask(store: Store, sessionId: string, { taskId, output }: TaskOutput): void {
  if (taskId === "" || output === "") return;
  const row = store
    .query(`SELECT id, ${COLUMNS} FROM runs WHERE session_id = $sessionId AND task_id = $taskId`)
    .get({ sessionId, taskId }) as (RunRow & { id: number }) | null;
  const run = row && completeRun(toRun(row), output);
  if (!row || !run) return;
  store
    .query(
      `UPDATE runs SET check_name = $check, state = $state, evidence = $evidence, passed = $passed, failed = $failed,
         skipped = $skipped WHERE id = $id`,
    )
    .run({ ...run, id: row.id });
}

/** Tools that show the output of a background task. */
export function isTaskOutputTool(tool: string): boolean {
  return tool === "TaskOutput" || tool === "BashOutput";
}

export function readTaskOutput({ input, response }: RawCall): TaskOutput {
  const taskId = textField(input, "task_id") ?? textField(input, "bash_id") ?? "";
  return { taskId, output: textsIn(response) };
}

/** In the order of events. */
export function listRuns(store: Store, sessionId: string): RecordedRun[] {
  const rows = store
    .query(
      `SELECT ${COLUMNS} FROM runs WHERE session_id = $sessionId ORDER BY at DESC, id DESC LIMIT ${MAX_RUNS}`,
    )
    .all({ sessionId }) as RunRow[];
  return rows.reverse().map(toRun);
}

/** The newest runs of a project, those on a tree with one of these fingerprints before others; in the order of events. */
export function listRunsOfProject(
  store: Store,
  projectKey: string,
  fingerprints: readonly string[],
): RecordedRun[] {
  const rows = store
    .query(
      `SELECT ${COLUMNS} FROM runs WHERE project_key = $projectKey
       ORDER BY ifnull(tree IN (SELECT value FROM json_each($trees)), 0) DESC, at DESC, id DESC LIMIT ${MAX_RUNS}`,
    )
    .all({ projectKey, trees: JSON.stringify(fingerprints) }) as RunRow[];
  return rows
    .reverse()
    .map(toRun)
    .toSorted((a, b) => a.at - b.at);
}

function toRun(row: RunRow): RecordedRun {
  return {
    ...row,
    isPiped: row.isPiped === 1,
    isHidden: row.isHidden === 1,
    isOwn: isRunByHoldfast(row.toolUseId),
  };
}
