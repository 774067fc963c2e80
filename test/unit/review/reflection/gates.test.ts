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

test("blocks of one gate are distinguished by what failed, and none of their output is kept", async () => {
  const block = (what: string, log: string) =>
    decision("blocked", "quality", {
      findings: JSON.stringify([
        {
          gate: "quality",
          code: "failed",
          severity: "block",
          reason: `${what} fails.\n${log}`,
          summary: what,
        },
      ]),
    });
  const three = [1, 2, 3].map((n) => block("Stage test: `npm test` fails: adds numbers", `at ${n} ms: LOG`));
  const two = [1, 2].map(() => block("Stage lint: `npm run lint` fails: unused name", "LOG"));
  const { patterns } = await reflectOn([user("Go.")], { decisions: [...three, ...two] });
  expect(patterns).toMatchObject([
    { id: "GATE_BLOCKS", count: 3, suggestion: { kind: "none", payload: null } },
  ]);
  expect(patterns[0]?.title).toContain("adds numbers");
  expect(JSON.stringify(patterns)).not.toContain("LOG");
});

test("a block marked wrong proposes the narrowest setting, and never to switch the gate off", async () => {
  const finding = { gate: "hygiene", code: "once", severity: "block", reason: "hygiene says no" };
  const narrower = { key: "hygiene.rules.print", value: "advise" };
  const marked = { wrong_at: 5, wrong_why: "it is a fixture" };
  const wrong = decision("blocked", "hygiene", {
    ...marked,
    findings: JSON.stringify([{ ...finding, narrower }]),
  });
  const old = decision("blocked", "quality", marked);
  const { patterns } = await reflectOn([user("Go.")], { decisions: [wrong, old] });
  expect(patterns).toMatchObject([
    {
      id: "WRONG_BLOCKS",
      evidence: [{ where: `decision ${wrong.id}`, text: "hygiene says no (you: it is a fixture)" }],
      suggestion: { kind: "gate", payload: narrower },
    },
    { id: "WRONG_BLOCKS", suggestion: { kind: "none", payload: null } },
  ]);
});

test("findings that cannot be read are left out", async () => {
  const odd = ["not json", "{}", "[null]", '[{"severity":"advise"}]'].map((findings) =>
    decision("blocked", "quality", { findings, wrong_at: 1 }),
  );
  expect(await told(...odd)).toEqual([]);
});
