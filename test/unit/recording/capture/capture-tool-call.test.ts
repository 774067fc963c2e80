import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Call, type CaptureRules, redactCall } from "../../../../src/recording/capture/redact-call.ts";
import { FULL_REDACTOR, redactAndShorten } from "../../../../src/recording/capture/redact-fully.ts";
import { type Redactor, redactOnDemand } from "../../../../src/recording/capture/redact-on-demand.ts";
import { runs } from "../../../helpers/runs.ts";

const NOTHING = { tools: [], paths: [], projects: [] };
const RULES: CaptureRules = { exclude: NOTHING, maxCharacters: 4096 };

function makeCall(overrides: Partial<Call> = {}): Call {
  return {
    tool: "Bash",
    input: { command: "make" },
    response: { stdout: "built" },
    error: null,
    agentId: null,
    projectDir: "/work/app",
    ...overrides,
  };
}

function rawOf(call: Call, rules = RULES) {
  return JSON.parse(redactCall(call, rules, FULL_REDACTOR)?.json ?? "null");
}

describe("the record of a call", () => {
  test("has no terminal colours, which would take room from the text", () => {
    const stdout = "\u001b[31mred\u001b[0m ".repeat(500);
    const { response } = rawOf(makeCall({ response: { stdout } }));
    expect(response).toEqual({ stdout: "red ".repeat(500) });
  });

  test("is its input, its response and the project [003-06]", () => {
    expect(rawOf(makeCall())).toEqual({
      input: { command: "make" },
      response: { stdout: "built" },
      project_dir: "/work/app",
    });
  });

  test("has the error and the subagent, if any", () => {
    const raw = rawOf(makeCall({ error: "Exit code 2", response: undefined, agentId: "a1" }));
    expect(raw).toMatchObject({ error: "Exit code 2", agent_id: "a1" });
  });

  test.each([
    ["Write", {}, "high"],
    ["Edit", {}, "high"],
    ["MultiEdit", {}, "high"],
    ["NotebookEdit", {}, "high"],
    ["Bash", { command: "npm install" }, "high"],
    ["Bash", { command: "ls -la" }, "low"],
    ["Bash", { command: "git status && cat README.md" }, "low"],
    ["Bash", { command: "cat a > b" }, "high"],
    ["Read", {}, "low"],
    ["Glob", {}, "low"],
    ["Grep", {}, "low"],
    ["TodoWrite", {}, "low"],
    ["WebFetch", {}, "normal"],
    ["mcp__db__query", {}, "normal"],
  ])("of %s %j has the right priority: %s [003-04] [003-17]", (tool, input, priority) => {
    expect(redactCall(makeCall({ tool, input }), RULES, FULL_REDACTOR)?.priority).toBe(priority as "high");
  });

  test("names the files it touched, each once", () => {
    const call = makeCall({
      tool: "Edit",
      input: { file_path: "/work/app/a.ts" },
      response: { filePath: "/work/app/a.ts" },
    });
    expect(redactCall(call, RULES, FULL_REDACTOR)?.files).toEqual(["/work/app/a.ts"]);
  });

  test("leaves out the file as it was before an edit", () => {
    const raw = rawOf(makeCall({ tool: "Edit", response: { originalFile: "all of it", filePath: "/a" } }));
    expect(raw.response).toEqual({ filePath: "/a" });
  });

  test.each([
    ["Read", { file_path: "/work/app/.env" }],
    ["Write", { file_path: "/home/me/.ssh/id_ed25519", content: "the content" }],
    ["Bash", { command: "cat .env.production" }],
    ["Bash", { command: "sed -n 1p </home/me/.aws/credentials" }],
  ])("of a sensitive file by %s %j is its name only", (tool, input) => {
    const kept = redactCall(
      makeCall({ tool, input, response: { stdout: "the content" } }),
      RULES,
      FULL_REDACTOR,
    );
    expect(kept?.json).not.toContain("the content");
    expect(JSON.parse(kept?.json ?? "").withheld).toBe("sensitive file");
  });

  test("is nothing for an excluded tool, and only the names of excluded paths", () => {
    const exclude = { tools: ["mcp__mail__*"], paths: ["fixtures/**"], projects: [] };
    expect(
      redactCall(makeCall({ tool: "mcp__mail__read" }), { ...RULES, exclude }, FULL_REDACTOR),
    ).toBeNull();
    const call = makeCall({
      tool: "Write",
      input: { file_path: "/work/app/fixtures/big/a.json", content: "the content" },
    });
    const raw = rawOf(call, { ...RULES, exclude });
    expect(raw).toMatchObject({ input: { files: ["/work/app/fixtures/big/a.json"] }, response: null });
  });
});

