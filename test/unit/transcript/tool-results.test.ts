import { describe, expect, test } from "bun:test";
import { afterCall, calls, fails, itemsOf, result, user } from "./records.ts";

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
const NOTE =
  "\n\nNote: The user's next message may contain a correction or preference. Pay close attention to it.";

describe("a result", () => {
  test("knows its call, even with others in between", async () => {
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

  test("whose call is missing stands alone", async () => {
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

  test("says where a long output is stored and which task continues", async () => {
    const details = { stdout: "", backgroundTaskId: "b1", persistedOutputPath: "/tmp/out.txt" };
    expect(await afterCall("Bash", {}, result("t1", "", { toolUseResult: details }))).toMatchObject([
      { backgroundTaskId: "b1" },
    ]);
  });

  test.each([
    ["an edit", { filePath: "/p/a.ts", oldString: "a" }, ["/p/a.ts"]],
    [
      "a command, as newer clients report it",
      { stdout: "", bashEditDiff: { changedFiles: ["/p/b.ts"] } },
      ["/p/b.ts"],
    ],
    ["a read file is not changed", { type: "text", file: { filePath: "/p/c.ts" } }, []],
  ])("says what was changed: %s", async (_name, toolUseResult, changedFiles) => {
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
      "another call's failure",
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

  test("is what the client marks as one, whatever its text", async () => {
    const marked = fails("t1", "Exit code 1", { toolDenialKind: "permission-rule" });
    expect(await afterCall("Bash", {}, marked)).toMatchObject([{ failure: "permission" }]);
  });

  test("is a missing permission when the settings refused, although it is marked as the person's", async () => {
    const fields = { toolDenialKind: "user-rejected", permissionDecision: { source: "config" } };
    const denied = fails("t1", "This command requires approval", fields);
    expect(await afterCall("Bash", {}, denied)).toMatchObject([
      { kind: "tool-result", failure: "permission" },
    ]);
  });

  test("is not one if nothing says so", async () => {
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
      "with words that the client stores separately",
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
