// What the band, the pane and the status line show for a session of real events.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { databasePath, userConfigPath } from "../../../../../src/config/environment.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeWorkplace, type Workplace } from "../../../../helpers/workplace.ts";

interface Shown {
  sessionId: string;
  on: { kind: string; short: string; text: string; tone: string }[];
  buttons: { id: string; hotkey: string; command: string[] }[];
  ended: { id: string; text: string }[];
  holding: {
    kind: string;
    what: string;
    why: string;
    rounds: number;
    maxRounds: number;
    endsAt: string;
    conditions: { text: string; state: string }[];
  }[];
  stops: { title: string; gates: string[] }[];
  faults: { part: string }[];
}

/** As the mod asks: for its session, by its id. */
async function look(place: Workplace, ...flags: string[]): Promise<Shown> {
  const env = { ...place.env, projectDir: null, sessionId: "s1" };
  const { json, exitCode, text } = await runCli(env, "/", "status", "--json", "--session", "s1", ...flags);
  if (exitCode !== 0) throw new Error(text);
  return json as Shown;
}

const shorts = ({ on }: Shown) => on.map(({ short }) => short);
const ids = ({ buttons }: Shown) => buttons.map(({ id }) => id);
const inSession = (place: Workplace) => ({ ...place.env, sessionId: "s1" });

