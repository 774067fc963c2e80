import { existsSync } from "node:fs";
import { loadConfig } from "../../../config/load-config.ts";
import { lockPath } from "../../../config/paths.ts";
import { readLock, renderLock } from "../../../gates/lock/lock-file.ts";
import { isSessionId } from "../../../protocol/hook-event.ts";
import { writeRuntimeFile } from "../../../store/runtime-files.ts";
import { formatTime } from "../../../text/format-time.ts";
import { parseDuration } from "../../../text/parse-duration.ts";
import { UserError } from "../../../text/user-error.ts";
import { defineCommand } from "../../command.ts";
import { isLiveSession } from "../../live-session.ts";
import { findProject } from "../../project.ts";

export const command = defineCommand({
  summary: "keep Claude working until you unlock",
  usage: '["goal"]',
  details:
    "While the lock is on, a stop is refused with the goal, up to --max times for each prompt you send. It is let go\n" +
    "when nothing changes in three rounds, or when the time is over. Run by Claude it holds that session; run by you it\n" +
    "holds the first session of the project that tries to stop. `rm .claude/runtime/locks/.lock_active` also releases.",
  examples: [
    'holdfast lock "migrate to the new API" --done "npm test passes"',
    "holdfast lock --max 10 --ttl 2h",
    "holdfast lock --all",
  ],
  options: {
    done: { type: "string", value: '"..."', help: "definition of done, told to Claude in each round" },
    max: { type: "string", value: "50", help: "rounds for each prompt of yours" },
    ttl: { type: "string", value: "8h", help: "after this time the lock is removed" },
    all: { type: "boolean", help: "hold every session of the project" },
    project: { type: "string", value: "DIR", help: "the project, when it is not the one at hand" },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const project = await findProject(invocation, options.project);
    const { config } = await loadConfig(env, project.dir);
    const before = existsSync(lockPath(project.dir)) ? (await readLock(project.dir, config)).lock : null;
    const owner = env.sessionId && isSessionId(env.sessionId) ? env.sessionId : null;
    if (before?.owner && before.owner !== owner && (await isLiveSession(env, before.owner))) {
      throw new UserError(
        "locked-by-other",
        `session ${before.owner} holds a lock in ${project.dir}`,
        "`holdfast unlock` there first; it works at once.",
      );
    }
    const maxBlocks = parseMax(options.max);
    const ttl = parseTtl(options.ttl);
    const text = renderLock({
      goal: positionals[0] ?? "",
      definitionOfDone: options.done ?? "",
      maxBlocks,
      ttlMinutes: ttl === null ? null : Math.max(1, Math.round(ttl / 60_000)),
      createdAt: Date.now(),
      owner: options.all ? null : owner,
      all: options.all === true,
    });
    writeLock(project.dir, text);
    const { lock } = await readLock(project.dir, config);
    if (!lock) throw new Error("the lock that was just written cannot be read");
    if (options.json) {
      out.json({ locked: true, project: project.dir, ...lock });
      return 0;
    }
    const who = lock.all
      ? "every session"
      : lock.owner
        ? "this session"
        : "the next session that tries to stop";
    out.line(`${out.style.green("Locked")} ${project.dir} (${project.how}).`);
    if (before)
      out.line(`  Replaces   ${before.goal ? `the lock for: ${before.goal}` : "the lock that was here"}`);
    if (lock.goal) out.line(`  Goal       ${lock.goal}`);
    if (lock.definitionOfDone) out.line(`  Done when  ${lock.definitionOfDone}`);
    out.line(
      `  Holds      ${who}, at most ${lock.maxBlocks} rounds a prompt, until ${formatTime(lock.expiresAt)}`,
    );
    out.line(`  Release    ${out.style.cyan("holdfast unlock")}`);
    return 0;
  },
});

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

function parseMax(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 1000) {
    throw new UserError("bad-max", `--max ${text} is not a number from 1 to 1000`, "Example: --max 20");
  }
  return value;
}

function parseTtl(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = parseDuration(text);
  if (value === null || value > 7 * 24 * 3_600_000) {
    throw new UserError(
      "bad-ttl",
      `--ttl ${text} is not a time up to 7d`,
      "Examples: --ttl 90m, --ttl 8h, --ttl 2d",
    );
  }
  return value;
}
