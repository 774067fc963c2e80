import { describe, expect, test } from "bun:test";
import { assistantMessages, countTokens } from "../../../src/transcript/selectors/assistant-messages.ts";
import { approvedPlans, userAnswers } from "../../../src/transcript/selectors/decisions.ts";
import { liveItems } from "../../../src/transcript/selectors/live-items.ts";
import { personPrompts } from "../../../src/transcript/selectors/person-input.ts";
import { sessionTitle } from "../../../src/transcript/selectors/session-title.ts";
import {
  assistant,
  attachment,
  calls,
  itemsOf,
  type Json,
  queue,
  result,
  says,
  system,
  user,
} from "./records.ts";

describe("the person", () => {
  test("is heard once, whichever way the words came", async () => {
    const items = await itemsOf(
      user("First."),
      queue("enqueue", "Dequeued."),
      queue("dequeue"),
      user("Dequeued."),
      queue("enqueue", "Taken in by an old client."),
      queue("remove"),
      queue("enqueue", "Taken in by a new client."),
      queue("remove", "Taken in by a new client."),
      attachment("queued_command", { prompt: "Taken in by a new client.", commandMode: "prompt" }),
      queue("enqueue", "Taken back."),
      queue("popAll", "Taken back."),
      queue("enqueue", "/compact"),
      queue("remove"),
      user("<command-name>/compact</command-name>"),
      queue("enqueue", "Still waiting."),
    );
    expect(personPrompts(items).map(({ text }) => text)).toEqual([
      "First.",
      "Dequeued.",
      "Taken in by an old client.",
      "Taken in by a new client.",
    ]);
  });

  test("is not mistaken for a notification in the same queue", async () => {
    const items = await itemsOf(
      queue("enqueue", "<task-notification><task-id>b1</task-id></task-notification>"),
      queue("enqueue", "Still waiting."),
      queue("remove"),
    );
    expect(personPrompts(items)).toEqual([]);
  });

  test("took back everything that waited", async () => {
    const items = await itemsOf(
      queue("enqueue", "One."),
      queue("enqueue", "Two."),
      queue("popAll", "One.\nTwo."),
      queue("enqueue", "One and two."),
      queue("remove"),
    );
    expect(personPrompts(items).map(({ text }) => text)).toEqual(["One and two."]);
  });

  test("is not heard in what others said in the same place", async () => {
    const items = await itemsOf(
      user("Stop hook feedback:\nGo on.", { isMeta: true }),
      user("Look.", { isSidechain: true }),
      user("Summary.", { isCompactSummary: true }),
      result("t1", "output"),
    );
    expect(personPrompts(items)).toEqual([]);
  });

  test("decided by answers and plans", async () => {
    const answered = { questions: [{}, {}], answers: { "A?": "a", "B?": "b" } };
    const items = await itemsOf(
      calls("t1", "AskUserQuestion"),
      result("t1", "ok", { toolUseResult: answered, uuid: "u1" }),
      calls("t2", "ExitPlanMode", { plan: "# P" }),
      result("t2", "ok", { toolUseResult: { plan: "# P", isAgent: false } }),
    );
    expect(userAnswers(items)).toMatchObject([
      { question: "A?", answer: "a", callId: "t1", uuid: "u1" },
      { question: "B?", answer: "b", callId: "t1", uuid: "u1" },
    ]);
    expect(approvedPlans(items)).toMatchObject([{ plan: "# P" }]);
  });
});

describe("a split message", () => {
  const part = (content: Json, output_tokens: number) =>
    assistant(
      [content],
      {},
      { id: "m1", usage: { input_tokens: 10, output_tokens, cache_read_input_tokens: 7 } },
    );

  test("is one, also when a result stands between its parts", async () => {
    const items = await itemsOf(
      part({ type: "text", text: "Both." }, 2),
      part({ type: "tool_use", id: "t1", name: "Bash", input: {} }, 2),
      result("t1", "ok"),
      part({ type: "tool_use", id: "t2", name: "Bash", input: {} }, 40),
      says("Next.", {}, { id: "m2" }),
    );
    expect(assistantMessages(items)).toMatchObject([
      { messageId: "m1", text: "Both.", model: "claude-x", calls: [{ id: "t1" }, { id: "t2" }] },
      { messageId: "m2", text: "Next.", calls: [] },
    ]);
  });

  test("is counted once, by its last word", async () => {
    const items = await itemsOf(part({ type: "text", text: "a" }, 2), part({ type: "text", text: "b" }, 40));
    expect(countTokens(items)).toEqual({
      inputTokens: 10,
      outputTokens: 40,
      cacheReadTokens: 7,
      cacheCreationTokens: 0,
    });
  });
});

describe("after a compaction", () => {
  const boundary = system("compact_boundary", {
    compactMetadata: { preservedMessages: { uuids: ["kept"] } },
  });

  test("only what followed and what was kept is in sight", async () => {
    const items = await itemsOf(
      user("Old."),
      user("Kept.", { uuid: "kept" }),
      boundary,
      user("Summary.", { isCompactSummary: true }),
      user("New."),
    );
    expect(liveItems(items).map(({ kind }) => kind)).toEqual([
      "prompt",
      "compaction",
      "compaction-summary",
      "prompt",
    ]);
    expect(liveItems(items)).toMatchObject([{ text: "Kept." }, {}, {}, { text: "New." }]);
  });

  test("of a subagent nothing changes", async () => {
    const items = await itemsOf(user("Old."), { ...boundary, isSidechain: true });
    expect(liveItems(items)).toEqual(items);
  });
});

describe("a session's title", () => {
  const custom = { type: "custom-title", customTitle: "Mine" };
  const ai = { type: "ai-title", aiTitle: "Theirs" };

  test("is the person's before the client's", async () => {
    expect(sessionTitle(await itemsOf(custom, ai))).toBe("Mine");
    expect(sessionTitle(await itemsOf(ai))).toBe("Theirs");
  });

  test("is a summary only when it is of this session", async () => {
    const summary = { type: "summary", summary: "Work", leafUuid: "leaf" };
    expect(sessionTitle(await itemsOf(summary, user("Hi.", { uuid: "leaf" })))).toBe("Work");
    expect(sessionTitle(await itemsOf(summary, user("Hi.")))).toBeNull();
  });
});
