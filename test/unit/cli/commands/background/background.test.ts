// What hooks leave to a detached process: anybody can start it, with other programs on PATH.
import { expect, test } from "bun:test";
import { readEnvironment } from "../../../../../src/config/environment.ts";
import { openLedger } from "../../../../../src/store/open.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { startLoop } from "../../../../helpers/workplace.ts";
import { makeSession } from "../../../gates/engine/checked-session.ts";
import { makeRepo } from "../../../worktree/repo.ts";

/** What the check says on the session's first tree, and a judge. */
const CHECK =
  'test -z "$RIGGED" || { echo broken before; exit 1; }; grep -q good a.txt || { echo broken; exit 1; }';
const JUDGE = `cat > /dev/null; echo '{"ok": false, "reason": "no", "evidence": ["Work."]}'`;

async function open() {
  const { dir } = makeRepo({ "a.txt": "good\n" });
  const session = await makeSession(
    dir,
    { baseline: "failed", stages: { quality: [{ run: CHECK }] } },
    {},
    { judge: { by: { command: JUDGE } } },
  );
  await session.promptInClient("p1");
  const env = readEnvironment({ HOME: session.home, PATH: process.env.PATH });
  const run = (job: string) => runCli(env, dir, "background", job, "--session", "s1", "--project", dir);
  const rigged = (job: string) => {
    process.env.RIGGED = "1";
    return run(job).finally(() => delete process.env.RIGGED);
  };
  const store = await openLedger(`${session.home}/.holdfast/holdfast.db`);
  return { ...session, dir, run, rigged, store };
}

test("a baseline of checks is found only with the variables of the person's prompt", async () => {
  const { edits, stop, run, rigged, store } = await open();
  edits("a.txt", "bad\n");
  await stop();
  const results = () => store.query("SELECT outcome FROM check_results ORDER BY at").all();
  expect(results()).toEqual([{ outcome: "failed" }]);
  await rigged("baseline");
  expect(results()).toEqual([{ outcome: "failed" }]);
  await run("baseline");
  expect(results()).toEqual([{ outcome: "failed" }, { outcome: "passed" }]);
});

test("so is a judge asked", async () => {
  const { dir, edits, run, rigged, store } = await open();
  edits("a.txt", "bad\n");
  startLoop(store, dir, { judge: "Is it good?" });
  const calls = () => store.query("SELECT outcome FROM judge_calls").all();
  await rigged("judge");
  expect(calls()).toEqual([]);
  await run("judge");
  expect(calls()).toHaveLength(1);
});
