import { expect, test } from "bun:test";
import {
  declaredTests,
  findNewTests,
  isNamed,
  isOfChange,
  isSourceFile,
  isTestFile,
} from "../../../../src/gates/quality/new-tests/find-tests.ts";
import {
  keepOptions,
  readCargo,
  readGo,
  readJunit,
  readVitest,
} from "../../../../src/gates/quality/new-tests/test-runner.ts";

test.each([
  ["src/cart.test.ts", "test"],
  ["src/__tests__/cart.js", "test"],
  ["pkg/cart_test.go", "test"],
  ["tests/test_cart.py", "test"],
  ["tests/cart.rs", "test"],
  ["src/cart.ts", "source"],
  ["src/lib.rs", "source"],
  ["test/helpers/place.ts", "neither"],
  ["tests/conftest.py", "neither"],
  ["vitest.config.ts", "neither"],
  ["src/types.d.ts", "neither"],
  ["node_modules/cart/index.js", "neither"],
  ["README.md", "neither"],
])("%s is %s", (path, kind) => {
  expect(isTestFile(path) ? "test" : isSourceFile(path) ? "source" : "neither").toBe(kind);
});

test.each<[string, string, string[]]>([
  [
    "a.test.ts",
    'test("adds tax", () => {});\n  it.only(`rounds`, f);\nit.skip(\'a "b"\', f);',
    ["adds tax", "rounds", 'a "b"'],
  ],
  [
    "a.test.ts",
    'test.each([1, 2])("doubles %d", f);\ntest.each<[string]>([\n  ["x"],\n])("%s holds", f);',
    ["doubles %d", "%s holds"],
  ],
  ["a.test.ts", 'test(\n  "on the next line", f);', ["on the next line"]],
  ["a.test.ts", 'describe("x", f);\ntestdata(1);\nconst test = 1;', []],
  [
    "test_a.py",
    "def test_a():\n  pass\nclass X:\n    async def test_b(self): pass\ndef helper(): pass",
    ["test_a", "test_b"],
  ],
  ["a_test.go", "func TestA(t *testing.T) {}\nfunc helper() {}", ["TestA"]],
  [
    "tests/a.rs",
    "#[test]\nfn one() {}\n\n\n\nfn helper() {}\n#[tokio::test]\nasync fn two() {}",
    ["one", "two"],
  ],
])("the tests of %s are found in %j", (path, text, names) => {
  expect(declaredTests(path, text).map(({ name }) => name)).toEqual(names);
});

test.each([
  ["adds", "adds", true],
  ["adds %d", "adds 3", true],
  ["$a.b holds", "x holds", true],
  ["100% of a.b", "100x of a.b", false],
  ["test_a", "test_a[1-x]", true],
  ["adds", "adds more", false],
])("%s names %s: %p", (declared, reported, is) => {
  expect(isNamed(declared, reported)).toBe(is);
});

/** As if these lines had been changed. */
function findNames(path: string, now: string, ...added: number[]): string[] {
  const old = now.split("\n").map((line, at) => (added.includes(at + 1) ? `${line} x` : line));
  const changes = [{ path, old: old.join("\n"), now, added: new Set(added) }];
  return findNewTests(changes).flatMap(({ names }) => names);
}

test("a test that was only formatted or moved is none; one that only looks at the next line ends there", () => {
  const old =
    'test("one", () => {\n  expect(f(1, 2)).toBe(3);\n});\ntest("two", () =>\n  a());\ntest("three", () => b());\n';
  const now =
    'test("one", () => {\n  expect(\n    f(1, 2),\n  ).toBe(3);\n});\ntest("two", () =>\n  a());\ntest("three", () => c());\n';
  const all = new Set(now.split("\n").map((_, at) => at + 1));
  const find = (path: string, before: string | null) =>
    findNewTests([
      { path, old: before, now, added: all },
      ...(before === null ? [{ path: "old.test.ts", old, now: null, added: new Set<number>() }] : []),
    ]);
  expect(find("a.test.ts", old)).toEqual([{ path: "a.test.ts", names: ["three"], isAllNew: false }]);
  expect(find("new.test.ts", null)).toEqual([{ path: "new.test.ts", names: ["three"], isAllNew: false }]);
});

