import { expect, test } from "bun:test";
import { openBudget } from "../../../src/gates/engine/budget-rows.ts";
import { insertDecision } from "../../../src/gates/engine/record-decision.ts";
import { readHookTimes } from "../../../src/store/hook-times.ts";
import { openStore } from "../../../src/store/open.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

test("the limit applies within the period, however many rows came after it", async () => {
  const store = await openStore(`${makeTempFolder("times")}/holdfast.db`);
  const { id: budget_id } = openBudget(store, "s1", "main", 0);
  for (let at = 1; at <= 10; at++)
    insertDecision(store, {
      session_id: "s1",
      agent: "main",
      budget_id,
      event: "Stop",
      at,
      project_dir: "/p",
      verdict: "complete",
      rule: "nothing-open",
      findings: "[]",
      situation: null,
      reason: null,
      duration_ms: at,
    });
  const { times } = readHookTimes(store, { since: 0, until: 5, commandGates: [], max: 2 });
  expect(times.map(({ at }) => at)).toEqual([3, 4]);
  store.close();
});
