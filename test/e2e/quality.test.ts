// The quality gate in the real client: from an edit that breaks a check to a stop that stands.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { readDecisions, readFaultLines } from "../helpers/holdfast.ts";
import { queryStore, stopVerdicts } from "../helpers/installed.ts";
import { count, makeCheckedPlace } from "../helpers/quality.ts";
import { findTold, lastRequest, timesTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, edit, read, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

/** Complains about each line with "bad" in it, as a linter would. */
const LINT = count(
  "lint",
  `grep -rn bad src > "$HOME/hits"; if [ -s "$HOME/hits" ]; then sed 's/$/ error: no bad words/' "$HOME/hits"; exit 3; fi`,
);
const STAGES = {
  correctness: [{ run: count("types", "true"), paths: ["types/**"] }, { run: count("all", "true") }],
  quality: [{ run: LINT, paths: ["src/**"] }],
};
const FILES = { "src/a.ts": "good\n", "types/t.ts": "T\n" };

describe("the quality gate", () => {
  test("blocks with the right lines, lets go after the fix, and does not run again what did not change", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES, baseline: "off" });
    const file = `${place.project}/src/a.ts`;
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [
        read(file),
        edit(file, "good", "one\nbad two"),
        say("Done."),
        edit(file, "bad two", "two"),
        say("Really done."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    const told = findTold(run.requests, /Stage quality/);
    expect(told).toContain("src/a.ts:2:bad two error: no bad words");
    expect(told).toContain("(exit code 3)");
    const log = /Full output: (\S.*\.log)/.exec(told ?? "")?.[1] ?? "";
    expect(readFileSync(log, "utf8")).toContain("src/a.ts:2");
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect([place.runs("types"), place.runs("all"), place.runs("lint")]).toEqual([0, 2, 2]);
    const state = JSON.parse(
      readFileSync(`${place.home}/.holdfast/state/${run.sessionId}/quality-gate.json`, "utf8"),
    );
    expect(state).toMatchObject({
      last_result: "passed",
      stages: { correctness: { status: "passed" }, quality: { status: "passed" } },
    });
    expect(run.result?.result).toBe("Really done.");
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);
});

describe("what is not the session's doing", () => {
  test("does not hold when it already failed before: it holds once at most, until that is known", async () => {
    const place = await makeCheckedPlace({
      stages: { quality: [{ run: LINT, paths: ["src/**"] }] },
      files: { "src/a.ts": "bad from the start\n", "src/b.ts": "good\n" },
    });
    const file = `${place.project}/src/b.ts`;
    const run = await runClaude({
      ...place,
      prompt: "Change it.",
      script: [
        read(file),
        edit(file, "good", "fine"),
        say("Done."),
        async () => {
          await waitUntil(() => place.runs("lint") === 2);
          return edit(file, "fine", "better");
        },
        say("Done again."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("as it did before this session changed anything"),
    ]);
    expect(Bun.spawnSync(["git", "worktree", "list"], { cwd: place.project }).stdout.toString().trim().split("\n")).toHaveLength(1);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);
});

