// Which messages mode "ask" scores, from a transcript as the client writes it: each record of Claude's has its usage.
import { expect, test } from "bun:test";
import { readMessages } from "../../../../../src/memory/triage/ask/read-messages.ts";
import { createOutcome, streamItems } from "../../../../../src/transcript/read-since.ts";
import { makeTempHome, writeFileIn } from "../../../../helpers/temp.ts";
import { writeTranscript } from "../../../../helpers/transcript-lines.ts";

const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0 };

test("what Claude says before a tool call is no message, what it says at the end of its turn is", async () => {
  const lines = writeTranscript({ sessionId: "s1" });
  const claude = (...content: object[]) =>
    lines.add({ type: "assistant", message: { id: crypto.randomUUID(), role: "assistant", content, usage } });
  lines.prompt("Make the build faster.");
  claude({ type: "text", text: "It fails because the cache is off." });
  claude({ type: "tool_use", id: "t1", name: "Bash", input: { command: "npm run build" } });
  lines.result("t1", "built");
  claude({ type: "text", text: "We use the remote cache now." });
  lines.prompt("Good.");
  claude({ type: "text", text: "You are welcome." });
  const path = writeFileIn(makeTempHome(), "transcript.jsonl", lines.text());
  const items = await Array.fromAsync(streamItems(path, createOutcome()));
  const said = [
    { who: "user" as const, text: "Make the build faster." },
    { who: "claude" as const, text: "We use the remote cache now." },
    { who: "user" as const, text: "Good." },
    { who: "claude" as const, text: "You are welcome." },
  ];
  const read = (max: number) => readMessages(items, max).map(({ who, text }) => ({ who, text }));
  expect(read(50)).toEqual(said);
  expect(read(2)).toEqual(said.slice(-2));
});
