// A loop: Claude continues until the verify command passes, or, without one, until Claude says it is done.

import { pathExists } from "../../platform/files.ts";
import { gitRoot } from "../../platform/repository.ts";
import { attempt, noteFault, noteFaultOnce } from "../../store/hook-context.ts";
import { readOwnStateFile, type StateFields } from "../../store/state-files.ts";
import { parseDuration } from "../../text/parse-duration.ts";
import { willWait } from "../engine/background-tasks.ts";
import type { Effect, Finding, Gate } from "../engine/gate.ts";
import { timeForCommands } from "../engine/open-stop.ts";
import { treeProgress, turnContains, unreadTreeProgress } from "../engine/progress.ts";
import type { ResumableWork } from "../engine/reminder.ts";
import type { CommandRunner, StopContext } from "../engine/stop-context.ts";
import { judgeLoop, type LoopCheck, type LoopFacts } from "./judge.ts";
import { endLoop, findLoop, type LoopRow, noteRound, openLoopsOfOthers, setLoopStatus } from "./rows.ts";
import {
  DEFAULT_MINUTES,
  describesLoop,
  type LoopFile,
  loopFilePath,
  parseLoopFile,
  writeLoopFile,
} from "./state-file.ts";

const loopEffect: Effect<LoopFacts> = {
  // The loop may have been cancelled, ended or moved to another session while its command ran.
  confirm: (stop, facts, findings) => (isCurrent(stop, facts) ? findings : []),

  inTransaction({ store, sessionId, now: at }, { facts, ruling, held, released, advised }) {
    if (facts.source !== "row") return;
    const { check } = facts;
    const ended = hasFinished(advised);
    noteRound(store, sessionId, {
      rounds: held.length > 0 ? 1 : 0,
      result: ended ? "passed" : check ? "failed" : null,
      lastError: ended ? null : (check?.error ?? null),
      at,
    });
    const row = ended ? findLoop(store, sessionId) : null;
    if (row) endLoop(store, row, at);
    // Also suspended when its own rounds are used up while another finding blocks: the loop is then only advice.
    else if (released.length + advised.length > 0) {
      const why = released.length > 0 ? ruling.rule : "total";
      setLoopStatus(store, sessionId, { status: "suspended", why, at });
    }
  },

  async afterCommit({ sessionId, store, stateFolder }, { facts }) {
    const row = findLoop(store, sessionId);
    if (facts.source === "row" && row) await writeLoopFile(stateFolder, row);
  },

  measure({ facts, held, released, advised }) {
    if (facts.source !== "row") return {};
    return {
      loop_rounds: held.length > 0 ? 1 : 0,
      loop_released: released.length > 0 ? 1 : 0,
      loop_passed: hasFinished(advised) ? 1 : 0,
    };
  },
};

export const loop: Gate<LoopFacts> = {
  id: "loop",
  gather: gatherLoop,
  judge: judgeLoop,
  effect: loopEffect,
  notReplayed: "declared work is not recorded in transcripts",
  async remind(start) {
    const { remindOfDeclaredWork } = await import("../engine/reminder.ts");
    return remindOfDeclaredWork(start, {
      kind: "loop",
      find(store, sessionId) {
        const row = findLoop(store, sessionId);
        return row && toResumable(row);
      },
      listOthers: (...project) => openLoopsOfOthers(...project).map(toResumable),
    });
  },
};

function toResumable(row: LoopRow): ResumableWork {
  const { session_id: sessionId, status, task, verify } = row;
  const progress = `round ${row.iteration} of ${row.max_iterations}`;
  const end = verify
    ? `It ends when \`${verify}\` passes.`
    : "It ends with `holdfast loop done` when everything is done.";
  const about = (name: string) => `: ${name}, ${progress}`;
  return { sessionId, status, task, progress, about, end, canMove: true };
}

function isCurrent(
  { store, sessionId }: StopContext,
  { source, id, iteration, isSuspended }: LoopFacts,
): boolean {
  if (source !== "row") return true;
  const row = findLoop(store, sessionId);
  const status = isSuspended ? "suspended" : "active";
  return row?.status === status && `${row.created_at}.${row.resumes}` === id && row.iteration === iteration;
}

function hasFinished(advised: readonly Finding[]): boolean {
  return advised.some(({ code }) => code === "finished");
}

// Gathers the loop of this session, from our row or another tool's file, and runs the verify command.

/** In one budget, for a loop of another tool. */
const MAX_FOREIGN_ROUNDS = 25;

async function gatherLoop(stop: StopContext): Promise<LoopFacts | null> {
  const { sessionId, store, stateFolder } = stop;
  const row = findLoop(store, sessionId);
  const fields = await readOwnStateFile(stop, loopFilePath(stateFolder), sessionId);
  if (row?.status === "active") return gatherRow(stop, row, fields);
  if (fields === null) return null;
  const file = parseLoopFile(fields);
  if (row !== null && describesLoop(file, row)) {
    // Our own file, outdated after a crash: the row counts.
    const isUpToDate = row.status === "suspended" || (row.status === "done" && file.verifiedDone);
    if (row.file_key === null && !isUpToDate)
      await attempt(stop, "state", () => writeLoopFile(stateFolder, row));
    return row.status === "suspended" ? gatherSuspended(stop, row) : null;
  }
  return gatherForeign(stop, file);
}

