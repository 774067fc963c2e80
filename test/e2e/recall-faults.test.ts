// Recall on the built executable when something is wrong: it is omitted, this is reported, and nothing else changes.
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { memoryPath } from "../../src/store/open.ts";
import { homeOf, type Place, type Ran, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { makeReadOnly, openTo, sendEventAsOrdinaryUser } from "../helpers/ordinary-user.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

const START = { hook_event_name: "SessionStart", source: "startup" };
const PROMPT = { hook_event_name: "UserPromptSubmit", prompt: "Why has the heron a broken wing?" };
const LOCK = ".claude/runtime/locks/.lock_active";
const BROKEN = /^holdfast cannot read its records now \(.+\): it does not know what earlier sessions/;

/** A place where another session worked on a heron. */
async function makePlace(): Promise<Place> {
  const place = { home: makeTempHome(), project: makeTempProject() };
  const session_id = "earlier";
  await sendEvent(place, { ...START, session_id });
  await sendEvent(place, { ...PROMPT, session_id, prompt: "Please mend the heron, its wing is broken" });
  await sendEvent(place, {
    session_id,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_use_id: "toolu_1",
    tool_input: { command: "make heron" },
    tool_response: { stdout: "the broken wing of the heron was mended", stderr: "" },
  });
  // Without its end, which would start another drain.
  const { exitCode } = await runCommand(place, "drain");
  expect(exitCode).toBe(0);
  return place;
}

function contextOf({ exitCode, stdout, stderr }: Ran): string {
  expect([exitCode, stderr]).toEqual([0, ""]);
  if (stdout === "") return "";
  return JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
}

function databaseOf(place: Place): string {
  return `${homeOf(place).holdfastHome}/holdfast.db`;
}

describe("memories", () => {
  test.each<[string, (path: string) => void]>([
    ["deleted", (path) => rmSync(path)],
    ["damaged", (path) => writeFileSync(path, "not a database ".repeat(1000))],
  ])(
    "are read again at the next start when their database was %s, and are still the person's",
    async (_, harm) => {
      const place = { home: makeTempHome(), project: makeTempProject() };
      const save = (title: string, ...more: string[]) =>
        runCommand(place, "memory", "save", title, "--category", "preference", ...more);
      expect((await save("Short answers", "--personal")).exitCode).toBe(0);
      expect((await save("Use pnpm")).exitCode).toBe(0);
      writeFileIn(
        place.project,
        ".claude/memory/preferences/hand.md",
        "---\ncategory: preference\n---\n# Use tabs\n",
      );
      const told = async (sessionId: string) => {
        const start = contextOf(await sendEvent(place, { ...START, session_id: sessionId }));
        expect(start).toMatch(/Saved by the user[\s\S]*Short answers/);
        expect(start).toMatch(/Saved by the user[\s\S]*Use pnpm/);
        expect(start).toContain("1 memory file from the repository or changed by hand");
      };
      await told("before");
      const path = memoryPath(databaseOf(place));
      for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
      harm(path);
      // The ledger, too, knows who wrote a file.
      await told("after");
      expect((await runCommand(place, "memory", "search", "pnpm")).stdout).toContain("Use pnpm");
    },
  );
});

describe("recall", () => {
  test("comes with the first prompt, once, if no SessionStart came", async () => {
    const place = await makePlace();
    const first = contextOf(await sendEvent(place, PROMPT));
    expect(first).toContain("Recent sessions here:");
    expect(first).toContain("From holdfast's records of earlier sessions here");
    // Other results may follow, but no start.
    expect(contextOf(await sendEvent(place, PROMPT))).not.toContain("Recent sessions here:");
    expect(queryStore(place, "SELECT source FROM sessions WHERE session_id = 's1'")).toEqual([
      { source: "unseen" },
    ]);
  });

  test("includes a lock if no SessionStart came", async () => {
    const place = await makePlace();
    writeFileIn(place.project, LOCK, '{"goal": "mend it"}');
    expect(contextOf(await sendEvent(place, PROMPT))).toContain("A holdfast lock is on in this project");
  });

  test("ignores notifications, commands and short prompts", async () => {
    const place = await makePlace();
    await sendEvent(place, START);
    for (const prompt of [
      "<task-notification>the heron has a broken wing</task-notification>",
      "/mend the broken wing of the heron",
      "heron?",
    ])
      expect(contextOf(await sendEvent(place, { ...PROMPT, prompt }))).toBe("");
  });

  test("is off for a hostile session id and under HOLDFAST=0, without a fault", async () => {
    const place = await makePlace();
    const session_id = "../../etc/passwd";
    expect(contextOf(await sendEvent(place, { ...START, session_id }))).toBe("");
    expect(contextOf(await sendEvent(place, { ...PROMPT, session_id }))).toBe("");
    expect(contextOf(await sendEvent({ ...place, env: { HOLDFAST: "0" } }, START))).toBe("");
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("says that nothing is known when the store is locked, and the prompt continues", async () => {
    const place = await makePlace();
    const other = new Database(databaseOf(place));
    other.run("BEGIN EXCLUSIVE");
    const [start, prompt] = await Promise.all([sendEvent(place, START), sendEvent(place, PROMPT)]);
    other.run("ROLLBACK");
    other.close();
    expect(contextOf(start)).toMatch(BROKEN);
    expect(contextOf(prompt)).toBe("");
    expect((await readFaultLines(place)).map(({ part }) => part)).toEqual(["store", "store"]);
  }, 20_000);

  test("waits only for its own file: the session is recorded, and what holds it is reported", async () => {
    const place = await makePlace();
    writeFileIn(place.project, LOCK, '{"goal": "mend it"}');
    const other = new Database(memoryPath(databaseOf(place)));
    other.run("BEGIN IMMEDIATE");
    const start = contextOf(await sendEvent(place, START));
    other.run("ROLLBACK");
    other.close();
    expect(start).toContain("A holdfast lock is on in this project");
    expect(start).toContain("holdfast cannot read its records now");
    expect(queryStore(place, "SELECT source FROM sessions WHERE session_id = 's1'")).toEqual([
      { source: "startup" },
    ]);
  }, 20_000);

  test("is omitted if its file is from a newer version; the first prompt still says what holds", async () => {
    const place = await makePlace();
    writeFileIn(place.project, LOCK, '{"goal": "mend it"}');
    const memory = new Database(memoryPath(databaseOf(place)));
    memory.run("PRAGMA user_version = 999");
    memory.close();
    expect(contextOf(await sendEvent(place, PROMPT))).toContain("A holdfast lock is on in this project");
    expect((await readFaultLines(place))[0]).toMatchObject({ part: "recall" });
  });

  test("starts over when the store is damaged", async () => {
    const place = await makePlace();
    for (const file of [databaseOf(place), memoryPath(databaseOf(place))]) {
      for (const suffix of ["-wal", "-shm"]) writeFileSync(`${file}${suffix}`, "");
      writeFileSync(file, "garbage ".repeat(4000));
    }
    expect(contextOf(await sendEvent(place, START))).toBe("");
    expect(contextOf(await sendEvent(place, PROMPT))).toBe("");
    expect((await readFaultLines(place))[0]?.message).toContain("the database was damaged");
  });

  test("is omitted and recorded as a fault when its index is gone, and everything else works", async () => {
    const place = await makePlace();
    await sendEvent(place, START);
    queryStore(place, "DROP TABLE observations_fts");
    expect(contextOf(await sendEvent(place, PROMPT))).toBe("");
    expect(await readFaultLines(place)).toMatchObject([{ part: "recall", event: "UserPromptSubmit" }]);
    expect(queryStore(place, "SELECT count(*) AS n FROM prompts WHERE session_id = 's1'")).toEqual([
      { n: 1 },
    ]);
  });

  test("says that nothing is known when the store is read-only for us", async () => {
    const place = await makePlace();
    const temp = makeTempFolder("tmp");
    openTo(temp, true);
    openTo(place.home);
    makeReadOnly(homeOf(place).holdfastHome);
    const nobody = { ...place, env: { TMPDIR: temp } };
    expect(contextOf(await sendEventAsOrdinaryUser(nobody, START))).toMatch(BROKEN);
    expect(contextOf(await sendEventAsOrdinaryUser(nobody, PROMPT))).toBe("");
  });

  test("writes no secret from a prompt into a receipt", async () => {
    const place = await makePlace();
    await sendEvent(place, START);
    const secret = `AKIA${"QWERTYUIOPASDFGH"}`;
    const told = contextOf(
      await sendEvent(place, { ...PROMPT, prompt: `${secret} is the key; why has the heron a broken wing?` }),
    );
    expect(told).toContain("heron");
    expect(queryStore(place, "SELECT terms FROM recall_receipts WHERE terms LIKE '%heron%'")).toHaveLength(1);
    const folder = homeOf(place).holdfastHome;
    for (const name of readdirSync(folder).filter((file) => /^holdfast.*\.db/.test(file)))
      expect(readFileSync(`${folder}/${name}`).toString("latin1").toLowerCase()).not.toContain(
        secret.toLowerCase(),
      );
  });

  test("keeps no text of a forgotten session", async () => {
    const place = await makePlace();
    await sendEvent(place, START);
    expect(contextOf(await sendEvent(place, PROMPT))).toContain("heron");
    await runCommand(place, "forget", "--session", "earlier", "--yes");
    const { stdout } = await runCommand(place, "recall", "--last");
    expect(stdout).toContain("forgotten since");
    expect(stdout).not.toContain("make heron");
  });
});
