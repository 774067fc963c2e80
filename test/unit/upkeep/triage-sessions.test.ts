import { beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, writeFileSync } from "node:fs";
import { databasePath, faultLogPath, readEnvironment } from "../../../src/config/environment.ts";
import { listCandidates, settleCandidate } from "../../../src/memory/inbox/candidates.ts";
import { forgetRows } from "../../../src/store/forget.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { findSession, touchSession } from "../../../src/store/sessions.ts";
import { triageSessions } from "../../../src/upkeep/drain-queue.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";
import { writeTranscript } from "../../helpers/transcript-lines.ts";

let env = readEnvironment({});
let store: Store;
let project = "";
let path = "";

beforeEach(async () => {
  env = readEnvironment({ HOME: makeTempHome() });
  project = makeTempProject({ git: true });
  path = `${makeTempFolder("transcripts")}/s1.jsonl`;
  store = await openStore(databasePath(env));
  seeSession("s1", path);
});

function seeSession(sessionId: string, transcriptPath: string): void {
  touchSession(store, { sessionId, projectDir: project, transcriptPath, at: Date.now(), toolCalls: 0 });
}

const write = (fill: (lines: ReturnType<typeof writeTranscript>) => void, add = false) => {
  const lines = writeTranscript({ sessionId: "s1", cwd: project });
  fill(lines);
  (add ? appendFileSync : writeFileSync)(path, lines.text());
};
const inbox = () => listCandidates(store, { projectKey: null, status: "new", limit: 100 });

describe("new transcript items of a session", () => {
  test("go to the inbox, with evidence and project", async () => {
    write((lines) => lines.prompt("From now on always use pnpm."));
    expect(await triageSessions(env, store)).toBe(1);
    const [row] = inbox();
    expect(row).toMatchObject({
      session_id: "s1",
      category: "PREFERENCE",
      title: "From now on always use pnpm.",
      who: "user",
      status: "new",
      project_key: findSession(store, "s1")?.project_key as string,
    });
    expect(JSON.parse(row?.evidence ?? "")).toMatchObject([
      { line: "From now on always use pnpm.", who: "user" },
    ]);
  });

  test("are triaged once, and the same evidence is stored only once", async () => {
    write((lines) => lines.prompt("From now on always use pnpm."));
    await triageSessions(env, store);
    expect(await triageSessions(env, store)).toBe(0);
    settleCandidate(store, { id: inbox()[0]?.id ?? 0, status: "rejected", memoryId: null, at: 1 });
    write((lines) => lines.prompt("from now on ALWAYS use pnpm"), true);
    const other = `${makeTempFolder("transcripts")}/s2.jsonl`;
    writeFileSync(other, writeTranscriptOf("s2", "From now on, always use pnpm!"));
    seeSession("s2", other);
    expect(await triageSessions(env, store)).toBe(0);
    expect(inbox()).toEqual([]);
  });

  test("are stored without secrets, in the inbox and in the state", async () => {
    const secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    write((lines) => {
      lines.prompt(`From now on always use the token ${secret} for pushes.`);
      lines.use("t1", "Bash", { command: "make all" }, `Exit code 1\nerror: bad token ${secret}`, true);
    });
    await triageSessions(env, store);
    const tables = ["candidates", "triage_states", "triage_cursors"];
    const all = JSON.stringify(tables.map((table) => store.query(`SELECT * FROM ${table}`).all()));
    expect(inbox()).toHaveLength(1);
    expect(all).not.toContain(secret);
  });
});

describe("nothing is stored", () => {
  const off: [string, object][] = [
    ["switched off", { triage: { enabled: false } }],
    ["mode off", { triage: { mode: "off" } }],
    ["capture off", { capture: { enabled: false } }],
    ["category off", { triage: { categories: { PREFERENCE: false } } }],
  ];
  for (const [name, config] of off)
    test(name, async () => {
      writeFileIn(env.holdfastHome, "config.json", JSON.stringify(config));
      write((lines) => lines.prompt("From now on always use pnpm."));
      expect(await triageSessions(env, store)).toBe(0);
    });

  test("of what was said while it was off, once it is on again", async () => {
    writeFileIn(env.holdfastHome, "config.json", '{"triage": {"enabled": false}}');
    write((lines) => lines.prompt("From now on always use pnpm."));
    await triageSessions(env, store);
    writeFileIn(env.holdfastHome, "config.json", "{}");
    write((lines) => lines.prompt("We decided to use Postgres because it has JSONB."), true);
    await triageSessions(env, store);
    expect(inbox().map(({ category }) => category)).toEqual(["DECISION"]);
  });

  test("of history that was ingested later", async () => {
    write((lines) => lines.prompt("From now on always use pnpm."));
    store.run("UPDATE sessions SET source = 'ingest'");
    expect(await triageSessions(env, store)).toBe(0);
  });

  test("of what was forgotten", async () => {
    write((lines) => lines.prompt("From now on always use pnpm."));
    await triageSessions(env, store);
    forgetRows(store, { sessions: ["s1"] });
    seeSession("s1", path);
    expect(await triageSessions(env, store)).toBe(0);
    expect(inbox()).toEqual([]);
  });

  test("of a file that is gone, torn or no transcript, and others are still triaged", async () => {
    writeFileSync(path, '{"type":"user","message":{"content":"From now on al');
    seeSession("gone", "/nowhere/gone.jsonl");
    const other = `${makeTempFolder("transcripts")}/s3.jsonl`;
    writeFileSync(other, writeTranscriptOf("s3", "From now on always use pnpm."));
    seeSession("s3", other);
    expect(await triageSessions(env, store)).toBe(1);
    expect(await Bun.file(faultLogPath(env)).exists()).toBe(false);
  });
});

function writeTranscriptOf(sessionId: string, prompt: string): string {
  const lines = writeTranscript({ sessionId, cwd: project });
  lines.prompt(prompt);
  return lines.text();
}
