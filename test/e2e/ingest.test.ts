// Sessions that the real client left behind, made searchable.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore } from "../helpers/installed.ts";
import { readRecordedRows } from "../helpers/replay-session.ts";
import { type ScriptedApi, startScriptedApi } from "../helpers/scripted-api.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { agent, bash, edit, read, say, together, useTool, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(120_000);

const REQUEST = "The greeting script is broken, please repair it and check it.";
const FILES = {
  "greet.sh": "echo hullo\n",
  "check.sh": 'test "$(sh greet.sh)" = hello || { echo "greeting is wrong"; exit 3; }\n',
};

function repair(project: string) {
  const file = `${project}/greet.sh`;
  return [
    bash("sh check.sh"),
    read(file),
    edit(file, "hullo", "hello"),
    bash("sh check.sh"),
    agent({ prompt: "WRITE the note", background: false }),
    say("The greeting is right again."),
  ];
}

const helper = (project: string) => ({
  "WRITE the note": [write(`${project}/note.txt`, "remember the milk\n"), say("Written.")],
});

async function ingest(place: Place, ...words: string[]) {
  const { exitCode, stdout, stderr } = await runCommand(place, "ingest", "--json", ...words);
  expect(stderr).toBe("");
  expect(exitCode).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const past = { home: makeTempHome(), project: makeTempProject({ git: true, files: FILES }) };

describe("sessions from before holdfast was installed", () => {
  const place = past;
  let api: ScriptedApi;
  let first = "";
  let fork = "";

  beforeAll(async () => {
    const { project } = place;
    api = startScriptedApi({
      main: [
        ...repair(project),
        bash("echo forked > fork.txt"),
        say("Forked."),
        bash("echo resumed > resume.txt"),
        say("Resumed."),
      ],
      agents: helper(project),
    });
    const run = (prompt: string, ...extraArgs: string[]) =>
      runClaude({ ...place, api, prompt, extraArgs, timeoutMs: 60_000 });
    first = (await run(REQUEST)).sessionId;
    fork = (await run("Try another way in a fork of it.", "--resume", first, "--fork-session")).sessionId;
    expect((await run("And go on with the first one.", "--resume", first)).sessionId).toBe(first);
  });
  afterAll(() => api.stop());

  test("are reported by doctor, and a dry run counts them without creating a database", async () => {
    const doctor = JSON.parse((await runCommand(place, "doctor", "--json")).stdout);
    const found = doctor.checks.find(({ id }: { id: string }) => id === "history").results[0];
    expect(found).toMatchObject({ status: "ok", nextStep: "Run `holdfast ingest` to read them." });
    expect(found.message).toStartWith("2 sessions (");
    const { stdout } = await runCommand(place, "ingest", "--dry-run");
    expect(stdout).toContain("Would read 2 sessions");
    expect(await Bun.file(`${place.home}/.holdfast/holdfast.db`).exists()).toBe(false);
  });

  test("are recorded once, with the fork, the resumed turn and the subagent in the right places", async () => {
    expect(await ingest(place)).toMatchObject({ sessions: 2, prompts: 3, observations: 7, problems: [] });
    const calls = queryStore(place, "SELECT session_id, tool_calls FROM sessions ORDER BY started_at");
    expect(calls).toEqual([
      { session_id: first, tool_calls: 7 },
      { session_id: fork, tool_calls: 1 },
    ]);
    const prompts = queryStore(place, "SELECT session_id, text FROM prompts ORDER BY at");
    expect(prompts).toEqual([
      { session_id: first, text: REQUEST },
      { session_id: fork, text: "Try another way in a fork of it." },
      { session_id: first, text: "And go on with the first one." },
    ]);
    const kinds = queryStore(
      place,
      `SELECT kind, title FROM observations WHERE session_id = '${first}' ORDER BY at`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      "failure",
      "change",
      "fix",
      "command",
      "change",
      "command",
    ]);
    expect(kinds.map(({ title }) => title)).toContain("Created note.txt");
    expect(await ingest(place)).toMatchObject({ files: 0, prompts: 0, observations: 0 });
  });

  test("are found by a newcomer's first search, and shown by sessions", async () => {
    const search = await runCommand(place, "search", "greeting wrong");
    expect(search.stdout).toContain("Fixed: Ran sh check.sh");
    expect(search.stdout).not.toContain("None of these has all the words.");
    const partly = await runCommand(place, "search", "greeting zeppelin");
    expect(partly.stdout).toStartWith("None of these has all the words.");
    // A hit leads to what was said there.
    const [, time = "", id = ""] =
      /^ {2}(\d{4}-\d\d-\d\d \d\d:\d\d) · session (\S+)$/m.exec(search.stdout) ?? [];
    const around = await runCommand(place, "transcript", id, "--at", time);
    expect(around.stdout).toContain("sh check.sh");
    const list = await runCommand(place, "sessions", "list");
    expect(list.stdout).toContain(REQUEST);
    const shown = await runCommand(place, "sessions", "show", first);
    expect(shown.stdout).toContain("Last words: Resumed.");
    const doctor = await runCommand(place, "doctor");
    expect(doctor.stdout).toContain("every session was recorded or read");
  });

  test("do not come back with the next ingest once forgotten", async () => {
    expect((await runCommand(place, "forget", "--session", fork, "--yes")).exitCode).toBe(0);
    expect(await ingest(place)).toMatchObject({ files: 0 });
    expect(queryStore(place, "SELECT session_id FROM sessions")).toEqual([{ session_id: first }]);
  });
});

