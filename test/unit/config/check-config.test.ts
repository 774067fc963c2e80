import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { checkConfig, describeLocated, hintFor, syntaxFault } from "../../../src/config/check-config.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { runs } from "../../helpers/runs.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

async function check(text: string) {
  const project = makeTempProject({ files: { ".claude/holdfast.json": text } });
  return (await checkConfig({ holdfastHome: makeTempHome() }, project)).problems;
}

describe("the position and cause of a mistake", () => {
  const cases: [text: string, at: string, code: string, cause: string, hint: string][] = [
    ['{\n  "gates": {\n    "lock": { "mx": 5 }\n  }\n}', "3:15", "unknown-key", "unknown key", 'mean "max"?'],
    ['{ "zebra": 5 }', "1:3", "unknown-key", "unknown key", '"continuation", "budget"'],
    ['{\r\n\t"budget": {\r\n\t\t"blocks": 0 }}', "3:13", "out-of-range", "from 1 to 500", "default is 6"],
    ['{ "weakenedChecks": "advise" }', "1:3", "retired", "no longer used", "Remove it."],
    ['{ "metrics": "on" }', "1:14", "wrong-type", "true or false", "default is true"],
    ['{ "gates": 7 }', "1:12", "wrong-type", "an object", "What may hold a stop"],
    [
      '{ "budget": {"blocks": 0}, "budget": {"blocks": 5},\n "budget": { "blocks": 600 } }',
      "2:24",
      "out-of-range",
      "600",
      "",
    ],
    ["{\n  // why\n}", "2:3", "not-json", "invalid comment", "no comments"],
    ['{ "metrics": false,\n}', "2:1", "not-json", "property name expected", "no comma"],
    ['{ "metrics" false }', "1:13", "not-json", "colon expected", "double quotes"],
    ["{ metrics: false }", "1:3", "not-json", 'invalid symbol at "metrics"', "double quotes"],
    ['{ "metrics": false', "1:19", "not-json", "close brace expected", ""],
    ['{ "$schema": "C:\\x" }', "1:14", "not-json", "escape", ""],
    ["{}\n{}", "2:1", "not-json", "end of file expected", ""],
    ["", "1:1", "not-json", "the file is empty", "one JSON object"],
    ["[]", "1:1", "not-an-object", "an array", "one JSON object"],
    [`${'{ "a":'.repeat(33)}1${"}".repeat(33)}`, "1:1", "too-deep", "32 levels", "right file"],
    ["[".repeat(900_000), "1:1", "not-json", "not valid JSON", "one JSON object"],
    [" ".repeat(1024 * 1024 + 1), "1:1", "too-large", "more than 1048576 bytes", "right file"],
  ];
  test.each(cases)("%.60j", async (text, at, code, cause, hint) => {
    const found = (await check(text)).find((problem) => problem.code === code);
    expect(found).toBeDefined();
    expect(`${found?.line}:${found?.column}`).toBe(at);
    expect(found?.message).toContain(cause);
    expect(found?.hint).toContain(hint);
  });

  test("a problem is printed with file, line, column and key", async () => {
    const [problem] = await check('{\n "budget": { "blocks": 0 } }');
    expect(problem && describeLocated(problem)).toEndWith(
      "/.claude/holdfast.json:2:24: budget.blocks: expected a whole number from 1 to 500, got 0",
    );
  });

  test("problems come in the order of the file, and both files are checked", async () => {
    const home = makeTempHome();
    const project = makeTempProject({ files: { ".claude/holdfast.json": '{ "b": 1,\n "a": 2 }' } });
    writeFileIn(home, "config.json", "{");
    const { problems } = await checkConfig({ holdfastHome: home }, project);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ["not-json", 1],
      ["unknown-key", 1],
      ["unknown-key", 2],
    ]);
  });

  test("a syntax error does not repeat strings and comments, which may be private", () => {
    const texts = ['{"password" "hunter2"}', '{"a": "hunter2', '{"a": 1 "hunter2": 2}', "{\n// hunter2\n}"];
    for (const text of texts) expect(JSON.stringify(syntaxFault(text)), text).not.toContain("hunter2");
    expect(syntaxFault("{a: 1}")?.cause).toContain('"a"');
  });

  test("an unknown key inside a list is looked up among the list's items", () => {
    const item = {
      type: "object",
      description: "",
      properties: { run: { type: "string", description: "" } },
    } as const;
    const list = { type: "array", description: "", items: item } as const;
    const root = { type: "object", description: "", properties: { list } } as const;
    expect(hintFor({ path: ["list", 0, "rum"], code: "unknown-key" }, root)).toBe('Did you mean "run"?');
  });
});

test("whatever the file contains, the check finds a problem exactly when the hook does, and never throws", async () => {
  const home = makeTempHome();
  const project = makeTempProject();
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    '"',
    '"budget"',
    ":",
    ",",
    "1",
    "\\",
    "\n",
    "//",
    "/*",
    "tru",
    " ",
  );
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc.array(pieces, { maxLength: 200 }).map((parts) => parts.join("")),
  );
  await fc.assert(
    fc.asyncProperty(text, async (content) => {
      writeFileIn(project, ".claude/holdfast.json", content);
      const hook = await loadConfig({ holdfastHome: home }, project);
      const checked = await checkConfig({ holdfastHome: home }, project);
      const same = checked.problems.map(({ code }) => code);
      expect(same.sort()).toEqual(hook.problems.map(({ code }) => code).sort());
      for (const problem of checked.problems) {
        expect(problem.line).toBeGreaterThanOrEqual(1);
        expect(problem.column).toBeGreaterThanOrEqual(1);
        expect(problem.hint).not.toBe("");
      }
    }),
    { numRuns: runs(300) },
  );
});
