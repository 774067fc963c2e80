import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type DirtyFile,
  decodeTreeState,
  encodeTreeState,
  noTree,
  type TreeState,
} from "../../../src/worktree/tree-state.ts";
import { makeRepo } from "./repo.ts";

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});
const dirtyFile: fc.Arbitrary<DirtyFile> = fc.record({
  path: anyText,
  status: fc.constantFrom(".M", "??", "UU"),
  content: anyText,
  committed: fc.option(anyText),
});
const treeState: fc.Arbitrary<TreeState> = fc.record({
  kind: fc.constantFrom("git", "none"),
  head: fc.constantFrom(null, "a".repeat(40), "b".repeat(64)),
  branch: fc.option(anyText),
  root: fc.option(anyText),
  dirty: fc.array(dirtyFile),
  fingerprint: anyText,
  truncated: fc.boolean(),
  at: fc.nat(),
  problem: fc.option(anyText),
});

describe("a state as text", () => {
  test("survives a round trip, whatever bytes its paths have", () => {
    fc.assert(
      fc.property(treeState, (state) => {
        expect(decodeTreeState(encodeTreeState(state))).toEqual(state);
      }),
    );
  });

  test("of a real tree survives a round trip", async () => {
    const repo = makeRepo({ "a.txt": "one\n" });
    repo.write("a.txt", "two\n");
    const state = await repo.state();
    expect(decodeTreeState(encodeTreeState(state))).toEqual(state);
  });

  test.each([
    ["too many files", 5001, "short"],
    ["names that are too long in total", 300, "long".repeat(1024)],
  ])("with %s keeps the fingerprint only", (_what, count, name) => {
    const dirty = Array.from({ length: count }, (_, index) => ({
      path: `${name}${index}`,
      status: "??",
      content: "a".repeat(40),
      committed: null,
    }));
    const state: TreeState = { ...noTree(7, null), kind: "git", fingerprint: "abc", dirty };
    const text = encodeTreeState(state);
    expect(text.length).toBeLessThan(1000);
    expect(decodeTreeState(text)).toEqual({ ...state, dirty: [], truncated: true });
  });

  test("that is foreign or torn is null", () => {
    const text = encodeTreeState({ ...noTree(7, null), head: "a".repeat(40) });
    const foreign = [text.slice(1), text.slice(0, -1), "", "null", "[]", "{}", "1", text.replace("1", "2")];
    const wrong = [text.replace("a".repeat(40), "--output=x"), text.replace('"dirty":[]', '"dirty":[["a"]]')];
    for (const one of [...foreign, ...wrong]) expect(decodeTreeState(one)).toBeNull();
    fc.assert(fc.property(fc.json(), (json) => decodeTreeState(json) === null));
  });
});
