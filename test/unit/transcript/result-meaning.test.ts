import { describe, expect, test } from "bun:test";
import { afterCall, itemsOf, result } from "./records.ts";

describe("the person's decisions", () => {
  const details = {
    questions: [{ question: "Which store?" }, { question: "Which parts?" }],
    answers: { "Which store?": "Postgres", "Which parts?": ["api", "ui"] },
  };
  const answers = [
    { question: "Which store?", answer: "Postgres" },
    { question: "Which parts?", answer: "api, ui" },
  ];

  test("include answers", async () => {
    const items = await afterCall(
      "AskUserQuestion",
      {},
      result("t1", "Answered.", { toolUseResult: details }),
    );
    expect(items).toMatchObject([{ kind: "tool-result" }, { kind: "answers", answers }]);
  });

  test("include answers with what the dialog says about the choice", async () => {
    const options = [{ label: "Postgres", description: "One server" }, { label: "SQLite" }, "garbage"];
    const toolUseResult = {
      questions: [{ question: "Which store?", header: "Store", options }, "garbage"],
      answers: { "Which store?": "Postgres" },
    };
    const items = await afterCall("AskUserQuestion", {}, result("t1", "Answered.", { toolUseResult }));
    expect(items[1]).toMatchObject({
      answers: [{ answer: "Postgres", about: "One server", header: "Store", others: ["SQLite"] }],
    });
  });

  test("include answers whose question precedes what was read", async () => {
    const items = await itemsOf(result("t1", "Answered.", { toolUseResult: details }));
    expect(items).toMatchObject([{ kind: "tool-result" }, { kind: "answers", answers }]);
  });

  test("exclude another tool's details", async () => {
    const items = await afterCall("mcp__quiz__ask", {}, result("t1", "x", { toolUseResult: details }));
    expect(items.map(({ kind }) => kind)).toEqual(["tool-result"]);
  });

  test("include an approved plan", async () => {
    const toolUseResult = { plan: "# Plan", isAgent: false, filePath: "/plans/p.md" };
    const items = await afterCall(
      "ExitPlanMode",
      {},
      result("t1", "User has approved your plan.", { toolUseResult }),
    );
    expect(items).toMatchObject([
      { kind: "tool-result", changedFiles: [] },
      { kind: "plan-approval", plan: "# Plan", via: "exit-plan-mode" },
    ]);
  });

  test("exclude a plan that another agent approved", async () => {
    const toolUseResult = { plan: "# Plan", isAgent: true };
    const items = await afterCall("ExitPlanMode", {}, result("t1", "Approved.", { toolUseResult }));
    expect(items).toHaveLength(1);
  });
});

describe("the client's lists", () => {
  test.each([
    [
      "a new task",
      "TaskCreate",
      {},
      "Task #1 created successfully: Ship",
      { task: { id: "1", subject: "Ship" } },
      false,
      [{ id: "1", subject: "Ship", status: "pending" }],
    ],
    [
      "a new task without details",
      "TaskCreate",
      {},
      "Task #1 created successfully: Ship",
      undefined,
      false,
      [{ id: "1", subject: "Ship", status: "pending" }],
    ],
    [
      "a change",
      "TaskUpdate",
      { taskId: "1", status: "completed" },
      "Updated task #1 status",
      {
        success: true,
        taskId: "1",
        updatedFields: ["status"],
        statusChange: { from: "pending", to: "completed" },
      },
      false,
      [{ id: "1", subject: "", status: "completed" }],
    ],
    [
      "a change without details",
      "TaskUpdate",
      { taskId: "1", status: "in_progress" },
      "Updated task #1 status",
      undefined,
      false,
      [{ id: "1", subject: "", status: "in_progress" }],
    ],
    [
      "a new name",
      "TaskUpdate",
      { taskId: "1", subject: "Ship it" },
      "Updated task #1 subject",
      { success: true, taskId: "1", updatedFields: ["subject"] },
      false,
      [{ id: "1", subject: "Ship it", status: "" }],
    ],
    [
      "the list",
      "TaskList",
      {},
      "#1 [pending] Ship",
      { tasks: [{ id: "1", subject: "Ship", status: "pending" }] },
      true,
      [{ id: "1", subject: "Ship", status: "pending" }],
    ],
    [
      "todos, one of them broken",
      "TodoWrite",
      {},
      "Todos have been modified successfully.",
      { oldTodos: [], newTodos: ["broken", { content: "Ship", status: "in_progress" }] },
      true,
      [{ id: "Ship", subject: "Ship", status: "in_progress" }],
    ],
  ] as const)("%s", async (_name, tool, input, text, toolUseResult, whole, tasks) => {
    const answer = result("t1", text, toolUseResult ? { toolUseResult } : {});
    expect((await afterCall(tool, input, answer))[1]).toMatchObject({
      kind: "task-states",
      whole,
      tasks: [...tasks],
    });
  });

  test("a change that a hook refused does not count", async () => {
    const toolUseResult = {
      success: false,
      taskId: "1",
      updatedFields: [],
      error: "TaskCompleted hook feedback:\nNo",
    };
    const input = { taskId: "1", status: "completed" };
    const items = await afterCall(
      "TaskUpdate",
      input,
      result("t1", "TaskCompleted hook feedback:\nNo", { toolUseResult }),
    );
    expect(items).toHaveLength(1);
  });
});

describe("an agent's result", () => {
  test("has its report without the client's frame", async () => {
    const toolUseResult = {
      status: "completed",
      agentId: "a1",
      agentType: "Explore",
      content: [{ type: "text", text: "The report." }],
      totalTokens: 15,
      totalToolUseCount: 1,
      totalDurationMs: 211,
    };
    const items = await afterCall("Agent", {}, result("t1", "[Subagent hand-back] …", { toolUseResult }));
    expect(items).toMatchObject([
      {
        agent: {
          agentId: "a1",
          status: "completed",
          text: "The report.",
        },
      },
    ]);
  });

  test("has its text if the client gives no details", async () => {
    const items = await afterCall("Task", { subagent_type: "Plan" }, result("t1", "The report."));
    expect(items).toMatchObject([{ agent: { status: "completed", text: "The report." } }]);
  });
});
