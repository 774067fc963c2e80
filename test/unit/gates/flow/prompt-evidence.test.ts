import { describe, expect, test } from "bun:test";
import {
  evidenceInAnswers,
  evidenceInOldPrompt,
  evidenceInPrompt,
} from "../../../../src/gates/flow/user-evidence.ts";
import { makeEvidence, makeFlow } from "../../../helpers/flows.ts";

const CLASSIFIED = makeFlow({ complexity: 3, kind: "feature" });
const NOTE = { condition: "memory_search", kind: "search" } as const;
const NONE = { condition: "must_have_answered", kind: "none" } as const;
const QUESTION = { condition: "must_have_answered", kind: "question", text: "Which database?" } as const;
const APPROVAL = { condition: "plan_approved", kind: "approval", source: "prompt" };

describe("a prompt", () => {
  test("answers every question that was asked before it", () => {
    const rows = evidenceInPrompt("SQLite", 9, CLASSIFIED, makeEvidence([NOTE, QUESTION, QUESTION]));
    expect(rows).toEqual([
      expect.objectContaining({ kind: "answer", answers: 2, source: "prompt" }),
      expect.objectContaining({ kind: "answer", answers: 3, source: "prompt" }),
    ]);
  });

  test("that is a slash command answers and approves nothing", () => {
    expect(evidenceInPrompt("/compact approved", 9, CLASSIFIED, makeEvidence([NOTE, QUESTION]))).toEqual([]);
  });

  test("with a bare yes approves the plan when that is what the flow waits for", () => {
    expect(evidenceInPrompt("yes", 9, CLASSIFIED, makeEvidence([NOTE, NONE]))).toEqual([
      expect.objectContaining(APPROVAL),
    ]);
  });

  test("with a bare yes answers a question, and does not also approve the plan", () => {
    const rows = evidenceInPrompt("yes", 9, CLASSIFIED, makeEvidence([NOTE, QUESTION]));
    expect(rows.map(({ condition }) => condition)).toEqual(["must_have_answered"]);
  });

  test("with a bare yes does nothing while an earlier condition is open", () => {
    expect(evidenceInPrompt("yes", 9, CLASSIFIED, makeEvidence([NONE]))).toEqual([]);
    expect(evidenceInPrompt("yes", 9, makeFlow(), makeEvidence([NOTE, NONE]))).toEqual([]);
  });

  test("that mentions approval approves at any time", () => {
    expect(evidenceInPrompt("Approved.", 9, makeFlow(), [])).toEqual([expect.objectContaining(APPROVAL)]);
  });

  test("is never stored", () => {
    const rows = evidenceInPrompt(
      "approved, token is hunter2",
      9,
      CLASSIFIED,
      makeEvidence([NOTE, QUESTION]),
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain("hunter2");
  });
});

describe("a prompt found later", () => {
  test("answers only what was asked before it", () => {
    const evidence = makeEvidence([
      { ...QUESTION, at: 5 },
      { ...QUESTION, at: 50 },
    ]);
    expect(evidenceInOldPrompt("SQLite", 10, evidence)).toEqual([
      expect.objectContaining({ kind: "answer", answers: 1 }),
    ]);
  });

  test("approves by plain words only", () => {
    expect(evidenceInOldPrompt("yes", 9, makeEvidence([NOTE, NONE]))).toEqual([]);
    expect(evidenceInOldPrompt("approved", 9, makeEvidence([NOTE, NONE]))).toEqual([
      expect.objectContaining(APPROVAL),
    ]);
  });
});

describe("answers in the client's dialog", () => {
  test("belong to the question in the same words", () => {
    const evidence = makeEvidence([QUESTION, { ...QUESTION, text: "Which port?" }]);
    const rows = evidenceInAnswers([{ question: "Which port?", answer: "80", at: 4 }], evidence);
    expect(rows).toEqual([
      expect.objectContaining({ kind: "answer", answers: 2, source: "AskUserQuestion", at: 4 }),
    ]);
  });

  test.each([
    ["Do you approve the plan?", "Yes, go ahead", true],
    ["Is this plan fine?", "Approve", true],
    ["Do you approve the plan?", "No, change step 2", false],
    ["Which database?", "Yes", false],
  ])("%s %s: %p", (question, answer, approves) => {
    const rows = evidenceInAnswers([{ question, answer, at: 4 }], []);
    expect(rows.some(({ condition }) => condition === "plan_approved")).toBe(approves);
  });

  test("the last word about the plan counts", () => {
    const ask = (answer: string) => ({ question: "Do you approve the plan?", answer, at: 1 });
    expect(evidenceInAnswers([ask("Yes"), ask("No")], [])).toEqual([]);
    expect(evidenceInAnswers([ask("No"), ask("Yes")], [])).toHaveLength(1);
  });
});
