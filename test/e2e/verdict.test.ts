// `holdfast verdict` after headless runs of the real client, which exit with 0 whatever happened.
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { renameSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { type Place, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { bash, say, useTool } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const SCHEMA = JSON.stringify({ type: "object", properties: { a: { type: "string" } }, required: ["a"] });

async function verdictOf(place: Place, ...words: string[]) {
  const { exitCode, stdout, stderr } = await runCommand(place, "verdict", ...words, "--json");
  return { exitCode, stderr, ...(JSON.parse(stdout || "{}") as Record<string, unknown>) };
}

test("after each prompt of a session: complete 0, released 3, fault 4, waiting 6; before any, nothing recorded, 5", async () => {
  const place = await makeInstalledPlace();
  expect(await verdictOf(place, "--last")).toMatchObject({ exitCode: 5, result: "none" });
  expect((await runCommand(place, "verdict", "--session", "unknown")).exitCode).toBe(5);
  const id = crypto.randomUUID();
  const held: Database[] = [];
  const holdStore = () => {
    const store = new Database(`${place.home}/.holdfast/holdfast.db`);
    store.run("BEGIN IMMEDIATE");
    held.push(store);
    return say("Done.");
  };
  const session = startStreamingClaude({
    ...place,
    extraArgs: ["--session-id", id],
    timeoutMs: 60_000,
    script: [
      say("Said."),
      ...[say("Done."), say("Done."), say("Done.")],
      say("Paused."),
      holdStore,
      bash("sleep 60", { background: true }),
      say("It runs."),
    ],
  });

  await session.send("Say it.");
  const plain = await runCommand(place, "verdict", "--last");
  expect(plain).toMatchObject({ exitCode: 0, stderr: "" });
  expect(plain.stdout).toBe("complete: nothing held it\n");
  const complete = { exitCode: 0, result: "complete", session: id, open: [] };
  expect(await verdictOf(place, "--session", id)).toMatchObject(complete);

  placeLock(place);
  await session.send("Work.");
  expect(await verdictOf(place)).toMatchObject({ exitCode: 3, result: "released", verdict: "stalled" });

  await runCommand(place, "pause");
  await session.send("Work.");
  expect(await verdictOf(place)).toMatchObject({ exitCode: 3, verdict: "paused" });
  await runCommand(place, "resume");

  expect((await session.send("Work.")).result).toBe("Done.");
  for (const store of held) store.close();
  for (const words of [["--last"], ["--session", id]])
    expect(await verdictOf(place, ...words)).toMatchObject({ exitCode: 4, result: "fault" });

  placeLock(place);
  await session.send("Work.");
  expect((await runCommand(place, "verdict", "--last")).exitCode).toBe(6);
  expect((await session.close()).exitCode).toBe(0);

  const store = new Database(`${place.home}/.holdfast/holdfast.db`);
  store.run("PRAGMA busy_timeout = 5000");
  store.run("PRAGMA user_version = 999");
  store.close();
  expect(await verdictOf(place)).toMatchObject({ exitCode: 4, result: "fault" });
});

test("a session started in a sub-folder counts at the root, one in another repository inside does not", async () => {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true, files: { "app/a": "" } }) };
  const inner = makeTempProject({ git: true });
  renameSync(inner, `${place.project}/inner`);
  for (const [folder, id] of [
    ["app", "s-app"],
    ["inner", "s-inner"],
  ]) {
    const below = { ...place, project: `${place.project}/${folder}` };
    for (const name of ["SessionStart", "Stop"])
      await sendEvent(below, { hook_event_name: name, session_id: id, stop_hook_active: false });
  }
  expect(await verdictOf(place, "--last")).toMatchObject({ exitCode: 0, session: "s-app" });
});

test("blocked at the end: 2, when --json-schema ends the run although it is held", async () => {
  const place = await makeInstalledPlace();
  placeLock(place, { goal: "migrate everything" });
  const run = await runClaude({
    ...place,
    prompt: "Answer.",
    extraArgs: ["--json-schema", SCHEMA],
    script: [useTool("StructuredOutput", { a: "b" }), say("More.")],
  });
  expect(run.exitCode).toBe(0);
  const { exitCode, stdout } = await runCommand(place, "verdict", "--last");
  expect(exitCode).toBe(2);
  expect(stdout).toMatch(/^held by the lock, .*lock: /);
  expect(await verdictOf(place)).toMatchObject({ result: "blocked", open: [{ gate: "lock" }] });
});

test("blocked at the end: 2, when --max-turns ends the run", async () => {
  const place = await makeInstalledPlace();
  placeLock(place);
  await runClaude({ ...place, prompt: "Work.", maxTurns: 1, script: [say("Done?"), say("Done.")] });
  expect(await verdictOf(place, "--last")).toMatchObject({ exitCode: 2, verdict: "blocked" });
});

test("nothing recorded: 5, for a run without a stop", async () => {
  const place = await makeInstalledPlace();
  const first = await runClaude({ ...place, prompt: "Say it.", script: [say("Said.")] });
  expect(await verdictOf(place)).toMatchObject({ exitCode: 0 });
  // The second prompt of the same session ends before a stop, and the first one's stop does not count for it.
  const work = { prompt: "More.", maxTurns: 1, script: { whenDone: bash("true") } };
  const second = await runClaude({ ...place, continueSession: true, ...work });
  expect(second.sessionId).toBe(first.sessionId);
  const plain = await runCommand(place, "verdict", "--last");
  expect(plain.exitCode).toBe(5);
  expect(plain.stdout).toContain("no stop after its last prompt");
});

test("wrong usage: 1", async () => {
  const place = await makeInstalledPlace();
  for (const words of [["--session", "../x"], ["--session", "a", "--last"], ["extra"]])
    expect((await runCommand(place, "verdict", ...words)).exitCode).toBe(1);
});
