// A goal with a condition that a model has to judge, after the turn: what its stops are while nobody has answered, and after that.
import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { userConfigPath } from "../../../../src/config/environment.ts";
import { lastDecision } from "../../../../src/store/decisions.ts";
import { changeGoal, insertEvidence } from "../../../../src/store/goals.ts";
import { readVerdict } from "../../../../src/views/verdict.ts";
import { readTreeState } from "../../../../src/worktree/read-tree-state.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";

const ASK = "Does the change do what was asked for?";

/** Nobody is asked in these tests. */
const judge = { by: { command: "exit 1" } };

function configure({ env }: Pick<Workplace, "env">, config: object) {
  writeFileSync(userConfigPath(env), JSON.stringify({ judge, ...config }));
}

async function makeJudged() {
  const place = await makeWorkplace();
  configure(place, {});
  const { id, conditions } = await place.startLoop({ verify: "test -e done" });
  const withJudge = [...conditions, { id: "judge", by: "judge" as const, ask: ASK }];
  changeGoal(place.store, id, { conditions: withJudge }, Date.now());
  return { ...place, id, pass: () => writeFileSync(`${place.project}/done`, "") };
}

async function answer(place: Workplace & { id: number }, kind: "passed" | "failed", text: string) {
  const { fingerprint: treeMark } = await readTreeState(place.project, {
    env: place.env,
    deadlineMs: 10_000,
  });
  const at = Date.now();
  insertEvidence(place.store, place.id, { condition: "judge", kind, source: "judge", text, treeMark, at });
}

function verdictOf({ store }: Workplace): string {
  const row = lastDecision(store, "s1");
  return `${row?.verdict}: ${row?.rule}`;
}

test("its command comes first, whatever a judge said", async () => {
  const place = await makeJudged();
  await answer(place, "passed", "yes");
  expect(await place.stop()).toMatchObject({
    kind: "refuse",
    reason: expect.stringContaining("`test -e done` fails"),
  });
  expect(place.goal()).toMatchObject({ state: "active", rounds: 1 });
});

test("a stop that only a judge could hold is allowed, uses no round, and is not complete", async () => {
  const place = await makeJudged();
  place.pass();
  for (let stops = 0; stops < 4; stops++) expect(await place.stop()).toMatchObject({ kind: "silent" });
  expect(verdictOf(place)).toBe("waiting: judge");
  expect(place.goal()).toMatchObject({ state: "active", rounds: 0, met: ["verify"] });
  expect(await readVerdict(place.env, place.store, "s1", true)).toMatchObject({ result: "waiting" });
});

test("a no holds with the judge's reason, until the tree changes", async () => {
  const place = await makeJudged();
  place.pass();
  await answer(place, "failed", "the second page is missing");
  expect(await place.stop()).toMatchObject({
    kind: "refuse",
    reason: expect.stringContaining("the second page is missing"),
  });
  expect(place.goal()?.rounds).toBe(1);
  writeFileSync(`${place.project}/second-page.md`, "Here.\n");
  expect(await place.stop()).toMatchObject({ kind: "silent" });
  expect(verdictOf(place)).toBe("waiting: judge");
});

test("the same no for the third time releases the goal, which is then suspended", async () => {
  const place = await makeJudged();
  place.pass();
  await answer(place, "failed", "the second page is missing");
  for (let stops = 0; stops < 3; stops++) await place.stop();
  expect(verdictOf(place)).toBe("stalled: same-situation");
  expect(place.goal()).toMatchObject({ state: "suspended", why: "same-situation" });
});

test("a yes about the present tree meets it, and a change takes that back", async () => {
  const place = await makeJudged();
  place.pass();
  await answer(place, "passed", "both pages are there");
  writeFileSync(`${place.project}/later.md`, "");
  await place.stop();
  expect(place.goal()?.state).toBe("active");
  rmSync(`${place.project}/later.md`);
  expect(await place.stop()).toMatchObject({
    kind: "tell",
    message: expect.stringContaining("The loop is done"),
  });
  expect(place.goal()?.state).toBe("met");
});

test("gates that are asked after the goals hold first", async () => {
  const place = await makeJudged();
  const custom = [{ id: "pages", run: "echo a page is broken >&2; exit 2" }];
  configure(place, { gates: { custom } });
  place.pass();
  expect(await place.stop()).toMatchObject({
    kind: "refuse",
    reason: expect.stringMatching(/^(?!.*judge).*a page is broken/is),
  });
  expect(place.goal()).toMatchObject({ state: "active", rounds: 0 });
});

test("without anybody who could answer, the stop is the person's, who is told once", async () => {
  const place = await makeJudged();
  place.pass();
  configure(place, { judge: { by: "off" } });
  expect(await place.stop()).toMatchObject({
    kind: "tell",
    message: expect.stringContaining("`judge.by` is off"),
  });
  expect(verdictOf(place)).toBe("asking: needs-user");
  expect(place.goal()).toMatchObject({ state: "active", rounds: 0 });
});
