import { describe, expect, test } from "bun:test";
import { answersInPrompt, evidenceInAnswers, findActs } from "../../../../src/gates/flow/user-evidence.ts";
import { makeEvidence, makeFlow } from "../../../helpers/flows.ts";
import { itemsOf, type Json, user } from "../../transcript/records.ts";

const SEARCH = { condition: "memory_search", kind: "search" } as const;
const QUESTION = { condition: "must_have_answered", kind: "question", text: "Which database?" } as const;

describe("a prompt", () => {
  test("answers every question that was asked before it", () => {
    const rows = answersInPrompt("SQLite", 9, makeEvidence([SEARCH, QUESTION, QUESTION]));
    expect(rows).toEqual([
      expect.objectContaining({ kind: "answer", answers: 2, source: "prompt" }),
      expect.objectContaining({ kind: "answer", answers: 3, source: "prompt" }),
    ]);
  });

  test("does not answer what was asked after it", () => {
    const evidence = makeEvidence([
      { ...QUESTION, at: 5 },
      { ...QUESTION, at: 50 },
    ]);
    expect(answersInPrompt("SQLite", 10, evidence)).toEqual([
      expect.objectContaining({ kind: "answer", answers: 1 }),
    ]);
  });

  test("that is a slash command answers nothing", () => {
    expect(answersInPrompt("/compact", 9, makeEvidence([SEARCH, QUESTION]))).toEqual([]);
  });

  test("is never stored", () => {
    const rows = answersInPrompt("token is hunter2", 9, makeEvidence([QUESTION]));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("hunter2");
  });
});

describe("in the transcript", () => {
  const flow = makeFlow({ createdAt: Date.parse("2026-07-01T00:00:00Z") });
  const LATER = { timestamp: "2026-07-01T00:01:00Z" };
  const conditionsIn = async (...records: Json[]) =>
    findActs(flow, makeEvidence([QUESTION]), await itemsOf(...records)).map(({ condition, source }) => [
      condition,
      source,
    ]);

  test.each([
    "yes",
    "Approved.",
    "LGTM, go ahead",
    "The plan is fine",
    "einverstanden",
    "holdfast flow approve",
    "! holdfast flow approve",
  ])("the prompt %s answers the question, and does not approve the plan", async (text) => {
    expect(await conditionsIn(user(text, LATER))).toEqual([["must_have_answered", "prompt"]]);
  });

  test.each([
    "<bash-input>holdfast flow approve</bash-input>",
    "<bash-input> /opt/bin/holdfast  flow approve --json </bash-input>",
    "<command-name>/holdfast:flow</command-name><command-args>approve</command-args>",
  ])("%s approves the plan, and leaves the question to Claude", async (text) => {
    expect(await conditionsIn(user(text, LATER))).toEqual([
      ["must_have_answered", "flow approve"],
      ["plan_approved", "flow approve"],
    ]);
  });

  test.each([
    ["only mentions the command", "<bash-input>echo holdfast flow approve</bash-input>", {}],
    ["asks for its help", "<bash-input>holdfast flow approve --help</bash-input>", {}],
    ["means another session", "<bash-input>holdfast flow approve --session s2</bash-input>", {}],
    [
      "starts a flow",
      "<command-name>/holdfast:flow</command-name><command-args>approve it</command-args>",
      {},
    ],
    [
      "came before the flow",
      "<bash-input>holdfast flow approve</bash-input>",
      { timestamp: "2026-06-30T23:59:00Z" },
    ],
    ["is a subagent's", "<bash-input>holdfast flow approve</bash-input>", { isSidechain: true }],
    ["is the client's own", "<bash-input>holdfast flow approve</bash-input>", { isMeta: true }],
    ["is a wake-up", "<bash-input>holdfast flow approve</bash-input>", { turnOrigin: "scheduled" }],
    ["is from a peer", "<bash-input>holdfast flow approve</bash-input>", { origin: { kind: "peer" } }],
    [
      "is a wake-up's slash command",
      "<command-name>/holdfast:flow</command-name><command-args>approve</command-args>",
      { promptSource: "system" },
    ],
  ])("a line that %s does not approve", async (_what, text, fields) => {
    expect(await conditionsIn(user(text, { ...LATER, ...fields }))).toEqual([]);
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
    ["Is this plan fine?", "Approve", [], true],
    ["Is this plan fine?", "Approve (Recommended)", ["Change it"], true],
    ["Shall I start?", "Approve the plan", ["Change it"], true],
    ["Do you approve the plan?", "Change step 2", ["Approve"], false],
    ["Do you approve the plan?", "Approve, Change step 2", ["Skip"], false],
    ["Do you approve the plan?", "Approve without step 2", ["Approve"], false],
    ["Do you approve the plan?", "Yes", ["No"], false],
    ["What about Bob's pull request?", "Approve", ["Reject"], false],
  ])("%s %s: %p", (question, answer, others, approves) => {
    const rows = evidenceInAnswers([{ question, answer, others, at: 4 }], []);
    expect(rows.some(({ condition }) => condition === "plan_approved")).toBe(approves);
  });

  test("the last word about the approval counts; other questions about the plan do not matter", () => {
    const approve = { question: "Do you approve the plan?", answer: "Approve", others: ["Change it"], at: 1 };
    const refuse = { ...approve, answer: "Change it", others: ["Approve"] };
    const other = { question: "Which part of the plan first?", answer: "The store", others: [], at: 2 };
    expect(evidenceInAnswers([approve, refuse], [])).toEqual([]);
    expect(evidenceInAnswers([refuse, approve, other], [])).toHaveLength(1);
  });
});
