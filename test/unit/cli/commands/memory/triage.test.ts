import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { databasePath, readEnvironment } from "../../../../../src/config/environment.ts";
import { CATEGORIES } from "../../../../../src/memory/memory.ts";
import { openStore } from "../../../../../src/store/open.ts";
import { touchSession } from "../../../../../src/store/sessions.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";
import { writeTranscript } from "../../../../helpers/transcript-lines.ts";

interface Scores {
  scores: object;
}

const env = readEnvironment({ HOME: makeTempHome() });
const project = makeTempProject({});

function writeSession(...prompts: string[]): string {
  const lines = writeTranscript({ sessionId: "s1" });
  for (const prompt of prompts) lines.prompt(prompt);
  writeFileIn(project, "session one.jsonl", lines.text());
  return "session one.jsonl";
}

describe("holdfast triage", () => {
  test("prints scores and their evidence as JSON", async () => {
    const file = writeSession("We decided to use Postgres because it has JSONB.");
    const { exitCode, json } = await runCli(env, project, "triage", file, "--json");
    expect(exitCode).toBe(0);
    const { scores } = json as { scores: Record<string, { score: number; evidence: object[] }> };
    expect(Object.keys(scores)).toEqual([...CATEGORIES]);
    expect(scores.DECISION?.score).toBeGreaterThan(0.4);
    expect(scores.DECISION?.evidence).toEqual([
      {
        line: "We decided to use Postgres because it has JSONB.",
        who: "user",
        why: "says it plainly",
      },
    ]);
    expect(scores.PREFERENCE).toEqual({ score: 0, evidence: [] });
  });
  test("scores what Claude says too, and what a session did [000-12] [000-15]", async () => {
    const lines = writeTranscript({ sessionId: "s1" });
    lines.prompt("Go on.");
    for (let n = 0; n < 4; n++) lines.use(`r${n}`, n % 2 ? "Read" : "Grep", { file_path: "a.ts" }, "text");
    lines.say("Uploads are limited to 5 MB.");
    writeFileIn(project, "claude.jsonl", lines.text());
    const { json } = await runCli(env, project, "triage", "claude.jsonl", "--json");
    expect(json).toMatchObject({
      scores: {
        CONSTRAINT: { score: 0.67, evidence: [{ who: "claude" }] },
        SESSION_SUMMARY: { score: 0.42 },
      },
      inbox: [],
    });
  });
  test("prints the store only as JSON", async () => {
    const file = writeSession("From now on always use pnpm.", "docker is running on your host");
    const { text } = await runCli(env, project, "triage", file);
    expect(text).toMatch(/always use pnpm[\s\S]*1 more message from you in the store/);
    const { json } = await runCli(env, project, "triage", file, "--json");
    expect(json).toMatchObject({
      inbox: [{ category: "PREFERENCE" }],
      store: [{ patterns: ["said"] }],
    });
  });
  test("prints text otherwise, without secrets", async () => {
    const secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    const { text } = await runCli(
      env,
      project,
      "triage",
      writeSession(`From now on always use ${secret} for the mirror.`),
    );
    expect(text).toContain("PREFERENCE");
    expect(text).toContain("From now on always use");
    expect(text).not.toContain(secret);
  });
  test.each([
    ["markup", "**"],
    ["an invisible character", "\u200b"],
  ])("prints no secret with %s inside", async (_, between) => {
    const end = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    const token = `${between === "**" ? between : ""}ghp_${between}${end}`;
    const file = writeSession(`From now on always use ${token} for the mirror.`);
    const { text } = await runCli(env, project, "triage", file);
    expect(text).toContain("From now on always use");
    expect(text).not.toContain(`ghp_${end}`);
    const { json } = await runCli(env, project, "triage", file, "--json");
    expect(JSON.stringify(json)).not.toContain(`ghp_${end}`);
  });
  test("shows control characters instead of sending them to the terminal", async () => {
    const { text } = await runCli(
      env,
      project,
      "triage",
      writeSession("From now on always use \u001b[2Jpnpm\u202e here."),
    );
    expect(text).toContain("user: From now on always use \\u{1b}[2Jpnpm\\u{202e} here.");
    expect(text).not.toMatch(/[\u001b\u202e]/);
  });
  test("finds what the inbox would find: nothing that is private, and no secret", async () => {
    const hidden = writeSession("<private>from now on always use my secret vpn ALPHA1</private>");
    expect((await runCli(env, project, "triage", hidden)).text).not.toMatch(/ALPHA1|always use/);
    expect((await runCli(env, project, "triage", hidden, "--json")).json).toMatchObject({ inbox: [] });
    const secret = writeSession("From now on always use ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 here.");
    expect((await runCli(env, project, "triage", secret)).text).not.toContain("ghp_");
  });
  test.each<[string, string, number, number]>([
    ["an empty file", "", 0, 0],
    ["random bytes", "\u0000\u0001\ufffd{{[\n\u0002", 0, 2],
    ["garbage lines", "hello\nworld\n", 0, 2],
    ["a truncated line", '{"type":"user","mess', 0, 1],
    ["another tool's lines", '{"a":1}\n', 0, 0],
  ])("says of %s that there is nothing in it", async (_, text, messages, skippedLines) => {
    writeFileIn(project, "odd.jsonl", text);
    expect((await runCli(env, project, "triage", "odd.jsonl", "--json")).json).toMatchObject({
      messages,
      skippedLines,
    });
    const said = (await runCli(env, project, "triage", "odd.jsonl")).text;
    expect(said).toContain("No messages");
    if (skippedLines > 0) expect(said).toContain(`${skippedLines} line`);
    else expect(said).not.toContain("skipped");
  });
  test("does not say that of an intact transcript, and reports a truncated line in one", async () => {
    const file = writeSession("From now on always use pnpm.");
    expect((await runCli(env, project, "triage", file)).text).not.toMatch(/No messages|skipped/);
    writeFileIn(project, "cut.jsonl", `${readFileSync(join(project, file), "utf8")}{"type":"us`);
    expect((await runCli(env, project, "triage", "cut.jsonl")).text).toContain("1 line skipped");
  });
  test("shows a disabled category as off", async () => {
    const other = makeTempProject({
      files: { ".claude/holdfast.json": JSON.stringify({ triage: { categories: { PREFERENCE: false } } }) },
    });
    const file = join(project, writeSession("From now on always use pnpm."));
    expect((await runCli(env, other, "triage", file)).text).toMatch(/^PREFERENCE +off$/m);
    expect((await runCli(env, other, "triage", file, "--json")).json).toMatchObject({
      scores: { PREFERENCE: { off: true }, DECISION: { score: 0 } },
    });
  });
  test("stores nothing", async () => {
    await runCli(env, project, "triage", writeSession("From now on always use pnpm."));
    expect(await Bun.file(`${env.holdfastHome}/holdfast.db`).exists()).toBe(false);
  });
  describe("of a session", () => {
    const known = readEnvironment({ HOME: makeTempHome() });
    const triage = (words: string[], sessionId: string | null = null) =>
      runCli({ ...known, sessionId }, project, "triage", ...words);

    beforeAll(async () => {
      const file = writeSession("We decided to use Postgres because it has JSONB.");
      const other = makeTempProject({
        files: { ".claude/holdfast.json": JSON.stringify({ triage: { categories: { TECH_DEBT: false } } }) },
      });
      const store = await openStore(databasePath(known));
      const rows: [string, string | null][] = [
        ["3f2a-one", join(project, file)],
        ["3f2b-two", join(project, file)],
        ["4c00-bare", null],
      ];
      for (const [sessionId, transcriptPath] of rows)
        touchSession(store, { sessionId, projectDir: other, transcriptPath, at: 1, toolCalls: 0 });
      store.close();
    });

    test("accepts its ID or the beginning of it, or the current session", async () => {
      const byFile = await triage(["session one.jsonl", "--json"]);
      for (const found of [
        await triage(["3f2a", "--json"]),
        await triage(["3f2b-two", "--json"]),
        await triage(["--json"], "3f2a-one"),
      ])
        expect(found).toMatchObject({ exitCode: 0, json: { scores: (byFile.json as Scores).scores } });
    });

    test("uses its own project's settings, unless another is named", async () => {
      expect((await triage(["3f2a-one"])).text).toMatch(/TECH_DEBT +off/);
      expect((await triage(["3f2a-one", "--project", project])).text).not.toMatch(/TECH_DEBT +off/);
    });

    test("that the store does not know is found in the client's folder", async () => {
      const text = readFileSync(join(project, writeSession("From now on always use pnpm.")), "utf8");
      for (const name of ["p/5d5d-one", "p/5e5e-one", "q/5e5e-two", "q/5e5e"])
        writeFileIn(known.claudeDir, `projects/${name}.jsonl`, text);
      for (const id of ["5d5d", "5e5e", "5e5e-t"])
        expect((await triage([id, "--json"])).json).toMatchObject({
          inbox: [{ category: "PREFERENCE" }],
        });
      expect((await triage(["5e5e-"])).text).toContain("several sessions start with 5e5e-");
      expect((await triage(["9999"])).text).toContain("holdfast ingest");
    });

    test.each<[string, string]>([
      ["3f2", "several sessions start with 3f2"],
      ["9999", "there is no session 9999"],
      ["4c00", "there is no transcript of session 4c00-bare"],
    ])("%s is refused with an explanation", async (id, said) => {
      expect(await triage([id])).toMatchObject({ exitCode: 1, text: expect.stringContaining(said) });
    });

    test("prefers a file of that name", async () => {
      writeFileIn(project, "3f2b", "");
      expect((await triage(["3f2b", "--json"])).json).toMatchObject({ inbox: [] });
    });
  });

  test("says what to give it", async () => {
    expect(await runCli(env, project, "triage")).toMatchObject({ exitCode: 1 });
    const { exitCode, text } = await runCli(env, project, "triage", "none.jsonl");
    expect(exitCode).toBe(1);
    expect(text).toContain("could not be read");
  });
});
