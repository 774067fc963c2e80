import { expect, test } from "bun:test";
import { databasePath, readEnvironment } from "../../../../../src/config/environment.ts";
import { openNewStore } from "../../../../helpers/new-store.ts";
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

test("a pause of Claude's and its end are both reported to the user", async () => {
  const env = { ...readEnvironment({ HOME: makeTempHome() }), insideAgent: true, sessionId: "s1" };
  const project = makeTempProject();
  const store = await openNewStore(databasePath(env));
  await runCli(env, project, "pause", "--for", "5m");
  await runCli(env, project, "resume");
  expect(store.query("SELECT text FROM messages ORDER BY id").values().flat()).toEqual([
    expect.stringContaining("paused for this session"),
    expect.stringMatching(/^holdfast: resumed /),
  ]);
  await runCli(env, project, "resume");
  expect(store.query("SELECT count(*) FROM messages").values()).toEqual([[2]]);
});
