// Reflections that are killed, run in parallel, or find obstacles.

import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { EXECUTABLE, type Place, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { measureMemory } from "../helpers/measure-memory.ts";
import { makeTempFolder, makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { waitUntil } from "../helpers/wait.ts";
import { openWhole } from "../helpers/whole-store.ts";

const SESSION = "11111111-2222-3333-4444-555555555555";
const MEGABYTE = 1024 * 1024;

async function makePlace(): Promise<Place> {
  const config = JSON.stringify({ reflection: { enabled: true, min_turns: 1, min_messages: 1 } });
  const files = { ".claude/holdfast.json": config };
  const place = { home: makeTempHome(), project: makeTempProject({ files }) };
  await runCommand(place, "sessions", "list");
  return place;
}

/** A session of the given size, with one long command five times in each hundred calls. */
async function writeTranscript(place: Place, bytes: number): Promise<string> {
  const path = `${makeTempFolder("transcripts")}/${SESSION}.jsonl`;
  const out = Bun.file(path).writer();
  let written = 0;
  const put = (record: object) => {
    const base = { sessionId: SESSION, cwd: place.project, isSidechain: false, parentUuid: null };
    const line = `${JSON.stringify({ ...base, version: "2.1.325", ...record })}\n`;
    out.write(line);
    written += line.length;
  };
  for (let n = 0; n < 5 || written < bytes; n++) {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
    if (n % 40 === 0)
      put({ type: "user", uuid: `p${n}`, timestamp, message: { role: "user", content: `Do number ${n}.` } });
    const command =
      n < 5 ? "node tools/render.js --input notes.txt --output rendered.html" : `ls tools/run-${n % 9}`;
    const call = { type: "tool_use", id: `t${n}`, name: "Bash", input: { command } };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: `m${n}`, role: "assistant", model: "m", content: [call], usage };
    put({ type: "assistant", uuid: `a${n}`, timestamp, message });
    const result = { type: "tool_result", tool_use_id: `t${n}`, content: "z".repeat(4000) };
    put({ type: "user", uuid: `r${n}`, timestamp, message: { role: "user", content: [result] } });
    if (n % 500 === 0) await out.flush();
  }
  await out.end();
  return path;
}

function change(place: Place, sql: string, values: Record<string, string | number | null>): void {
  const store = openWhole(place);
  store.query(sql).run(values);
  store.close();
}

function queueReflection(place: Place, transcript: string): void {
  change(
    place,
    `INSERT INTO pending_reflections (session_id, project_dir, transcript_path, requested_at)
     VALUES ($session, $project, $transcript, 1)`,
    { session: SESSION, project: place.project, transcript },
  );
}

function holdLock(place: Place, pid: number, until: number): void {
  change(place, "INSERT INTO meta (key, value) VALUES ('reflection_lock', $held)", {
    held: `${pid} ${until}`,
  });
}

async function processPending(place: Place): Promise<{ busy: boolean; reflected: string[]; failed: number }> {
  return JSON.parse((await runCommand(place, "reflect", "--pending", "--json")).stdout);
}

const logs = (place: Place) => `${place.project}/.claude/runtime/logs/${SESSION}`;
const marks = (place: Place) => queryStore(place, "SELECT attempts FROM pending_reflections");

test("50 MB are analysed in bounded memory", async () => {
  const place = await makePlace();
  const transcript = await writeTranscript(place, 50 * MEGABYTE);
  const { stdout, bytes } = await measureMemory(place, "reflect", transcript, "--json");
  const { patterns, metrics } = JSON.parse(stdout);
  expect(metrics.toolUses).toBeGreaterThan(10_000);
  expect(patterns[0]).toMatchObject({ type: "REPEATED_TOOL_USE", count: 5 });
  expect(bytes / MEGABYTE).toBeLessThan(160);
}, 120_000);

describe("a pending reflection", () => {
  test("that is killed in the middle leaves nothing half-written, and runs again", async () => {
    const place = await makePlace();
    queueReflection(place, await writeTranscript(place, 30 * MEGABYTE));
    const child = Bun.spawn([EXECUTABLE, "reflect", "--pending"], {
      env: { HOME: place.home, PATH: process.env.PATH ?? "" },
      cwd: place.project,
      stdout: "ignore",
    });
    await waitUntil(() => marks(place)[0]?.attempts === 1);
    child.kill("SIGKILL");
    await child.exited;
    expect(marks(place)).toEqual([{ attempts: 1 }]);
    expect(existsSync(logs(place))).toBe(false);
    expect(queryStore(place, "SELECT session_id FROM reflections")).toEqual([]);

    expect(await processPending(place)).toMatchObject({ busy: false, reflected: [SESSION] });
    expect(readdirSync(logs(place))).toEqual(["reflection_summary.json"]);
    expect(marks(place)).toEqual([]);
  }, 60_000);

  test("that killed us three times is abandoned", async () => {
    const place = await makePlace();
    queueReflection(place, await writeTranscript(place, 0));
    change(place, "UPDATE pending_reflections SET attempts = 3", {});
    expect(await processPending(place)).toMatchObject({ reflected: [], failed: 1 });
    expect(marks(place)).toEqual([]);
    expect(JSON.stringify(await readFaultLines(place))).toContain("given up after 3 tries");
  });

  test("is processed once, however many try [002-18]", async () => {
    const place = await makePlace();
    queueReflection(place, await writeTranscript(place, 5 * MEGABYTE));
    const all = await Promise.all([processPending(place), processPending(place), processPending(place)]);
    expect(all.flatMap(({ reflected }) => reflected)).toEqual([SESSION]);
  }, 30_000);

  test.each([
    ["a live process holds the lock", process.pid, Date.now() + 600_000, { busy: true, reflected: [] }],
    ["the lock is stale", process.pid, Date.now() - 1, { busy: false, reflected: [SESSION] }],
    ["the lock's process is dead", 2 ** 22 + 1, Date.now() + 600_000, { busy: false, reflected: [SESSION] }],
  ])("waits only for a lock that is really held: %s", async (_what, pid, until, expected) => {
    const place = await makePlace();
    queueReflection(place, await writeTranscript(place, 0));
    holdLock(place, pid, until);
    expect(await processPending(place)).toMatchObject(expected);
  });

  test("whose transcript is gone is a recorded fault, and the next one has its turn", async () => {
    const place = await makePlace();
    queueReflection(place, `${place.project}/gone.jsonl`);
    expect(await processPending(place)).toMatchObject({ reflected: [], failed: 1 });
    expect(marks(place)).toEqual([]);
    expect(await readFaultLines(place)).toMatchObject([{ part: "reflection" }]);
  });

  test("does not follow a link planted in the project, and still keeps its findings", async () => {
    const place = await makePlace();
    const elsewhere = makeTempFolder("elsewhere");
    mkdirSync(`${place.project}/.claude/runtime`, { recursive: true });
    symlinkSync(elsewhere, `${place.project}/.claude/runtime/logs`);
    queueReflection(place, await writeTranscript(place, 0));
    expect(await processPending(place)).toMatchObject({ reflected: [SESSION] });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(queryStore(place, "SELECT pattern_id FROM findings")).toEqual([
      { pattern_id: "REPEATED_TOOL_USE" },
    ]);
    expect(await readFaultLines(place)).toMatchObject([{ part: "reflection" }]);
  });

  test("of a missing project does not recreate its folder", async () => {
    const place = await makePlace();
    const gone = `${makeTempFolder("gone")}/project`;
    queueReflection(place, await writeTranscript(place, 0));
    change(place, "UPDATE pending_reflections SET project_dir = $gone", { gone });
    // Its own settings are gone with it; the defaults require more messages.
    await processPending(place);
    expect(existsSync(gone)).toBe(false);
  });
});

describe("by hand", () => {
  test("a file from elsewhere is reported and not saved", async () => {
    const place = await makePlace();
    const transcript = await writeTranscript(place, 0);
    const { stdout, exitCode } = await runCommand(place, "reflect", transcript);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("The same command 5 times: node tools/render.js");
    expect(stdout).toContain("Not saved");
    expect(existsSync(logs(place))).toBe(false);
  });

  test.each([
    ["a missing file", ["no.jsonl"], "there is no such file"],
    ["a folder", ["."], "cannot be read"],
    ["an unknown session", ["--session", "nobody"], "there is no transcript of session nobody"],
    ["a project without sessions", [], "no session of"],
  ])("%s gives a clear message", async (_what, args, message) => {
    const place = await makePlace();
    const { stderr, exitCode } = await runCommand(place, "reflect", ...args);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
  });

  test("inside a reflection it does nothing [002-16]", async () => {
    const place = { ...(await makePlace()), env: { CLAUDE_REFLECTION_MODE: "1" } };
    const { stderr, exitCode } = await runCommand(place, "reflect", "x.jsonl");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("CLAUDE_REFLECTION_MODE=1");
  });
});