describe("what is on", () => {
  test("nothing: no text, no buttons", async () => {
    const shown = await look(await makeWorkplace());
    expect(shown).toMatchObject({ sessionId: "s1", on: [], buttons: [], ended: [] });
  });

  test("a lock with its rounds, and why it holds", async () => {
    const place = await makeWorkplace();
    await runCli(inSession(place), place.project, "lock", "migrate", "--done", "tests pass", "--max", "9");
    expect(shorts(await look(place))).toEqual(["lock 0/9"]);
    await place.stop();
    const shown = await look(place, "--details");
    expect(shorts(shown)).toEqual(["lock 1/9"]);
    expect(ids(shown)).toEqual(["unlock", "pause"]);
    expect(shown.holding).toMatchObject([
      { kind: "lock", what: "migrate", why: "done when: tests pass", rounds: 1, maxRounds: 9 },
    ]);
    expect(Date.parse(shown.holding[0]?.endsAt ?? "")).toBeGreaterThan(Date.now());
    expect(shown.stops[0]).toMatchObject({ title: "Held by the lock, round 1 of 9", gates: ["lock"] });
  });

  test("another session's lock is not shown", async () => {
    const place = await makeWorkplace();
    await runCli({ ...place.env, sessionId: "s2" }, place.project, "lock", "theirs");
    expect(shorts(await look(place))).toEqual([]);
  });

  test("a loop, red with its command once that failed; then a toast when it passed", async () => {
    const place = await makeWorkplace();
    await runCli(
      inSession(place),
      place.project,
      "loop",
      "start",
      "make it green",
      "--verify",
      "test -f green",
    );
    expect(shorts(await look(place))).toEqual(["loop 0/25"]);
    await place.stop();
    const red = await look(place, "--details");
    expect(red.holding[0]?.conditions).toMatchObject([{ text: "test -f green passes", state: "open" }]);
    expect(red.on[0]).toMatchObject({
      short: "loop red 1/25",
      text: "loop 1/25 · test -f green red",
      tone: "bad",
    });
    expect(red.buttons[0]).toMatchObject({ id: "cancel-loop", command: ["cancel", "loop"] });
    writeFileSync(`${place.project}/green`, "");
    await place.stop();
    const done = await look(place);
    expect(done.on).toEqual([]);
    expect(done.ended.map(({ text }) => text)).toEqual(["Loop done after 1 round: test -f green passes"]);
  });

  test.each([
    ["lock", ["lock", "ship it"]],
    ["loop", ["loop", "start", "ship it", "--verify", "false"]],
    ["flow", ["flow", "start", "ship it"]],
  ] as const)(
    "a %s whose gate is switched off holds nothing, and everything says so",
    async (kind, words) => {
      const place = await makeWorkplace();
      await runCli(inSession(place), place.project, ...words);
      writeFileSync(userConfigPath(place.env), JSON.stringify({ gates: { [kind]: { enabled: false } } }));
      expect((await place.stop()).kind).not.toBe("refuse");
      const shown = await look(place, "--details");
      expect([shown.on, shown.buttons, shown.holding]).toEqual([[], [], []]);
      const { text } = await runCli(inSession(place), place.project, "status");
      expect(text).toContain(`ship it\n             switched off: gates.${kind}.enabled is false`);
      expect(text).not.toContain("end it");
    },
  );

  test.each<[object, "refuse" | "silent", string[]]>([
    [{ iteration: 4, max_iterations: 5 }, "refuse", ["loop 4/5"]],
    [{ iteration: 5, max_iterations: 5 }, "silent", []],
    [{ iteration: 1, verified_done: true }, "silent", []],
  ])("another tool's loop is shown as long as it holds: %j", async (fields, kind, shown) => {
    const place = await makeWorkplace();
    place.writeState("loop.json", { task: "theirs", ...fields });
    expect((await place.stop()).kind).toBe(kind);
    expect(shorts(await look(place))).toEqual(shown);
    const { text } = await runCli(inSession(place), place.project, "status");
    expect(text.includes("theirs")).toBe(shown.length > 0);
  });

  test("what a gate holds for until the next prompt; a release is shown with its reason", async () => {
    const place = await makeWorkplace();
    const custom = [{ id: "changelog", run: "echo 'no entry' >&2; exit 2" }];
    writeFileSync(userConfigPath(place.env), JSON.stringify({ gates: { custom } }));
    await place.stop();
    const held = await look(place, "--details");
    expect(shorts(held)).toEqual(["changelog"]);
    expect(ids(held)).toEqual(["pause"]);
    expect(held.holding[0]).toMatchObject({ kind: "custom", rounds: 1, maxRounds: 6 });
    await place.stop();
    await place.stop();
    const released = await look(place);
    expect(released.on).toEqual([]);
    expect(released.ended[0]?.text).toMatch(
      /^Stop allowed, nothing changed over three stops. Still open: .*no entry/,
    );
    await place.prompt("Something else.");
    expect((await look(place)).on).toEqual([]);
  });

  test("a pause with its remaining time, and the way back", async () => {
    const place = await makeWorkplace();
    await runCli(inSession(place), place.project, "pause", "--for", "20m");
    const shown = await look(place);
    expect(shorts(shown)).toEqual(["paused 20m"]);
    expect(ids(shown)).toEqual(["resume"]);
  });

  test("HOLDFAST=0 shows nothing; an unknown session is an error", async () => {
    const place = await makeWorkplace();
    await runCli(inSession(place), place.project, "lock", "x");
    const off = await runCli(
      { ...place.env, off: true },
      place.project,
      "status",
      "--json",
      "--session",
      "s1",
    );
    expect((off.json as Shown).on).toEqual([]);
    expect(await runCli(place.env, place.project, "status", "--session", "nobody")).toMatchObject({
      exitCode: 1,
    });
  });

  test("a store that is damaged inside hides no lock, and says so", async () => {
    const place = await makeWorkplace();
    await runCli(inSession(place), place.project, "lock", "x");
    const roots = place.store
      .query("SELECT rootpage FROM sqlite_schema WHERE name IN ('decisions', 'sessions')")
      .values() as number[][];
    const { page_size: size } = place.store.query("PRAGMA page_size").get() as { page_size: number };
    place.store.run("PRAGMA wal_checkpoint(TRUNCATE)");
    place.store.close();
    const bytes = readFileSync(databasePath(place.env));
    for (const [root = 1] of roots) bytes.fill(0xff, (root - 1) * size, root * size);
    writeFileSync(databasePath(place.env), bytes);
    for (const words of [[], ["--session", "s1"]]) {
      const { json } = await runCli(inSession(place), place.project, "status", "--json", ...words);
      expect(shorts(json as Shown)).toEqual(["lock 0/50", "holdfast doctor"]);
    }
    const { text } = await runCli(inSession(place), place.project, "status");
    expect(text).toContain("the database is damaged");
  });

  test("an unreadable store hides no lock, and says so", async () => {
    const place = await makeWorkplace();
    await runCli(inSession(place), place.project, "lock", "x");
    place.store.close();
    writeFileSync(databasePath(place.env), "x".repeat(5000));
    writeFileSync(`${databasePath(place.env)}-wal`, "");
    const { json } = await runCli(inSession(place), place.project, "status", "--json");
    expect(shorts(json as Shown)).toContain("lock 0/50");
  });
});

