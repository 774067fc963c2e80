import { describe, expect, test } from "bun:test";
import { createRecordRedactor } from "../../../../src/recording/archive/redact-record.ts";
import type { Exclusions } from "../../../../src/recording/capture/redact-call.ts";
import { ask, call, result } from "./records.ts";

const NOTHING: Exclusions = { tools: [], paths: [], projects: [] };
const HIDDEN = "hunter-of-the-nightjar";

function cleanAll(records: object[], exclude: Partial<Exclusions> = {}) {
  const cleaner = createRecordRedactor("/work/app", { ...NOTHING, ...exclude });
  return JSON.stringify(records.map((record) => cleaner.redact(record as Record<string, unknown>).record));
}

describe("a record that is exported", () => {
  test("is the same when it has nothing to hide", () => {
    const record = ask("Please mend src/app.ts", { cwd: "/work/app", gitBranch: "main" });
    expect(JSON.parse(cleanAll([record]))).toEqual([record]);
  });

  test("has no secret in any of its texts, and says how many were removed", () => {
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const cleaned = createRecordRedactor(null, NOTHING).redact(
      ask(`use ${token}`, { deep: [{ [token]: token }] }),
    );
    expect(JSON.stringify(cleaned.record)).not.toContain(token);
    expect(cleaned.redactions).toBeGreaterThanOrEqual(3);
  });

  test("drops what the person marked as private", () => {
    const cleaned = cleanAll([ask(`before <private>${HIDDEN}</private> after`)]);
    expect(cleaned).toMatch(/before .*after/);
    expect(cleaned).not.toContain(HIDDEN);
  });

  test.each<[string, object[]]>([
    [
      "a read file",
      [
        call("t1", "Read", { file_path: "/work/app/.env" }),
        result("t1", HIDDEN, { file: { filePath: "/work/app/.env", content: HIDDEN } }),
      ],
    ],
    [
      "a written file",
      [
        call("t1", "Write", { file_path: "/home/x/.ssh/id_rsa", content: HIDDEN }),
        result("t1", "ok", { filePath: "/home/x/.ssh/id_rsa", content: HIDDEN }),
      ],
    ],
    [
      "a command",
      [
        call("t1", "Bash", { command: "cat config/.env.production" }),
        result("t1", HIDDEN, { stdout: HIDDEN }),
      ],
    ],
    [
      "a command of the person",
      [
        ask("<bash-input>cat .env</bash-input>"),
        ask(`<bash-stdout>${HIDDEN}</bash-stdout><bash-stderr></bash-stderr>`),
      ],
    ],
    [
      "an attached file",
      [
        {
          type: "attachment",
          attachment: {
            type: "file",
            filename: "/work/app/.env",
            content: { file: { filePath: "/work/app/.env", content: HIDDEN } },
          },
        },
      ],
    ],
    [
      "an edit seen by the client",
      [
        {
          type: "attachment",
          attachment: { type: "edited_text_file", filename: "server.pem", snippet: HIDDEN },
        },
      ],
    ],
    [
      "a mirrored subagent",
      [
        {
          type: "progress",
          data: {
            message: {
              message: {
                content: [{ type: "tool_use", id: "t1", name: "Read", input: { file_path: "a.key" } }],
              },
            },
          },
        },
        {
          type: "progress",
          data: {
            message: { message: { content: [{ type: "tool_result", tool_use_id: "t1", content: HIDDEN }] } },
          },
        },
      ],
    ],
  ])("keeps only the name of a sensitive file: %s", (_, records) => {
    expect(cleanAll(records)).not.toContain(HIDDEN);
    expect(cleanAll(records)).toContain("sensitive file");
  });

  test("does not affect the person's next command", () => {
    const records = [
      ask("<bash-input>cat .env</bash-input>"),
      ask(`<bash-stdout>${HIDDEN}</bash-stdout>`),
      ask("<bash-input>ls</bash-input>"),
      ask("<bash-stdout>README.md</bash-stdout>"),
    ];
    expect(cleanAll(records)).toContain("README.md");
  });

  test("keeps out what the config excludes", () => {
    const records = [call("t1", "mcp__mail__read", { id: 1 }), result("t1", HIDDEN)];
    expect(cleanAll(records, { tools: ["mcp__mail__*"] })).not.toContain(HIDDEN);
    const read = [call("t2", "Read", { file_path: "/work/app/fixtures/a.txt" }), result("t2", HIDDEN)];
    expect(cleanAll(read, { paths: ["fixtures/**"] })).not.toContain(HIDDEN);
    expect(cleanAll(read)).toContain(HIDDEN);
  });

  test("names a picture by its size", () => {
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "A".repeat(5000) },
    };
    const cleaned = cleanAll([ask("", { message: { role: "user", content: [image] } })]);
    expect(cleaned.length).toBeLessThan(500);
    expect(cleaned).toContain("5000 characters");
  });

  test("survives deep nesting", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`);
    expect(cleanAll([{ type: "user", deep }])).toContain("too deep");
  });
});
