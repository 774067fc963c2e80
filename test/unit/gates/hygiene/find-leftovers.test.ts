import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  findLeftovers,
  type HygieneOptions,
  type Leftover,
} from "../../../../src/gates/hygiene/find-leftovers.ts";
import type { AddedLine } from "../../../../src/worktree/added-lines.ts";

const OPTIONS: HygieneOptions = { ignore: [], rules: {} };
const TOKEN = ["ghp", "_", "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"].join("");
const KEY = [`-----BEGIN RSA ${"PRIVATE"} KEY-----`, "MIIEowIBAAKCAQEAx3Zt9mKq8vGm2Lk1d0QyYw7Rr5TtHh2JkP0s"];

function added(path: string, ...texts: string[]): AddedLine[] {
  return texts.map((text, index) => ({ path, line: index + 1, text }));
}

async function leftoversIn(lines: AddedLine[], options = OPTIONS): Promise<Leftover[]> {
  return (await findLeftovers(lines, options)).found;
}

async function rulesIn(path: string, ...texts: string[]): Promise<string[]> {
  return (await leftoversIn(added(path, ...texts))).map(({ rule, line }) => `${rule}:${line}`);
}

describe("blocks on", () => {
  test.each([
    ["src/a.ts", "  debugger;", "debugger:1"],
    ["src/a.js", "if (x) { debugger }", "debugger:1"],
    ["src/a.py", "    breakpoint()", "debugger:1"],
    ["src/a.py", "import pdb; pdb.set_trace()", "debugger:1"],
    ["src/a.py", "from pdb import set_trace", "debugger:1"],
    ["app/a.rb", "  binding.pry", "debugger:1"],
    ["lib/a.ex", "    IEx.pry()", "debugger:1"],
    ["src/a.php", "xdebug_break();", "debugger:1"],
    ["test/a.test.ts", 'test.only("x", () => {', "focused-test:1"],
    ["test/a.test.ts", 'describe.only("x", () => {', "focused-test:1"],
    ["test/a.test.ts", 'test.describe.only("x", () => {', "focused-test:1"],
    ["spec/a_spec.rb", '  fit "works" do', "focused-test:1"],
    ["src/a.ts", "<<<<<<< HEAD", "merge-marker:1"],
    ["data/a.json", ">>>>>>> feature/x", "merge-marker:1"],
    ["src/a.ts", `const t = "${TOKEN}";`, "secret:1"],
  ])("%s: %s", async (path, text, expected) => {
    const found = await leftoversIn(added(path, text));
    expect(found.map(({ rule, line }) => `${rule}:${line}`)).toEqual([expected]);
    expect(found[0]?.weight).toBe("block");
  });

  test("a private key, without showing it", async () => {
    const [found] = await leftoversIn(added("deploy/id", ...KEY));
    expect(found).toMatchObject({ rule: "secret", weight: "block", what: "a private key" });
    expect(JSON.stringify(found)).not.toContain("MIIE");
  });

  test("a secret, which is never shown", async () => {
    const found = await leftoversIn(added("src/a.ts", `const t = "${TOKEN}";`));
    expect(found).toMatchObject([{ rule: "secret", weight: "block" }]);
    expect(JSON.stringify(found)).not.toContain(TOKEN);
  });
});

