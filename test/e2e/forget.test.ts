// What is pruned or forgotten is gone: rows, index, log, and the bytes in the files.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { answer } from "../helpers/answer-terminal.ts";
import { homeOf, type Place, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { leaveFindings, makePattern } from "../helpers/reviewed-findings.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

async function makePlace(): Promise<Place> {
  const place = { home: makeTempHome(), project: makeTempProject() };
  for (const [session, word] of [
    ["s1", "nightjar"],
    ["s2", "kingfisher"],
  ]) {
    const common = { session_id: session };
    await sendEvent(place, {
      ...common,
      hook_event_name: "UserPromptSubmit",
      prompt: `Please build the ${word} feature`,
    });
    await sendEvent(place, {
      ...common,
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_use_id: `toolu_${session}`,
      tool_input: { command: `make ${word}` },
      tool_response: { stdout: `built ${word}`, stderr: "" },
    });
  }
  await runCommand(place, "drain");
  return place;
}

function isOnDisk(place: Place, word: string): boolean {
  const { holdfastHome } = homeOf(place);
  const files = readdirSync(holdfastHome).filter((name) => /^holdfast.*\.db/.test(name));
  return files.some((name) => readFileSync(`${holdfastHome}/${name}`).includes(word));
}

async function found(place: Place, word: string): Promise<number> {
  const { stdout } = await runCommand(place, "search", word, "--json");
  return JSON.parse(stdout).length;
}

describe("forget", () => {
  test("removes a session for good, with its exports, and leaves the others", async () => {
    const place = await makePlace();
    writeFileIn(place.project, ".claude/runtime/logs/s1/transcript.jsonl", "nightjar");
    expect(isOnDisk(place, "nightjar")).toBe(true);
    expect((await runCommand(place, "forget", "--session", "s1", "--yes")).stdout).toContain("for good");
    expect(isOnDisk(place, "nightjar")).toBe(false);
    expect(existsSync(`${place.project}/.claude/runtime/logs/s1`)).toBe(false);
    expect([await found(place, "nightjar"), await found(place, "kingfisher")]).toEqual([0, 3]);
    expect(queryStore(place, "SELECT session_id FROM sessions")).toEqual([{ session_id: "s2" }]);
  });

  test("waits for an ingest or a drain, which would write what it has read already", async () => {
    const place = await makePlace();
    const until = Date.now() + 1500;
    const ledger = new Database(`${homeOf(place).holdfastHome}/holdfast.db`);
    ledger.run("INSERT INTO drain_lock (id, pid, expires_at) VALUES (1, ?, ?)", [process.pid, until]);
    ledger.close();
    expect((await runCommand(place, "forget", "--session", "s1", "--yes")).stdout).toContain("for good");
    expect(Date.now()).toBeGreaterThanOrEqual(until);
    expect(queryStore(place, "SELECT * FROM drain_lock")).toEqual([]);
  });

  test("removes every record with a text, and a whole project", async () => {
    const place = await makePlace();
    await runCommand(place, "forget", "--match", "NightJar", "--yes");
    expect(isOnDisk(place, "nightjar")).toBe(false);
    expect(isOnDisk(place, "kingfisher")).toBe(true);
    await runCommand(place, "forget", "--project", ".", "--yes");
    expect(isOnDisk(place, "kingfisher")).toBe(false);
    expect(queryStore(place, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  test("removes a project whose folder is gone", async () => {
    const place = await makePlace();
    rmSync(place.project, { recursive: true });
    const elsewhere = { ...place, project: makeTempProject() };
    // Without a terminal the command would be limited to its own project.
    const ran = await answer(elsewhere, ["forget", "--project", place.project, "--yes"], []);
    expect(ran).toMatchObject({ exitCode: 0, shown: expect.stringContaining("for good") });
    expect(isOnDisk(place, "kingfisher")).toBe(false);
    expect((await runCommand(elsewhere, "forget", "--project", "/no/such")).exitCode).toBe(1);
  });

  test.each([[["--session", "s1"]], [["--project", "."]]])(
    "%j removes a reflection with its findings",
    async (words) => {
      const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
      await leaveFindings(place, [makePattern({ title: "Long talk of the heron" })]);
      expect(isOnDisk(place, "heron")).toBe(true);
      await runCommand(place, "forget", ...words, "--yes");
      expect(existsSync(`${place.project}/.claude/runtime/logs/s1`)).toBe(false);
      for (const table of ["findings", "reflections", "filed_issues", "pending_reflections"])
        expect(queryStore(place, `SELECT * FROM ${table}`)).toEqual([]);
      expect(isOnDisk(place, "heron")).toBe(false);
    },
  );

  test.each([[["--session", "s1"]], [["--project", "."]]])(
    "%j removes what 0.2.0 drafted, and nothing of the person's",
    async (words) => {
      const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
      await leaveFindings(place, [makePattern({ title: "Long talk of the heron" })]);
      const drafts = {
        "a.sh": "#!/usr/bin/env bash\n# Draft by holdfast: it ran 8 times\nmake nightjar\n",
        "issue-1.md": "# Improvement: nightjar\n\n<!-- holdfast:0011 -->\n",
        "mine.sh": "#!/usr/bin/env bash\nmake nightjar\n",
      };
      for (const [name, text] of Object.entries(drafts))
        writeFileIn(place.project, `.claude/runtime/reflection/${name}`, text);
      await runCommand(place, "forget", ...words, "--yes");
      expect(readdirSync(`${place.project}/.claude/runtime/reflection`)).toEqual(["mine.sh"]);
    },
  );

  test("without --yes only lists what would be removed", async () => {
    const place = await makePlace();
    const { stdout } = await runCommand(place, "forget", "--match", "nightjar");
    expect(stdout).toMatch(/Would remove [1-9]\d* records of 1 session\./);
    expect(await found(place, "nightjar")).toBe(3);
  });

  test("accepts the beginning of a session's ID, names the session, and says when there is nothing", async () => {
    const place = await makePlace();
    await sendEvent(place, { hook_event_name: "Stop", session_id: "3f2a91c0", stop_hook_active: false });
    await sendEvent(place, { hook_event_name: "Stop", session_id: "3f77aaaa", stop_hook_active: false });
    const forget = async (id: string) => runCommand(place, "forget", "--session", id, "--yes");
    expect((await forget("3f")).stderr).toContain("several sessions start with 3f");
    expect((await forget("3f2a")).stdout).toMatch(/Removed [1-9]\d* records of session 3f2a91c0, for good/);
    expect((await forget("3f2a")).stdout).toContain("no such record");
  });

  test("refuses to run without a target", async () => {
    const { exitCode, stderr } = await runCommand(await makePlace(), "forget", "--yes");
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining("--session, --project, --match or --memory"),
    ]);
  });

  test("warns that a quarantined database may still contain it", async () => {
    const place = await makePlace();
    writeFileIn(homeOf(place).holdfastHome, "holdfast.db.corrupt-20260101T000000000Z", "nightjar");
    const ran = await runCommand(place, "forget", "--session", "s1", "--yes");
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("holdfast*.db.corrupt-*");
  });
});

describe("prune", () => {
  test("drops calls after 30 days, once a day by itself, but keeps the observations made from them [003-19]", async () => {
    const place = await makePlace();
    const age = (session: string, days: number) =>
      queryStore(
        place,
        `UPDATE pending_queue SET created_at = ${Date.now() - days * 86_400_000} WHERE session_id = '${session}' RETURNING id`,
      );
    expect([age("s1", 31).length, age("s2", 29).length]).toEqual([1, 1]);
    expect((await runCommand(place, "prune", "--dry-run")).stdout).toContain("Would remove 1 tool call,");
    await runCommand(place, "drain");
    expect(queryStore(place, "SELECT id FROM pending_queue")).toHaveLength(2);
    queryStore(place, "DELETE FROM meta WHERE key = 'pruned_at' RETURNING key");
    await runCommand(place, "drain");
    expect(queryStore(place, "SELECT session_id FROM pending_queue")).toEqual([{ session_id: "s2" }]);
    expect(await found(place, "nightjar")).toBe(3);
  });

  test("drops the drafts of a store whose process was killed", async () => {
    const place = await makePlace();
    const draft = writeFileIn(homeOf(place).holdfastHome, "holdfast.db.new-7-0a1b2c3d", "half");
    utimesSync(draft, 1, 1);
    await runCommand(place, "prune", "--dry-run");
    expect(existsSync(draft)).toBe(true);
    await runCommand(place, "prune");
    expect(existsSync(draft)).toBe(false);
  });

  test("runs once a day in the drain, which removes such drafts too", async () => {
    const place = await makePlace();
    const draft = writeFileIn(homeOf(place).holdfastHome, "holdfast-memory.db.new-7-0a1b2c3d", "half");
    utimesSync(draft, 1, 1);
    await runCommand(place, "drain");
    expect(existsSync(draft)).toBe(true);
    queryStore(place, "UPDATE meta SET value = '0' WHERE key = 'pruned_at' RETURNING key");
    await runCommand(place, "drain");
    expect(existsSync(draft)).toBe(false);
  });

  test("keeps the newest rows when the database exceeds its size", async () => {
    const place = await makePlace();
    writeFileIn(homeOf(place).holdfastHome, "config.json", '{"retention": {"megabytes": 10}}');
    queryStore(
      place,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
       INSERT INTO pending_queue (session_id, tool_use_id, tool_name, raw_output, status, created_at)
       SELECT 's3', 'many' || i, 'Bash', hex(randomblob(5000)), 'done', unixepoch() * 1000 + i FROM n RETURNING id`,
    );
    const { bytesAfter } = JSON.parse((await runCommand(place, "prune", "--json")).stdout);
    expect(bytesAfter).toBeLessThanOrEqual(10 * 1024 * 1024);
    const newest = queryStore(place, "SELECT tool_use_id FROM pending_queue ORDER BY id DESC LIMIT 1");
    expect(newest).toEqual([{ tool_use_id: "many1500" }]);
    expect(await found(place, "kingfisher")).toBe(3);
  });
});
