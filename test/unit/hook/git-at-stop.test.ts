// Git is started at a stop only when something may have changed, and some gate will ask what.
import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { defaultConfig } from "../../../src/config/defaults.generated.ts";
import { databasePath, lockPath, readEnvironment } from "../../../src/config/environment.ts";
import { saveLockRow } from "../../../src/gates/lock/rows.ts";
import { readLock } from "../../../src/gates/lock/state-file.ts";
import { runHook } from "../../../src/hook/run.ts";
import { createTrace } from "../../../src/store/hook-context.ts";
import { openLedger } from "../../../src/store/open.ts";
import { captureBaseline } from "../../../src/worktree/line-snapshot.ts";
import { parseEvent } from "../../helpers/parse-event.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";
import { waitUntil } from "../../helpers/wait.ts";
import { calls, type Json, result, says, toLines, user } from "../transcript/records.ts";

const CALL = [calls("t1", "Write", { file_path: "/a" }), result("t1", "ok"), says("Done.")];

interface Case {
  name: string;
  records: Json[];
  started: boolean;
  git?: boolean;
  lock?: boolean;
  mode?: string;
  paused?: boolean;
  off?: readonly string[];
  /** Where checks are configured. */
  isForChecks?: true;
}

const OF_CHANGES = ["quality", "plan", "hygiene"];

const CASES: Case[] = [
  { name: "after a tool call", records: [user("Do it."), ...CALL], started: true },
  { name: "not after talk", records: [user("And why?"), says("Done.")], started: false },
  { name: "not without a repository", records: CALL, git: false, started: false },
  { name: "under a lock only for checks", records: CALL, lock: true, started: false, isForChecks: true },
  { name: "not in plan mode", records: CALL, mode: "plan", started: false },
  { name: "not while holdfast is paused", records: CALL, paused: true, started: false },
  { name: "not if no gate judges changes", records: CALL, off: OF_CHANGES, started: false },
];

const CONFIG = JSON.stringify({ quality: { stages: { tests: [{ run: "true" }] } } });
const WHERE = [
  { where: "in any project", config: {} },
  { where: "in a configured project", config: { ".claude/holdfast.json": CONFIG } },
];

describe.each(WHERE)("git is started at a stop $where", ({ config }) => {
  test.each(CASES)(
    "$name",
    async ({
      records,
      started: isStarted,
      isForChecks,
      git = true,
      lock,
      mode = "default",
      paused,
      off = [],
    }) => {
      const started = isForChecks ? Object.keys(config).length > 0 : isStarted;
      const home = makeTempHome();
      const project = makeTempProject({ git, files: { "a.txt": "a\n", ...config } });
      const transcript = `${makeTempFolder("transcript")}/s1.jsonl`;
      writeFileSync(transcript, toLines([user("Earlier."), ...CALL]));
      // A git of our own records that it was started.
      const bin = makeTempFolder("bin");
      writeFileSync(`${bin}/git`, `#!/bin/sh\ntouch '${bin}/started'\nexit 1\n`, { mode: 0o755 });
      const env = readEnvironment({
        HOME: home,
        PATH: `${bin}:/usr/bin:/bin`,
        TMPDIR: home,
        CLAUDE_PROJECT_DIR: project,
      });
      const send = (fields: object) => {
        const payload = JSON.stringify({
          session_id: "s1",
          cwd: project,
          transcript_path: transcript,
          ...fields,
        });
        const parsed = parseEvent(payload);
        if (!parsed.ok) throw new Error(parsed.problem);
        return runHook(parsed.event, env, createTrace(false), payload);
      };
      const store = await openLedger(databasePath(env));
      const place = { sessionId: "s1", projectDir: project, at: Date.now() };
      await captureBaseline({ ...env, path: process.env.PATH ?? "" }, store, place);
      const gates = Object.fromEntries(off.map((id) => [id, { enabled: false }]));
      writeFileIn(env.holdfastHome, "config.json", JSON.stringify({ gates }));
      const pause = { scope: "all", target: "", since: 0, until: null, by: "user" };
      if (paused) writeFileIn(env.holdfastHome, "paused.json", JSON.stringify([pause]));
      await send({ hook_event_name: "UserPromptSubmit", prompt: "Go on." });
      appendFileSync(transcript, toLines(records));
      if (lock) {
        mkdirSync(`${project}/.claude/runtime/locks`, { recursive: true });
        writeFileSync(lockPath(project), "");
        // As after `holdfast lock`: git is not asked where the lock comes from.
        const { lock: written, identity } = await readLock(project, defaultConfig());
        if (written === null) throw new Error("the lock cannot be read");
        saveLockRow(store, { folder: project, lock: written, identity, origin: "command", at: Date.now() });
      }
      await send({ hook_event_name: "Stop", permission_mode: mode, last_assistant_message: "Done." });
      if (started) await waitUntil(() => existsSync(`${bin}/started`));
      expect(existsSync(`${bin}/started`)).toBe(started);
    },
  );
});
