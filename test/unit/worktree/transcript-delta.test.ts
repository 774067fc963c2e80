import { describe, expect, test } from "bun:test";
import { readTail } from "../../../src/transcript/read-tail.ts";
import { editedFiles } from "../../../src/worktree/transcript-delta.ts";
import {
  calls,
  fails,
  type Json,
  makeFile,
  queue,
  result,
  says,
  toLines,
  user,
} from "../transcript/records.ts";

async function find(...records: Json[]): Promise<string[] | null> {
  const { items } = await readTail(makeFile(toLines(records)), { maxBytes: 1024 * 1024 });
  return editedFiles(items);
}

describe("the files of a stretch of a transcript", () => {
  test("are those that its edits name, whatever became of them", async () => {
    const found = await find(
      user("Go."),
      calls("t1", "Write", { file_path: "/p/a", content: "" }),
      calls("t2", "Edit", { file_path: "/p/b" }),
      result("t1", "ok"),
      fails("t2", "String to replace not found in file."),
      calls("t3", "MultiEdit", { file_path: "/p/c", edits: [] }),
      result("t3", "ok"),
      calls("t4", "NotebookEdit", { notebook_path: "/p/d.ipynb" }),
      result("t4", "ok"),
      calls("t5", "Grep", { pattern: "x" }),
      result("t5", "none"),
      calls("t6", "Write", { file_path: "/p/e" }),
      says("Done."),
    );
    expect(found).toEqual(["/p/a", "/p/b", "/p/c", "/p/d.ipynb", "/p/e"]);
  });

  test("are none after talk, even if the person types meanwhile", async () => {
    expect(await find(user("Why?"), queue("enqueue", "And?"), says("Because."))).toEqual([]);
  });

  test.each([
    { name: "a command", records: [calls("t1", "Bash", { command: "make" }), result("t1", "ok")] },
    { name: "an empty command", records: [calls("t1", "Bash", {})] },
    {
      name: "a read-only command in the background",
      records: [
        calls("t1", "Bash", { command: "ls", run_in_background: true }),
        result("t1", "started", { toolUseResult: { backgroundTaskId: "b1" } }),
      ],
    },
    { name: "another work tree", records: [calls("t1", "EnterWorktree", {})] },
    { name: "another server's tool", records: [calls("t1", "mcp__x__read", {})] },
    { name: "an agent", records: [calls("t1", "Task", { prompt: "Go." })] },
    { name: "an agent's own record", records: [{ ...says("Hi."), agentId: "a1" }] },
    { name: "a path that is not text", records: [calls("t1", "Write", { file_path: 1 })] },
    { name: "the result of a missing call", records: [result("t1", "ok")] },
  ])("are unknown after $name", async ({ records }) => {
    expect(await find(user("Go."), ...records, says("Done."))).toBeNull();
  });
});
