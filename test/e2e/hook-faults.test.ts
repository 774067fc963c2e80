// Every fault ends in exit 0 and "allow", and is recorded. Run on the built executable.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { databasePath } from "../../src/config/environment.ts";
import { MEMORY_VERSION, memoryPath } from "../../src/store/open.ts";
import {
  EXECUTABLE,
  homeOf,
  type Place,
  type Ran,
  readDecisions,
  readFaultLines,
  runCommand,
  sendEvent,
} from "../helpers/holdfast.ts";
import { placeLock } from "../helpers/installed.ts";
import { makeReadOnly, openTo, sendEventAsOrdinaryUser } from "../helpers/ordinary-user.ts";
import { placePublishedStore } from "../helpers/published-store.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { waitUntil } from "../helpers/wait.ts";

const STOP = { hook_event_name: "Stop", stop_hook_active: false };
const LOCK = ".claude/runtime/locks/.lock_active";

function makePlace(overrides: Partial<Place> = {}): Place {
  return { home: makeTempHome(), project: makeTempProject(), ...overrides };
}

/** A place where a stop would be blocked without the fault. */
async function makeLockedPlace(): Promise<Place> {
  const place = makePlace();
  writeFileIn(place.project, LOCK, "");
  expect(JSON.parse((await sendEvent(place, STOP)).stdout).decision).toBe("block");
  return place;
}

function expectAllowed(ran: Ran): void {
  expect(ran).toEqual({ exitCode: 0, stdout: "", stderr: "" });
}

describe("without a home folder", () => {
  test.each([{}, { HOME: "" }, { HOME: "relative" }, { HOLDFAST_HOME: "relative" }])(
    "%j: a hook allows and records it, and a command says what to set",
    async (home) => {
      const project = makeTempProject({ files: { [LOCK]: "" } });
      const tempDir = makeTempFolder("temp");
      const env = { ...home, TMPDIR: tempDir, PATH: process.env.PATH ?? "" };
      const run = (...words: string[]) =>
        Bun.spawnSync([EXECUTABLE, ...words], {
          cwd: project,
          env,
          stdin: Buffer.from(JSON.stringify({ ...STOP, session_id: "s1", cwd: project })),
        });
      const held = run("hook");
      expect([held.exitCode, `${held.stdout}${held.stderr}`]).toEqual([0, ""]);
      const [folder] = readdirSync(tempDir).filter((name) => name.startsWith("holdfast-"));
      expect(await Bun.file(`${tempDir}/${folder}/faults.jsonl`).text()).toContain("HOME");
      const asked = run("status");
      expect(asked.exitCode).toBe(1);
      expect(asked.stderr.toString()).toContain("HOLDFAST_HOME");
      expect(run("--version").exitCode).toBe(0);
      expect(readdirSync(project)).toEqual([".claude"]);
      expect(existsSync("/.holdfast")).toBe(false);
    },
  );

  test("HOLDFAST_HOME alone is enough", async () => {
    const project = makeTempProject({ files: { [LOCK]: "" } });
    const env = { HOLDFAST_HOME: makeTempFolder("own home"), PATH: process.env.PATH ?? "" };
    const stdin = Buffer.from(JSON.stringify({ ...STOP, session_id: "s1", cwd: project }));
    const held = Bun.spawnSync([EXECUTABLE, "hook"], { cwd: project, env, stdin });
    expect(held.stdout.toString()).toContain('"decision":"block"');
  });
});

describe("bad input is allowed and recorded [000-05] [003-12] [003-t04]", () => {
  test.each([
    ["garbage", "this is no JSON at all }{", "the event was cut short"],
    ["broken JSON", '{"hook_event_name": nope}', "the event is not valid JSON"],
    ["empty stdin", "", "stdin was empty"],
    ["a truncated event", '{"hook_event_name":"Stop","session_id":', "the event was cut short"],
    ["an array", "[1,2]", "the event is not a JSON object"],
    ["no event name", '{"session_id":"s1"}', "the event has no hook_event_name"],
  ])("%s", async (_, input, message) => {
    const place = makePlace();
    expectAllowed(await sendEvent(place, input));
    expect(await readFaultLines(place)).toMatchObject([{ part: "hook", message }]);
  });

  test("a secret in a payload does not reach the fault log", async () => {
    const place = makePlace();
    await sendEvent(place, '{"hook_event_name": sk-live-1234567890abcdef}');
    const faults = await readFaultLines(place);
    expect(faults).toHaveLength(1);
    expect(JSON.stringify(faults)).not.toContain("sk-live");
  });

  test("a hostile session id holds nothing and names no file", async () => {
    const place = await makeLockedPlace();
    expectAllowed(await sendEvent(place, { ...STOP, session_id: "../../../../tmp/x" }));
    expect(readDecisions(place)[0]).toMatchObject({
      session_id: null,
      verdict: "fault",
      rule: "no-session-id",
    });
  });
});

