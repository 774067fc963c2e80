import { expect, test } from "bun:test";
import { readEnvironment } from "../../../../../src/config/environment.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";

test("a store that cannot be opened is reported once, with what to do", async () => {
  const HOME = makeTempHome();
  const HOLDFAST_HOME = writeFileIn(HOME, "a file", "");
  const env = readEnvironment({ HOME, HOLDFAST_HOME });
  const transcript = writeFileIn(HOME, "1111.jsonl", "{}\n");
  const { exitCode, text } = await runCli(env, makeTempProject(), "ingest", transcript);
  expect(exitCode).toBe(1);
  expect(text.match(/the database cannot be used/g)).toHaveLength(1);
  expect(text).toContain("`holdfast doctor` says more");
});