async function gatherRow(
  stop: StopContext,
  row: LoopRow,
  file: StateFields | null,
): Promise<LoopFacts | null> {
  const loop = {
    ...describeRow(row),
    claimsDone: file?.verified_done === true,
    isPromiseKept: row.promise !== null && (await keepsPromise(stop, row.promise)),
  };
  if (row.verify === null || willWait(stop))
    return { ...loop, check: null, treeProgress: "", toolCalls: await stop.shared.toolCalls() };
  // A replay: the result of the command is not known.
  if (stop.commands === null) return null;
  // Read before the command runs, which may leave files.
  const progress = await readProgress(stop, row.project_dir);
  const check = await runVerify(stop, stop.commands, row);
  return { ...loop, check, treeProgress: progress, toolCalls: await stop.shared.toolCalls() };
}

async function keepsPromise({ event }: StopContext, promise: string): Promise<boolean> {
  const { hasAgreedLine } = await import("./promise.ts");
  return "lastAssistantMessage" in event && hasAgreedLine(event.lastAssistantMessage, promise);
}

function describeRow(row: LoopRow) {
  return {
    source: "row" as const,
    id: `${row.created_at}.${row.resumes}`,
    task: row.task,
    iteration: row.iteration,
    maxIterations: row.max_iterations,
    maxMinutes: row.max_minutes,
    verify: row.verify,
    promise: row.promise,
    isPromiseKept: false,
    isSuspended: row.status === "suspended",
    fileError: "",
  };
}

/** The command of a suspended loop is not run, but Claude may have run it successfully. */
async function gatherSuspended(stop: StopContext, row: LoopRow): Promise<LoopFacts | null> {
  const { verify, updated_at: since } = row;
  if (verify === null || !(await turnContains(stop, JSON.stringify(verify).slice(1, -1)))) return null;
  const items = await stop.shared.recentItems();
  const hasPassed = items.some(
    (item) =>
      item.kind === "tool-result" &&
      !item.isError &&
      item.backgroundTaskId === null &&
      item.call?.tool === "Bash" &&
      typeof item.call.input.command === "string" &&
      item.call.input.command.trim() === verify &&
      (item.timestamp ?? 0) > since,
  );
  if (!hasPassed) return null;
  const check = { passed: true, fingerprint: "", error: "" };
  return { ...describeRow(row), claimsDone: false, check, treeProgress: "", toolCalls: 0 };
}

/** Empty when the tree cannot be read: tool calls then show the progress. */
async function readProgress(stop: StopContext, dir: string): Promise<string> {
  const unread = unreadTreeProgress(stop);
  if (unread !== null) return (await isRepository(dir)) ? unread : "";
  const tree = await stop.shared.tree(dir);
  if (tree.problem) await noteFaultOnce(stop, "worktree", tree.problem);
  return tree.kind === "none" ? "" : treeProgress(stop, tree);
}

async function isRepository(dir: string): Promise<boolean> {
  return pathExists(`${dir}/.git/HEAD`) || (await gitRoot(dir)) !== null;
}

/** Ends the command as soon as the loop is cancelled. */
async function runVerify(stop: StopContext, commands: CommandRunner, row: LoopRow): Promise<LoopCheck> {
  let isWanted = true;
  const checkWanted = () => {
    isWanted = findLoop(stop.store, row.session_id)?.status === "active";
    return isWanted;
  };
  const configured = parseDuration(stop.config.gates.loop.timeout) ?? Number.POSITIVE_INFINITY;
  const limit = Math.max(1000, Math.min(configured, timeForCommands(stop)));
  const command = row.verify ?? "";
  const result = await commands.verify(command, row.project_dir, limit, {
    isWanted: checkWanted,
    onResult: async (ran) => {
      const { noteRun } = await import("../commands/verify-command.ts");
      // Not read after a failure: the next round has another tree, and git takes time.
      const tree = async () =>
        ran.outcome === "passed" ? (await stop.shared.tree(row.project_dir)).fingerprint : "";
      await noteRun(stop, { check: "loop", command, dir: row.project_dir, tree }, ran);
    },
  });
  if (result.fault && isWanted) await noteFault(stop, "gate:loop", result.fault);
  return result;
}

/** The command in another tool's file is never run, because its author is not known. */
async function gatherForeign(stop: StopContext, file: LoopFile): Promise<LoopFacts | null> {
  if (file.verifiedDone || file.iteration >= file.maxIterations) return null;
  const { withoutSecrets } = await import("../../text/redaction/without-secrets.ts");
  return {
    source: "file",
    // Constant: rewriting the file must not make a new situation.
    id: "file",
    task: file.task,
    iteration: file.iteration,
    maxIterations: Math.min(file.maxIterations, file.iteration + MAX_FOREIGN_ROUNDS),
    maxMinutes: DEFAULT_MINUTES,
    verify: null,
    promise: null,
    isPromiseKept: false,
    isSuspended: false,
    check: null,
    fileError: await withoutSecrets(file.lastError),
    claimsDone: false,
    treeProgress: "",
    toolCalls: await stop.shared.toolCalls(),
  };
}
