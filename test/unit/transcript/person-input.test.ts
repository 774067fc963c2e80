import { describe, expect, test } from "bun:test";
import { personPrompts } from "../../../src/transcript/selectors/person-input.ts";
import { assistant, attachment, calls, itemsOf, type Json, queue, result, system, user } from "./records.ts";

describe("the person", () => {
  test("is read once, however the words came", async () => {
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

  test("is not confused with a notification in the same queue", async () => {
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

  test("is not credited with what others said in the same place", async () => {
    const items = await itemsOf(
      user("Stop hook feedback:\nGo on.", { isMeta: true }),
      user("Look.", { isSidechain: true }),
      user("Summary.", { isCompactSummary: true }),
      result("t1", "output"),
    );
    expect(personPrompts(items)).toEqual([]);
  });

  test("decides by answers and plans", async () => {
    const answered = { questions: [{}, {}], answers: { "A?": "a", "B?": "b" } };
    const items = await itemsOf(
      calls("t1", "AskUserQuestion"),
      result("t1", "ok", { toolUseResult: answered, uuid: "u1" }),
      calls("t2", "ExitPlanMode", { plan: "# P" }),
      result("t2", "ok", { toolUseResult: { plan: "# P", isAgent: false } }),
    );
    expect(items.filter(({ kind }) => kind === "answers")).toMatchObject([
      {
        answers: [
          { question: "A?", answer: "a" },
          { question: "B?", answer: "b" },
        ],
      },
    ]);
    expect(items.filter(({ kind }) => kind === "plan-approval")).toMatchObject([{ plan: "# P" }]);
  });
});

test("the parts of a split message name it, and each repeats its usage", async () => {
  const part = (content: Json, output_tokens: number) =>
    assistant(
      [content],
      {},
      { id: "m1", usage: { input_tokens: 10, output_tokens, cache_read_input_tokens: 7 } },
    );
  const items = await itemsOf(
    part({ type: "text", text: "Both." }, 2),
    part({ type: "tool_use", id: "t1", name: "Bash", input: {} }, 40),
  );
  const usage = {
    kind: "usage",
    messageId: "m1",
    inputTokens: 10,
    cacheReadTokens: 7,
    cacheCreationTokens: 0,
  };
  expect(items).toMatchObject([
    { kind: "assistant-text", messageId: "m1", text: "Both." },
    { ...usage, outputTokens: 2 },
    { kind: "tool-call", messageId: "m1", id: "t1" },
    { ...usage, outputTokens: 40 },
  ]);
});

test("a compaction names what stays visible", async () => {
  const compactMetadata = { trigger: "auto" };
  const items = await itemsOf(
    user("Kept.", { uuid: "kept" }),
    system("compact_boundary", { compactMetadata }),
    user("Summary.", { isCompactSummary: true }),
  );
  expect(items).toMatchObject([
    { kind: "prompt", uuid: "kept" },
    { kind: "compaction", trigger: "auto" },
    { kind: "compaction-summary", text: "Summary." },
  ]);
});
