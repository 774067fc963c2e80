import { describe, expect, test } from "bun:test";
import type { TranscriptItem } from "../../../src/transcript/item.ts";
import { calls, fails, itemsOf, type Json, result, user } from "./records.ts";

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
const NOTE =
  "\n\nNote: The user's next message may contain a correction or preference. Pay close attention to it.";

/** What a result says: everything after the call and its usage. */
async function afterCall(tool: string, input: Json, answer: Json): Promise<TranscriptItem[]> {
  return (await itemsOf(calls("t1", tool, input), answer)).slice(2);
}

describe("a result", () => {
  test("knows its call, also when others stand between", async () => {
    const items = await itemsOf(
      calls("t1", "Bash", { command: "a" }),
      calls("t2", "Bash", { command: "b" }),
      result("t2", "from b"),
      user("Meanwhile."),
      result("t1", "from a"),
    );
    const results = items.filter((item) => item.kind === "tool-result");
    expect(results.map(({ text, call }) => [text, call?.input.command])).toEqual([
      ["from b", "b"],
      ["from a", "a"],
    ]);
  });

  test("whose call is nowhere stands alone", async () => {
    expect(await itemsOf(result("t9", "ok"))).toMatchObject([{ kind: "tool-result", call: null }]);
  });

  test("is read without reminders and colours", async () => {
    const text = "\u001b[31mred\u001b[0m\n\n<system-reminder>\nMind the tasks.\n</system-reminder>";
    expect(await afterCall("Bash", {}, result("t1", text))).toMatchObject([{ text: "red" }]);
  });

  test("may come in blocks", async () => {
    const blocks = [
      { type: "text", text: "one" },
      { type: "image", source: {} },
      { type: "tool_reference", tool_name: "X" },
      { type: "text", text: "two" },
    ];
    expect(await afterCall("mcp__a__b", {}, result("t1", blocks))).toMatchObject([{ text: "one\ntwo" }]);
  });

  test("tells where a long output lies and which task goes on", async () => {
    const details = { stdout: "", backgroundTaskId: "b1", persistedOutputPath: "/tmp/out.txt" };
    expect(await afterCall("Bash", {}, result("t1", "", { toolUseResult: details }))).toMatchObject([
      { backgroundTaskId: "b1", outputPath: "/tmp/out.txt" },
    ]);
  });

  test.each([
    ["an edit", { filePath: "/p/a.ts", oldString: "a" }, ["/p/a.ts"]],
    [
      "a command, as newer clients tell",
      { stdout: "", bashEditDiff: { changedFiles: ["/p/b.ts"] } },
      ["/p/b.ts"],
    ],
    ["a read file is not changed", { type: "text", file: { filePath: "/p/c.ts" } }, []],
  ])("tells what was changed: %s", async (_name, toolUseResult, changedFiles) => {
    expect(await afterCall("X", {}, result("t1", "ok", { toolUseResult }))).toMatchObject([{ changedFiles }]);
  });
});

describe("a failure", () => {
  test.each([
    ["a command", "Bash", "Exit code 2\nno such file", "command", 2],
    ["a command of an old client", "Bash", "cat: x: No such file", "command", null],
    [
      "a file not read",
      "Edit",
      "<tool_use_error>File has not been read yet.</tool_use_error>",
      "usage",
      null,
    ],
    ["an edit of an old client", "Edit", "Found 2 matches of the string to replace", "usage", null],
    [
      "a sibling's failure",
      "Bash",
      "<tool_use_error>Sibling tool call errored</tool_use_error>",
      "cancelled",
      null,
    ],
    ["a hook", "Bash", "PreToolUse:Bash hook error: [guard.sh]: not here", "hook", null],
    [
      "a permission",
      "Write",
      "Claude requested permissions to write to /x, but you haven't granted it yet.",
      "permission",
      null,
    ],
    ["a rule", "Bash", "Permission to use Bash with command rm has been denied.", "permission", null],
    [
      "too large a file",
      "Read",
      "File content (31000 tokens) exceeds maximum allowed tokens (25000).",
      "too-large",
      null,
    ],
    ["a server", "mcp__a__b", "MCP error -32602: Invalid arguments", "other", null],
    ["an interrupt", "Bash", "[Request interrupted by user for tool use]", "interrupted", null],
  ] as const)("of %s", async (_name, tool, text, failure, exitCode) => {
    const expected = { kind: "tool-result", isError: true, failure, exitCode };
    expect(await afterCall(tool, {}, fails("t1", text))).toMatchObject([expected]);
  });

  test("is what the client marks it as, whatever its text", async () => {
    const marked = fails("t1", "Exit code 1", { toolDenialKind: "permission-rule" });
    expect(await afterCall("Bash", {}, marked)).toMatchObject([{ failure: "permission" }]);
  });

  test("is none when nothing says so", async () => {
    expect(await afterCall("Bash", {}, result("t1", "Exit code 1"))).toMatchObject([
      { isError: false, failure: null, exitCode: null },
    ]);
  });
});