describe("stdin", () => {
  /** Where processes can be inspected. */
  function handlesSigterm(pid: number): boolean {
    const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
    const caught = BigInt(`0x${/^SigCgt:\s*(\w+)/m.exec(status)?.[1] ?? "0"}`);
    return ((caught >> 14n) & 1n) === 1n;
  }

  test("need not be closed: the answer comes at the end of the object [000-02]", async () => {
    const place = makePlace();
    const child = Bun.spawn([EXECUTABLE, "hook"], {
      env: { HOME: place.home },
      stdin: "pipe",
      stdout: "pipe",
    });
    child.stdin.write(JSON.stringify({ ...STOP, session_id: "s1", cwd: place.project }));
    await child.stdin.flush();
    expect(await child.exited).toBe(0);
    expect(readDecisions(place)).toHaveLength(1);
    child.stdin.end();
  });

  test("that never delivers is abandoned and recorded [000-02]", async () => {
    const place = makePlace();
    const child = Bun.spawn([EXECUTABLE, "hook"], {
      env: { HOME: place.home },
      stdin: "pipe",
      stdout: "pipe",
    });
    expect(await child.exited).toBe(0);
    expect(await new Response(child.stdout).text()).toBe("");
    expect((await readFaultLines(place))[0]?.message).toContain("did not deliver");
    child.stdin.end();
  });

  test("does not keep SIGTERM from being recorded and ending in exit 0", async () => {
    const place = makePlace();
    const child = Bun.spawn([EXECUTABLE, "hook"], {
      env: { HOME: place.home },
      stdin: "pipe",
      stdout: "pipe",
    });
    await waitUntil(() => handlesSigterm(child.pid), 1_000);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect((await readFaultLines(place))[0]?.message).toContain("SIGTERM");
  });

  test("may deliver an event of several megabytes", async () => {
    const place = makePlace();
    const event = {
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_response: { stdout: "x".repeat(8_000_000) },
    };
    expectAllowed(await sendEvent(place, event));
    expect(await readFaultLines(place)).toEqual([]);
  });
});

