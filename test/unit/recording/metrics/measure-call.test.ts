import { describe, expect, test } from "bun:test";
import { measureCall } from "../../../../src/recording/metrics/measure-call.ts";

const row = (tool_name: string, raw: object | string) => ({
  tool_name,
  raw_output: typeof raw === "string" ? raw : JSON.stringify(raw),
});
const measured = (tool: string, raw: object | string) =>
  measureCall(row(tool, raw)).map(({ metric, label, value }) => `${metric} ${label} ${value}`);

describe("a recorded call is classified", () => {
  test.each<[string, string, object | string, string[]]>([
    [
      "a command that failed",
      "Bash",
      { input: { command: "CI=1 /usr/bin/npm test" }, error: "Exit code 1", duration_ms: 250 },
      ["tool_usage Bash 1", "tool_errors Bash 1", "tool_duration_ms Bash 250", "bash_commands npm 1"],
    ],
    ["an edit", "Edit", { input: { file_path: "a" } }, ["tool_usage Edit 1", "file_operations edit 1"]],
    ["a search", "Grep", { input: { pattern: "a" } }, ["tool_usage Grep 1", "search_operations Grep 1"]],
    ["another tool", "mcp__x__y", { input: null }, ["tool_usage mcp__x__y 1"]],
    ["an unreadable row", "Bash", "{half", ["tool_usage Bash 1"]],
    ["a row that is not an object", "Bash", "3", ["tool_usage Bash 1"]],
    ["a tool with an invalid name", "<b>\n", {}, ["tool_usage other 1"]],
    [
      "a command whose program is not a name",
      "Bash",
      { input: { command: "[redacted:github-pat] x" } },
      ["tool_usage Bash 1", "bash_commands other 1"],
    ],
    ["an empty command", "Bash", { input: { command: "" } }, ["tool_usage Bash 1", "bash_commands other 1"]],
  ])("%s", (_, tool, raw, expected) => {
    expect(measured(tool, raw)).toEqual(expected);
  });
});
