// Declared work (a loop, flow or pipeline): which one a command means, and how it is released.
import { type Environment, sessionStateDir, stateDir } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { findActivePause, readPauses } from "../../../config/pause.ts";
import { mayCapture } from "../../../config/place.ts";
import { RELEASE_REASONS } from "../../../gates/engine/budget.ts";
import type { CommandResult } from "../../../platform/process/run-command.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { noteMetric } from "../../../recording/metrics/metrics-file.ts";
import { type OwnRun, recordOwnRun } from "../../../recording/queue/pending-queue.ts";
import { recordFault } from "../../../store/fault-log.ts";
import { queueMessage } from "../../../store/notices.ts";
import type { Store } from "../../../store/open.ts";
import { findSession, logEvent, MAX_SILENCE_MS, sessionsWithin } from "../../../store/sessions.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { isOpen } from "../../../views/status/active-items.ts";
import { readTreeState } from "../../../worktree/read-tree-state.ts";
import type { CANCEL_OPTIONS, Caller, Context, OptionValues, Output } from "../../command.ts";
import {
  type FoundSession,
  findByBeginning,
  findProject,
  findTargetSession,
  type Target,
  withStore,
} from "../../target.ts";
import { type Act, type Actor, findActor } from "./actor.ts";

/** A session and its work, in any state; null if it has none. */
export interface ChosenWork<Row> {
  row: Row | null;
  session: FoundSession;
}

interface WorkKind<Row> {
  name: string;
  ofSession(store: Store, sessionId: string): Row | null;
  /** Open ones only. */
  newestOf(store: Store, projectDir: string): Row | null;
  ownerOf(row: Row): WorkOwner;
}

/** Open work of the session, otherwise the project's newest. null if no session runs here and no work was left behind. */
export async function chooseWork<Row extends { status: string }>(
  caller: Caller,
  target: Target,
  kind: WorkKind<Row>,
): Promise<ChosenWork<Row> | null> {
  const session = await findSessionIfAny(caller, target);
  const project = await findProject(caller, target.project);
  const isNamed = target.session !== undefined || caller.env.sessionId !== null;
  return withStore(caller.env, (store) => {
    const own = session && kind.ofSession(store, session.id);
    const newest = isNamed || (own && isOpen(own)) ? null : kind.newestOf(store, project.dir);
    if (!newest) return session && { row: own, session };
    const { sessionId: id, projectDir } = kind.ownerOf(newest);
    const transcriptPath = findSession(store, id)?.transcript_path ?? null;
    const foundBy = `the project's newest ${kind.name}`;
    return { row: newest, session: { id, foundBy, projectDir, transcriptPath } };
  });
}

/** The open work that `resume` continues. `given`: the session that has it now, or the beginning of its ID. */
export function findToResume<Row extends { status: string; task: string }>(
  store: Store,
  { name, ofSession }: Pick<WorkKind<Row>, "name" | "ofSession">,
  sessionId: string,
  given: string | undefined,
): { row: Row; from: string | null } {
  const named = given && (findByBeginning(store, given, null)?.session_id ?? given);
  const from = named === undefined || named === sessionId ? null : named;
  const own = ofSession(store, sessionId);
  if (from !== null && own && isOpen(own))
    throw new UserError(
      `${name}-on`,
      `a ${name} is ${own.status} here: ${own.task}`,
      `\`holdfast ${name} cancel\` ends it.`,
    );
  const row = from === null ? own : ofSession(store, from);
  if (row && isOpen(row)) return { row, from };
  const next = `\`holdfast ${name} start "task"\` starts a new one.`;
  if (row) throw new UserError(`${name}-over`, `that ${name} has ended`, next);
  throw new UserError(`no-${name}`, `session ${from ?? sessionId} has no ${name}`, next);
}

/** null if no session is running: its work can still be shown and ended. */
async function findSessionIfAny(caller: Caller, target: Target): Promise<FoundSession | null> {
  try {
    return await findTargetSession(caller, target);
  } catch (error) {
    if (error instanceof UserError && error.code === "no-session" && !target.session) return null;
    throw error;
  }
}

