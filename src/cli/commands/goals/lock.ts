import { existsSync } from "node:fs";
import { type Environment, lockPath } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { findLockFolder } from "../../../config/place.ts";
import type { Config } from "../../../config/schema.ts";
import { removeLock } from "../../../gates/lock/change-lock.ts";
import { findLock } from "../../../gates/lock/origin.ts";
import {
  dropHeldLock,
  goalOfLock,
  isForeign,
  type LockOrigin,
  saveLockRow,
} from "../../../gates/lock/rows.ts";
import { type Lock, MAX_BLOCKS, readLock, renderLock } from "../../../gates/lock/state-file.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { noteMetric } from "../../../recording/metrics/metrics-file.ts";
import { noteHeld } from "../../../store/goals.ts";
import { inTransaction, type Store } from "../../../store/open.ts";
import { writeRuntimeFile } from "../../../store/runtime-files.ts";
import { knownProjectDirs } from "../../../store/sessions.ts";
import { clipLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { formatTime } from "../../../text/format-time.ts";
import { printable } from "../../../text/printable.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import {
  type Context,
  defineCommand,
  durationUpTo,
  flag,
  type Invocation,
  numberUpTo,
  type Output,
  option,
  PROJECT_OPTIONS,
} from "../../command.ts";
import { logRelease, permitLoosening, reportLoosening } from "../../loosening.ts";
import { requireSignOfPerson } from "../../person.ts";
import { requireRecord } from "../../store-copy.ts";
import { type FoundProject, findProject, isLiveSession, withStore } from "../../target.ts";
import { requireJudge } from "./parse-goal.ts";
import { warnIfNothingHolds } from "./warn-if-nothing-holds.ts";

const MAX_TTL_DAYS = 7;
/** Of a lock that was replaced, as the person is told. */
const MAX_GOAL = 100;

const LOCK_OPTIONS = {
  done: option('"..."', "definition of done, shown to Claude in each round"),
  judge: flag("your judge decides after each turn whether --done is met"),
  max: option("50", "rounds per prompt", numberUpTo(MAX_BLOCKS, 20)),
  ttl: option("4h", "remove the lock after this time", durationUpTo(MAX_TTL_DAYS)),
  all: flag("hold every session of the project"),
  keep: flag("activate the lock that came with this project"),
  ...PROJECT_OPTIONS,
};

type Call = Invocation<typeof LOCK_OPTIONS>;

export const lock = defineCommand({
  changes: true,
  usage: '["goal"]',
  details:
    "While the lock is on, Claude's stops are held with the goal, up to --max times per prompt, for --ttl at most. Run by\n" +
    "Claude, it holds that session; run by you, the first session of the project that tries to stop.\n" +
    "`rm .claude/runtime/locks/.lock_active` also releases it. A lock that came with a clone holds nothing until you run\n" +
    "`holdfast lock --keep`; Claude cannot do that.",
  examples: [
    'holdfast lock "migrate to the new API" --done "npm test passes"',
    'holdfast lock "write the guide" --done "every command has an example" --judge',
    "holdfast lock --max 10 --ttl 2h",
    "holdfast lock --all",
    "holdfast lock --keep",
  ],
  options: LOCK_OPTIONS,
  maxPositionals: 1,
  async run(invocation) {
    const { options, env, out } = invocation;
    requireRecord(env);
    const project = await findProject(invocation, options.project);
    const { config } = await loadConfig(env, project.dir);
    const set = await (options.keep ? keepLock : setLock)(invocation, project, config);
    if (options.json) out.json({ locked: true, project: set.folder, ...set.lock });
    else {
      print(out, project.foundBy, set);
      await warnIfNothingHolds(invocation, project.dir);
    }
  },
});

interface LockResult {
  folder: string;
  lock: Lock;
  /** The lock that it replaces. */
  before: Lock | null;
}

