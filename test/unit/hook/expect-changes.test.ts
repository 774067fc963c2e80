// Git is started before anything is known of a stop, but only when a tool ran in the last turn.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { readEnvironment } from "../../../src/config/environment.ts";
import { lockPath } from "../../../src/config/paths.ts";
import { expectChanges } from "../../../src/hook/expect-changes.ts";
import { createTrace } from "../../../src/hook/trace.ts";
import { makeStop } from "../../helpers/events.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../../helpers/temp.ts";
import { waitUntil } from "../../helpers/wait.ts";
import { calls, type Json, result, says, toLines, user } from "../transcript/records.ts";

const CALL = [calls("t1", "Write", { file_path: "/a" }), result("t1", "ok"), says("Done.")];
const TALK = [user("And why?"), says("Because.")];

interface Case {
  name: string;
  records: Json[];
  started: boolean;
  git?: boolean;
  lock?: boolean;
  mode?: string;
}

const CASES: Case[] = [
  { name: "after a tool call", records: [user("Do it."), ...CALL], started: true },
  { name: "not after talk", records: [user("Do it."), ...CALL, ...TALK], started: false },
  { name: "not for an empty transcript", records: [], started: false },
  { name: "not without a repository", records: CALL, git: false, started: false },
  { name: "not while a lock holds", records: CALL, lock: true, started: false },
  { name: "not in plan mode", records: CALL, mode: "plan", started: false },
];

describe("git is started early", () => {
  test.each(CASES)("$name", async ({ records, started, git = true, lock = false, mode = "default" }) => {
    const home = makeTempHome();
    const project = makeTempProject({ git, files: { "a.txt": "a\n" } });
    const transcript = `${makeTempFolder("transcript")}/s1.jsonl`;
    writeFileSync(transcript, toLines(records));
    if (lock) {
      mkdirSync(`${project}/.claude/runtime/locks`, { recursive: true });
      writeFileSync(lockPath(project), "");
    }
    // A git of our own tells that it was started.
    const bin = makeTempFolder("bin");
    writeFileSync(`${bin}/git`, `#!/bin/sh\ntouch '${bin}/started'\nexit 1\n`, { mode: 0o755 });
    const env = readEnvironment({ HOME: home, PATH: `${bin}:/usr/bin:/bin`, TMPDIR: home });
    const event = { ...makeStop(), transcriptPath: transcript, permissionMode: mode };
    const context = { event, env, projectDir: project, now: 0, trace: createTrace(false), payload: "" };
    await expectChanges(context);
    if (started) await waitUntil(() => existsSync(`${bin}/started`));
    expect(existsSync(`${bin}/started`)).toBe(started);
  });
});
