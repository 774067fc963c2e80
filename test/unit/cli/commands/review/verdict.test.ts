// The exit code for each way a session can end; those of the real client are in test/e2e/verdict.test.ts.
import { describe, expect, test } from "bun:test";
import type { Verdict } from "../../../../../src/gates/engine/budget.ts";
import { insertDecision } from "../../../../../src/gates/engine/record-decision.ts";
import { setGoalState } from "../../../../../src/store/goals.ts";
import { type FlowWorkplace, makeFlowWorkplace, PLANNING } from "../../../../helpers/flow-workplace.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeWorkplace, type Workplace } from "../../../../helpers/workplace.ts";

const BLOCK = { gate: "lock", code: "locked", severity: "block", reason: "Keep working.\nMore." };

function decide(place: Workplace, verdict: Verdict, rule: string, findings: object[] = []): void {
  insertDecision(place.store, {
    session_id: "s1",
    agent: "main",
    budget_id: null,
    event: "Stop",
    at: Date.now() + 10,
    project_dir: place.project,
    verdict,
    rule,
    findings: JSON.stringify(findings),
    situation: null,
    reason: null,
    duration_ms: 1,
  });
}

test.each<[number, Verdict, string, object[]]>([
  [0, "complete", "nothing-open", []],
  [0, "complete", "nothing-open", [{ ...BLOCK, severity: "advise" }]],
  [2, "blocked", "open-findings", [BLOCK]],
  [3, "stalled", "same-situation", [BLOCK]],
  [3, "capped", "total", [BLOCK]],
  [3, "complete", "nothing-open", [BLOCK]],
  [3, "complete", "once", []],
  [3, "paused", "paused", []],
  [3, "paused", "plan-mode", []],
  [4, "fault", "gate-failed", []],
  [6, "asking", "needs-user", [BLOCK]],
  [6, "waiting", "background-work", [BLOCK]],
])("%i: %s (%s)", async (exitCode, verdict, rule, findings) => {
  const place = await makeWorkplace();
  decide(place, verdict, rule, findings);
  const run = await runCli(place.env, place.project, "verdict", "--last");
  expect(run.exitCode).toBe(exitCode);
  expect(run.text.split("\n")).toHaveLength(1);
  if (exitCode !== 0) expect(run.text.includes("lock: Keep working.")).toBe(findings.length > 0);
});

test("a finding is told by its summary", async () => {
  const place = await makeWorkplace();
  decide(place, "stalled", "same-situation", [{ ...BLOCK, summary: "The lock was still on." }]);
  expect((await runCli(place.env, place.project, "verdict")).text).toContain("lock: The lock was still on.");
});

test("a held stop is called held, not blocked", async () => {
  const place = await makeWorkplace();
  decide(place, "blocked", "open-findings", [BLOCK]);
  const { text } = await runCli(place.env, place.project, "verdict");
  expect(text).toBe("held by the lock; lock: Keep working.");
});

test("a subagent's stop does not decide the session's verdict", async () => {
  const place = await makeWorkplace();
  decide(place, "complete", "nothing-open");
  place.store.run("UPDATE decisions SET agent = 'agent:a1', event = 'SubagentStop'");
  expect((await runCli(place.env, place.project, "verdict")).exitCode).toBe(5);
});

test("the beginning of a session ID is enough", async () => {
  const place = await makeWorkplace();
  decide(place, "complete", "nothing-open");
  expect((await runCli(place.env, place.project, "verdict", "--session", "s")).exitCode).toBe(0);
});

test("status says in words how the last stop ended", async () => {
  const place = await makeWorkplace();
  decide(place, "stalled", "same-situation", [BLOCK]);
  const { text } = await runCli(place.env, place.project, "status");
  expect(text).toContain("last stop  Released: nothing changed over three stops (stop 1, just now)");
  place.store.run("UPDATE decisions SET agent = 'agent:a1', event = 'SubagentStop'");
  expect((await runCli(place.env, place.project, "status")).text).not.toContain("last stop");
});

test("explain names a switch that the config accepts", async () => {
  const place = await makeWorkplace();
  decide(place, "blocked", "open-findings", [BLOCK, { ...BLOCK, gate: "custom" }]);
  const { text } = await runCli(place.env, place.project, "explain");
  expect(text).toContain('switch off   {"gates":{"lock":{"enabled":false}}} in .claude/holdfast.json');
  expect(text).toContain("switch off   remove it from `gates.custom`");
});

