// What the commands that set and release goals share: texts, whose act a release is, and the record of runs.
import type { Environment } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { findActivePause, readPauses } from "../../../config/pause.ts";
import { mayCapture } from "../../../config/place.ts";
import type { CommandResult } from "../../../platform/process/run-command.ts";
import { type OwnRun, recordOwnRun } from "../../../recording/queue/pending-queue.ts";
import { recordFault } from "../../../store/fault-log.ts";
import { MAX_SILENCE_MS, sessionsWithin } from "../../../store/sessions.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { readTreeState } from "../../../worktree/read-tree-state.ts";
import type { Context, Output } from "../../command.ts";
import { withStore } from "../../target.ts";

export async function warnIfNothingHolds({ env, out }: Context, dir: string): Promise<void> {
  const here = { startDir: dir, sessionId: env.sessionId, now: Date.now() };
  if (findActivePause(await readPauses(env), here))
    out.line(
      `${out.style.yellow("warning:")} holdfast is paused here, so nothing is held. \`holdfast resume\` ends the pause.`,
    );
  // A recent session shows that hooks are active even if no settings name us, such as with the plugin.
  const since = Date.now() - MAX_SILENCE_MS;
  const isSeen = await withStore(env, (store) =>
    sessionsWithin(store, dir).some(({ last_seen_at }) => last_seen_at >= since),
  ).catch(() => false); // No store, no sessions.
  if (!isSeen) await warnUnlessRegistered(out, env, dir);
}

export async function warnUnlessRegistered(out: Output, env: Environment, dir: string): Promise<void> {
  const { isRegistered, NOT_REGISTERED } = await import("../../../install/doctor/context.ts");
  if (!(await isRegistered(env, dir))) out.line(`${out.style.yellow("warning:")} ${NOT_REGISTERED}`);
}

const MAX_TEXT = 500;
const MAX_COMMAND = 4000;

export function parseTask(kind: "loop" | "flow", text: string | undefined, example: string): string {
  const task = toLine(text);
  if (task !== "") return task;
  throw new UserError("no-task", `a ${kind} needs a task`, `Example: holdfast ${kind} start ${example}`);
}

export function parseCommand(text: string, option: string): string {
  if (text.trim() !== "" && text.length <= MAX_COMMAND && !text.includes("\0")) return text.trim();
  throw new UserError(`bad-${option}`, `--${option} is not a command`, `Example: --${option} "npm test"`);
}

/** One line without secrets, shortened: it is stored and shown. */
export function toLine(text: string | undefined): string {
  const line = redact(text ?? "").text.replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ");
  return line.trim().slice(0, MAX_TEXT);
}

const TREE_MS = 5000;

/** Adds a check that one of our commands ran to the record of runs. A failure here does not change the result. */
export async function saveRun(
  env: Environment,
  run: Omit<OwnRun, "tree"> & Partial<Pick<OwnRun, "tree">>,
  result: CommandResult,
): Promise<void> {
  const { sessionId, dir } = run;
  try {
    const { config } = await loadConfig(env, dir);
    if (!mayCapture({ env, projectDir: dir }, config)) return;
    const tree = run.tree ?? ((await readTreeState(dir, { env, deadlineMs: TREE_MS })).fingerprint || null);
    await withStore(env, (store) => recordOwnRun(store, { ...run, tree }, result));
  } catch (error) {
    await recordFault(env, { part: "runs", message: (error as Error).message, event: null, sessionId });
  }
}
