import { describe, expect, test } from "bun:test";
import { readEnvironment } from "../../../src/config/environment.ts";
import { CATEGORIES } from "../../../src/triage/category.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";
import { writeTranscript } from "../../helpers/transcript-lines.ts";

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
  test("tells what to give it", async () => {
    expect(await runCli(env, project, "triage")).toMatchObject({ exitCode: 1 });
    const { exitCode, text } = await runCli(env, project, "triage", "none.jsonl");
    expect(exitCode).toBe(1);
    expect(text).toContain("could not be read");
  });
});