describe("a large call", () => {
  test("keeps its beginning and its end and says what was cut", () => {
    const raw = rawOf(makeCall({ response: { stdout: `first line\n${"x\n".repeat(50_000)}last line` } }));
    expect(raw.response.stdout).toStartWith("first line");
    expect(raw.response.stdout).toEndWith("last line");
    expect(raw.response.stdout).toMatch(/\[… \d+ characters cut …\]/);
  });

  test.each(["<private>", "&lt;private&gt;", "%3Cprivate%3E"])(
    "drops a private part that begins in what is cut and is never closed: %s",
    (tag) => {
      const secret = "the lion sleeps";
      const text = `${"a\n".repeat(9000)}${tag}${"b\n".repeat(9000)}${secret}\nend`;
      expect(redactAndShorten(text, 4000)).not.toContain(secret);
    },
  );

  test("drops a private passage that begins in the cut part and ends in the kept part", () => {
    const secret = "the plan nobody may know";
    const text = `${"a\n".repeat(9000)}<private>${"b\n".repeat(9000)}${secret}</private>\nend`;
    expect(redactCall(makeCall({ response: { stdout: text } }), RULES, FULL_REDACTOR)?.json).not.toContain(
      secret,
    );
  });

  test("of a thousand small texts is truncated as a whole", () => {
    const response = Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`key ${n}`, "value"]));
    expect(rawOf(makeCall({ response })).withheld).toBe("too large");
  });
});

test("whatever a tool sends, a row is JSON and within its size", () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.jsonValue(),
      fc.string({ unit: "binary", maxLength: 9000 }),
      (input, response, text) => {
        const kept = redactCall(
          makeCall({ tool: "X", input: { input, text }, response: [response, text] }),
          RULES,
          FULL_REDACTOR,
        );
        expect(kept?.json.length).toBeLessThanOrEqual(RULES.maxCharacters);
        expect(JSON.parse(kept?.json ?? "")).toHaveProperty("project_dir");
      },
    ),
    { numRuns: runs(300) },
  );
});

describe("a call that the quick scan keeps unchanged", () => {
  test("is also unchanged by all rules", async () => {
    const word = fc.constantFrom(
      "npm test",
      "a\nb",
      "password",
      "sk-ant-api03-",
      "x".repeat(30),
      '"',
      "\\",
      "/work/.env",
    );
    const text = fc
      .array(fc.oneof(word, fc.string({ maxLength: 12 })), { maxLength: 5 })
      .map((all) => all.join(" "));
    const value = fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(text, fc.integer(), fc.array(text)), {
      maxKeys: 4,
    });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("Bash", "Edit", "X"),
        value,
        value,
        text,
        async (tool, input, response, command) => {
          const call = makeCall({ tool, input: { ...input, command }, response });
          const redactors = new Set<Redactor>();
          const kept = await redactOnDemand((redactor) => {
            redactors.add(redactor);
            return redactCall(call, RULES, redactor);
          });
          if (!redactors.has(FULL_REDACTOR)) count++;
          expect(kept).toEqual(redactCall(call, RULES, FULL_REDACTOR));
        },
      ),
      { numRuns: runs(2000) },
    );
    expect(count).toBeGreaterThan(runs(100));
  });

  test.each([
    ["has a secret", makeCall({ response: { stdout: `token ghp_${"a1B2".repeat(9)}` } })],
    ["names a sensitive file", makeCall({ tool: "Read", input: { file_path: "/work/app/.env" } })],
    ["is larger than a row", makeCall({ response: { stdout: "x y\n".repeat(5000) } })],
    ["is nested deeper than any answer", makeCall({ response: { passwords: nested(5000) } })],
    ["has a password of digits", makeCall({ input: { command: "make", password: 123_456 } })],
  ])("is not one that %s", async (_, call) => {
    const kept = await redactOnDemand((redactor) => redactCall(call, RULES, redactor));
    expect(kept).toEqual(redactCall(call, RULES, FULL_REDACTOR));
    expect(kept?.json).not.toBe(
      JSON.stringify({ project_dir: call.projectDir, input: call.input, response: call.response }),
    );
  });
});

function nested(levels: number): unknown {
  let value: unknown = "end";
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}
