import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readEnvironment } from "../../../src/config/environment.ts";
import { databasePath } from "../../../src/config/paths.ts";
import { openStore } from "../../../src/store/open.ts";
import { touchSession } from "../../../src/store/sessions.ts";
import { CATEGORIES } from "../../../src/triage/category.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";
import { writeTranscript } from "../../helpers/transcript-lines.ts";

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
        why: "says that a choice was made, with its reason",
      },
    ]);
    expect(scores.PREFERENCE).toEqual({ score: 0, evidence: [] });
  });
  test("says it in words otherwise, without secrets", async () => {
    const secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    const { text } = await runCli(
      env,
      project,
      "triage",
      writeSession(`From now on always use ${secret} here.`),
    );
    expect(text).toContain("PREFERENCE");
    expect(text).toContain("From now on always use");
    expect(text).not.toContain(secret);
  });
  test("keeps nothing", async () => {
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
        files: { ".claude/holdfast.json": JSON.stringify({ triage: { thresholds: { DECISION: 0.99 } } }) },
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

    test("takes its ID or the beginning of it, or the session at hand", async () => {
      const byFile = await triage(["session one.jsonl", "--json"]);
      for (const found of [
        await triage(["3f2a", "--json"]),
        await triage(["3f2b-two", "--json"]),
        await triage(["--json"], "3f2a-one"),
      ])
        expect(found).toMatchObject({ exitCode: 0, json: { scores: (byFile.json as Scores).scores } });
    });

    test("is judged by its own project's settings, unless another is named", async () => {
      expect((await triage(["3f2a-one"])).text).toContain("threshold 0.99");
      expect((await triage(["3f2a-one", "--project", project])).text).not.toContain("threshold 0.99");
    });

    test.each<[string, string]>([
      ["3f2", "several sessions start with 3f2"],
      ["9999", "there is no session 9999"],
      ["4c00", "the transcript of session 4c00-bare is not known"],
    ])("%s is refused in words", async (id, said) => {
      expect(await triage([id])).toMatchObject({ exitCode: 1, text: expect.stringContaining(said) });
    });

    test("a file of that name comes first", async () => {
      writeFileIn(project, "3f2b", "");
      expect((await triage(["3f2b", "--json"])).json).toMatchObject({ candidates: [] });
    });
  });

  test("tells what to give it", async () => {
    expect(await runCli(env, project, "triage")).toMatchObject({ exitCode: 1 });
    const { exitCode, text } = await runCli(env, project, "triage", "none.jsonl");
    expect(exitCode).toBe(1);
    expect(text).toContain("could not be read");
  });
});
