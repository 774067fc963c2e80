import { describe, expect, test } from "bun:test";
import { findUse, listUsage, recordMemoryUse } from "../../../../src/memory/index/memory-usage.ts";
import { saveReceipt } from "../../../../src/memory/recall/recall-receipts.ts";
import { insertObservation } from "../../../../src/recording/observations/observations.ts";
import { makeMemoryPlace } from "../../../helpers/memories.ts";

const memory = {
  title: "Use pnpm, never npm",
  body: "Run `pnpm run check` before src/store/open.ts is touched. See conf/a.toml.",
};
const nothing = { title: "Read a file", summary: "", files: [] };

describe("a memory counts as used", () => {
  test.each([
    ["when its file was touched", { ...nothing, files: ["src/store/open.ts"] }, "file src/store/open.ts"],
    [
      "when a file named at the end of a sentence was touched",
      { ...nothing, files: ["conf/a.toml"] },
      "file conf/a.toml",
    ],
    ["when its command was run", { ...nothing, title: "Ran pnpm run check" }, "command pnpm run check"],
    ["when its subject came up", { ...nothing, summary: "pnpm and npm" }, "words pnpm, npm"],
    ["but not when nothing of it did", { ...nothing, summary: "yarn install" }, null],
  ])("%s", (_, work, how) => {
    expect(findUse(memory, [nothing, work])).toBe(how);
  });
});

test("a session's use of a memory it was given is judged once, and counted", async () => {
  const at = await makeMemoryPlace();
  at.save({ title: "Use pnpm, never npm", id: "pnpm" });
  at.save({ title: "Deploy on Mondays", id: "deploy" });
  const items = ["pnpm", "deploy", "forgotten"].map((id) => ({
    source: "memory",
    id,
    score: null,
    terms: [],
  }));
  const receipt = {
    sessionId: "s1",
    event: "SessionStart",
    promptId: null,
    lines: [],
    terms: [],
    tokens: 1,
    at: 100,
  };
  saveReceipt(at.store, receipt, items);
  const done = {
    kind: "command" as const,
    summary: "",
    files: [],
    subject: null,
    result: null,
    toolUseId: null,
  };
  const { projectKey } = at.place;
  insertObservation(at.store, {
    ...done,
    sessionId: "s1",
    projectKey,
    title: "Ran deploy on mondays",
    at: 50,
  });
  insertObservation(at.store, {
    ...done,
    sessionId: "s1",
    projectKey,
    title: "Ran pnpm install, not npm",
    at: 150,
  });
  for (let n = 0; n < 2; n++) recordMemoryUse(at.store, "s1", projectKey);
  expect(listUsage(at.store, projectKey)).toEqual([
    { memory_id: "pnpm", injected: 1, used: 1 },
    { memory_id: "deploy", injected: 1, used: 0 },
  ]);
});