describe("blocks once on", () => {
  test.each([
    ["src/a.ts", 'console.log("x");', "print:1"],
    ["src/a.ts", "console.debug(x)", "print:1"],
    ["src/a.rs", "    dbg!(x);", "print:1"],
    ["test/a.test.ts", 'test.skip("x", () => {', "skipped-test:1"],
    ["test/a.test.ts", 'xit("x", () => {', "skipped-test:1"],
    ["tests/test_a.py", '@pytest.mark.skip(reason="x")', "skipped-test:1"],
    ["a_test.go", '\tt.Skip("later")', "skipped-test:1"],
    ["src/ATest.java", "@Disabled", "skipped-test:1"],
    ["src/lib.rs", "#[ignore]", "skipped-test:1"],
    ["src/a.ts", "// TODO: more", "todo:1"],
    ["src/a.py", "x = 1  # FIXME later", "todo:1"],
    ["src/a.ts", " * XXX unsure", "todo:1"],
    ["src/a.sql", "-- TODO index", "todo:1"],
    ["src/a.ts", '  throw new Error("Not implemented");', "placeholder:1"],
    ["src/a.py", "        raise NotImplementedError", "placeholder:1"],
    ["src/a.rs", "    todo!()", "placeholder:1"],
    ["src/a.go", '\tpanic("not implemented")', "placeholder:1"],
    ["src/A.cs", "  throw new NotImplementedException();", "placeholder:1"],
  ])("%s: %s", async (path, text, expected) => {
    const found = await leftoversIn(added(path, text));
    expect(found.map(({ rule, line }) => `${rule}:${line}`)).toEqual([expected]);
    expect(found[0]?.weight).toBe("once");
  });

  test("a Python function whose body is only `pass`", async () => {
    expect(await rulesIn("src/a.py", "def load(path):", "    pass", "", "x = 1")).toEqual(["placeholder:1"]);
    expect(await rulesIn("src/a.py", "def load(path): pass")).toEqual(["placeholder:1"]);
  });
});

