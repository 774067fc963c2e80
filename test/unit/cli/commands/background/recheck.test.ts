import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { pausePath } from "../../../../../src/config/environment.ts";
import { setGoalState } from "../../../../../src/store/goals.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { waitUntil } from "../../../../helpers/wait.ts";
import { makeWorkplace } from "../../../../helpers/workplace.ts";

const VERIFY = "echo x >> .git/ran; test -e fixed";

/** A loop of a past session. */
async function makePlace(verify = VERIFY) {
  const place = await makeWorkplace({ "a.txt": "a\n" });
  const { id } = await place.startLoop({ verify });
  setGoalState(place.store, id, { state: "suspended", why: "total", at: Date.now() });
  // File times advance in ticks of the kernel, up to 10 ms.
  await Bun.sleep(30);
  return {
    ...place,
    change: (name: string) => writeFileSync(`${place.project}/${name}`, "x\n"),
    ran: () => existsSync(`${place.project}/.git/ran`),
    recheck: (session = "s2") =>
      runCli(
        place.env,
        place.project,
        "background",
        "recheck",
        "--session",
        session,
        "--project",
        place.project,
      ),
  };
}

test("a loop whose command now passes is marked done, in its file too", async () => {
  const { change, recheck, loop, loopFile } = await makePlace();
  change("fixed");
  expect((await recheck()).exitCode).toBe(0);
  expect(loop()).toMatchObject({ status: "done", validation_result: "passed", last_error: null });
  expect(loopFile()).toMatchObject({ verified_done: true, status: "done" });
});

test("two simultaneous rechecks close it once", async () => {
  const { change, recheck, loop, faultParts } = await makePlace("sleep 0.2; test -e fixed");
  change("fixed");
  await Promise.all([recheck(), recheck("s3")]);
  expect(loop()).toMatchObject({ status: "done" });
  expect(await faultParts()).toEqual([]);
});

test("a loop whose command still fails stays suspended, with the command's output", async () => {
  const { change, recheck, loop, ran } = await makePlace(`${VERIFY} || { echo wrong; exit 1; }`);
  change("other");
  await recheck();
  expect(ran()).toBe(true);
  expect(loop()).toMatchObject({ status: "suspended", last_error: "wrong" });
});

test("nothing runs when nothing changed, or while holdfast is paused", async () => {
  const { change, env, recheck, ran, loop } = await makePlace();
  await recheck();
  expect(ran()).toBe(false);
  change("fixed");
  writeFileSync(
    pausePath(env),
    JSON.stringify([{ scope: "all", target: "", since: 1, until: null, by: "user" }]),
  );
  await recheck();
  expect(ran()).toBe(false);
  expect(loop()?.status).toBe("suspended");
});

test("a loop that was resumed in the meantime is left alone", async () => {
  const verify = "touch .git/started; until test -e .git/go; do sleep 0.01; done; test -e fixed";
  const { project, change, recheck, resumeLoop, loop } = await makePlace(verify);
  change("fixed");
  const checking = recheck();
  await waitUntil(() => existsSync(`${project}/.git/started`));
  await resumeLoop();
  change(".git/go");
  await checking;
  expect(loop()?.status).toBe("active");
});

test.each([["../x"], [""], ["a b"]])("an invalid session is refused: %j", async (session) => {
  const { recheck } = await makePlace();
  expect((await recheck(session)).exitCode).toBe(1);
});
