// Commands and options of earlier versions.
import { expect, test } from "bun:test";
import { RETIRED_COMMANDS } from "../../../src/cli/retired-commands.ts";
import { findTopic } from "../../../src/cli/topics.ts";
import { readEnvironment } from "../../../src/config/environment.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject } from "../../helpers/temp.ts";

test.each(Object.entries(RETIRED_COMMANDS))("%s says what to use instead", async (retired, instead) => {
  const env = readEnvironment({ HOME: makeTempHome() });
  const { exitCode, text } = await runCli(env, makeTempProject(), ...retired.split(" "));
  expect(exitCode).toBe(1);
  expect(text).toContain("no longer exists");
  expect(text).toContain(instead);
});

// `holdfast help claims` is the guide to claims.
const words = Object.entries(RETIRED_COMMANDS).filter(
  ([name]) => !name.includes(" ") && findTopic(name) === null,
);
test.each(words)("help %s says it too", async (retired, instead) => {
  const env = readEnvironment({ HOME: makeTempHome() });
  const { exitCode, text } = await runCli(env, makeTempProject(), "help", retired);
  expect(exitCode).toBe(1);
  expect(text).toContain(instead);
});

test("a format that memories are no longer exported in can still be imported", async () => {
  const env = readEnvironment({ HOME: makeTempHome() });
  const { text } = await runCli(env, makeTempProject(), "memory", "export", "--format", "json");
  expect(text).toContain("--format json no longer exists");
  expect(text).toContain("`holdfast memory import` still reads these files");
});
