import { describe, expect, test } from "bun:test";
import { SessionLines } from "../../../../src/review/backtest/added-lines.ts";
import type { FilePatch, ToolCall, ToolResult } from "../../../../src/transcript/tool-item.ts";
import { used } from "../../../helpers/triage-items.ts";

const ROOT = "/work/shop";

interface Edited {
  text?: string;
  patch?: FilePatch;
  failed?: boolean;
}

function edited(
  tool: string,
  input: Record<string, unknown>,
  { text = "ok", patch, failed }: Edited = {},
): ToolResult {
  const result = used(tool, input, { output: text, ...(failed ? { failed } : {}) }).at(-1) as ToolResult;
  return { ...result, call: { ...(result.call as ToolCall), tool, input }, patch: patch ?? null };
}

function linesAfter(...results: ToolResult[]): string[] {
  const written = new SessionLines();
  for (const result of results) written.follow(ROOT, result);
  return written.files().flatMap(({ path, lines }) => lines.map(({ text }) => `${path}: ${text}`));
}

/** `lines` are those of the client's patch. */
const edit = (lines: string[], more: Edited & { path?: string } = {}) =>
  edited(
    "Edit",
    { file_path: more.path ?? `${ROOT}/a.ts` },
    { patch: { created: false, hunks: [{ oldStart: 1, lines }] }, ...more },
  );
const create = (content: string) =>
  edited("Write", { file_path: `${ROOT}/a.ts`, content }, { text: "File created successfully at: a.ts" });

describe("lines added by a session", () => {
  test.each<[string, ToolResult[], string[]]>([
    ["of a new file are all of it", [create("one\ntwo\n")], ["a.ts: one", "a.ts: two"]],
    ["of an edit are those in the patch", [edit([" one", "+new", " two"])], ["a.ts: new"]],
    ["that a later edit removes are gone", [create("one\ntwo\n"), edit([" one", "-two"])], ["a.ts: one"]],
    ["of an edit that failed are none", [edit(["+b"], { failed: true })], []],
    ["outside the project are none", [edit(["+b"], { path: "/etc/hosts" })], []],
    ["outside through .. are none", [edit(["+b"], { path: `${ROOT}/../x/a.ts` })], []],
    [
      "that were taken from another place are moved",
      [edit([" x", "-moved"]), edit([" y", "+moved"], { path: `${ROOT}/b.ts` })],
      [],
    ],
    ["that an edit moves up are moved", [edit(["+moved", " x", "-moved"])], []],
    [
      "of a partial line are the whole line",
      [create('test.only("adds");\nlast\n'), edit(['-test.only("adds");', '+test("adds");', " last"])],
      ['a.ts: test("adds");', "a.ts: last"],
    ],
    [
      "of a rewritten file are those in the client's note",
      [
        edited(
          "Write",
          { file_path: `${ROOT}/a.ts`, content: "old\nnew\n" },
          { patch: { created: false, hunks: [{ oldStart: 1, lines: [" old", "+new"] }] } },
        ),
      ],
      ["a.ts: new"],
    ],
    [
      "of a rewritten file without a note are unknown",
      [edited("Write", { file_path: `${ROOT}/a.ts`, content: "a\n" })],
      [],
    ],
    [
      "of hostile input are none",
      [edited("Write", { file_path: `${ROOT}/a.ts`, content: {} }, { text: "File created" })],
      [],
    ],
  ])("%s", (_name, results, expected) => {
    expect(linesAfter(...results)).toEqual(expected);
  });

  test("have the line numbers of their edit; removed ones are known by text", () => {
    const written = new SessionLines();
    written.follow(ROOT, edit([" one", "-two", "+second", " three", "+fourth", "\\ No newline"]));
    const [file] = written.files();
    expect(file?.lines).toEqual([
      { path: "a.ts", line: 2, text: "second" },
      { path: "a.ts", line: 4, text: "fourth" },
    ]);
    expect(written.removed()).toEqual([{ path: "a.ts", text: "two" }]);
  });

  test("are bounded, whatever is written", () => {
    const written = new SessionLines();
    for (let n = 0; n < 700; n++)
      written.follow(
        ROOT,
        edited(
          "Write",
          { file_path: `${ROOT}/${n}.ts`, content: "x\n".repeat(100) },
          { text: "File created" },
        ),
      );
    const files = written.files();
    expect(files.reduce((sum, { lines }) => sum + lines.length, 0)).toBeLessThanOrEqual(20_000);
    expect(files.at(-1)?.path).toBe("699.ts");
  });
});
