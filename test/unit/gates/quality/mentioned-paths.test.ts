import { expect, test } from "bun:test";
import fc from "fast-check";
import { mentionedPaths, resolvePath, withoutRoot } from "../../../../src/gates/quality/locate-failure.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";

test.each([
  ["src/a.ts:2:bad two error: no bad words", "src/a.ts", true],
  ["src/a.ts(12,3): error TS2322: x", "src/a.ts", true],
  ["    at Object.<anonymous> (src/x.test.ts:5:3)", "src/x.test.ts", true],
  ["file:///home/u/p/a.mjs:3", "/home/u/p/a.mjs", true],
  ['  File "app/m.py", line 3, in f', "app/m.py", false],
  ["[ERROR] /abs/Foo.java:[12,5] cannot find", "/abs/Foo.java", true],
  ["  --> src/main.rs:3:5", "src/main.rs", true],
  ["Makefile:12: recipe for target failed", "Makefile", true],
  ["FAIL ./src/b.test.ts", "src/b.test.ts", false],
  ["error: Cannot find module '../gen.js'", "../gen.js", false],
  ["app/[id]/(group)/page.tsx:4:1 error", "app/[id]/(group)/page.tsx", true],
])("%j mentions %s", (line, path, hasLine) => {
  expect(mentionedPaths(`${line}\n`)).toEqual([{ path, hasLine }]);
});

test("a file is mentioned once, with its line if there is one anywhere", () => {
  expect(mentionedPaths("error in a/b.ts\na/b.ts:3: error\na/b.ts:9: error\n")).toEqual([
    { path: "a/b.ts", hasLine: true },
  ]);
});

test.each(["", "pkg", "./pkg/deep/", "pkg/../pkg"])(
  "a space in the root's own path neither splits a path nor turns it into another file's: %j",
  (cwd) => {
    const root = `${makeTempFolder("my work")}/p`;
    const check = { cwd, folder: root };
    for (const path of ["src/a.ts", "pkg/src/a.ts", "pkg/deep/src/a.ts"]) writeFileIn(root, path, "");
    const find = (output: string) =>
      mentionedPaths(withoutRoot(output, check, root)).map(({ path }) => resolvePath(path, check, root));
    expect(find(`not ok 1\n  location: '${root}/src/a.ts:1:69'\n`)).toEqual(["src/a.ts"]);
    expect(find(`not ok 1\n  location: 'file://${root}/pkg/src/a.ts:1:69'\n`)).toEqual(["pkg/src/a.ts"]);
  },
);

test("output is unchanged if the root has no space", () => {
  expect(withoutRoot("/home/u/a.ts:1: error", { cwd: "", folder: "/home/u" }, "/home/u")).toBe(
    "/home/u/a.ts:1: error",
  );
});

test("times, totals and passed tests mention no file", () => {
  expect(
    mentionedPaths("error at 12:30:15\n✖ 2 problems (2 errors, 0 warnings)\n✓ src/fine.test.ts\n"),
  ).toEqual([]);
});

test("any text is read, within limits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      expect(mentionedPaths(text).length).toBeLessThanOrEqual(500);
    }),
  );
});
