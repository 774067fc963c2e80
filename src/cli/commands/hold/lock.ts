import { existsSync } from "node:fs";
import { type Environment, lockPath } from "../../../config/environment.ts";
import { loadConfig } from "../../../config/load-config.ts";
import { findLockFolder } from "../../../config/place.ts";
import { readLock, renderLock } from "../../../gates/lock/state-file.ts";
import { removeLock } from "../../../gates/lock/write-lock.ts";
import { isSessionId } from "../../../protocol/claude-code/parse-event.ts";
import { noteMetric } from "../../../recording/metrics/note-metric.ts";
import { writeRuntimeFile } from "../../../store/runtime-files.ts";
import { knownProjectDirs } from "../../../store/sessions.ts";
import { formatTime } from "../../../text/format-time.ts";
import { parseDuration } from "../../../text/parse-duration.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand, type Output } from "../../command.ts";
import { PROJECT_OPTIONS, parseNumber } from "../../options.ts";
import { type FoundProject, findProject } from "../../project.ts";
import { isLiveSession } from "../../session.ts";
import { withStore } from "../../store.ts";
import { permitRelease, tellUser } from "./release.ts";

const MAX_ROUNDS = 1000;
const MAX_TTL_MS = 7 * 24 * 3_600_000;

type Lock = NonNullable<Awaited<ReturnType<typeof readLock>>["lock"]>;

export const lock = defineCommand({
  usage: '["goal"]',
  details:
    "While the lock is on, a stop is refused with the goal, up to --max times for each prompt you send. The lock is\n" +
    "removed when nothing changes in three rounds, or when its time is over. Run by Claude it holds that session; run by\n" +
    "you it holds the first session of the project that tries to stop. `rm .claude/runtime/locks/.lock_active` releases, too.",
  examples: [
    'holdfast lock "migrate to the new API" --done "npm test passes"',
    "holdfast lock --max 10 --ttl 2h",
    "holdfast lock --all",
  ],
  options: {
    done: { type: "string", value: '"..."', help: "definition of done, told to Claude in each round" },
    max: { type: "string", value: "50", help: "rounds for each prompt of yours" },
    ttl: { type: "string", value: "8h", help: "remove the lock after this time" },
    all: { type: "boolean", help: "hold every session of the project" },
    ...PROJECT_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const { config } = await loadConfig(env, project.dir);
    // Where the session was started: another work tree that Claude is in may be removed.
    const folder = project.startDir;
    const before = existsSync(lockPath(folder)) ? (await readLock(folder, config)).lock : null;
    const owner = env.sessionId && isSessionId(env.sessionId) ? env.sessionId : null;
    if (before?.owner && before.owner !== owner && (await isLiveSession(env, before.owner))) {
      throw new UserError(
        "locked-by-other",
        `session ${before.owner} holds a lock in ${folder}`,
        "Run `holdfast unlock` there first; it works at once.",
      );
    }
    const maxBlocks = parseNumber("max", options.max, { max: MAX_ROUNDS, example: 20 }) ?? null;
    const ttl = parseTtl(options.ttl);
    const text = renderLock({
      goal: redact(positionals[0] ?? "").text,
      definitionOfDone: redact(options.done ?? "").text,
      maxBlocks,
      ttlMinutes: ttl === null ? null : Math.max(1, Math.round(ttl / 60_000)),
      createdAt: Date.now(),
      owner: options.all ? null : owner,
      all: options.all === true,
    });
    writeLock(folder, text);
    const { lock: written } = await readLock(folder, config);
    if (!written) throw new Error("the lock that was just written cannot be read");
    if (options.json) out.json({ locked: true, project: folder, ...written });
    else print(out, project, written, before);
    return 0;
  },
});

function print(out: Output, project: FoundProject, lock: Lock, before: Lock | null): void {
  const held = lock.all
    ? "every session"
    : lock.owner
      ? "this session"
      : "the next session that tries to stop";
  out.line(`${out.style.green("Locked")} ${project.startDir} (${project.how}).`);
  if (before)
    out.line(`  Replaces   ${before.goal ? `the lock for: ${before.goal}` : "the lock that was here"}`);
  if (lock.goal) out.line(`  Goal       ${lock.goal}`);
  if (lock.definitionOfDone) out.line(`  Done when  ${lock.definitionOfDone}`);
  out.line(
    `  Holds      ${held}, at most ${lock.maxBlocks} rounds a prompt, until ${formatTime(lock.expiresAt)}`,
  );
  out.line(`  Release    ${out.style.cyan("holdfast unlock")}`);
}

function writeLock(projectDir: string, text: string): void {
  try {
    writeRuntimeFile(projectDir, "locks", ".lock_active", text);
  } catch (error) {
    const why = (error as Error).message;
    throw new UserError("cannot-lock", `the lock cannot be written: ${why}`, "Nothing is held.", {
      cause: error,
    });
  }
}

function parseTtl(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = parseDuration(text);
  if (value !== null && value <= MAX_TTL_MS) return value;
  throw new UserError(
    "bad-ttl",
    `--ttl ${text} is not a time up to 7d`,
    "Examples: --ttl 90m, --ttl 8h, --ttl 2d",
  );
}

export const unlock = defineCommand({
  details:
    "Removes the lock of the project at once, whoever holds it, and those of the folders above it in the same work tree.\n" +
    "Without a lock it changes nothing.",
  examples: ["holdfast unlock", 'holdfast unlock --why "all tests pass"'],
  options: {
    why: { type: "string", value: '"..."', help: "shown to the user when Claude unlocks by itself" },
    ...PROJECT_OPTIONS,
  },
  async run(invocation) {
    const { options, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const by = await permitRelease(env, project.dir, "unlock");
    const unlocked = removeLocks(project);
    const removed = unlocked.length > 0;
    if (removed) {
      await noteMetric(env, { projectDir: project.startDir, sessionId: env.sessionId }, "lock_released");
      const why = options.why ? `: ${redact(options.why).text.slice(0, 200)}` : ".";
      await tellUser(env, `holdfast: Claude removed the lock itself${why}`);
    }
    if (options.json) out.json({ unlocked: removed, project: project.startDir, folders: unlocked, by });
    else if (removed) for (const folder of unlocked) out.line(`Unlocked ${folder} (${project.how}).`);
    else {
      out.line(`No lock in ${project.startDir} (${project.how}).`);
      for (const folder of await lockedBelow(env, project.startDir))
        out.line(`There is one in ${folder}: run \`holdfast unlock\` there.`);
    }
    return 0;
  },
});

/** Every lock that holds a session of this place. */
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

/** Folders inside this one where sessions ran. */
async function lockedBelow(env: Environment, dir: string): Promise<string[]> {
  const known = await withStore(env, knownProjectDirs).catch(() => []); // Without a store none is known.
  return known.filter((folder) => folder.startsWith(`${dir}/`) && existsSync(lockPath(folder)));
}