test("a changed line belongs to the test around it, with its table; a line between tests belongs to none", () => {
  const now = [
    'import "x";',
    'test("one", () => {',
    "  a;",
    "});",
    "const helper = 1;",
    "test.each([",
    "  [1],",
    '] as const)("two %d", (n) => {',
    "  b;",
    "});",
    "describe(() => {",
    "  test.each<[number]>([",
    "    [2],",
    "  ])(",
    '    "three",',
    "    () => {",
    "      c;",
    "    },",
    "  );",
    '  test("four", () => d);',
    "});",
  ].join("\n");
  const find = (...added: number[]) => findNames("a.test.ts", now, ...added);
  expect([find(1), find(3), find(5), find(7), find(9), find(13), find(17), find(20), find(21)]).toEqual([
    [],
    ["one"],
    [],
    ["two %d"],
    ["two %d"],
    ["three"],
    ["three"],
    ["four"],
    [],
  ]);
});

test("so it is in Python, Go and Rust", () => {
  const py = "import x\n@mark(1)\n@mark(2)\ndef test_a(\n    n,\n):\n    a\n\n    b\n\nLIMIT = 1\n";
  expect([1, 2, 7, 9, 11].map((line) => findNames("test_a.py", py, line))).toEqual([
    [],
    ["test_a"],
    ["test_a"],
    ["test_a"],
    [],
  ]);
  const go = "package a\nfunc TestA(t *testing.T) {\n\ta()\n}\nvar x = 1\n";
  expect([1, 3, 5].map((line) => findNames("a_test.go", go, line))).toEqual([[], ["TestA"], []]);
  const rs = "use a;\n#[test]\n#[ignore]\nfn one() {\n    a();\n}\nfn helper() {\n    b();\n}\n";
  expect([1, 2, 5, 8].map((line) => findNames("tests/a.rs", rs, line))).toEqual([[], ["one"], ["one"], []]);
});

test("options of the project's command are kept, patterns, reporters and anything of a shell are not", () => {
  const keep = (command: string) => keepOptions("node", [command]).join(" ");
  expect(keep("npm run build && node --import tsx --test --test-reporter=spec 'test/**/*.ts'")).toBe(
    "--import tsx",
  );
  expect(keep("node --test test/*.mjs")).toBe("");
  expect(keep("node --env-file=$HOME/x --test")).toBe("");
});

test.each([
  ["junit", readJunit, "<testsuites/>", "garbage"],
  ["jest", readVitest, '{"testResults":[]}', "{"],
  ["go", readGo, '{"Action":"start"}', "garbage"],
  ["cargo", readCargo, "running 0 tests\n", ""],
])("a report of %s that cannot be read is none", (_name, read, empty, garbage) => {
  expect([read(empty), read(garbage)]).toEqual([[], null]);
});

test("go's report gives each test's state, without subtests", () => {
  const lines = [
    { Action: "run", Test: "TestA" },
    { Action: "pass", Test: "TestA/one" },
    { Action: "pass", Test: "TestA" },
    { Action: "fail", Test: "TestB" },
    { Action: "skip", Test: "TestC" },
    { Action: "fail" },
  ];
  expect(readGo(lines.map((line) => JSON.stringify(line)).join("\n"))).toEqual([
    { name: "TestA", state: "passed" },
    { name: "TestB", state: "failed" },
    { name: "TestC", state: "skipped" },
  ]);
});

/** A backtracking pattern would take minutes for each. */
test.each(["test(\n", "test.each([", "]) (", 'test("a', ".each]", "])(", "`", "  )", "\n"])(
  "a file of %j is read in reasonable time",
  (part) => {
    const start = performance.now();
    declaredTests("a.test.ts", `test.each(${part.repeat(30_000)}`);
    declaredTests("a.test.ts", `test.each(\n${`${part}\n`.repeat(10_000)}`);
    expect(performance.now() - start).toBeLessThan(2000);
  },
);

test("code and data are of the change", () => {
  const paths = [
    "src/a.ts",
    "src/prices.json",
    "views/page.html",
    "db/schema.sql",
    "src/block.ts",
    "src/lock.py",
  ];
  expect(paths.filter((path) => !isOfChange(path))).toEqual([]);
});

test("tests, their data, documents and what runs them are not", () => {
  const paths = [
    ...["a.test.ts", "test/fixtures/a.json", "__snapshots__/a.snap", "README.md", "docs/a.html", "LICENSE"],
    ...[
      "package.json",
      "package-lock.json",
      "pnpm-lock.yaml",
      "yarn.lock",
      "bun.lock",
      "tsconfig.build.json",
    ],
    ...["vitest.config.ts", "pyproject.toml", "go.sum", "Cargo.lock", "node_modules/a/a.json", ".gitignore"],
  ];
  expect(paths.filter(isOfChange)).toEqual([]);
});
