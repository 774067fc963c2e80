import { describe, expect, test } from "bun:test";
import { streamTranscript } from "../../../../src/recording/archive/archive-transcript.ts";
import { describeItem } from "../../../../src/recording/archive/describe-item.ts";
import { createRecordRedactor } from "../../../../src/recording/archive/redact-record.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";
import { answer, ask, call, result, toLines } from "./records.ts";

async function shown(...records: object[]): Promise<[string, string, string][]> {
  const path = writeFileIn(makeTempFolder("client"), "s1.jsonl", toLines(records));
  const cleaner = createRecordRedactor(null, { tools: [], paths: [], projects: [] });
  const items = await Array.fromAsync(streamTranscript(path, cleaner, { problem: null }));
  return items.flatMap((item) => {
    const described = describeItem(item);
    return described ? [[described.who, described.label, described.text] as [string, string, string]] : [];
  });
}

describe("a rendered transcript", () => {
  test("says who said what, with each call on one line", async () => {
    expect(
      await shown(
        ask("Mend it"),
        answer("At once."),
        call("t1", "Bash", { command: "make\n  test", description: "Runs the tests" }),
        result("t1", "Exit code 2\nmake: *** no rule", "Error: Exit code 2", true),
        call("t2", "Edit", { file_path: "/work/app/a.ts", old_string: "a", new_string: "b" }),
        result("t2", "done"),
        call("t3", "mcp__x__y", { n: 1 }),
      ),
    ).toEqual([
      ["user", "user", "Mend it"],
      ["claude", "claude", "At once."],
      ["tool", "Bash", "make test"],
      ["tool", "Bash failed", "make test: exit 2: make: *** no rule"],
      ["tool", "Edit", "/work/app/a.ts"],
      ["tool", "mcp__x__y", '{"n":1}'],
    ]);
  });

  test("marks injected text", async () => {
    const texts = await shown(
      ask("Stop hook feedback:\ntests fail", { isMeta: true, permissionMode: undefined }),
      ask("This session is being continued", { isCompactSummary: true }),
      ask("Base directory for this skill: /x", { isMeta: true }),
      { type: "system", subtype: "compact_boundary", compactMetadata: { trigger: "auto", preTokens: 5 } },
      ask("<bash-input>ls</bash-input>"),
      ask("/review the parser"),
    );
    expect(texts.map(([who, label]) => [who, label])).toEqual([
      ["injected", "injected by a Stop hook"],
      ["injected", "injected: summary of what was compacted"],
      ["injected", "injected by the client"],
      ["note", "compacted"],
      ["user", "user"],
      ["user", "user"],
    ]);
  });

  test("has no secrets, although it is the client's own file", async () => {
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    expect(await shown(ask(`use ${token}`))).toEqual([
      ["user", "user", expect.stringMatching(/^use \[redacted/)],
    ]);
  });
});
