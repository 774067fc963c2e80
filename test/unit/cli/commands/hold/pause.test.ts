import { expect, test } from "bun:test";
import { readEnvironment } from "../../../../../src/config/environment.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";

test("a pause that cannot be written is refused with an explanation", async () => {
  const HOME = makeTempHome();
  const HOLDFAST_HOME = writeFileIn(HOME, "a file", "");
  const { exitCode, text } = await runCli(
    readEnvironment({ HOME, HOLDFAST_HOME }),
    makeTempProject(),
    "pause",
  );
  expect(exitCode).toBe(1);
  expect(text).toStartWith(`${HOLDFAST_HOME}/paused.json cannot be written (`);
});

test("a pause applies to a session or to a project", async () => {
  const env = readEnvironment({ HOME: makeTempHome() });
  const { exitCode, text } = await runCli(env, makeTempProject(), "pause", "--project", "--session");
  expect([exitCode, text]).toEqual([
    1,
    expect.stringContaining("--session and --project cannot be combined"),
  ]);
});

test("a lock that is set during a pause says that nothing is held yet", async () => {
  const env = readEnvironment({ HOME: makeTempHome() });
  const project = makeTempProject();
  await runCli(env, project, "pause", "--project");
  expect((await runCli(env, project, "lock", "work on")).text).toContain("holdfast is paused here");
  await runCli(env, project, "resume");
  expect((await runCli(env, project, "lock", "work on")).text).not.toContain("is paused");
});
