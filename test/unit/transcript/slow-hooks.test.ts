import { expect, test } from "bun:test";
import { attachment, makeFile, readAll, system, toLines } from "./records.ts";

test.each([
  [
    "the hooks of a stop",
    system("stop_hook_summary", {
      hookInfos: [{ command: "slow", durationMs: 1500 }, { command: "quick", durationMs: 9 }, {}],
    }),
    [{ kind: "slow-hook", event: "Stop", command: "slow", durationMs: 1500, timedOut: false }],
  ],
  [
    "a hook that said something",
    attachment("hook_success", {
      hookEvent: "SessionStart",
      command: "c",
      durationMs: 2000,
      content: "Hello",
    }),
    [
      { kind: "injected", text: "Hello" },
      { kind: "slow-hook", event: "SessionStart", durationMs: 2000 },
    ],
  ],
  [
    "a hook that was interrupted",
    attachment("hook_cancelled", { hookEvent: "PreToolUse", command: "c", timedOut: true, timeoutMs: 500 }),
    [{ kind: "slow-hook", durationMs: 500, timedOut: true }],
  ],
  ["a hook that was cancelled", attachment("hook_cancelled", { hookEvent: "Stop", command: "c" }), []],
  ["a quick hook that failed", attachment("hook_non_blocking_error", { command: "c", durationMs: 20 }), []],
])("%s", async (_what, record, expected) => {
  const items = await readAll(makeFile(toLines([record])));
  expect(items).toHaveLength(expected.length);
  expect(items).toMatchObject(expected);
});
