// What gates report when a session starts.
import { expect, test } from "bun:test";
import { loadConfig } from "../../../../src/config/load-config.ts";
import { remindOfWork } from "../../../../src/gates/engine/notify-gates.ts";
import type { SessionStartEvent } from "../../../../src/protocol/hook-event.ts";
import { createTrace } from "../../../../src/store/hook-context.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeFlowWorkplace } from "../../../helpers/flow-workplace.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import type { Workplace } from "../../../helpers/workplace.ts";
import { startLoop } from "../../../helpers/workplace.ts";

async function start(place: Workplace, { sessionId = "s1", source = "startup", withStore = true } = {}) {
  const event: SessionStartEvent = { ...makeStop({ sessionId }), name: "SessionStart", source };
  const { env, project, store } = place;
  return remindOfWork({
    event,
    env,
    startDir: project,
    projectDir: project,
    now: Date.now(),
    trace: createTrace(false),
    payload: "",
    loaded: await loadConfig(env, project),
    store: withStore ? store : null,
  });
}

test("nothing is said if nothing is declared", async () => {
  expect(await start(await makeFlowWorkplace())).toEqual({
    holds: [],
    notes: [],
    messages: [],
    leftOpen: [],
  });
});

test("what holds the session is reported in the order of the registry, and the plan after it", async () => {
  const place = await makeFlowWorkplace({
    "docs/plans/x/PLAN.md": "- [ ] a\n",
    "docs/plans/x/MEMORY.md": "status: in-progress\n",
  });
  await place.startLoop();
  await place.flow("start", "add a login");
  writeFileIn(place.project, ".claude/runtime/locks/.lock_active", "");
  const { holds, notes } = await start(place);
  expect(holds.map((line) => /(lock|loop|flow) is on/.exec(line)?.[1])).toEqual(["lock", "loop", "flow"]);
  expect(notes).toEqual([expect.stringContaining("Active plan: docs/plans/x/PLAN.md")]);
});

test("without a store, what is in files is reported", async () => {
  const place = await makeFlowWorkplace();
  await place.startLoop();
  writeFileIn(place.project, ".claude/runtime/locks/.lock_active", "");
  const { holds, leftOpen } = await start(place, { withStore: false });
  expect(holds).toEqual([expect.stringContaining("lock is on")]);
  expect(leftOpen).toEqual([]);
});

test("another session is told what is open in the project, with the command that takes it over", async () => {
  const place = await makeFlowWorkplace();
  await place.startLoop();
  await place.flow("start", "add a login");
  expect((await start(place, { sessionId: "s2" })).leftOpen).toEqual([
    {
      sessionId: "s1",
      what: "a loop (active, round 0 of 25)",
      task: "the task",
      resume: "holdfast resume --from s1",
    },
    {
      sessionId: "s1",
      what: expect.stringMatching(/^a flow \(active, phase /),
      task: "add a login",
      resume: "holdfast resume --from s1",
    },
  ]);
});

test("a loop of another project is reported only to the session that continues the loop's own", async () => {
  const place = await makeFlowWorkplace();
  await place.startLoop();
  startLoop(place.store, "/elsewhere", { sessionId: "other" });
  place.store.run("DELETE FROM goals WHERE kind = 'loop' AND session_id = 's1'");
  expect(await start(place, { sessionId: "s2" })).toMatchObject({ holds: [], leftOpen: [] });
});

test("no secret of a declared command is reported", async () => {
  const place = await makeFlowWorkplace();
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  await place.startLoop({ verify: `curl -H 'X: ${secret}' localhost` });
  const { holds } = await start(place);
  expect(holds).toEqual([expect.stringContaining("It ends when `curl -H 'X: [redacted")]);
});
