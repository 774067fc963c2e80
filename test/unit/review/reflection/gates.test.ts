import { expect, test } from "bun:test";
import type { DecisionRow } from "../../../../src/store/decisions.ts";
import { user } from "../../transcript/records.ts";
import { reflectOn } from "./session.ts";

let ids = 0;

function decision(verdict: string, gate: string, more: Partial<DecisionRow> = {}): DecisionRow {
  const finding = { gate, code: "open", severity: "block", reason: `${gate} says no` };
  return {
    id: ++ids,
    session_id: "session-1",
    agent: "main",
    budget_id: 1,
    event: "Stop",
    at: 1,
    project_dir: "/p",
    verdict,
    rule: "r",
    findings: JSON.stringify([finding]),
    situation: null,
    reason: null,
    duration_ms: 1,
    wrong_at: null,
    wrong_why: null,
    ...more,
  };
}

async function told(...decisions: DecisionRow[]): Promise<string[]> {
  const { patterns } = await reflectOn([user("Go.")], { decisions });
  return patterns.map(({ id, count }) => `${id} ${count}`);
}

test.each([
  ["three blocks of a gate", ["blocked", "blocked", "blocked"], "quality", ["GATE_BLOCKS 3"]],
  ["two blocks", ["blocked", "blocked"], "quality", []],
  ["a lock that holds as it should", ["blocked", "blocked", "blocked"], "lock", []],
  ["a release", ["blocked", "stalled"], "quality", ["GATE_RELEASES 1"]],
  ["a lock whose rounds were used up", ["capped"], "lock", ["GATE_RELEASES 1"]],
  ["stops that were allowed", ["complete", "asking", "waiting"], "quality", []],
])("%s", async (_what, verdicts, gate, expected) => {
  expect(await told(...verdicts.map((verdict) => decision(verdict, gate)))).toEqual(expected);
});

test("a block marked wrong proposes to switch the gate off, and no more than that", async () => {
  const wrong = decision("blocked", "hygiene", { wrong_at: 5, wrong_why: "it is a fixture" });
  const { patterns } = await reflectOn([user("Go.")], { decisions: [wrong] });
  expect(patterns).toMatchObject([
    {
      id: "WRONG_BLOCKS",
      evidence: [{ where: `decision ${wrong.id}`, text: "hygiene says no (you: it is a fixture)" }],
      suggestion: { kind: "gate", payload: { key: "gates.hygiene.enabled", value: false } },
    },
  ]);
});

test("findings that cannot be read are left out", async () => {
  const odd = ["not json", "{}", "[null]", '[{"severity":"advise"}]'].map((findings) =>
    decision("blocked", "quality", { findings, wrong_at: 1 }),
  );
  expect(await told(...odd)).toEqual([]);
});
