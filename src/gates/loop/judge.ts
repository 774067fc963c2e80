// Decides whether a loop is done, and tells Claude how to continue if it is not.
import { clip } from "../../text/clip.ts";
import type { VerifyResult } from "../commands/verify-command.ts";
import type { Finding } from "../engine/gate.ts";
import type { StopView } from "../engine/stop-context.ts";

export interface LoopFacts {
  /** "row": our command started it. "file": from another tool's state file. */
  source: "row" | "file";
  /** Changes with each resume. */
  id: string;
  task: string;
  /** Blocks so far. */
  iteration: number;
  maxIterations: number;
  maxMinutes: number;
  verify: string | null;
  promise: string | null;
  /** Claude's last message has the promised line. */
  isPromiseKept: boolean;
  /** A suspended loop does not block; only its end matters. */
  isSuspended: boolean;
  /** The result of the verify command; null when it did not run. */
  check: LoopCheck | null;
  /** The last error in another tool's file. */
  fileError: string;
  /** Its file says that it is done. */
  claimsDone: boolean;
  /** The progress mark of the work tree; empty when it cannot be read. */
  treeProgress: string;
  toolCalls: number;
}

export type LoopCheck = Omit<VerifyResult, "fault">;

const MAX_ERROR_LENGTH = 700;
/** In one budget, however many loops are started in it. */
const MAX_BLOCKS = 1000;

export function judgeLoop({ round }: StopView, facts: LoopFacts): Finding[] {
  return [isFinished(facts) ? finished(facts) : unfinished(facts, round)];
}

/** With a verify command only its success counts. */
function isFinished({ verify, check, isPromiseKept }: LoopFacts): boolean {
  return verify === null ? isPromiseKept : check?.passed === true;
}

function finished({ id, verify, iteration, task }: LoopFacts): Finding {
  const proof = verify === null ? "Claude gave the agreed line" : `\`${verify}\` passed`;
  const rounds = iteration === 1 ? "1 round" : `${iteration} rounds`;
  return {
    gate: "loop",
    code: "finished",
    severity: "advise",
    reason: `The loop is done: ${proof} after ${rounds}. Task: ${task}`,
    fingerprint: `loop-finished:${id}`,
    progress: "",
    releasedBy: "nothing: it is done",
    declaredWork: "ending",
  };
}

function unfinished(loop: LoopFacts, round: number): Finding {
  const { source, iteration, maxIterations, verify, check } = loop;
  const left = Math.max(0, maxIterations - iteration);
  const task = loop.task || "(no task)";
  const current = { n: Math.min(iteration + 1, maxIterations), of: maxIterations };
  const roundOf = `Round ${current.n} of ${current.of}.`;
  const none = left === 0 ? " and has no rounds left" : "";
  const still = check ? `\`${verify}\` still fails in the same way.` : "The loop is not done.";
  const correction = loop.claimsDone
    ? ["Writing verified_done to loop.json does not count. holdfast corrected the file."]
    : [];
  const more = left > 0 ? "" : ` --max-iterations ${maxIterations * 2}`;
  return {
    gate: "loop",
    code: left === 0 ? "used-up" : "open",
    severity: "block",
    reason: [
      `${roundOf} The loop is not done${none}: ${task}`,
      nextStep(loop),
      ...evidence(loop),
      ...correction,
    ].join("\n"),
    again: [`${roundOf} ${still}`, ...correction].join("\n"),
    summary: `The loop is not done: ${task}${check ? ` (\`${verify}\` fails)` : ""}`,
    fingerprint: `loop:${loop.id}:${check?.fingerprint ?? ""}`,
    progress: progressOf(loop),
    releasedBy: releasedBy(loop),
    endedBy: "holdfast loop cancel",
    round: current,
    ...(source === "row" ? { resumedBy: `holdfast loop resume${more}` } : {}),
    limits: {
      // Our row counts rounds over the whole life of the loop, so this budget gets the rest. Another tool's file does not count our rounds.
      blocks: source === "row" ? Math.min(round - 1 + left, MAX_BLOCKS) : left,
      minutes: loop.maxMinutes,
    },
    declaredWork: left === 0 ? "ending" : "open",
  };
}

function evidence({ check, fileError }: LoopFacts): string[] {
  if (check) return [clip(check.error, MAX_ERROR_LENGTH)];
  return fileError === "" ? [] : ["Its last error:", clip(fileError, MAX_ERROR_LENGTH)];
}

function nextStep({ verify, check, promise, source }: LoopFacts): string {
  if (verify !== null)
    return check
      ? `\`${verify}\` fails. Fix it, then stop; it reruns automatically. The loop ends only when this command passes.`
      : `\`${verify}\` did not run, because background tasks are still running. Wait for them, then stop. The loop ends only when this command passes.`;
  if (source === "file") return "Do the next step now. The loop ends when its loop.json says verified_done.";
  const line = promise === null ? "" : ` or write this line, alone: ${promise}`;
  return `Do the next step now. When everything is done, run \`holdfast loop done\`${line}`;
}

/** Without a command that measures progress, any work counts as progress. */
function progressOf({ verify, toolCalls, treeProgress }: LoopFacts): string {
  return verify !== null && treeProgress !== ""
    ? `tree:${treeProgress}`
    : `tree:${treeProgress} tools:${toolCalls}`;
}

function releasedBy({ source, verify }: LoopFacts): string {
  if (source === "file")
    return "verified_done: true in loop.json, by the tool that wrote it, or `holdfast loop cancel`";
  return verify === null
    ? "`holdfast loop done`, `holdfast loop cancel`"
    : `\`${verify}\` passing, \`holdfast loop cancel\``;
}