/** The status, with the reason if it was suspended or cancelled. */
export function describeStatus({ status, why }: { status: string; why: string | null }): string {
  return status !== "active" && why ? `${status} (${RELEASE_REASONS[why] ?? why})` : status;
}

/** The session that owns the work, and its project. */
export interface WorkOwner {
  sessionId: string;
  projectDir: string;
}

/** The folder of a session's state files. */
export async function findStateFolder(
  env: Environment,
  { projectDir, sessionId }: WorkOwner,
): Promise<string> {
  const folder = sessionStateDir(stateDir(env, await loadConfig(env, projectDir)), sessionId);
  if (folder === null) throw new Error("declared work has a session ID that cannot be a folder");
  return folder;
}

/** Only the row counts; the file is for people and other tools, so failing to write it is a warning. */
export async function changeStateFile(
  { env, out }: Context,
  owner: WorkOwner,
  name: string,
  change: (folder: string) => Promise<void>,
): Promise<void> {
  try {
    await change(await findStateFolder(env, owner));
  } catch (error) {
    out.error(`${name} could not be written (${(error as Error).message}); the change itself is recorded.`);
  }
}

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

// Releases from inside a session are allowed unless the user forbade them, recorded, and reported with whose act it was.

/** `command`: such as "unlock" or "flow cancel". Throws if an agent may not run it. */
export async function permitRelease(env: Environment, projectDir: string, command: string): Promise<Act> {
  const act = await findActor(env, projectDir, command);
  if (act.by !== "claude" && act.by !== "agent") return act;
  const { config } = await loadConfig(env, projectDir);
  if (config.selfRelease) return act;
  throw new UserError(
    "self-release",
    `\`holdfast ${command}\` as a tool call ${BY[act.by]} is not allowed here (selfRelease: false)`,
    `The user can type \`! holdfast ${command}\` after the turn, or run it in their own terminal.`,
  );
}

const BY: Record<Exclude<Actor, "user">, string> = {
  claude: "by Claude",
  agent: "by an agent",
  session: "from inside the session",
};

/**
 * Records whose act it was. Unless it was the person's, the next hook answer that can carry a message reports it. `done`:
 * such as "the lock was removed".
 */
export async function reportRelease(env: Environment, act: Act, done: string, why = ""): Promise<void> {
  const { by, sessionId, command, transcriptFrom } = act;
  if (!sessionId || !isSessionId(sessionId)) return;
  const now = Date.now();
  // The release must work even without a store.
  await withStore(env, (store) => {
    logRelease(store, env, act, sessionId);
    if (by === "user") return;
    const text = redact(`holdfast: ${done} ${BY[by]}${why === "" ? "." : `: ${why}`}`).text;
    queueMessage(store, sessionId, text, now, transcriptFrom === null ? null : { command, transcriptFrom });
  }).catch(() => {});
}

/** In the log of a session that it concerns. */
export function logRelease(store: Store, env: Environment, { command, by }: Act, sessionId: string): void {
  const detail = { command, by, ...(env.fromDashboard ? { from: "dashboard" } : {}) };
  logEvent(store, { sessionId, event: "release", agentId: null, detail, at: Date.now() });
}

const MAX_WHY = 200;

/** The common part of every `cancel`. */
export async function cancelWork(
  { env, out, options }: Context & { options: OptionValues<typeof CANCEL_OPTIONS> },
  kind: "loop" | "flow" | "pipeline",
  { id: sessionId, projectDir, foundBy }: FoundSession,
  cancel: (why: string | null, by: "user" | "claude") => Promise<void>,
  rounds?: number,
): Promise<void> {
  const act = await permitRelease(env, projectDir, `${kind} cancel`);
  const why = toLine(options.why).slice(0, MAX_WHY);
  await cancel(why || null, act.by === "claude" ? "claude" : "user");
  await noteMetric(env, { projectDir, sessionId }, `${kind}_released`);
  await reportRelease(env, act, `the ${kind} was cancelled`, why);
  const what = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} of session ${sessionId} (${foundBy})`;
  if (options.json) out.json({ cancelled: true, session: sessionId, how: foundBy, by: act.by });
  else out.line(`${what} cancelled${rounds === undefined ? "" : ` after ${countNoun(rounds, "round")}`}.`);
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
