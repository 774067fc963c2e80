// New tests on the old source, with the real runners, and the set-ups in which a copy does not show the copied source.
import { expect, setDefaultTimeout, test } from "bun:test";
import {
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { readEnvironment } from "../../../../src/config/environment.ts";
import type { FileChange } from "../../../../src/gates/quality/new-tests/find-tests.ts";
import { judgeNewTests, type NewTestsCase } from "../../../../src/gates/quality/new-tests/judge-new-tests.ts";
import { installTestRunners } from "../../../helpers/npm-test-runners.ts";
import { makeTempHome, makeTempProject } from "../../../helpers/temp.ts";

setDefaultTimeout(120_000);

const BIN = dirname(process.execPath);
const isThere = (command: string) => Bun.spawnSync(["sh", "-c", command]).success;
const npmRunners = installTestRunners();
const INSTALLED: Record<string, boolean> = {
  bun: true,
  node: true,
  vitest: npmRunners !== null,
  jest: npmRunners !== null,
  pytest: isThere("python3 -c 'import pytest, venv'"),
  // A later one leaves `develop` to pip, which needs the network.
  setuptools: isThere(
    "python3 -c 'import pytest, venv, setuptools as s; assert int(s.__version__.split(\".\")[0]) < 80'",
  ),
  go: isThere("go version"),
  cargo: isThere("cargo --version"),
};
const [here, missing] = [true, false].map((wanted) =>
  Object.keys(INSTALLED).filter((name) => INSTALLED[name] === wanted),
);
const where =
  missing?.length === 0 ? "" : ` (not shown here, because it is not installed: ${missing?.join(", ")})`;
const isInstalled = ([runner]: readonly [string, ...unknown[]]) => INSTALLED[runner] === true;

test(`new tests are judged with ${here?.join(", ")}${where}`, () => {
  expect(here).toContain("bun");
  expect(Bun.which("node")).not.toBeNull();
});

/** `before` and `now`: the files before and after the session; null: removed. */
async function judge(
  before: Record<string, string>,
  now: Record<string, string | null>,
  prepare = (_root: string) => {},
  rest: Partial<NewTestsCase> = {},
) {
  const home = makeTempHome();
  const root = makeTempProject({ git: true, files: before });
  for (const [path, text] of Object.entries(now)) {
    mkdirSync(dirname(`${root}/${path}`), { recursive: true });
    if (text !== null) writeFileSync(`${root}/${path}`, text);
  }
  prepare(root);
  const changes = Object.entries(now).map(([path, text]): FileChange => {
    const old = before[path] ?? null;
    const had = new Set((old ?? "").split("\n"));
    const lines = (text ?? "").split("\n").flatMap((line, at) => (had.has(line) ? [] : [at + 1]));
    return { path, old, now: text, added: new Set(lines) };
  });
  const env = readEnvironment({ HOME: home, PATH: `${BIN}:${process.env.PATH}`, TMPDIR: home });
  const until = Date.now() + 100_000;
  const result = await judgeNewTests({ root, changes, commands: [], env, until, ...rest });
  expect(readdirSync(home).filter((name) => name.startsWith("holdfast-tree"))).toEqual([]);
  return result;
}

const passing = async (...given: Parameters<typeof judge>) => {
  const result = await judge(...given);
  return {
    pass: result?.judged.map(({ passing, count }) => [passing, count]),
    unsure: result?.unsure.map(({ why }) => why),
  };
};

const OLD = "export const total = (a) => a;\n";
const NEW = "export const total = (a) => a * 2;\n";
const bunTests = (body: string) =>
  `import { expect, test } from "bun:test";\nimport { total } from "./cart.mjs";\n${body}`;
const VACUOUS = 'test("is a number", () => {\n  expect(typeof total(1)).toBe("number");\n});\n';
const FAILING = 'test("fails", () => {\n  expect(total(2)).toBe(5);\n});\n';
const REAL = 'test("doubles", () => {\n  expect(total(2)).toBe(4);\n});\n';

const linkPackages = (root: string) => symlinkSync(npmRunners ?? "", `${root}/node_modules`);

interface RunnerCase {
  /** Without source and tests. */
  files?: Record<string, string>;
  /** Its path, and its content before and after. */
  source: [string, string, string];
  /** The file of a name. */
  path: (name: string) => string;
  head: string;
  vacuous: string;
  real: string;
  prepare?: (root: string) => void;
}

const script = {
  source: ["cart.mjs", OLD, NEW],
  path: (name) => `${name}.test.mjs`,
  head: 'import { expect, test } from "bun:test";\nimport { total } from "./cart.mjs";\n',
  ...{ vacuous: VACUOUS, real: REAL },
} satisfies RunnerCase;
const goTest = (name: string, condition: string) =>
  `func Test${name}(t *testing.T) {\n\tif ${condition} {\n\t\tt.Fatal(Total(1))\n\t}\n}\n`;
const common = (source: string) => `${source.replace("export ", "")}module.exports = { total };\n`;
const RUNNERS: Record<string, RunnerCase> = {
  bun: script,
  node: {
    ...script,
    files: { "package.json": '{"scripts":{"test":"node --test"}}' },
    head: 'import test from "node:test";\nimport assert from "node:assert";\nimport { total } from "./cart.mjs";\n',
    vacuous: 'test("is a number", () => {\n  assert.equal(typeof total(1), "number");\n});\n',
    real: 'test("doubles", () => {\n  assert.equal(total(2), 4);\n});\n',
  },
  vitest: {
    ...script,
    files: { ".gitignore": "node_modules\n" },
    head: script.head.replace("bun:test", "vitest"),
    prepare: linkPackages,
  },
  jest: {
    ...script,
    files: { ".gitignore": "node_modules\n", "package.json": '{"scripts":{"test":"jest"}}' },
    source: ["cart.js", common(OLD), common(NEW)],
    path: (name) => `${name}.test.js`,
    head: 'const { total } = require("./cart.js");\n',
    prepare: linkPackages,
  },
  pytest: {
    source: ["cart.py", "def total(a):\n    return a\n", "def total(a):\n    return a * 2\n"],
    path: (name) => `test_${name}.py`,
    head: "from cart import total\n\n",
    vacuous: "def test_is_a_number():\n    assert isinstance(total(1), int)\n\n",
    real: "def test_doubles():\n    assert total(2) == 4\n",
  },
  go: {
    files: { "go.mod": "module cart\n\ngo 1.19\n" },
    source: [
      "cart.go",
      "package cart\n\nfunc Total(a int) int { return a }\n",
      "package cart\n\nfunc Total(a int) int { return a * 2 }\n",
    ],
    path: (name) => `${name}_test.go`,
    head: 'package cart\n\nimport "testing"\n\n',
    vacuous: goTest("_is_a_number", "Total(1) == 0"),
    real: goTest("Doubles", "Total(2) != 4"),
  },
  cargo: {
    files: { "Cargo.toml": '[package]\nname = "cart"\nversion = "0.1.0"\nedition = "2021"\n' },
    source: ["src/lib.rs", "pub fn total(a: i32) -> i32 { a }\n", "pub fn total(a: i32) -> i32 { a * 2 }\n"],
    path: (name) => `tests/${name}.rs`,
    head: "",
    vacuous: "#[test]\nfn is_a_number() {\n  assert!(cart::total(1) > 0);\n}\n",
    real: "#[test]\nfn doubles() {\n  assert_eq!(cart::total(2), 4);\n}\n",
  },
};
const runnersHere = Object.entries(RUNNERS).filter(isInstalled);

test.each(runnersHere)(
  "%s: a test that also passes on the old source is named, one that fails there is not",
  async (_runner, { files, source: [path, old, now], head, vacuous, real, prepare, ...its }) => {
    const tests = { [its.path("new")]: head + vacuous + real };
    const { pass, unsure } = await passing({ ...files, [path]: old }, { [path]: now, ...tests }, prepare);
    expect(unsure).toEqual([]);
    expect(pass).toEqual([[[expect.stringMatching(/is.a.number/)], 2]]);
  },
);

test.each(runnersHere)(
  "%s: an older test in another file that went from red to green is found",
  async (_runner, { files, source: [path, old, now], head, vacuous, real, prepare, ...its }) => {
    const before = { ...files, [path]: old, [its.path("older")]: head + real };
    const tests = { [its.path("new")]: head + vacuous };
    const result = await judge(before, { [path]: now, ...tests }, prepare, { seeksOlderProof: true });
    expect(result).toMatchObject({
      judged: [{ count: 1, passing: [expect.stringMatching(/is.a.number/)] }],
      unsure: [],
    });
    expect(result?.hasOlderProof).toBe(true);
  },
);

test.each<[string, Record<string, string>, Partial<NewTestsCase>, boolean | null]>([
  ["there are no older tests", {}, {}, false],
  ["an older one passes without the change", { "older.test.ts": bunTests(VACUOUS) }, {}, false],
  ["an older one fails with and without it", { "older.test.ts": bunTests(FAILING) }, {}, false],
  [
    "one of two older ones went from red to green",
    { "older.test.ts": bunTests(FAILING), "other.test.ts": bunTests(REAL) },
    {},
    true,
  ],
  [
    "the project's own command tests another part",
    { "older.test.ts": bunTests(REAL), "part/own.test.ts": bunTests(VACUOUS).replace("./", "../") },
    { commands: [{ run: "bun test", folder: "part", env: {} }] },
    false,
  ],
  [
    "the project's own command says nothing",
    { "older.test.ts": bunTests(REAL) },
    { commands: [{ run: "bun test >/dev/null 2>&1", folder: "", env: {} }] },
    null,
  ],
])("whether an older test is proof, if %s", async (_what, older, rest, wanted) => {
  const now = { "cart.mjs": NEW, "cart.test.ts": bunTests(VACUOUS) };
  const given = { seeksOlderProof: true, ...rest };
  const result = await judge({ "cart.mjs": OLD, ...older }, now, () => {}, given);
  expect(result?.judged).toMatchObject([{ count: 1, passing: ["is a number"] }]);
  expect(result?.hasOlderProof).toBe(wanted);
});

test("a test that was there before and was changed is not called new", async () => {
  const before = { "cart.mjs": OLD, "cart.test.ts": bunTests(VACUOUS) };
  const tests = bunTests(VACUOUS.replace("total(1)", "total(7)"));
  const changed = await judge(before, { "cart.mjs": NEW, "cart.test.ts": tests });
  expect(changed?.judged).toMatchObject([{ passing: ["is a number"], isAllNew: false }]);
  const added = await judge(before, { "cart.mjs": NEW, "cart.test.ts": bunTests(VACUOUS + REAL) });
  expect(added?.judged).toMatchObject([{ passing: [], isAllNew: true }]);
});

test("only new and changed tests count", async () => {
  const older =
    'test("stays", () => {\n  expect(total(1)).toBeTruthy();\n});\ntest("is exact", () => {\n  expect(total(3)).toBe(6);\n});\n';
  const before = { "cart.mjs": OLD, "cart.test.ts": bunTests(older) };
  const now = { "cart.mjs": NEW, "cart.test.ts": bunTests(older + VACUOUS) };
  const result = await judge(before, now, () => {}, { seeksOlderProof: true });
  expect(result).toMatchObject({ judged: [{ count: 1, passing: ["is a number"] }], hasOlderProof: true });
});

test("data that the session changed is old too, but not how the tests are run", async () => {
  const source = (more: string) =>
    `import data from "./prices.json" with { type: "json" };\n${more}export const total = (a) => a * data.factor;\n`;
  const before = { "cart.mjs": source(""), "prices.json": '{"factor":1}', "package.json": "{}" };
  const now = {
    "cart.mjs": source("// Twice.\n"),
    "prices.json": '{"factor":2}',
    "package.json": '{"name":"shop"}',
    "cart.test.ts": bunTests(`${REAL}${VACUOUS}`),
    "name.test.ts": bunTests(
      'import manifest from "./package.json";\ntest("named", () => expect([manifest.name, typeof total]).toEqual(["shop", "function"]));\n',
    ),
  };
  const { pass, unsure } = await passing(before, now);
  expect({ pass, unsure }).toEqual({
    pass: [
      [["is a number"], 2],
      [["named"], 1],
    ],
    unsure: [],
  });
});

test("a test of new source fails without it", async () => {
  const { pass } = await passing({ "a.txt": "" }, { "cart.mjs": NEW, "cart.test.ts": bunTests(VACUOUS) });
  expect(pass).toEqual([[[], 1]]);
});

test.each<[string, Record<string, string>, Record<string, string | null>]>([
  ["no source changed", { "cart.mjs": OLD }, { "cart.test.ts": bunTests(VACUOUS) }],
  ["no test changed", { "cart.mjs": OLD }, { "cart.mjs": NEW }],
  [
    "source was only renamed",
    { "cart.mjs": OLD },
    { "cart.mjs": null, "basket.mjs": OLD, "cart.test.ts": bunTests(VACUOUS) },
  ],
  [
    "tests were only moved",
    { "cart.mjs": OLD, "cart.test.ts": bunTests(VACUOUS) },
    { "cart.mjs": NEW, "cart.test.ts": null, "all.test.ts": bunTests(VACUOUS) },
  ],
  [
    "only a snapshot changed",
    { "cart.mjs": OLD },
    { "cart.mjs": NEW, "__snapshots__/cart.test.ts.snap": "x" },
  ],
  [
    "tests are inside the source",
    { "src/lib.rs": "" },
    { "src/lib.rs": "#[cfg(test)]\nmod tests {\n#[test]\nfn a() {}\n}\n" },
  ],
])("nothing runs when %s", async (_what, before, now) => {
  expect(await judge(before, now)).toBeNull();
});

const run = (root: string, ...words: string[]) => {
  const { exitCode, stderr } = Bun.spawnSync(words, { cwd: root, stderr: "pipe" });
  expect([exitCode, exitCode === 0 ? "" : String(stderr)]).toEqual([0, ""]);
};
/** Returns the name of the folder of its packages. */
const makeEnvironment = (root: string): string => {
  run(root, "python3", "-m", "venv", "--without-pip", "--system-site-packages", ".venv");
  return readdirSync(`${root}/.venv/lib`)[0] ?? "";
};
const EDITABLE: [Record<string, string>, Record<string, string>] = [
  {
    ".gitignore": ".venv\n*.egg-info\n",
    "src/cart.py": "def total(a):\n    return a\n",
    "setup.py":
      'from setuptools import setup\n\nsetup(name="cart", py_modules=["cart"], package_dir={"": "src"})\n',
  },
  {
    "src/cart.py": "def total(a):\n    return a * 2\n",
    "tests/test_cart.py":
      "from cart import total\n\ndef test_number():\n    assert isinstance(total(1), int)\n",
  },
];
const CONTROL = "it passes although the changed source cannot load";

/** What it needs, what it is, the files before and after, what is installed, and why nothing is said. */
type Trap = [string, string, Record<string, string>, Record<string, string>, (root: string) => void, string];

const TRAPS: Trap[] = [
  [
    "bun",
    "a workspace's link leads back to the user's source",
    {
      ".gitignore": "node_modules\n",
      "package.json": '{"name":"root","private":true,"workspaces":["packages/*"]}',
      "packages/cart/index.mjs": OLD,
      "packages/cart/package.json": '{"name":"cart","version":"1.0.0","main":"index.mjs"}',
      "packages/app/package.json": '{"name":"app","version":"1.0.0","dependencies":{"cart":"1.0.0"}}',
    },
    {
      "packages/cart/index.mjs": NEW,
      "packages/app/cart.test.ts": `import { expect, test } from "bun:test";\nimport { total } from "cart";\n${VACUOUS}`,
    },
    (root) => run(root, "npm", "install", "--offline", "--no-audit", "--no-fund"),
    CONTROL,
  ],
  [
    "setuptools",
    "an editable install leads back to the user's source",
    ...EDITABLE,
    (root) => {
      makeEnvironment(root);
      // As `pip install -e` calls it.
      run(root, ".venv/bin/python", "-W", "ignore", "setup.py", "--quiet", "develop", "--no-deps");
    },
    CONTROL,
  ],
  [
    "pytest",
    "the file that a newer pip leaves for an editable install leads back there",
    ...EDITABLE,
    (root) => {
      const packages = `${root}/.venv/lib/${makeEnvironment(root)}/site-packages`;
      writeFileSync(`${packages}/__editable__.cart.pth`, `${root}/src\n`);
    },
    CONTROL,
  ],
  [
    "bun",
    "the test reads built output that git ignores",
    { ".gitignore": "dist\n", "src/cart.mjs": OLD },
    {
      "src/cart.mjs": NEW,
      "cart.test.ts": `import { expect, test } from "bun:test";\nimport { total } from "./dist/cart.mjs";\n${VACUOUS}`,
    },
    (root) => {
      mkdirSync(`${root}/dist`);
      writeFileSync(`${root}/dist/cart.mjs`, NEW);
    },
    "it does not pass in a copy",
  ],
  [
    "bun",
    "the test reads a file that is not copied",
    { "cart.mjs": OLD },
    {
      "cart.mjs": NEW,
      "cart.test.ts": `import { readFileSync } from "node:fs";\n${bunTests('test("env", () => {\n  expect(readFileSync(".env", "utf8") + total(1)).toBeTruthy();\n});\n')}`,
    },
    (root) => writeFileSync(`${root}/.env`, "SECRET=1\n"),
    "it does not pass in a copy",
  ],
  [
    "bun",
    "the test does not load the changed source",
    { "cart.mjs": OLD },
    { "cart.mjs": NEW, "other.test.ts": 'import { test } from "bun:test";\ntest("nothing", () => {});\n' },
    () => {},
    CONTROL,
  ],
  [
    "bun",
    "the changed source is behind a link to the user's files",
    { "real/cart.mjs": OLD },
    {
      "lib/cart.mjs": NEW,
      "cart.test.ts": `import { expect, test } from "bun:test";\nimport { total } from "./lib/cart.mjs";\n${VACUOUS}`,
    },
    (root) => {
      rmSync(`${root}/lib`, { recursive: true });
      symlinkSync(`${root}/real`, `${root}/lib`);
    },
    "lib/cart.mjs is behind a link",
  ],
  [
    "bun",
    "the project is too large",
    { "cart.mjs": OLD },
    { "cart.mjs": NEW, "cart.test.ts": bunTests(VACUOUS) },
    (root) => ftruncateSync(openSync(`${root}/large.bin`, "w"), 300 * 1024 * 1024),
    "it is too large",
  ],
  [
    "bun",
    "the runner is unknown",
    { "cart.js": OLD },
    { "cart.js": NEW, "cart.test.js": 'test("x", () => {});\n' },
    () => {},
    "it is not known how to run it",
  ],
];

test.each(TRAPS.filter(isInstalled))(
  "nothing is said (%s) when %s",
  async (_tool, _what, before, now, prepare, why) => {
    expect(await passing(before, now, prepare)).toEqual({ pass: [], unsure: [why] });
  },
);

test("the person's files are untouched, a test cannot reach the repository's refs, and its temporary files are removed", async () => {
  let root = "";
  const left = `holdfast-left-${crypto.randomUUID()}`;
  const result = await judge(
    { "cart.mjs": OLD },
    {
      "cart.mjs": NEW,
      "cart.test.ts": bunTests(
        `import { execSync } from "node:child_process";\ntest("commits", () => {\n  execSync("git -c user.name=t -c user.email=t@t add -A && git -c user.name=t -c user.email=t@t commit -qm x && git tag made");\n  require("node:fs").writeFileSync("made.txt", "x");\n  require("node:fs").writeFileSync(require("node:os").tmpdir() + "/${left}", "x");\n  expect(total(2)).toBe(4);\n});\n`,
      ),
    },
    (made) => {
      root = made;
    },
  );
  expect(result?.judged).toMatchObject([{ count: 1, passing: [] }]);
  expect(existsSync(`${root}/made.txt`)).toBe(false);
  expect(existsSync(`${tmpdir()}/${left}`)).toBe(false);
  expect(String(Bun.spawnSync(["git", "tag"], { cwd: root }).stdout)).toBe("");
  expect(await Bun.file(`${root}/cart.mjs`).text()).toBe(NEW);
});