describe("a session that the hooks recorded", () => {
  test("gets nothing new from its transcript, and the transcript alone yields the same rows", async () => {
    const scripts = { "package.json": '{ "scripts": { "test": "sh check.sh" } }' };
    const place = await makeInstalledPlace({ git: true, files: { ...FILES, ...scripts } });
    const file = `${place.project}/greet.sh`;
    const main = [
      bash("npm test"),
      useTool("TaskCreate", { subject: "Repair the greeting", description: "In greet.sh" }),
      useTool("TaskUpdate", { taskId: "1", status: "in_progress" }),
      read(file),
      together(edit(file, "hullo", "hello"), useTool("Grep", { pattern: "hello", path: place.project })),
      bash("npm test"),
      bash("sh check.sh | cat; cat nowhere.txt"),
      bash("git commit -qam 'Repair the greeting'"),
      agent({ prompt: "WRITE the note", background: false }),
      useTool("TaskUpdate", { taskId: "1", status: "completed" }),
      useTool("TaskCreate", { subject: "Greet in other languages", description: "Later" }),
      say("The greeting is right again."),
    ];
    const { exitCode } = await runClaude({
      ...place,
      prompt: REQUEST,
      script: { main, agents: helper(place.project) },
      timeoutMs: 60_000,
    });
    expect(exitCode).toBe(0);
    await waitUntil(() => {
      const sql = `SELECT (SELECT count(*) FROM pending_queue WHERE status <> 'done') AS waiting,
        (SELECT count(*) FROM session_summaries) AS summaries`;
      const [left] = queryStore(place, sql);
      return left?.waiting === 0 && left.summaries === 1;
    });
    const live = readRecordedRows(place);
    expect(live.runs.map(({ state }) => state)).toEqual(["red", "green"]);
    expect(live.tasks.map(({ status }) => status)).toEqual(["completed", "pending"]);
    expect(live.observations.length).toBeGreaterThanOrEqual(7);
    expect(await ingest(place)).toMatchObject({ prompts: 0, observations: 0 });
    expect(readRecordedRows(place)).toEqual(live);
    const elsewhere = { ...place, env: { HOLDFAST_HOME: makeTempHome() } };
    await ingest(elsewhere);
    expect(readRecordedRows(elsewhere)).toEqual(live);
  });
});

test("install names the command that reads past sessions", async () => {
  // The same sessions, in the home of somebody who has not ingested them yet.
  const newcomer = { ...past, home: makeTempHome() };
  cpSync(`${past.home}/.claude/projects`, `${newcomer.home}/.claude/projects`, { recursive: true });
  const { stdout } = await runCommand(newcomer, "install", "--yes");
  expect(stdout).toMatch(/To make 2 sessions \(\S+ [kM]B\) of past work searchable: holdfast ingest\n$/);
  expect((await runCommand(newcomer, "ingest")).stdout).toContain("New: 3 prompts, 7 observations.");
  expect((await runCommand(newcomer, "search", "greeting wrong")).stdout).toContain("Failed");
});
