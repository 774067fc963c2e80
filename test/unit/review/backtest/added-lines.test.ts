import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type NumberedLine, patchLines, SessionLines } from "../../../../src/review/backtest/added-lines.ts";
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
  const written = new SessionLines(ROOT);
  for (const result of results) written.follow(result);
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

  test("are bounded, whatever is written", () => {
    const written = new SessionLines(ROOT);
    for (let n = 0; n < 700; n++)
      written.follow(
        edited(
          "Write",
          { file_path: `${ROOT}/${n}.ts`, content: "x\n".repeat(100) },
          { text: "File created" },
        ),
      );
    const files = written.files();
    expect(files.length).toBeLessThanOrEqual(500);
    expect(files.reduce((sum, { lines }) => sum + lines.length, 0)).toBeLessThanOrEqual(20_000);
    expect(files.at(-1)?.path).toBe("699.ts");
  });
});

test("a patch moves every line to its new number", () => {
  const step = fc.record({
    keep: fc.nat(3),
    drop: fc.nat(2),
    add: fc.array(fc.constantFrom("x", "y"), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), fc.nat(20), (steps, marked) => {
      const old = Array.from({ length: 40 }, (_, n) => `line ${n}`);
      const lines: string[] = [];
      const fresh: string[] = [];
      let at = 0;
      for (const { keep, drop, add } of steps) {
        for (const line of old.slice(at, at + keep)) lines.push(` ${line}`);
        fresh.push(...old.slice(at, at + keep), ...add);
        at += keep;
        for (const line of old.slice(at, at + drop)) lines.push(`-${line}`);
        for (const line of add) lines.push(`+${line}`);
        at += drop;
      }
      fresh.push(...old.slice(at));
      const before: NumberedLine[] = [{ line: marked + 1, text: `line ${marked}` }];
      const { kept, added } = patchLines(before, [{ oldStart: 1, lines }]);
      for (const { line, text: words } of [...kept, ...added]) expect(fresh[line - 1]).toBe(words);
      expect(kept.length).toBe(fresh.includes(`line ${marked}`) ? 1 : 0);
    }),
  );
});
