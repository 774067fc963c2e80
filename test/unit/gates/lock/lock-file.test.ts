import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { adoptLock, removeLock } from "../../../../src/gates/lock/change-lock.ts";
import { parseLock, readLock, renderLock } from "../../../../src/gates/lock/state-file.ts";
import { appendMetric } from "../../../../src/recording/metrics/metrics-file.ts";
import { writeRuntimeFile } from "../../../../src/store/runtime-files.ts";
import { makeTempProject } from "../../../helpers/temp.ts";

const CONFIG = defaultConfig();
const HOUR = 3_600_000;

describe("a lock file", () => {
  test("made by touch has the defaults and no owner", () => {
    expect(parseLock("", 1000, CONFIG).lock).toEqual({
      goal: "",
      definitionOfDone: "",
      maxBlocks: 50,
      createdAt: 1000,
      expiresAt: 1000 + 4 * HOUR,
      minutes: 240,
      owner: null,
      all: false,
      judge: false,
    });
  });

  test("of plain text has that text as its goal", () => {
    expect(parseLock("finish the migration\n", 1, CONFIG).lock?.goal).toBe("finish the migration");
  });

  test("reads back as it was written", () => {
    const text = renderLock({
      goal: "g",
      definitionOfDone: "d",
      maxBlocks: 7,
      ttlMinutes: 90,
      createdAt: 60_000,
      owner: "s1",
      all: false,
      judge: true,
    });
    expect(parseLock(text, 999_999, CONFIG).lock).toMatchObject({
      goal: "g",
      definitionOfDone: "d",
      judge: true,
      maxBlocks: 7,
      minutes: 90,
      createdAt: 60_000,
      expiresAt: 60_000 + 90 * 60_000,
      owner: "s1",
    });
  });

  test.each([
    ["truncated JSON", '{"goal": "x'],
    ["an invalid session", '{"session_id": "../../etc"}'],
  ])("with %s is a problem, not a lock", (_, text) => {
    expect(parseLock(text, 1, CONFIG)).toMatchObject({ lock: null, problem: expect.any(String) });
  });

  test("cannot ask for more than the maximum, nor be from the future", () => {
    const text = JSON.stringify({ max: 1e9, ttl_minutes: 1e9, created_at: "2999-01-01T00:00:00Z" });
    const lock = parseLock(text, 1, CONFIG).lock;
    expect(lock?.maxBlocks).toBe(1000);
    expect(lock?.minutes).toBe(7 * 24 * 60);
    expect(lock?.createdAt).toBeLessThanOrEqual(Date.now());
  });

  test("keeps control characters and endless text out of the goal", () => {
    const goal =
      parseLock(JSON.stringify({ goal: `a\u001b[31m\n${"x".repeat(9999)}` }), 1, CONFIG).lock?.goal ?? "";
    expect(goal).toHaveLength(500);
    expect(goal).not.toMatch(/[\u0000-\u001f]/);
  });

  test("that is a folder is a problem", async () => {
    const project = makeTempProject();
    mkdirSync(`${project}/.claude/runtime/locks/.lock_active`, { recursive: true });
    expect(await readLock(project, CONFIG)).toMatchObject({ lock: null, problem: expect.any(String) });
  });

  test("is adopted with its content kept, and removed once", async () => {
    const project = makeTempProject();
    await writeRuntimeFile(project, "locks", ".lock_active", '{"goal": "g", "extra": 1}');
    await adoptLock(project, "s1", 5000);
    expect((await readLock(project, CONFIG)).lock).toMatchObject({ owner: "s1", goal: "g", createdAt: 5000 });
    expect(readFileSync(`${project}/.claude/runtime/locks/.lock_active`, "utf8")).toContain('"extra": 1');
    expect([removeLock(project), removeLock(project)]).toEqual([true, false]);
  });
});

describe("writing below .claude/runtime", () => {
  test("is ignored by git", async () => {
    const project = makeTempProject();
    await appendMetric(project, { metric: "m", value: 1, hook: "Stop", sessionId: "s", at: 0 });
    expect(readFileSync(`${project}/.claude/runtime/.gitignore`, "utf8")).toBe("*\n");
  });

  test("never follows a link that came with a stranger's project", async () => {
    const project = makeTempProject({ files: { "victim.txt": "mine" } });
    mkdirSync(`${project}/.claude/runtime/metrics`, { recursive: true });
    symlinkSync(`${project}/victim.txt`, `${project}/.claude/runtime/metrics/stop_hook_metrics.jsonl`);
    const metric = { metric: "m", value: 1, hook: "Stop", sessionId: "s", at: 0 };
    await expect(appendMetric(project, metric)).rejects.toThrow();
    expect(readFileSync(`${project}/victim.txt`, "utf8")).toBe("mine");
  });

  test("nor one in place of a folder that already has the file", async () => {
    const project = makeTempProject({ files: { "elsewhere/stop_hook_metrics.jsonl": "theirs\n" } });
    mkdirSync(`${project}/.claude/runtime`, { recursive: true });
    symlinkSync(`${project}/elsewhere`, `${project}/.claude/runtime/metrics`);
    const metric = { metric: "m", value: 1, hook: "Stop", sessionId: "s", at: 0 };
    await expect(appendMetric(project, metric)).rejects.toThrow("not a plain folder");
    expect(readFileSync(`${project}/elsewhere/stop_hook_metrics.jsonl`, "utf8")).toBe("theirs\n");
  });

  test("nor a folder that is a link", async () => {
    const project = makeTempProject({ files: { "elsewhere/x": "" } });
    mkdirSync(`${project}/.claude`);
    symlinkSync(`${project}/elsewhere`, `${project}/.claude/runtime`);
    await expect(writeRuntimeFile(project, "locks", ".lock_active", "")).rejects.toThrow(
      "not a plain folder",
    );
  });

  test("adds one line per measurement, with the documented fields", async () => {
    const project = makeTempProject();
    await appendMetric(project, { metric: "lock_blocks", value: 1, hook: "Stop", sessionId: "s1", at: 0 });
    await appendMetric(project, { metric: "lock_released", value: 1, hook: "Stop", sessionId: "s1", at: 1 });
    const path = `${project}/.claude/runtime/metrics/stop_hook_metrics.jsonl`;
    const lines = readFileSync(path, "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        timestamp: "1970-01-01T00:00:00.000Z",
        metric: "lock_blocks",
        value: 1,
        hook: "Stop",
        session_id: "s1",
      },
      {
        timestamp: "1970-01-01T00:00:00.001Z",
        metric: "lock_released",
        value: 1,
        hook: "Stop",
        session_id: "s1",
      },
    ]);
  });
});
