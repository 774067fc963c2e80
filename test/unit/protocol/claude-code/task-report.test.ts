import { describe, expect, test } from "bun:test";
import { parseEvent } from "../../../helpers/parse-event.ts";

const FIXTURES = `${import.meta.dir}/../../../fixtures/events/`;

async function reportOf(fixture: string) {
  return readReport(await Bun.file(FIXTURES + fixture).text());
}

function reportOfCall(tool: string, input: unknown, response: unknown) {
  const call = { tool_name: tool, tool_input: input, tool_response: response };
  return readReport(JSON.stringify({ hook_event_name: "PostToolUse", ...call }));
}

function readReport(json: string) {
  const parsed = parseEvent(json);
  return parsed.ok && parsed.event.name === "PostToolUse" ? parsed.event.taskReport : undefined;
}

describe("what a tool call did to the task list", () => {
  test("a created task has an id and no status, which may already have changed", async () => {
    expect(await reportOf("PostToolUse/task-create.json")).toEqual({
      kind: "change",
      tasks: [{ id: "1", subject: "Check the note", status: null, was: null }],
    });
  });

  test.each(["task-update", "task-update-in-subagent"])("%s has the old and the new status", async (name) => {
    expect(await reportOf(`PostToolUse/${name}.json`)).toEqual({
      kind: "change",
      tasks: [{ id: "1", subject: null, status: "completed", was: "pending" }],
    });
  });

  test("another tool does not change it", async () => {
    expect(await reportOf("PostToolUse/bash.json")).toBeNull();
  });

  test("a todo list is reported as a whole, each item by its text", () => {
    const todos = [
      { content: "first", status: "completed" },
      { content: "second" },
      { status: "pending" },
      5,
    ];
    expect(reportOfCall("TodoWrite", { todos }, { oldTodos: [], newTodos: todos })).toEqual({
      kind: "list",
      tasks: [
        { id: "first", subject: "first", status: "completed", was: null },
        { id: "second", subject: "second", status: "pending", was: null },
      ],
    });
  });

  test.each([
    ["TaskUpdate", { taskId: "1", status: "completed" }, { success: false, taskId: "1" }],
    ["TaskUpdate", { taskId: 1 }, { success: true }],
    ["TaskUpdate", null, null],
    ["TaskCreate", {}, { task: { subject: "no id" } }],
    ["TaskCreate", {}, "text"],
    ["TodoWrite", [], {}],
  ])("%s with %j and %j changes nothing", (tool, input, response) => {
    expect(reportOfCall(tool, input, response)).toBeNull();
  });
});
