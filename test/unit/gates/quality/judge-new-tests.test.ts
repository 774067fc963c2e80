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
import { dirname } from "node:path";
import { readEnvironment } from "../../../../src/config/environment.ts";
import type { FileChange } from "../../../../src/gates/quality/new-tests/find-tests.ts";
import { judgeNewTests } from "../../../../src/gates/quality/new-tests/judge-new-tests.ts";
import { makeTempHome, makeTempProject } from "../../../helpers/temp.ts";

setDefaultTimeout(120_000);

const BIN = dirname(process.execPath);
const hasPytest = Bun.spawnSync(["sh", "-c", "python3 -c 'import pytest, venv'"]).success;
const hasCargo = Bun.spawnSync(["sh", "-c", "cargo --version"]).success;
const missing = [...(hasPytest ? [] : ["pytest"]), ...(hasCargo ? [] : ["cargo"])];
const where = missing.length === 0 ? "" : ` (not installed here: ${missing.join(", ")})`;
const isInstalled = ([what]: readonly [string, ...unknown[]]) =>
  hasPytest || (what !== "pytest" && !what.startsWith("an editable install"));

test(`new tests were judged with bun and node${where}`, () => {
  expect(Bun.which("node")).not.toBeNull();
});

/** `before` and `now`: the files before and after the session; null: removed. */
async function judge(
  before: Record<string, string>,
  now: Record<string, string | null>,
  prepare = (_root: string) => {},
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
  const result = await judgeNewTests({ root, changes, commands: [], env, until: Date.now() + 100_000 });
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
const REAL = 'test("doubles", () => {\n  expect(total(2)).toBe(4);\n});\n';

const RUNNERS: [string, Record<string, string>, Record<string, string>][] = [
  ["bun", { "cart.mjs": OLD }, { "cart.mjs": NEW, "cart.test.ts": bunTests(VACUOUS + REAL) }],
  [
    "node",
    { "cart.mjs": OLD, "package.json": '{"scripts":{"test":"node --test"}}' },
    {
      "cart.mjs": NEW,
      "cart.test.mjs": `import test from "node:test";\nimport assert from "node:assert";\nimport { total } from "./cart.mjs";\n${(VACUOUS + REAL).replaceAll("expect(typeof total(1)).toBe(", "assert.equal(typeof total(1), ").replaceAll("expect(total(2)).toBe(", "assert.equal(total(2), ")}`,
    },
  ],
  [
    "pytest",
    { "cart.py": "def total(a):\n    return a\n" },
    {
      "cart.py": "def total(a):\n    return a * 2\n",
      "test_cart.py":
        "from cart import total\n\ndef test_is_a_number():\n    assert isinstance(total(1), int)\n\ndef test_doubles():\n    assert total(2) == 4\n",
    },
  ],
];

test.each(RUNNERS.filter(isInstalled))(
  "%s: a test that also passes on the old source is named, one that fails there is not",
  async (_runner, before, now) => {
    const { pass, unsure } = await passing(before, now);
    expect(unsure).toEqual([]);
    expect(pass).toEqual([[[expect.stringMatching(/is.a.number/)], 2]]);
  },
);

test.each(hasCargo ? ["cargo"] : [])("%s: the same, by the names of its output", async () => {
  const files = {
    "Cargo.toml": '[package]\nname = "cart"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "pub fn total(a: i32) -> i32 { a }\n",
  };
  const { pass, unsure } = await passing(files, {
    "src/lib.rs": "pub fn total(a: i32) -> i32 { a * 2 }\n",
    "tests/cart.rs":
      "#[test]\nfn is_positive() {\n  assert!(cart::total(1) > 0);\n}\n#[test]\nfn doubles() {\n  assert_eq!(cart::total(2), 4);\n}\n",
  });
  expect(unsure).toEqual([]);
  expect(pass).toEqual([[["is_positive"], 2]]);
});

test("only new and changed tests count; an older one that fails without the change is proof", async () => {
  const older =
    'test("stays", () => {\n  expect(total(1)).toBeTruthy();\n});\ntest("is exact", () => {\n  expect(total(3)).toBe(6);\n});\n';
  const result = await judge(
    { "cart.mjs": OLD, "cart.test.ts": bunTests(older) },
    { "cart.mjs": NEW, "cart.test.ts": bunTests(older + VACUOUS) },
  );
  expect(result?.judged).toMatchObject([{ count: 1, passing: ["is a number"], hasOlderProof: true }]);
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

const CONTROL = "it passes although the changed source cannot load";

const TRAPS: [string, Record<string, string>, Record<string, string>, (root: string) => void, string][] = [
  [
    "a workspace's link leads back to the user's source",
    {
      ".gitignore": "node_modules\n",
      "packages/cart/index.mjs": OLD,
      "packages/cart/package.json": '{"name":"cart","main":"index.mjs"}',
    },
    {
      "packages/cart/index.mjs": NEW,
      "packages/app/cart.test.ts": `import { expect, test } from "bun:test";\nimport { total } from "cart";\n${VACUOUS}`,
    },
    (root) => {
      mkdirSync(`${root}/node_modules`);
      symlinkSync("../packages/cart", `${root}/node_modules/cart`);
    },
    CONTROL,
  ],
  [
    "an editable install leads back to the user's source",
    { ".gitignore": ".venv\n", "src/cart.py": "def total(a):\n    return a\n", "pyproject.toml": "" },
    {
      "src/cart.py": "def total(a):\n    return a * 2\n",
      "tests/test_cart.py":
        "from cart import total\n\ndef test_number():\n    assert isinstance(total(1), int)\n",
    },
    (root) => {
      // With the file that `pip install -e` leaves in an environment.
      Bun.spawnSync(["python3", "-m", "venv", "--without-pip", "--system-site-packages", ".venv"], {
        cwd: root,
      });
      const [lib = ""] = readdirSync(`${root}/.venv/lib`);
      writeFileSync(`${root}/.venv/lib/${lib}/site-packages/__editable__.cart.pth`, `${root}/src\n`);
    },
    CONTROL,
  ],
  [
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
    "the test does not load the changed source",
    { "cart.mjs": OLD },
    { "cart.mjs": NEW, "other.test.ts": 'import { test } from "bun:test";\ntest("nothing", () => {});\n' },
    () => {},
    CONTROL,
  ],
  [
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
    "the project is too large",
    { "cart.mjs": OLD },
    { "cart.mjs": NEW, "cart.test.ts": bunTests(VACUOUS) },
    (root) => ftruncateSync(openSync(`${root}/large.bin`, "w"), 300 * 1024 * 1024),
    "it is too large",
  ],
  [
    "the runner is unknown",
    { "cart.js": OLD },
    { "cart.js": NEW, "cart.test.js": 'test("x", () => {});\n' },
    () => {},
    "it is not known how to run it",
  ],
];

test.each(TRAPS.filter(isInstalled))("nothing is said when %s", async (_what, before, now, prepare, why) => {
  expect(await passing(before, now, prepare)).toEqual({ pass: [], unsure: [why] });
});

test("the person's files are untouched, and a test cannot reach the repository's refs", async () => {
  let root = "";
  const result = await judge(
    { "cart.mjs": OLD },
    {
      "cart.mjs": NEW,
      "cart.test.ts": bunTests(
        'import { execSync } from "node:child_process";\ntest("commits", () => {\n  execSync("git -c user.name=t -c user.email=t@t add -A && git -c user.name=t -c user.email=t@t commit -qm x && git tag made");\n  require("node:fs").writeFileSync("made.txt", "x");\n  expect(total(2)).toBe(4);\n});\n',
      ),
    },
    (made) => {
      root = made;
    },
  );
  expect(result?.judged).toMatchObject([{ count: 1, passing: [] }]);
  expect(existsSync(`${root}/made.txt`)).toBe(false);
  expect(String(Bun.spawnSync(["git", "tag"], { cwd: root }).stdout)).toBe("");
  expect(await Bun.file(`${root}/cart.mjs`).text()).toBe(NEW);
});