describe("the status line", () => {
  const PROGRAM = [process.execPath, `${import.meta.dir}/../../../../../src/bin/holdfast.ts`, "statusline"];

  /** As Claude Code starts it. */
  async function print(place: Workplace, payload: object | string, { env = {}, args = [] as string[] } = {}) {
    const child = Bun.spawn([...PROGRAM, ...args], {
      cwd: "/",
      env: { HOME: place.env.home, PATH: process.env.PATH, CLAUDECODE: "1", ...env },
      stdin: Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload)),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [text, errors, exitCode] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    return { text, errors, exitCode };
  }

  async function makeLocked() {
    const place = await makeWorkplace();
    await runCli(inSession(place), place.project, "lock", "migrate");
    const payload = {
      session_id: "s1",
      cwd: place.project,
      workspace: { project_dir: place.project },
      version: "2.1.325",
    };
    return { place, payload };
  }

  test("prints what is on, nothing when nothing is, and never an error", async () => {
    const { place, payload } = await makeLocked();
    expect(await print(place, payload)).toEqual({ text: "⚓ lock 0/50\n", errors: "", exitCode: 0 });
    await runCli(inSession(place), place.project, "unlock");
    for (const given of [payload, { ...payload, session_id: "../x" }, "", "{", "[]"])
      expect(await print(place, given)).toEqual({ text: "", errors: "", exitCode: 0 });
    place.store.close();
    writeFileSync(databasePath(place.env), "x".repeat(5000));
    expect(await print(place, payload)).toMatchObject({ errors: "", exitCode: 0 });
  });

  test("does not wait for the end of its input", async () => {
    const { place, payload } = await makeLocked();
    const child = Bun.spawn(PROGRAM, {
      cwd: "/",
      env: { HOME: place.env.home, PATH: process.env.PATH },
      stdin: "pipe",
    });
    child.stdin.write(JSON.stringify(payload));
    await child.stdin.flush();
    expect(await child.stdout.text()).toBe("⚓ lock 0/50\n");
    await child.stdin.end();
  });

  test("is silent if the band is on, and while Claude Code still loads the mod", async () => {
    const { place, payload } = await makeLocked();
    expect((await print(place, payload, { env: { HOLDFAST_BAND: "s1" } })).text).toBe("");
    expect((await print(place, payload, { env: { HOLDFAST_BAND: "s2" } })).text).toBe("⚓ lock 0/50\n");
    const young = { ...payload, cost: { total_duration_ms: 40 } };
    expect((await print(place, young)).text).toBe("⚓ lock 0/50\n");
    await runCli(
      { ...place.env, modVersion: "2.1.325" },
      place.project,
      "status",
      "--json",
      "--session",
      "s1",
    );
    expect((await print(place, young)).text).toBe("");
    expect((await print(place, { ...young, version: "2.1.400" })).text).toBe("⚓ lock 0/50\n");
    expect((await print(place, { ...young, cost: { total_duration_ms: 60_000 } })).text).toBe(
      "⚓ lock 0/50\n",
    );
  });

  test("precedes the person's own line, whose bytes and exit code stay when nothing is on", async () => {
    const { place, payload } = await makeLocked();
    const wrap = (command: string) => ({ args: ["--wrap", command] });
    const coloured = "printf '\\033[31mmain\\033[0m\\nsecond\\n'";
    expect((await print(place, payload, wrap(coloured))).text).toBe(
      "⚓ lock 0/50 · \u001b[31mmain\u001b[0m\nsecond\n",
    );
    expect((await print(place, payload, wrap("exit 3"))).text).toBe("⚓ lock 0/50");
    await runCli(inSession(place), place.project, "unlock");
    expect(await print(place, payload, wrap(`${coloured}; exit 3`))).toEqual({
      text: "\u001b[31mmain\u001b[0m\nsecond\n",
      errors: "",
      exitCode: 3,
    });
    // It gets the client's own payload.
    expect((await print(place, payload, wrap("cat"))).text).toBe(JSON.stringify(payload));
  });
});
