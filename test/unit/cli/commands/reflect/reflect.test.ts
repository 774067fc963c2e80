import { expect, test } from "bun:test";
import { readEnvironment } from "../../../../../src/config/environment.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";

test("a file without messages is not mistaken for a session in which nothing happened", async () => {
  const HOME = makeTempHome();
  const file = writeFileIn(HOME, "notes.txt", "one\ntwo\n");
  const { exitCode, text } = await runCli(readEnvironment({ HOME }), makeTempProject(), "reflect", file);
  expect([exitCode, text]).toEqual([0, expect.stringContaining("is it a transcript of Claude Code?")]);
});