test("a finding's text cannot control the terminal", async () => {
  const place = await makeWorkplace();
  decide(place, "blocked", "open-findings", [{ ...BLOCK, reason: "\u001b[2Jgone\u202e" }]);
  const { text } = await runCli(place.env, place.project, "verdict");
  expect(text).toContain("\\u{1b}[2Jgone\\u{202e}");
});

test.each([
  ["suspended", "same-situation", 3, "the loop is suspended (nothing changed over three stops): the task"],
  ["active", null, 3, "the loop is active: the task"],
  ["met", null, 0, "nothing held it"],
  [
    "met",
    "waived without a sign from the user: plan_approved",
    3,
    "ended without proof (waived without a sign from the user: plan_approved)",
  ],
  ["cancelled", "enough", 0, "nothing held it"],
] as const)(
  "a goal that is %s (%s) after a stop that nothing held: %i",
  async (state, why, exitCode, words) => {
    const place = await makeWorkplace();
    const { id } = await place.startLoop();
    setGoalState(place.store, id, { state, why, at: Date.now() });
    decide(place, "complete", "nothing-open");
    const run = await runCli(place.env, place.project, "verdict");
    expect(run.exitCode).toBe(exitCode);
    expect(run.text).toContain(words);
  },
);

describe("after a stop that nothing held", () => {
  const CHECKS = ["--correctness", "true", "--quality", "true"];
  const ALL = [...PLANNING, "implementation_complete", "correctness_passed", "quality_passed"];

  async function endWithWaivers() {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login", ...CHECKS);
    for (const id of [...ALL, "retrospective_done"])
      await place.flow("set", id, "--force", "--why", "no time");
    expect((await place.flow("done")).text).toContain("not verified done");
    return place;
  }

  const verdictOf = ({ inside, project }: FlowWorkplace) => runCli(inside, project, "verdict");

  test("a goal that ended with waivers stays unmet, whatever goals of its kind follow", async () => {
    const place = await endWithWaivers();
    await place.flow("start", "another");
    await runCli({ ...place.outside, fromDashboard: true }, place.project, "cancel", "flow");
    await place.stop();
    const { exitCode, text } = await verdictOf(place);
    expect([exitCode, text]).toEqual([3, expect.stringContaining("the flow ended without proof")]);
    expect(text).not.toContain("another");
  });

  test.each([
    ["Claude", (place: FlowWorkplace) => place.holdfast("cancel"), 3],
    ["an unknown place", (place: FlowWorkplace) => place.byPerson("cancel"), 3],
    [
      "the person",
      ({ outside, project }: FlowWorkplace) => runCli({ ...outside, fromDashboard: true }, project, "cancel"),
      0,
    ],
  ] as const)("a goal that %s cancelled counts accordingly", async (_by, cancel, exitCode) => {
    const place = await makeFlowWorkplace();
    await place.flow("start", "add a login");
    await cancel(place);
    await place.stop();
    const verdict = await verdictOf(place);
    expect(verdict.exitCode).toBe(exitCode);
    expect(verdict.text.includes("the flow was cancelled without a sign from the user: add a login")).toBe(
      exitCode === 3,
    );
  });

  test("a goal that Claude replaced with another counts as unmet", async () => {
    const place = await makeFlowWorkplace();
    await place.holdfast("loop", "start", "the hard one", "--verify", "false");
    for (let n = 0; n < 3; n++) await place.stop();
    await place.holdfast("loop", "start", "the easy one", "--verify", "true");
    await place.stop();
    const { exitCode, text } = await verdictOf(place);
    expect([exitCode, text]).toEqual([
      3,
      expect.stringContaining("cancelled without a sign from the user (replaced): the hard one"),
    ]);
  });

  test.each([
    ["the lock is active: ship it", (place: FlowWorkplace) => place.holdfast("lock", "ship it")],
    [
      "the loop is active: theirs",
      async ({ writeState }: FlowWorkplace) =>
        writeState("loop.json", { task: "theirs", iteration: 1, max_iterations: 5, verified_done: false }),
    ],
  ] as const)("it says what holds the session without a row: %s", async (words, begin) => {
    const place = await makeFlowWorkplace();
    await place.stop();
    expect((await verdictOf(place)).exitCode).toBe(0);
    await begin(place);
    const { exitCode, text } = await verdictOf(place);
    expect([exitCode, text]).toEqual([3, expect.stringContaining(words)]);
    expect((await place.holdfast("status")).text).toContain(words.split(": ").at(-1) ?? "");
  });

  test("a lock of another session does not count", async () => {
    const place = await makeFlowWorkplace();
    await place.stop();
    await runCli({ ...place.inside, sessionId: "s2" }, place.project, "lock", "theirs");
    expect((await verdictOf(place)).exitCode).toBe(0);
  });
});
