import { describe, expect, test } from "bun:test";
import { openTasks } from "../../../src/transcript/selectors/open-tasks.ts";
import { mutatingToolCalls } from "../../../src/transcript/selectors/tool-calls.ts";
import { attachment, calls, fails, itemsOf, type Json, queue, result, user } from "./records.ts";

function createTask(id: string, subject: string): Json[] {
  return [
    calls(`c${id}`, "TaskCreate", { subject }),
    result(`c${id}`, `Task #${id} created successfully: ${subject}`),
  ];
}

function updateTask(id: string, to: string): Json[] {
  const toolUseResult = {
    success: true,
    taskId: id,
    updatedFields: ["status"],
    statusChange: { from: "x", to },
  };
  return [
    calls(`u${id}`, "TaskUpdate", { taskId: id }),
    result(`u${id}`, `Updated task #${id} status`, { toolUseResult }),
  ];
}

describe("open tasks", () => {
  test("are those not done, as they were last seen", async () => {
    const items = await itemsOf(
      ...createTask("1", "Write"),
      ...createTask("2", "Test"),
      ...createTask("3", "Ship"),
      ...createTask("4", "Dream"),
      ...updateTask("1", "completed"),
      ...updateTask("2", "in_progress"),
      ...updateTask("4", "deleted"),
    );
    expect(openTasks(items)).toMatchObject([
      { id: "2", subject: "Test", status: "in_progress", list: "tasks" },
      { id: "3", subject: "Ship", status: "pending", list: "tasks" },
    ]);
  });

  test("follow the whole list wherever it is shown", async () => {
    const items = await itemsOf(
      ...createTask("1", "Write"),
      attachment("task_reminder", {
        content: [{ id: "7", subject: "Ship", status: "pending" }],
        itemCount: 1,
      }),
    );
    expect(openTasks(items)).toMatchObject([{ id: "7", subject: "Ship" }]);
  });

  test("are known by number if only a change was read", async () => {
    expect(openTasks(await itemsOf(...updateTask("5", "in_progress")))).toMatchObject([
      { id: "5", subject: "" },
    ]);
  });

  test("are the last todos of an older client", async () => {
    const todos = (...states: string[]) =>
      states.map((status, index) => ({ content: `Step ${index}`, status }));
    const write = (id: string, newTodos: Json[]) => [
      calls(id, "TodoWrite", { todos: newTodos }),
      result(id, "ok", { toolUseResult: { oldTodos: [], newTodos } }),
    ];
    const items = await itemsOf(
      ...write("t1", todos("pending", "pending", "pending")),
      ...write("t2", todos("completed", "in_progress")),
    );
    expect(openTasks(items)).toMatchObject([
      { id: "Step 1", subject: "Step 1", status: "in_progress", list: "todos" },
    ]);
  });
});

test("a task that is reported again unchanged has not changed", async () => {
  const at = (second: number) => ({ timestamp: `2026-01-02T03:04:0${second}.000Z` });
  const write = (id: string, second: number, status: string) => {
    const newTodos = [
      { content: "Old", status: "pending" },
      { content: "New", status },
    ];
    return [
      calls(id, "TodoWrite", { todos: newTodos }, at(second)),
      result(id, "ok", { toolUseResult: { oldTodos: [], newTodos }, ...at(second) }),
    ];
  };
  const items = await itemsOf(...write("t1", 1, "pending"), ...write("t2", 5, "in_progress"));
  const seconds = openTasks(items).map(({ id, changedAt }) => [id, new Date(changedAt).getUTCSeconds()]);
  expect(seconds).toEqual([
    ["Old", 1],
    ["New", 5],
  ]);
});

describe("tool calls", () => {
  test("come with their results, which may not be there yet", async () => {
    const items = await itemsOf(
      calls("t1", "Write", { file_path: "/a" }),
      calls("t2", "Bash", { command: "make" }),
      result("t1", "a"),
      fails("t2", "Exit code 1"),
      calls("t3", "Bash", { command: "make again" }),
    );
    expect(mutatingToolCalls(items)).toMatchObject([
      { call: { id: "t1" }, result: { text: "a" } },
      { call: { id: "t2" }, result: { failure: "command" } },
      { call: { id: "t3" }, result: null },
    ]);
  });

  test("a call that precedes the items is known by its result", async () => {
    const items = await itemsOf(calls("t1", "Bash", { command: "make" }), result("t1", "ok"));
    expect(mutatingToolCalls(items.slice(2))).toMatchObject([{ call: { id: "t1" }, result: { text: "ok" } }]);
  });

  test("those that may have changed something name their files", async () => {
    const items = await itemsOf(
      calls("t1", "Read", { file_path: "/p/read.ts" }),
      calls("t2", "Write", { file_path: "/p/a.ts" }),
      calls("t3", "NotebookEdit", { notebook_path: "/p/b.ipynb" }),
      calls("t4", "Bash", { command: "git status && ls" }),
      calls("t5", "Bash", { command: "make" }),
      result("t2", "ok", { toolUseResult: { filePath: "/p/a.ts" } }),
      result("t5", "ok", { toolUseResult: { stdout: "", bashEditDiff: { changedFiles: ["/p/c.ts"] } } }),
      calls("t6", "toString", { file_path: "/p/d.ts" }),
      calls("t7", "toString", {}),
    );
    expect(mutatingToolCalls(items).map(({ call, files }) => [call.id, files])).toEqual([
      ["t2", ["/p/a.ts"]],
      ["t3", ["/p/b.ipynb"]],
      ["t5", ["/p/c.ts"]],
      ["t6", ["/p/d.ts"]],
    ]);
  });
});

test("an agent's report comes at once or by notifications; the end of a shell brings none", async () => {
  const notice = (id: string, answer: string) =>
    `<task-notification><task-id>${id}</task-id><tool-use-id>t2</tool-use-id><status>completed</status>${answer}</task-notification>`;
  const items = await itemsOf(
    calls("t1", "Agent", { subagent_type: "Explore" }),
    result("t1", "x", {
      toolUseResult: { status: "completed", agentId: "a1", content: [{ type: "text", text: "One." }] },
    }),
    calls("t2", "Agent", { subagent_type: "Plan" }),
    result("t2", "x", { toolUseResult: { status: "async_launched", agentId: "a2", isAsync: true } }),
    queue("enqueue", notice("a2", "<result>Two.</result>")),
    user(notice("b1", "<summary>Background command finished</summary>")),
  );
  expect(items.filter(({ kind }) => kind === "tool-result" || kind === "task-notification")).toMatchObject([
    { id: "t1", agent: { agentId: "a1", status: "completed", text: "One." } },
    { id: "t2", agent: { agentId: "a2", status: "async_launched" } },
    { taskId: "a2", callId: "t2", via: "queue" },
    { taskId: "b1", via: "prompt" },
  ]);
});