async function setLock(
  { options, positionals, env }: Call,
  { startDir: folder, dir }: FoundProject,
  config: Config,
): Promise<LockResult> {
  // In the folder where the session was started: the work tree that Claude is in may be removed.
  const before = existsSync(lockPath(folder)) ? (await readLock(folder, config)).lock : null;
  const owner = env.sessionId && isSessionId(env.sessionId) ? env.sessionId : null;
  if (before?.owner && before.owner !== owner && (await isLiveSession(env, before.owner)))
    throw new UserError(
      "locked-by-other",
      `session ${before.owner} holds a lock in ${folder}`,
      "Run `holdfast unlock` there first.",
    );
  const { max: maxBlocks = null, ttl, all = false, judge = false } = options;
  if (judge) await requireQuestion(env, folder, options);
  const text = renderLock({
    goal: redact(positionals[0] ?? "").text,
    definitionOfDone: redact(options.done ?? "").text,
    maxBlocks,
    ttlMinutes: ttl === undefined ? null : Math.max(1, Math.round(ttl / 60_000)),
    createdAt: Date.now(),
    owner: all ? null : owner,
    all,
    judge,
  });
  // The new one may hold less.
  const act = (await isHolding(env, folder, config)) ? await permitLoosening(env, dir, "lock") : null;
  const lock = await writeLock(env, folder, text, config);
  if (act !== null && before !== null)
    await reportLoosening(env, act, {
      done: "the lock was replaced",
      why: before.goal ? `it was "${clipLine(printable(before.goal), MAX_GOAL)}"` : "",
      undo: `Now it holds for at most ${countNoun(lock.maxBlocks, "round")}, until ${formatTime(lock.expiresAt)}; \`holdfast lock\` sets another.`,
      dir: folder,
    });
  if (owner !== null && !all)
    await withStore(env, (store) =>
      noteHeld(store, goalOfLock(owner, { folder, lock, origin: "command" }, Date.now())),
    ).catch(() => {});
  return { folder, lock, before };
}

async function isHolding(env: Environment, folder: string, config: Config): Promise<boolean> {
  const found = await withStore(env, (store) => findLock(env, store, folder, config)).catch(() => null);
  return found?.lock != null && !isForeign(found.origin) && found.lock.expiresAt > Date.now();
}

async function requireQuestion(env: Environment, folder: string, { done = "", all }: Call["options"]) {
  if (done.trim() === "")
    throw new UserError(
      "no-done",
      "--judge needs --done",
      'Say when it is done: --done "every page is linked"',
    );
  if (all)
    throw new UserError(
      "usage",
      "--judge and --all cannot be combined",
      "A judge sees the work of one session.",
    );
  await requireJudge(env, folder);
}

function print(out: Output, foundBy: string, { folder, lock, before }: LockResult): void {
  const held = lock.all
    ? "every session"
    : lock.owner
      ? "this session"
      : "the next session that tries to stop";
  out.line(`${out.style.green("Locked")} ${folder} (${foundBy}).`);
  if (before)
    out.line(`  Replaces   ${before.goal ? `the lock for: ${before.goal}` : "the lock that was here"}`);
  if (lock.goal) out.line(`  Goal       ${lock.goal}`);
  if (lock.definitionOfDone)
    out.line(`  Done when  ${lock.definitionOfDone}${lock.judge ? " (your judge decides)" : ""}`);
  out.line(
    `  Holds      ${held}, at most ${lock.maxBlocks} rounds per prompt, until ${formatTime(lock.expiresAt)}`,
  );
  out.line(`  Release    ${out.style.cyan("holdfast unlock")}`);
}

export const unlock = defineCommand({
  changes: true,
  details:
    "Removes the project's lock at once, whichever session it holds, and locks of parent folders in the same work tree.\n" +
    "In a session, press Esc and type `! holdfast unlock`: while Claude works, commands typed with `!` wait for the end of\n" +
    "the turn.",
  examples: ["holdfast unlock", 'holdfast unlock --why "all tests pass"'],
  options: {
    why: option('"..."', "the reason, shown to the user when Claude unlocks"),
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    await releaseLock(invocation, invocation.options, "unlock");
  },
});

