// The checklist gate through the pipeline: open boxes of the last message, and todos of the turn.
import { expect, test } from "bun:test";
import { makeTempProject } from "../../../helpers/temp.ts";
import { append, calls, result, says, toLines } from "../../transcript/records.ts";
import { makeSession } from "../engine/checked-session.ts";

async function makeTurn(config: object = { checklist: { block: true } }) {
  const session = await makeSession(makeTempProject(), {}, {}, { tasks: { block: "off" }, ...config });
  await session.promptInClient("p1");
  const now = () => ({ timestamp: new Date().toISOString() });
  return {
    ...session,
    say: (text: string) => append(session.transcript, toLines([says(text, now())])),
    call: (name: string, input: object, output = "ok") =>
      append(
        session.transcript,
        toLines([calls("c1", name, { ...input }, now()), result("c1", output, now())]),
      ),
    addTask: () => session.send({ hook_event_name: "TaskCreated", task_id: "1", task_subject: "the client" }),
  };
}
type Turn = Awaited<ReturnType<typeof makeTurn>>;

test("open boxes are advice by default", async () => {
  const turn = await makeTurn({});
  expect(await turn.stop("- [ ] a\n- [ ] b\n- [ ] c\n- [ ] d")).toEqual({
    kind: "tell",
    message: "holdfast checklist: open in the last list: a; b; c and 1 more",
  });
});

test("those that Claude worked on hold, each named once, with todos of this prompt", async () => {
  const turn = await makeTurn();
  await turn.addTask();
  turn.say("Plan:\n- [ ] docs\n- [ ] the client\n- [ ] later");
  turn.runs("make");
  const answer = await turn.stop("- [x] later\n- [ ] docs\n- [ ] the client\n- [ ] docs");
  expect(answer).toMatchObject({
    kind: "refuse",
    reason: expect.stringContaining(":\n- docs\n- the client\n\n"),
  });
});

test.each<[string, object | undefined, (turn: Turn) => unknown, boolean]>([
  ["that was worked on holds", undefined, (turn) => turn.runs("make"), true],
  ["that nobody worked on does not", undefined, () => {}, false],
  ["does not unless the config says so", {}, (turn) => turn.runs("make"), false],
  [
    "of an earlier prompt does not",
    undefined,
    async (turn) => {
      await turn.promptInClient("p2");
      turn.runs("make");
    },
    false,
  ],
])("a todo %s", async (_, config, act, holds) => {
  const turn = await makeTurn(config);
  await turn.addTask();
  await act(turn);
  expect((await turn.stop()).kind === "refuse").toBe(holds);
});

const BOX = "- [ ] parser";

test.each<[string, (turn: Turn) => unknown, "refuse" | "tell" | "silent"]>([
  ["listed before the work holds", (turn) => [turn.say(BOX), turn.runs("make")], "refuse"],
  ["listed after the work is advice", (turn) => turn.runs("make"), "tell"],
  [
    "of a pull request is none",
    (turn) => [turn.say(BOX), turn.call("Bash", { command: `gh pr create --body "${BOX}"` })],
    "silent",
  ],
  [
    "of a file is none",
    (turn) => [turn.say(BOX), turn.call("Write", { file_path: "/work/shop/TODO.md", content: BOX })],
    "silent",
  ],
  [
    "of what somebody else said is none",
    (turn) => [turn.say(BOX), turn.call("Bash", { command: "gh issue view 3" }, BOX)],
    "silent",
  ],
])("a box %s", async (_, act, kind) => {
  const turn = await makeTurn();
  act(turn);
  expect((await turn.stop(`Status:\n${BOX}`)).kind).toBe(kind);
});
