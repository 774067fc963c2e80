import { describe, expect, test } from "bun:test";
import { databasePath, readEnvironment } from "../../../../../src/config/environment.ts";
import { makeFlowWorkplace } from "../../../../helpers/flow-workplace.ts";
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
    expect.stringMatching(/paused for this session.* It has ended\.$/),
    expect.stringMatching(/^holdfast: resumed /),
  ]);
  await runCli(env, project, "resume");
  expect(store.query("SELECT count(*) FROM messages").values()).toEqual([[2]]);
});

test("the end of a pause changes no message about another one, or one that was given", async () => {
  const env = readEnvironment({ HOME: makeTempHome() });
  const [one, two] = [makeTempProject(), makeTempProject()];
  const store = await openNewStore(databasePath(env));
  for (const project of [one, two])
    await runCli({ ...env, insideAgent: true, sessionId: "s1" }, project, "pause", "--project");
  const text = "holdfast: paused everywhere by you. `holdfast resume` ends it.";
  store
    .query("INSERT INTO messages (session_id, text, at, given_at) VALUES ('s1', $text, 1, 1)")
    .run({ text });
  await runCli(env, one, "resume");
  const waiting = store.query("SELECT text FROM messages ORDER BY id").values().flat();
  expect(
    waiting.map((each) => String(each).match(/(`holdfast resume`|It has) end(s it|ed)\.$/)?.[0]),
  ).toEqual([
    "It has ended.",
    "`holdfast resume` ends it.",
    "`holdfast resume` ends it.",
    ...waiting.slice(3).map(() => undefined),
  ]);
});

describe("resume", () => {
  const LOOP = ["loop", "start", "fix it", "--verify", "false"];

  async function makePaused(...pause: string[]) {
    const place = await makeFlowWorkplace();
    await place.holdfast(...LOOP);
    for (let n = 0; n < 3; n++) await place.stop();
    expect(place.goal()?.state).toBe("suspended");
    await place.holdfast("pause", "--for", "20m", ...pause);
    return place;
  }

  const WARNING = /holdfast is paused here until .*, so nothing is held/;

  test.each([[["loop"]], [["--max-iterations", "50"]], [["loop", "--session", "s1"]]])(
    "%j continues the goal and says that the session is still paused",
    async (words) => {
      const place = await makePaused();
      const { text } = await place.holdfast("resume", ...words);
      expect(text).toContain("Loop on for session s1");
      expect(text).toMatch(WARNING);
      expect((await place.stop()).kind).not.toBe("refuse");
      expect((await place.holdfast("resume", "loop", "--max-iterations", "60", "--json")).json).toMatchObject(
        {
          pause: { scope: "session", target: "s1" },
        },
      );
    },
  );

  test("--from says so for the session that takes the goal over", async () => {
    const place = await makePaused();
    const other = { ...place.inside, sessionId: "s2" };
    expect((await runCli(other, place.project, "resume", "--from", "s1")).text).not.toMatch(WARNING);
    const { text } = await place.holdfast("resume", "--from", "s2");
    expect(text).toMatch(WARNING);
  });

  test("--session ends that session's pause, and says what still pauses it", async () => {
    const place = await makePaused();
    await place.byPerson("pause", "--for", "20m");
    const { text } = await place.byPerson("resume", "--session", "s1");
    expect(text).toContain("Resumed for session s1.");
    expect(text).toMatch(WARNING);
    expect((await place.byPerson("resume", "--session", "s1")).text).toMatch(WARNING);
    await place.byPerson("resume");
    expect((await place.holdfast("status")).text).not.toContain("paused");
  });
});
