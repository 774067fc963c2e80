import { describe, expect, test } from "bun:test";
import { joinSums, reportMetrics } from "../../../../../src/cli/commands/history/metrics.ts";
import { measureCall } from "../../../../../src/recording/metrics/metric-rows.ts";

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

describe("a report", () => {
  test("orders by frequency, with shares, failures and times", () => {
    const sum = (metric: string, label: string, count: number, total = count, largest = 1) => ({
      metric,
      label,
      count,
      total,
      largest,
    });
    const report = reportMetrics(
      joinSums([
        sum("prompt_length", "", 2, 100, 80),
        sum("prompt_length", "", 1, 200, 200),
        sum("tool_usage", "Edit", 1),
        sum("tool_usage", "Bash", 2),
        sum("tool_usage", "Bash", 1),
        sum("tool_errors", "Bash", 1),
        sum("tool_duration_ms", "Bash", 2, 300, 200),
      ]),
    );
    expect(report).toEqual({
      prompts: { count: 3, meanLength: 100, longest: 200 },
      tool_usage: [
        { label: "Bash", count: 3, share: 0.75, errors: 1, meanMs: 150, largestMs: 200 },
        { label: "Edit", count: 1, share: 0.25, errors: 0, meanMs: null, largestMs: null },
      ],
      tool_errors: 1,
      bash_commands: [],
      file_operations: [],
      search_operations: [],
    });
  });
});
