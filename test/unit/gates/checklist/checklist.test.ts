import { expect, test } from "bun:test";
import { defaultConfig } from "../../../../src/config/defaults.generated.ts";
import { checklist } from "../../../../src/gates/checklist/gate.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeFacts } from "../../../helpers/facts.ts";

const tasks = [{ id: "1", subject: "the client", status: "pending" }];

test("open boxes advise by default, and todos are left to the tasks gate", () => {
  const [finding] = checklist.judge(makeStop(), makeFacts({ checklist: ["a", "b", "c", "d"], tasks }));
  expect(finding).toMatchObject({ severity: "advise", reason: "open in Claude's own list: a; b; c +1" });
  expect(checklist.judge(makeStop(), makeFacts({ tasks }))).toEqual([]);
});

test("with checklist.block both hold, each named once", () => {
  const config = { ...defaultConfig(), checklist: { block: true } };
  const [finding] = checklist.judge(
    makeStop(),
    makeFacts({ config, checklist: ["the client", "docs"], tasks }),
  );
  expect(finding?.severity).toBe("block");
  expect(finding?.reason).toContain("- the client\n- docs\n");
});