describe("ignores", () => {
  test.each<[string, ...string[]]>([
    ["src/cli/print.ts", "console.log(text);"],
    ["bin/tool.js", "console.log(text);"],
    ["scripts/build.ts", "console.log(text);"],
    ["test/a.test.ts", "console.log(text);"],
    ["packages/app/cli.ts", "console.log(text);"],
    ["src/a.ts", "console.error(text);"],
    ["src/server.ts", `console.log(\`Server listens on port \${port}\`);`],
    ["src/server.ts", "console.log('Client disconnected, cleaning up', id);"],
    ["a_test.go", '\tt.Skip("git is not installed")'],
    ["tests/test_a.py", '@pytest.mark.skip(reason="needs a database")'],
    ["tests/test_a.py", '    pytest.skip(f"no {name} on this machine")'],
    ["test/a.test.ts", 'test.skip(!hasDocker, "needs docker");'],
    ["test/a.test.ts", 'test.skip("x", () => { // until the server is back'],
    ["src/ATest.java", '@Disabled("waits for the new parser")'],
    ["src/lib.rs", '#[ignore = "takes ten minutes"]'],
    ["src/a.ts", 'const word = "debugger;";'],
    ["src/a.ts", "// the debugger; is started by hand"],
    ["src/a.ts", "const debuggerPort = 9229;"],
    ["src/a.ts", "openDebugger();"],
    ["src/a.py", "def breakpoint_at(line):"],
    ["src/a.py", 'help = "use breakpoint() here"'],
    ["src/a.ts", "layout.fit(box);"],
    ["src/a.ts", "query.only(fields);"],
    ["src/a.ts", 'const url = "https://todo.example/TODO";'],
    ["src/todo.ts", "export function listTodos(): Todo[] {"],
    ["src/a.ts", "const TODO = 1;"],
    ["src/a.ts", "// see `TODO` in the settings"],
    ["docs/guide.md", "TODO: write this chapter"],
    ["README.md", "<<<<<<< HEAD"],
    ["docs/title.rst", "======="],
    ["src/a.py", "class Missing(Exception):", "    pass"],
    ["src/a.py", "try:", "    f()", "except KeyError:", "    pass"],
    ["src/a.py", "    @abstractmethod", "    def load(self):", "        raise NotImplementedError"],
    ["src/a.py", "    @abc.abstractmethod", "    def load(self):", "        pass"],
    ["src/a.ts", 'return reply(501, "not implemented");'],
    ["src/a.ts", 'const password = process.env["DB_PASSWORD"];'],
    ["src/a.ts", 'const password = "";'],
    ["test/login.test.ts", 'const password = "hunter2-and-more";'],
    [".env.example", "API_KEY=your-key-here"],
    ["src/keys.ts", `if (text.startsWith("${KEY[0]}")) return true;`],
    ["fixtures/conflict.txt", "<<<<<<< HEAD", "=======", ">>>>>>> x"],
    ["node_modules/a/index.js", "debugger;"],
    ["dist/app.min.js", "debugger;"],
    ["src/style.css", ".x { color: red } /* plain */"],
    ["src/a.kt", 'println("hello")'],
  ])("%s: %s", async (path, ...texts) => {
    expect(await rulesIn(path, ...texts)).toEqual([]);
  });

  test("a line that was there in other words, once for each", async () => {
    const lines = added(
      "src/a.ts",
      "console.log(state.devices?.length);",
      "console.log(secret);",
      "// TODO: split the parser in two",
      "console.log(state.devices);",
    );
    const before = [
      "console.log('devices of the state: ' + state.devices.length);",
      "return secret;",
      "// TODO split the parser",
    ];
    const removed = before.map((text) => ({ path: "src/a.ts", text }));
    const { found } = await findLeftovers(lines, OPTIONS, new Map(), removed);
    expect(found.map(({ line }) => line)).toEqual([2, 4]);
    const elsewhere = removed.map((line) => ({ ...line, path: "src/b.ts" }));
    expect((await findLeftovers(lines, OPTIONS, new Map(), elsewhere)).found).toHaveLength(4);
  });

  test("but not a line that shares only the leftover itself with a removed one", async () => {
    const lines = added("src/a.test.ts", "it.only('pays', () => {});", "console.log(user);");
    const removed = ["it.only('logs in', () => {});", "console.log(err);"];
    const before = removed.map((text) => ({ path: "src/a.test.ts", text }));
    const { found } = await findLeftovers(lines, OPTIONS, new Map(), before);
    const { found: without } = await findLeftovers(lines, OPTIONS);
    expect(found).toEqual(without);
    expect(found.map(({ line }) => line)).toContain(1);
  });

  test("a line with holdfast-ignore, or below one", async () => {
    expect(await rulesIn("src/a.ts", "debugger; // holdfast-ignore: shown in the tutorial")).toEqual([]);
    expect(await rulesIn("src/a.ts", "// holdfast-ignore-next-line", "debugger;", "debugger;")).toEqual([
      "debugger:3",
    ]);
  });

  test("files and rules that the config excludes", async () => {
    const lines = added("src/legacy/a.ts", "debugger;", "// TODO");
    expect(await leftoversIn(lines, { ...OPTIONS, ignore: ["src/legacy/**"] })).toEqual([]);
    expect(await leftoversIn(lines, { ...OPTIONS, rules: { debugger: "off", todo: "block" } })).toMatchObject(
      [{ rule: "todo", weight: "block" }],
    );
  });
});

describe("a document about merging", () => {
  const conflict = ["<<<<<<< HEAD", "a", "=======", "b", ">>>>>>> x"];

  test("may show a conflict in code", async () => {
    expect(await rulesIn("docs/merge.md", "```", ...conflict, "```")).toEqual([]);
  });

  test("left in the middle of a merge is blocked", async () => {
    expect(await rulesIn("docs/merge.md", ...conflict)).toEqual(["merge-marker:1", "merge-marker:5"]);
  });
});

test("a skipped test with its reason above it is intended", async () => {
  expect(await rulesIn("test/a.test.ts", "// flaky on slow machines", 'it.skip("x", () => {')).toEqual([]);
  expect(await rulesIn("test/a.test.ts", "const a = 1;", 'it.skip("x", () => {')).toEqual(["skipped-test:2"]);
});

