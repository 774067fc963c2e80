// Processes killed at random, a full disk: earlier rows stay, and the database is intact.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { databasePath, faultLogPath } from "../../src/config/environment.ts";
import { memoryPath } from "../../src/store/open.ts";
import {
  EXECUTABLE,
  homeOf,
  type Place,
  readFaultLines,
  runCommand,
  sendEvent,
} from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { findDamage, readStore, runCrowd, runKillStorm } from "../helpers/kill-storm.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

setDefaultTimeout(120_000);

const makePlace = (): Place => ({ home: makeTempHome(), project: makeTempProject() });

describe("a hundred processes at once", () => {
  test("lose no row, from the first event of a new database on [003-14]", async () => {
    const place = makePlace();
    expect(await runCrowd(place, 1, 100)).toEqual({ failed: 0, lost: [] });
    expect(await readFaultLines(place)).toEqual([]);
    expect(readStore(place, findDamage)).toEqual([]);
  });
});

describe("processes killed at random", () => {
  test("lose at most their own rows, and no call is counted twice", async () => {
    const place = makePlace();
    const storm = await runKillStorm(place, 1500);
    expect(storm.killed).toBeGreaterThan(10);
    expect({ lost: storm.lost, damage: storm.damage }).toEqual({ lost: [], damage: [] });
    expect((await runCommand(place, "drain")).exitCode).toBe(0);
    const [counts] = queryStore(
      place,
      `SELECT (SELECT count(*) FROM pending_queue WHERE status IN ('done', 'error')) AS drained,
        (SELECT count(*) FROM pending_queue WHERE status IN ('raw', 'processing')) AS waiting,
        (SELECT count(*) FROM pending_queue WHERE status = 'done') - (SELECT count(*) FROM observations) AS unobserved`,
    );
    expect(counts).toMatchObject({ waiting: 0, unobserved: 0 });
    // A killed drain may lose lines, but writes none twice.
    const lines = readFileSync(
      `${place.project}/.claude/runtime/metrics/post_tool_use_hook_metrics.jsonl`,
      "utf8",
    );
    const counted = lines.split("\n").filter((line) => line.includes('"tool_usage"')).length;
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThanOrEqual(Number(counts?.drained));
    expect(readStore(place, findDamage)).toEqual([]);
  });
});

test("a drain by hand waits for the one that is running, a detached one does not", async () => {
  const place = makePlace();
  await sendEvent(place, capture("toolu_1"));
  readStore(place, (store) =>
    store.run("INSERT INTO drain_lock (id, pid, expires_at) VALUES (1, ?, ?)", [
      process.pid,
      Date.now() + 600_000,
    ]),
  );
  await runCommand(place, "drain", "--quiet");
  expect(queryStore(place, "SELECT status FROM pending_queue")).toEqual([{ status: "raw" }]);
  readStore(place, (store) => store.run("UPDATE drain_lock SET expires_at = ?", [Date.now() + 500]));
  expect((await runCommand(place, "drain")).stdout).toContain("1 tool call of 1 session");
});

test("a detached drain leaves short logs in place, which the next hook need not begin", async () => {
  const place = makePlace();
  const ledger = databasePath(homeOf(place));
  for (let n = 0; n < 120; n++) await sendEvent(place, capture(`toolu_${n}`));
  await runCommand(place, "drain", "--quiet");
  for (const file of [ledger, memoryPath(ledger)]) {
    const { size } = statSync(`${file}-wal`);
    expect(size).toBeLessThan(256 * 1024);
  }
  // Closing the last connection removes the logs.
  expect(queryStore(place, "SELECT count(*) AS n FROM observations")).toEqual([{ n: 120 }]);
  expect(readStore(place, findDamage)).toEqual([]);
});

