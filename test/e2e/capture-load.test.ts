// Many captures at once: nothing is lost, nothing breaks, whoever is killed.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { databasePath } from "../../src/config/paths.ts";
import { EXECUTABLE, homeOf, type Place, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";

const AT_ONCE = 200;
const ROUNDS = 3;

function startCapture(place: Place, id: string) {
  const event = {
    session_id: `s${id.length}`,
    cwd: place.project,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_use_id: `toolu_${id}`,
    tool_input: { command: `make ${id}` },
    tool_response: { stdout: `${id}\n`.repeat(200), stderr: "" },
  };
  return Bun.spawn([EXECUTABLE, "hook"], {
    cwd: place.project,
    env: { HOME: place.home, PATH: process.env.PATH ?? "", CLAUDE_PROJECT_DIR: place.project },
    stdin: Buffer.from(JSON.stringify(event)),
    stdout: "ignore",
    stderr: "ignore",
  });
}

function expectWhole(place: Place): void {
  const store = new Database(databasePath(homeOf(place)));
  expect(store.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  store.close();
}

function countRows(place: Place): number {
  return Number(queryStore(place, "SELECT count(*) AS n FROM pending_queue")[0]?.n);
}

describe("capture under load", () => {
  test("keeps every row of hundreds of processes at once, from the first event of a new database on", async () => {
    const place = { home: makeTempHome(), project: makeTempProject() };
    for (let round = 0; round < ROUNDS; round++) {
      const children = Array.from({ length: AT_ONCE }, (_, n) => startCapture(place, `${round}-${n}`));
      expect(new Set(await Promise.all(children.map((child) => child.exited)))).toEqual(new Set([0]));
    }
    expect(await readFaultLines(place)).toEqual([]);
    expect(countRows(place)).toBe(AT_ONCE * ROUNDS);
    expectWhole(place);
  }, 120_000);

  test("loses at most the rows of killed processes, drains included, and the database stays whole", async () => {
    const place = { home: makeTempHome(), project: makeTempProject() };
    let killed = 0;
    let started = 0;
    for (let round = 0; round < 12; round++) {
      const children = Array.from({ length: 20 }, (_, n) => startCapture(place, `k${round}-${n}`));
      const drain = Bun.spawn([EXECUTABLE, "drain", "--quiet"], {
        env: { HOME: place.home, PATH: process.env.PATH ?? "" },
        stdout: "ignore",
        stderr: "ignore",
      });
      started += children.length;
      await Bun.sleep(round * 7);
      for (const child of children.filter((_, n) => n % 3 === 0)) {
        if (child.exitCode !== null) continue;
        child.kill("SIGKILL");
        killed++;
      }
      drain.kill("SIGKILL");
      await Promise.all([...children, drain].map((child) => child.exited));
    }
    expect(killed).toBeGreaterThan(0);
    expect(countRows(place)).toBeGreaterThanOrEqual(started - killed);
    expectWhole(place);
    const { exitCode, stdout } = await runCommand(place, "drain", "--json");
    expect({ exitCode, busy: JSON.parse(stdout).busy }).toEqual({ exitCode: 0, busy: false });
    const [rows] = queryStore(
      place,
      `SELECT count(*) FILTER (WHERE status IN ('raw', 'processing')) AS waiting,
        count(*) FILTER (WHERE status = 'done') - (SELECT count(*) FROM observations) AS unobserved
       FROM pending_queue`,
    );
    expect(rows).toEqual({ waiting: 0, unobserved: 0 });
    expectWhole(place);
  }, 120_000);
});