test("a file that mostly prints messages prints on purpose", async () => {
  const messages = ["console.log('Starting the import');", `console.log(\`Imported \${n} rows\`);`];
  expect(await rulesIn("src/import.ts", ...messages, "console.log(summary);")).toEqual([]);
  expect(await rulesIn("src/import.ts", "console.log('>>> here we are');", "console.log(x);")).toEqual([
    "print:1",
    "print:2",
  ]);
});

test("a fingerprint stays when the line moves, and changes with the line", async () => {
  const [first] = await leftoversIn(added("src/a.ts", "debugger;"));
  const [moved] = await leftoversIn(added("src/a.ts", "", "", "  debugger;"));
  const [other] = await leftoversIn(added("src/b.ts", "debugger;"));
  expect(moved?.fingerprint).toBe(first?.fingerprint ?? "");
  expect(other).toMatchObject({
    rule: "debugger",
    fingerprint: expect.not.stringMatching(first?.fingerprint ?? ""),
  });
});

test("one rule does not flood: at most twenty findings of a kind per file", async () => {
  const lines = added("src/a.ts", ...Array.from({ length: 500 }, (_, n) => `// TODO ${n}`));
  expect(await leftoversIn(lines)).toHaveLength(20);
});

test("any lines give the same answer twice and never throw", async () => {
  const line = fc.record({
    path: fc.oneof(fc.string(), fc.constantFrom("src/a.ts", "a.py", "x.md", "b.rb")),
    line: fc.nat(),
    text: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("debugger;", "// TODO", "def a():", "    pass", "'\\"),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(line), async (lines) => {
      expect(await leftoversIn(lines)).toEqual(await leftoversIn(lines));
    }),
  );
});

describe("lines crafted to keep a rule busy", () => {
  const slow = (path: string) =>
    added(path, ...Array.from({ length: 4_000 }, (_, n) => `def f${n}(${" )->:".repeat(190)}`));

  test("are searched for a few seconds while timers still run; the other files are searched later", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 20);
    const known = new Map();
    const lines = [...slow("a.py"), ...slow("b.py"), ...added("src/a.ts", "debugger;")];
    const startedAt = performance.now();
    const first = await findLeftovers(lines, OPTIONS, known);
    clearInterval(timer);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(turns).toBeGreaterThan(5);
    expect(first.unfinished).toContain("src/a.ts");
    expect(first.slowest.path).toEndWith(".py");
    expect(first.isComplete).toBe(false);
    let last = first;
    for (let stops = 1; !last.isComplete && stops < 4; stops++)
      last = await findLeftovers(lines, OPTIONS, known);
    expect(last.found.map(({ rule }) => rule)).toEqual(["debugger"]);
    const again = performance.now();
    const next = await findLeftovers(lines, OPTIONS, known);
    expect(next).toEqual({ ...last, unfinished: [], slowest: { path: "", ms: 0 } });
    expect(performance.now() - again).toBeLessThan(1_000);
  });

  test("cost the other files nothing once they were searched", async () => {
    const known = new Map();
    await findLeftovers(slow("a.py"), OPTIONS, known);
    const { found } = await findLeftovers(
      [...slow("a.py"), ...added("src/a.ts", "debugger;")],
      OPTIONS,
      known,
    );
    expect(found.map(({ rule }) => rule)).toEqual(["debugger"]);
  });

  test("are compared with removed lines for a few seconds", async () => {
    const prints = Array.from({ length: 20_000 }, () => "console.log(a, b, c, d);");
    const removed = Array.from({ length: 2_000 }, (_, n) => `console.warn(a, b, c, d, e${n});`);
    const startedAt = performance.now();
    await findLeftovers(added("src/a.ts", ...prints), OPTIONS, new Map(), added("src/a.ts", ...removed));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test("are searched only up to a limit", async () => {
    const lines = added("src/a.ts", ...Array.from({ length: 5_000 }, () => "x".repeat(1000)), "debugger;");
    expect((await findLeftovers(lines, OPTIONS)).unfinished).toEqual(["src/a.ts"]);
  });
});