/** No file may exceed this many bytes: a full disk for an ordinary user. With `ignored` a write fails, else it kills. */
async function runLimited(place: Place, bytes: number, stdin: string, args: string[], ignored = true) {
  // A block is 512 bytes to a POSIX shell.
  const script = `${ignored ? "trap '' XFSZ; " : ""}ulimit -c 0; ulimit -f $1; shift; exec "$@"`;
  const child = Bun.spawn(["sh", "-c", script, "sh", `${Math.floor(bytes / 512)}`, EXECUTABLE, ...args], {
    cwd: place.project,
    env: { HOME: place.home, PATH: process.env.PATH ?? "", CLAUDE_PROJECT_DIR: place.project },
    stdin: Buffer.from(stdin),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  return { stdout, exitCode };
}

const capture = (id: string) => ({
  session_id: "s1",
  hook_event_name: "PostToolUse",
  tool_name: "Bash",
  tool_use_id: id,
  tool_input: { command: `make ${id}` },
  tool_response: { stdout: `${id}\n`.repeat(2000), stderr: "" },
});
const ids = (place: Place) =>
  queryStore(place, "SELECT tool_use_id AS id FROM pending_queue ORDER BY pending_queue.id").map(({ id }) =>
    String(id),
  );

describe("a full disk", () => {
  test.each([
    ["fails the write", true],
    ["kills the writer", false],
  ])("that %s loses the newest rows, never the database", async (_, ignored) => {
    const place = makePlace();
    for (let n = 0; n < 10; n++) await sendEvent(place, capture(`before${n}`));
    const path = databasePath(homeOf(place));
    const largest = Math.max(...[path, `${path}-wal`].map((file) => statSync(file).size));
    for (let n = 0; n < 10; n++) {
      const { exitCode, stdout } = await runLimited(
        place,
        largest + 20_000,
        JSON.stringify({ cwd: place.project, ...capture(`full${n}`) }),
        ["hook"],
        ignored,
      );
      if (ignored) expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
    }
    const kept = ids(place);
    expect(kept.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, n) => `before${n}`));
    expect(kept.length).toBeLessThan(20);
    expect(readStore(place, findDamage)).toEqual([]);
    await sendEvent(place, capture("after"));
    expect(ids(place)).toEqual([...kept, "after"]);
    expect((await runCommand(place, "drain")).exitCode).toBe(0);
    expect(readStore(place, findDamage)).toEqual([]);
  });

  test("keeps the previous export, and nothing half-written", async () => {
    const place = makePlace();
    const line = (text: string) =>
      `${JSON.stringify({ type: "user", sessionId: "s1", message: { role: "user", content: text } })}\n`;
    const transcript = writeFileIn(makeTempFolder("client"), "s1.jsonl", line("Hello there"));
    const args = ["background", "export", "--session", "s1", "--project", place.project, "--transcript"];
    expect((await runCommand(place, ...args, transcript)).exitCode).toBe(0);
    const long = writeFileIn(makeTempFolder("client"), "s1.jsonl", line("words ".repeat(20_000)).repeat(8));
    const free = statSync(databasePath(homeOf(place))).size;
    const { exitCode } = await runLimited(place, Math.max(free, 40_000), "", [...args, long]);
    expect(exitCode).toBe(1);
    const folder = `${place.project}/.claude/runtime/logs/s1`;
    expect(readdirSync(folder)).toEqual(["transcript.jsonl"]);
    expect(readFileSync(`${folder}/transcript.jsonl`, "utf8")).toContain("Hello there");
    expect(readFileSync(faultLogPath(homeOf(place)), "utf8")).toContain('"part":"export"');
  });

  test("that cannot take the fault log stops nobody", async () => {
    const place = { ...makePlace(), env: { TMPDIR: makeTempFolder("tmp") } };
    mkdirSync(`${homeOf(place).holdfastHome}/logs`, { recursive: true });
    symlinkSync("/dev/full", faultLogPath(homeOf(place)));
    mkdirSync(databasePath(homeOf(place)));
    expect(await sendEvent(place, capture("x"))).toMatchObject({ exitCode: 0, stdout: "" });
  });

  test("behind a command's output is an error, not silence", async () => {
    const place = makePlace();
    await sendEvent(place, capture("x"));
    const child = Bun.spawn(["sh", "-c", 'exec "$0" sessions list > /dev/full', EXECUTABLE], {
      cwd: place.project,
      env: { HOME: place.home, PATH: process.env.PATH ?? "" },
      stderr: "pipe",
    });
    expect(await child.exited).not.toBe(0);
    expect(existsSync(databasePath(homeOf(place)))).toBe(true);
  });
});
