// Commands and options of earlier versions.
import { expect, test } from "bun:test";
import { RETIRED_COMMANDS } from "../../../src/cli/retired-commands.ts";
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