describe("a rejection", () => {
  test.each([
    [
      "with the person's words",
      `${REJECTED} To tell you how to proceed, the user said:\nuse the Makefile`,
      {},
      "use the Makefile",
    ],
    [
      "with words and the client's note",
      `${REJECTED} To tell you how to proceed, the user said:\nnot here${NOTE}`,
      {},
      "not here",
    ],
    [
      "with words, by an old client",
      `${REJECTED} The user provided the following reason for the rejection:  use pnpm`,
      {},
      "use pnpm",
    ],
    [
      "with words that the client keeps apart",
      REJECTED,
      { toolDenialKind: "user-rejected", userFeedback: "later" },
      "later",
    ],
    [
      "without words",
      `${REJECTED} STOP what you are doing and wait for the user to tell you how to proceed.${NOTE}`,
      {},
      null,
    ],
    [
      "of an action",
      "The user doesn't want to take this action right now. STOP what you are doing.",
      {},
      null,
    ],
    [
      "of a question, in words that the client typed",
      `${REJECTED} To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n    This means they may have additional information.`,
      {},
      null,
    ],
  ] as const)("%s", async (_name, text, fields, reason) => {
    const items = await afterCall("Bash", { command: "rm x" }, fails("t1", text, fields));
    expect(items).toMatchObject([
      { kind: "tool-result", failure: "rejected" },
      { kind: "rejection", reason, call: { input: { command: "rm x" } } },
    ]);
  });
});

describe("the person's decisions", () => {
  const details = {
    questions: [{ question: "Which store?" }, { question: "Which parts?" }],
    answers: { "Which store?": "Postgres", "Which parts?": ["api", "ui"] },
  };
  const answers = [
    { question: "Which store?", answer: "Postgres" },
    { question: "Which parts?", answer: "api, ui" },
  ];

  test("answers", async () => {
    const items = await afterCall(
      "AskUserQuestion",
      {},
      result("t1", "Answered.", { toolUseResult: details }),
    );
    expect(items).toMatchObject([{ kind: "tool-result" }, { kind: "answers", id: "t1", answers }]);
  });

  test("answers whose question stands before what was read", async () => {
    const items = await itemsOf(result("t1", "Answered.", { toolUseResult: details }));
    expect(items).toMatchObject([{ kind: "tool-result" }, { kind: "answers", answers }]);
  });

  test("another tool's details do not pass for answers", async () => {
    const items = await afterCall("mcp__quiz__ask", {}, result("t1", "x", { toolUseResult: details }));
    expect(items.map(({ kind }) => kind)).toEqual(["tool-result"]);
  });

  test("an approved plan", async () => {
    const toolUseResult = { plan: "# Plan", isAgent: false, filePath: "/plans/p.md" };
    const items = await afterCall(
      "ExitPlanMode",
      {},
      result("t1", "User has approved your plan.", { toolUseResult }),
    );
    expect(items).toMatchObject([
      { kind: "tool-result", changedFiles: [] },
      { kind: "plan-approval", plan: "# Plan", path: "/plans/p.md", via: "exit-plan-mode" },
    ]);
  });

  test("a plan that another agent approved is none", async () => {
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

  test("a change that a hook refused is none", async () => {
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
          agentType: "Explore",
          status: "completed",
          text: "The report.",
          tokens: 15,
          toolUses: 1,
          durationMs: 211,
        },
      },
    ]);
  });

  test("has its text where the client gives no details", async () => {
    const items = await afterCall("Task", { subagent_type: "Plan" }, result("t1", "The report."));
    expect(items).toMatchObject([{ agent: { agentType: "Plan", status: "completed", text: "The report." } }]);
  });
});
