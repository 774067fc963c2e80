import { expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { checklist } from "../../../../src/gates/checklist/gate.ts";
import { openBudget } from "../../../../src/gates/engine/budget-rows.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeStopContext, makeView } from "../../../helpers/stops.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";
import { type TranscriptLines, writeTranscript } from "../../../helpers/transcript-lines.ts";

const facts = { boxes: ["a", "b", "c", "d"], worked: [], toolCalls: 0 };
const strict = { ...defaultConfig(), checklist: { block: true } };

test("open boxes are advice by default", () => {
  const [finding] = checklist.judge(makeView(), facts);
  expect(finding).toMatchObject({
    severity: "advise",
    reason: "open in Claude's list: a; b; c and 1 more",
  });
});

test("those that Claude worked on hold, each named once", () => {
  const given = { ...facts, worked: ["the client", "docs", "the client"] };
  const [finding] = checklist.judge(makeView({ config: strict }), given);
  expect(finding?.severity).toBe("block");
  expect(finding?.reason).toContain(":\n- the client\n- docs");
});

/** What the gate finds in a session that ends with this message. */
async function gather(message: string, write: (session: TranscriptLines) => void, config = strict) {
  const session = writeTranscript({ sessionId: "s1", startedAt: 10_000 });
  session.prompt("Go.");
  write(session);
  session.say(message);
  const transcriptPath = writeFileIn(makeTempFolder("checklist"), "s1.jsonl", session.text());
  const event = makeStop({ lastAssistantMessage: message, transcriptPath });
  const stop = await makeStopContext({ event, config });
  stop.turn = openBudget(stop.store, "s1", "main", 5);
  const open = [
    { id: "1", subject: "the client", status: "pending", changedAt: 6 },
    { id: "2", subject: "of an earlier prompt", status: "pending", changedAt: 1 },
  ];
  stop.shared = { ...stop.shared, openTasks: async () => open };
  return checklist.gather(stop);
}

const work = (session: TranscriptLines) => session.use("t1", "Bash", { command: "make" }, "ok");

test("todos of this prompt count when they are set to hold and were worked on", async () => {
  expect(await gather("Done.", work)).toEqual({ boxes: [], worked: ["the client"], toolCalls: 0 });
  expect(await gather("Done.", () => {})).toBeNull();
  expect(await gather("Done.", work, defaultConfig())).toBeNull();
});

test.each([
  ["listed before the work", (s: TranscriptLines) => [s.say("Plan:\n- [ ] parser"), work(s)], ["parser"]],
  ["listed after the work", (s: TranscriptLines) => work(s), []],
  [
    "of a pull request",
    (s: TranscriptLines) => {
      s.say("- [ ] parser");
      s.use("t1", "Bash", { command: 'gh pr create --body "- [ ] parser"' }, "ok");
    },
    null,
  ],
  [
    "of a file",
    (s: TranscriptLines) => {
      s.say("- [ ] parser");
      s.use("t1", "Write", { file_path: "/work/shop/TODO.md", content: "- [ ] parser" }, "ok");
    },
    null,
  ],
  [
    "of what somebody else said",
    (s: TranscriptLines) => {
      s.say("- [ ] parser");
      s.use("t1", "Bash", { command: "gh issue view 3" }, "- [ ] parser");
    },
    null,
  ],
] as const)("a box %s", async (_, write, held) => {
  const found = await gather("Status:\n- [ ] parser", (session) => void write(session));
  const boxes = held === null ? null : (found?.worked.filter((item) => item !== "the client") ?? []);
  expect(boxes).toEqual(held as string[] | null);
  if (held === null) expect(found?.boxes).toEqual([]);
});
