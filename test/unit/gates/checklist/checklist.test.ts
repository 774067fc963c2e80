import { expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { checklist } from "../../../../src/gates/checklist/gate.ts";
import { openBudget } from "../../../../src/gates/engine/budget-rows.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeStopContext, makeView } from "../../../helpers/stops.ts";

const facts = { boxes: ["a", "b", "c", "d"], tasks: [], toolCalls: 0 };

test("open boxes are advice by default", () => {
  const [finding] = checklist.judge(makeView(), facts);
  expect(finding).toMatchObject({
    severity: "advise",
    reason: "open in Claude's list: a; b; c and 1 more",
  });
});

test("todos are left to the tasks gate, unless they are set to hold", async () => {
  const open = [
    { id: "1", subject: "the client", status: "pending", changedAt: null },
    { id: "2", subject: "of an earlier prompt", status: "pending", changedAt: 1 },
  ];
  const event = makeStop({ lastAssistantMessage: "Done." });
  for (const block of [false, true]) {
    const stop = await makeStopContext({ event, config: { ...defaultConfig(), checklist: { block } } });
    stop.turn = openBudget(stop.store, "s1", "main", 5);
    stop.shared = { ...stop.shared, openTasks: async () => open };
    expect(await checklist.gather(stop)).toEqual(
      block ? { boxes: [], tasks: ["the client"], toolCalls: 0 } : null,
    );
  }
});

test("with checklist.block both hold, each named once", () => {
  const config = { ...defaultConfig(), checklist: { block: true } };
  const given = { boxes: ["the client", "docs"], tasks: ["the client"], toolCalls: 0 };
  const [finding] = checklist.judge(makeView({ config }), given);
  expect(finding?.severity).toBe("block");
  expect(finding?.reason).toContain(":\n- the client\n- docs");
});