describe("an unusable store never holds anybody", () => {
  test("locked by another process", async () => {
    const place = await makeLockedPlace();
    const other = new Database(`${homeOf(place).holdfastHome}/holdfast.db`);
    other.run("BEGIN EXCLUSIVE");
    expectAllowed(await sendEvent(place, STOP));
    other.run("ROLLBACK");
    other.close();
    expect(await readFaultLines(place)).toMatchObject([{ part: "store", event: "Stop" }]);
    expect((await readFaultLines(place))[0]?.message).toContain("locked");
  });

  test("damaged: quarantined and replaced, and the stop is allowed or judged, never an error", async () => {
    const place = await makeLockedPlace();
    const home = homeOf(place).holdfastHome;
    for (const suffix of ["-wal", "-shm"]) writeFileSync(`${home}/holdfast.db${suffix}`, "");
    writeFileSync(`${home}/holdfast.db`, "garbage ".repeat(4000));
    const ran = await sendEvent(place, { ...STOP, stop_hook_active: true });
    expectAllowed(ran);
    expect(readdirSync(home).some((name) => name.includes(".corrupt-"))).toBe(true);
    expect(readDecisions(place)[0]).toMatchObject({ rule: "no-budget-row" });
    expect((await readFaultLines(place))[0]?.message).toContain("renamed to");
  });

  test("damaged: the command that replaces it says so, once", async () => {
    const place = await makeLockedPlace();
    writeFileSync(databasePath(homeOf(place)), "not a database at all".repeat(300));
    const first = await runCommand(place, "explain", "--json");
    expect(first.stderr).toMatch(/The database was damaged\. It was moved to .*\.corrupt-\d/);
    expect(JSON.parse(first.stdout)).toMatchObject({ error: { code: "no-decision" } });
    expect((await runCommand(place, "status")).stderr).toBe("");
  });

  test("damaged inside: the stop that finds the damage is allowed, and the next is held again", async () => {
    const place = await makeLockedPlace();
    const path = databasePath(homeOf(place));
    const store = new Database(path);
    store.run("PRAGMA wal_checkpoint(TRUNCATE)");
    const { at } = store
      .query("SELECT (rootpage - 1) * 4096 AS at FROM sqlite_master WHERE name = 'decisions'")
      .get() as { at: number };
    store.close();
    const file = openSync(path, "r+");
    writeSync(file, new Uint8Array(4096).fill(0xff), 0, 4096, at);
    closeSync(file);
    expectAllowed(await sendEvent(place, STOP));
    expect((await readFaultLines(place)).map(({ message }) => message)).toEqual([
      expect.stringContaining("damaged"),
      expect.stringContaining("renamed to"),
    ]);
    expect(JSON.parse((await sendEvent(place, STOP)).stdout).decision).toBe("block");
  });

  test("from a newer version: allows, records a fault, and leaves it alone", async () => {
    const place = await makeLockedPlace();
    const raw = new Database(`${homeOf(place).holdfastHome}/holdfast.db`);
    raw.run("PRAGMA user_version = 999");
    raw.close();
    expectAllowed(await sendEvent(place, STOP));
    expect((await readFaultLines(place))[0]?.message).toContain("newer holdfast");
  });

  test("deleted in mid-session: the person is told once that earlier changes may be unchecked", async () => {
    const place = makePlace({ project: makeTempProject({ git: true }) });
    const { holdfastHome } = homeOf(place);
    writeFileIn(place.project, "a.txt", "not committed\n");
    await sendEvent(place, { hook_event_name: "SessionStart", source: "startup" });
    await waitUntil(() => existsSync(`${holdfastHome}/state/s1/start`));
    expectAllowed(await sendEvent(place, STOP));
    for (const name of readdirSync(holdfastHome).filter((one) => one.startsWith("holdfast")))
      rmSync(`${holdfastHome}/${name}`);
    const call = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "ls" }, tool_response: {} };
    await sendEvent(place, { hook_event_name: "PostToolUse", ...call });
    expect((await sendEvent(place, STOP)).stdout).toContain("its record of this session is gone");
    expectAllowed(await sendEvent(place, STOP));
  });

  test("large and from an older version: a detached process converts it while sessions start", async () => {
    const place = makePlace();
    const ledger = databasePath(homeOf(place));
    const path = memoryPath(ledger);
    await placePublishedStore(ledger, "0.2.0");
    const older = new Database(path, { strict: true });
    older.run("PRAGMA journal_mode = WAL");
    older.run("CREATE TABLE padding (bytes); INSERT INTO padding VALUES (zeroblob(40000000))");
    older.close();
    const start = { hook_event_name: "SessionStart", source: "startup" };
    expect((await sendEvent(place, start)).stdout).toContain("is being converted to this version");
    const isConverted = () => {
      const store = new Database(path, { readonly: true });
      const { user_version } = store.query("PRAGMA user_version").get() as { user_version: number };
      store.close();
      return user_version === MEMORY_VERSION;
    };
    await waitUntil(isConverted);
    expect(isConverted()).toBe(true);
    expect((await sendEvent(place, start)).stdout).not.toContain("converted");
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("a folder that cannot be created: the fault goes to the temp folder", async () => {
    const temp = makeTempFolder("tmp");
    const place = makePlace();
    writeFileSync(`${place.home}/file`, "");
    place.env = { HOLDFAST_HOME: `${place.home}/file/inside`, TMPDIR: temp };
    writeFileIn(place.project, LOCK, "");
    expectAllowed(await sendEvent(place, STOP));
    const [log = ""] = [...new Bun.Glob(`holdfast-${process.getuid?.()}-*/faults.jsonl`).scanSync(temp)];
    const text = await Bun.file(`${temp}/${log}`).text();
    expect(JSON.parse(text)).toMatchObject({ part: "store", event: "Stop" });
  });

  test("read-only for us", async () => {
    const place = await makeLockedPlace();
    const temp = makeTempFolder("tmp");
    openTo(temp, true);
    openTo(place.home);
    makeReadOnly(homeOf(place).holdfastHome);
    expectAllowed(await sendEventAsOrdinaryUser({ ...place, env: { TMPDIR: temp } }, STOP));
    const [fallback = ""] = readdirSync(temp).filter((name) => name.startsWith("holdfast-"));
    expect(await Bun.file(`${temp}/${fallback}/faults.jsonl`).text()).toContain('"part":"store"');
  });

  test("a full disk: no block that could not be counted, and the database stays intact", async () => {
    const place = await makeLockedPlace();
    (await runCommand(place, "status")).exitCode; // Closes the store, so that the log starts empty.
    // Writes beyond the limit fail as on a full disk; the short fault line still fits.
    const script = 'trap "" XFSZ; ulimit -f 8; exec "$0" hook';
    const child = Bun.spawn(["sh", "-c", script, EXECUTABLE], {
      env: { HOME: place.home, CLAUDE_PROJECT_DIR: place.project },
      stdin: Buffer.from(JSON.stringify({ ...STOP, session_id: "s1", cwd: place.project })),
      stdout: "pipe",
    });
    expect(await child.exited).toBe(0);
    expect(await new Response(child.stdout).text()).toBe("");
    expect((await readFaultLines(place)).map((fault) => fault.part)).toEqual(["store"]);
    const store = new Database(`${homeOf(place).holdfastHome}/holdfast.db`);
    expect(store.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    store.close();
  });
});

describe("other unusable files", () => {
  test("an invalid config: defaults apply, one fault per session", async () => {
    const place = makePlace();
    writeFileIn(place.project, ".claude/holdfast.json", '{"gates": {"lock": {"max": "many"}}, "unknown": 1');
    writeFileIn(place.project, LOCK, "");
    expect(JSON.parse((await sendEvent(place, STOP)).stdout).reason).toContain("of 50");
    await sendEvent(place, { ...STOP, stop_hook_active: true });
    expect(await readFaultLines(place)).toMatchObject([{ part: "config" }]);
  });

  test("a config without read permission: defaults apply, and it is a fault", async () => {
    const place = makePlace();
    openTo(place.home, true);
    chmodSync(writeFileIn(place.project, ".claude/holdfast.json", '{"metrics": false}'), 0o000);
    openTo(`${place.project}/.claude`);
    expectAllowed(await sendEventAsOrdinaryUser(place, STOP));
    expect(await readFaultLines(place)).toMatchObject([
      { part: "config", message: expect.stringContaining("EACCES") },
    ]);
  });

  test("a lock that is truncated JSON: an allow and a fault [002-02]", async () => {
    const place = makePlace();
    writeFileIn(place.project, LOCK, '{"goal": "x');
    expectAllowed(await sendEvent(place, STOP));
    expect(await readFaultLines(place)).toMatchObject([{ part: "gate:lock" }]);
  });

  test("a missing project folder", async () => {
    const place = makePlace();
    expectAllowed(await sendEvent({ ...place, env: { CLAUDE_PROJECT_DIR: "/nowhere/at/all" } }, STOP));
  });

  test("metrics that cannot be written do not change the answer", async () => {
    const place = makePlace();
    writeFileIn(place.project, LOCK, "");
    mkdirSync(`${place.project}/.claude/runtime/metrics/stop_hook_metrics.jsonl`, { recursive: true });
    expect(JSON.parse((await sendEvent(place, STOP)).stdout).decision).toBe("block");
    expect(await readFaultLines(place)).toMatchObject([{ part: "metrics" }]);
  });
});

describe("pipes and links planted in place of our files", () => {
  function plantPipe(path: string): void {
    mkdirSync(dirname(path), { recursive: true });
    expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
  }

  test("a pipe for the metrics: the block is given, the fault recorded", async () => {
    const place = makePlace();
    writeFileIn(place.project, LOCK, "");
    plantPipe(`${place.project}/.claude/runtime/metrics/stop_hook_metrics.jsonl`);
    expect(JSON.parse((await sendEvent(place, STOP)).stdout).decision).toBe("block");
    expect(await readFaultLines(place)).toMatchObject([{ part: "metrics" }]);
  });

  test("a pipe for the fault log: the fault goes to the temp folder", async () => {
    const place = makePlace({ env: { TMPDIR: makeTempFolder("tmp") } });
    plantPipe(`${homeOf(place).holdfastHome}/logs/faults.jsonl`);
    expectAllowed(await sendEvent(place, "garbage"));
    expect(readdirSync(place.env?.TMPDIR ?? "")).toHaveLength(1);
    expectAllowed(await sendEvent(place, STOP));
  });

  test("a pipe for the debug log and for the client's env file", async () => {
    const place = makePlace();
    plantPipe(`${homeOf(place).holdfastHome}/logs/debug.log`);
    plantPipe(`${place.home}/env`);
    place.env = { HOLDFAST_DEBUG: "1", CLAUDE_ENV_FILE: `${place.home}/env` };
    expect((await sendEvent(place, { hook_event_name: "SessionStart", source: "startup" })).exitCode).toBe(0);
    expect(await readFaultLines(place)).toMatchObject([{ part: "path" }]);
  });

  test.each(["/dev/zero", "/proc/self/environ"])(
    "a lock that is a link to %s is not a lock",
    async (target) => {
      const place = makePlace();
      mkdirSync(dirname(`${place.project}/${LOCK}`), { recursive: true });
      symlinkSync(target, `${place.project}/${LOCK}`);
      expectAllowed(await sendEvent(place, STOP));
    },
  );

  test("a lock that is a link does not show the model another file's content", async () => {
    const place = makePlace();
    mkdirSync(dirname(`${place.project}/${LOCK}`), { recursive: true });
    symlinkSync(writeFileIn(place.home, "private.txt", "my private words"), `${place.project}/${LOCK}`);
    expectAllowed(await sendEvent(place, STOP));
    expect(await readFaultLines(place)).toMatchObject([
      { part: "gate:lock", message: "the lock file is a link" },
    ]);
  });

  test("settings that are a device do not block the plugin's entry", async () => {
    const place = makePlace();
    mkdirSync(`${place.project}/.claude`);
    symlinkSync("/dev/zero", `${place.project}/.claude/settings.json`);
    const child = Bun.spawn([EXECUTABLE, "hook", "--plugin"], {
      env: { HOME: place.home, CLAUDE_PROJECT_DIR: place.project },
      stdin: Buffer.from(JSON.stringify({ ...STOP, session_id: "s1", cwd: place.project })),
    });
    expect(await child.exited).toBe(0);
    expect(readDecisions(place)).toHaveLength(1);
  });
});

describe("faults are reported", () => {
  test("once, in one line, by the next session", async () => {
    const place = makePlace();
    await sendEvent(place, "garbage");
    await sendEvent(place, "garbage");
    const start = { hook_event_name: "SessionStart", source: "startup" };
    const told = JSON.parse((await sendEvent(place, start)).stdout).systemMessage;
    expect(told).toBe(
      "holdfast failed 2 times since the last session. Nothing was held then. See `holdfast doctor`.",
    );
    expectAllowed(await sendEvent(place, start));
  });

  test("at once by a session start with a broken store", async () => {
    const place = makePlace();
    writeFileSync(`${place.home}/.holdfast`, "in the way");
    place.env = { TMPDIR: makeTempFolder("tmp") };
    placeLock(place, { goal: "ship it" });
    const ran = await sendEvent(place, { hook_event_name: "SessionStart", source: "startup" });
    expect(ran.exitCode).toBe(0);
    const { systemMessage } = JSON.parse(ran.stdout);
    expect(systemMessage).toContain("holdfast is not recording, and holds nothing");
    expect(systemMessage).not.toContain("a lock holds");
  });
});

describe("concurrent hooks", () => {
  test("100 first hooks on a new database: no error, no lost row", async () => {
    const place = makePlace();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => sendEvent(place, { ...STOP, session_id: `s${n}` })),
    );
    for (const answer of answers) expectAllowed(answer);
    expect(await readFaultLines(place)).toEqual([]);
    expect(new Set(readDecisions(place).map((row) => row.session_id)).size).toBe(100);
  });

  test("two simultaneous stops of one session are counted one after the other", async () => {
    const place = makePlace();
    writeFileIn(place.project, LOCK, "");
    await sendEvent(place, { hook_event_name: "UserPromptSubmit", prompt: "go" });
    const isHeld = ({ stdout }: { stdout: string }) => stdout.includes('"decision":"block"');
    const both = await Promise.all([sendEvent(place, STOP), sendEvent(place, STOP)]);
    expect(both.map(isHeld)).toEqual([true, true]);
    expect(isHeld(await sendEvent(place, STOP))).toBe(false);
    expect(await readFaultLines(place)).toEqual([]);
  });
});