/** `command`: the one that was typed. */
export async function releaseLock(
  context: Context,
  options: { project?: string; why?: string; json?: boolean },
  command: string,
): Promise<void> {
  const { env, out } = context;
  requireRecord(env);
  const project = await findProject(context, options.project);
  const act = await permitLoosening(env, project.dir, command);
  let unlocked: string[] = [];
  // In one transaction, so that no stop sees the file gone before this is recorded.
  const release = (store: Store) => {
    unlocked = removeLocks(project);
    for (const sessionId of unlocked.flatMap((folder) => dropHeldLock(store, folder, Date.now())))
      if (sessionId !== act.sessionId) logRelease(store, env, act, { sessionId, at: Date.now() });
  };
  await withStore(env, (store) => inTransaction(store, () => release(store))).catch(() => {
    // Without a store the lock is still removed, but reported as removed by hand.
    unlocked.push(...removeLocks(project));
  });
  const removed = unlocked.length > 0;
  if (removed) {
    await noteMetric(env, { projectDir: project.startDir, sessionId: env.sessionId }, "lock_released");
    await reportLoosening(env, act, {
      done: "the lock was removed",
      undo: "`holdfast lock` sets it again.",
      why: redact(options.why ?? "").text.slice(0, 200),
      dir: unlocked.at(-1) ?? project.startDir,
    });
  }
  if (options.json) out.json({ unlocked: removed, project: project.startDir, folders: unlocked, by: act.by });
  else if (removed) for (const folder of unlocked) out.line(`Unlocked ${folder} (${project.foundBy}).`);
  else {
    out.line(`No lock in ${project.startDir} (${project.foundBy}).`);
    for (const folder of await lockedBelow(env, project.startDir))
      out.line(`There is one in ${folder}: run \`holdfast unlock\` there.`);
  }
}

/** Every lock that holds sessions here. */
function removeLocks({ startDir, dir }: FoundProject): string[] {
  const removed: string[] = [];
  for (
    let folder = findLockFolder({ startDir, projectDir: dir });
    folder !== null && removeLock(folder);
    folder = findLockFolder({ startDir, projectDir: dir })
  )
    removed.push(folder);
  return removed;
}

/** Known project folders below this one that have a lock. */
async function lockedBelow(env: Environment, dir: string): Promise<string[]> {
  const known = await withStore(env, knownProjectDirs).catch(() => []); // Without a store none is known.
  return known.filter((folder) => folder.startsWith(`${dir}/`) && existsSync(lockPath(folder)));
}

/** Writes a lock and records it as ours, because a lock that came with the project holds nothing. */
async function writeLock(
  env: Environment,
  folder: string,
  text: string,
  config: Config,
  origin: LockOrigin = "command",
): Promise<Lock> {
  try {
    await writeRuntimeFile(folder, "locks", ".lock_active", text);
  } catch (error) {
    const why = (error as Error).message;
    throw new UserError("cannot-lock", `the lock cannot be written: ${why}`, "Nothing is held.", {
      cause: error,
    });
  }
  const { lock: written, identity } = await readLock(folder, config);
  if (!written) throw new Error("the lock that was just written cannot be read");
  // Without a store, the next stop judges it like any other lock file.
  await withStore(env, (store) =>
    saveLockRow(store, { folder, lock: written, identity, origin, at: Date.now() }),
  ).catch(() => {});
  return written;
}

/** Activates the lock that came with the project. */
async function keepLock(
  { options, positionals, env, out }: Call,
  { startDir, dir }: FoundProject,
  config: Config,
): Promise<LockResult> {
  if (positionals.length > 0 || options.done || options.max || options.ttl || options.all)
    throw new UserError("usage", "--keep takes no goal and no other options", "Leave them out.");
  await requireSignOfPerson(
    { env, out },
    "only a person can keep a lock that came with a project",
    "Run it in your own terminal.",
  );
  const folder = findLockFolder({ startDir, projectDir: dir });
  const found =
    folder === null ? null : await withStore(env, (store) => findLock(env, store, folder, config));
  if (folder === null || !found?.lock)
    throw new UserError("no-lock", `there is no lock in ${startDir}`, 'Set one: holdfast lock "goal"');
  if (!isForeign(found.origin)) return { folder, lock: found.lock, before: null };
  // Rewritten, because it may name an owner or a time of whoever made it.
  const { lock: raw } = await readLock(folder, config);
  const { minutes: ttlMinutes, ...rest } = raw ?? found.lock;
  const text = renderLock({ ...rest, ttlMinutes, createdAt: Date.now(), owner: null });
  return { folder, lock: await writeLock(env, folder, text, config, "person"), before: null };
}
