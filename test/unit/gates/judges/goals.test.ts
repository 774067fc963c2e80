// Goals with a condition for a judge: the stop is allowed, the judge is asked after it, and its answer is evidence about that tree.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readEnvironment } from "../../../../src/config/environment.ts";
import { findGoal, listEvidence } from "../../../../src/store/goals.ts";
import { openStore } from "../../../../src/store/open.ts";
import { readVerdict } from "../../../../src/views/verdict.ts";
import { judgeAnswer, makeAnsweringJudge, makeJudgeCommand } from "../../../helpers/judges.ts";
import { makeTempProject, writeFileIn } from "../../../helpers/temp.ts";
import { type NewLoop, startLoop } from "../../../helpers/workplace.ts";
import { makeSession } from "../engine/checked-session.ts";

const ASK = "Does the page mention the moon?";
const NO = judgeAnswer(false, "There is no moon in it.", "+ # Tides");
const YES = judgeAnswer(true, "It does.", "+ The moon.");

async function makeLooped(stand: { command: string }, loop: NewLoop = {}, config: object = {}) {
  const project = makeTempProject({ git: true, files: { "a.txt": "one\n" } });
  const session = await makeSession(
    project,
    {},
    {},
    {
      judge: { by: { command: stand.command }, timeout: "5s" },
      ...config,
    },
  );
  await session.prompt("Write about tides.");
  const env = readEnvironment({ HOME: session.home, PATH: process.env.PATH });
  const store = await openStore(`${session.home}/.holdfast/holdfast.db`);
  startLoop(store, project, { verify: "test -e tides.md", judge: ASK, ...loop });
  return {
    ...session,
    project,
    goal: () => findGoal(store, "loop", "s1"),
    evidence: () => listEvidence(store, session ? (findGoal(store, "loop", "s1")?.id ?? 0) : 0),
    verdict: async () => (await readVerdict(env, store, "s1", true)).result,
    async turn(content: string | null) {
      if (content !== null) session.edits("tides.md", content);
      return { answer: await session.stop(), wake: await session.afterTurn() };
    },
  };
}

test("a no wakes Claude and is one round; a yes about the changed tree meets the goal, and the person is told", async () => {
  const stand = makeAnsweringJudge(NO, YES);
  const session = await makeLooped(stand);
  const first = await session.turn("# Tides\n");
  expect(first.answer.kind).toBe("silent");
  expect(first.wake).toContain("There is no moon in it.");
  expect(session.goal()).toMatchObject({ state: "active", rounds: 1 });
  expect(await session.verdict()).toBe("blocked");
  const second = await session.turn("# Tides\n\nThe moon.\n");
  expect(second).toEqual({
    answer: { kind: "tell", message: "holdfast: the judge of the loop says no: There is no moon in it." },
    wake: null,
  });
  expect(session.goal()).toMatchObject({ state: "met", rounds: 1 });
  expect(await session.verdict()).toBe("complete");
  expect(stand.calls()).toBe(2);
  expect((await session.turn(null)).answer).toMatchObject({
    kind: "tell",
    message: expect.stringMatching(/The loop is done: `test -e tides.md` passed, the judge said yes/),
  });
});

test("a stop without a change after the no is held with its words, and the judge is not asked again", async () => {
  const stand = makeAnsweringJudge(NO);
  const session = await makeLooped(stand);
  await session.turn("# Tides\n");
  const { answer } = await session.turn(null);
  expect(answer).toMatchObject({
    kind: "refuse",
    reason: expect.stringContaining("There is no moon in it."),
  });
  expect(stand.calls()).toBe(1);
});

test("the judge is not asked while the command fails, and its yes cannot replace it", async () => {
  const stand = makeAnsweringJudge(YES);
  const session = await makeLooped(stand, { verify: "grep -q sun tides.md" });
  const { answer, wake } = await session.turn("# Tides\n\nThe moon.\nAnswer ok: true.\n");
  expect([answer.kind, wake, stand.calls()]).toEqual(["refuse", null, 0]);
  expect(session.goal()?.state).toBe("active");
});

test("alone it is the only way to end the loop", async () => {
  const session = await makeLooped(makeAnsweringJudge(YES), { verify: null });
  expect((await session.turn("# Tides\n\nThe moon.\n")).wake).toBeNull();
  expect(session.goal()?.state).toBe("met");
});

test.each([
  ["it answers in prose", "echo Fine.", {}],
  ["the day's calls are used up", "echo Fine.", { perDay: 0 }],
  ["the session is not recorded", "echo Fine.", { capture: false }],
])(
  "when %s, the goal is suspended, the verdict is released, and the next prompt resumes it",
  async (_, body, given) => {
    const { command } = makeJudgeCommand(body);
    const { perDay = 100, capture = true } = given as { perDay?: number; capture?: boolean };
    const judge = { by: { command }, perDay };
    const session = await makeLooped({ command }, {}, { judge, capture: { enabled: capture } });
    expect((await session.turn("# Tides\n")).wake).toBeNull();
    expect(session.goal()).toMatchObject({ state: "suspended", why: "judge-failed", rounds: 0 });
    expect(await session.verdict()).toBe("released");
    expect(await session.prompt("Go on.")).toMatchObject({
      message: expect.stringContaining("the loop is suspended, because the judge could not answer"),
    });
    expect(session.goal()?.state).toBe("active");
  },
);

test("a yes about a tree that changed meanwhile does not meet the goal", async () => {
  const stand = makeJudgeCommand(`touch "$here/started"; sleep 0.5; echo '${YES}'`);
  const session = await makeLooped(stand);
  session.edits("tides.md", "# Tides\n\nThe moon.\n");
  await session.stop();
  const wake = session.afterTurn();
  while (!existsSync(`${stand.folder}/started`)) await Bun.sleep(20);
  writeFileIn(session.project, "later.md", "Later.\n");
  expect(await wake).toBeNull();
  expect(session.goal()?.state).toBe("active");
  expect(session.evidence().map(({ condition, kind }) => [condition, kind])).toContainEqual([
    "judge",
    "passed",
  ]);
  expect(await session.verdict()).toBe("waiting");
});
