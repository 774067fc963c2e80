import { expect, test } from "bun:test";
import { SessionEnding } from "../../../../src/recording/observations/session-ending.ts";
import type { TranscriptItem } from "../../../../src/transcript/item.ts";

const base = { offset: 0, uuid: null, sessionId: "s", cwd: null, sidechain: false, agentId: null };

function call(id: string, tool: string, command = "", sidechain = false): TranscriptItem {
  const input = { command };
  return { ...base, kind: "tool-call", id, tool, input, messageId: null, timestamp: 1, sidechain };
}

const result = (id: string) => ({ ...base, kind: "tool-result", id, timestamp: 2 }) as TranscriptItem;
const prompt = (timestamp: number) =>
  ({ ...base, kind: "prompt", text: "go on", place: "turn-start", timestamp }) as TranscriptItem;

const OPEN = Number.MAX_SAFE_INTEGER;

test.each<[string, TranscriptItem[], number]>([
  ["a commit with a result", [call("1", "Bash", "git commit -m x"), result("1")], 0],
  ["a check without a result", [call("1", "Bash", "npm test")], 0],
  ["a commit without a result", [call("1", "Bash", "git add a && git commit -m x")], OPEN],
  ["a subagent's commit", [call("1", "Task"), call("2", "Bash", "git commit -m x", true)], OPEN],
  ["a subagent without recorded calls", [call("1", "Agent")], OPEN],
  ["a subagent with recorded calls", [call("1", "Agent"), call("2", "Edit", "", true)], 0],
  ["a commit before a later prompt", [call("1", "Bash", "git commit -m x"), prompt(7)], 7],
])("a commit may have gone unseen: %s", (_name, items, until) => {
  const ending = new SessionEnding();
  for (const item of items) ending.follow(item);
  expect(ending.commitUnseenUntil).toBe(until);
});
