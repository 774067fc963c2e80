// Records that are not in the user's place: attachments, the queue, Claude, the system, titles; and the silent ones.
import { describe, expect, test } from "bun:test";
import { attachment, type Json, NOTICE, queue, says, spokenOf, system, user } from "./records.ts";

const cases: [name: string, record: Json, expected: object[]][] = [
  [
    "a prompt inserted into the running turn",
    attachment("queued_command", {
      prompt: "Mind the docs.",
      commandMode: "prompt",
      origin: { kind: "human" },
    }),
    [{ kind: "prompt", text: "Mind the docs.", place: "mid-turn" }],
  ],
  [
    "a notification inserted into the running turn",
    attachment("queued_command", { prompt: NOTICE, commandMode: "task-notification" }),
    [{ kind: "task-notification", via: "attachment" }],
  ],
  [
    "a queued text of the client",
    attachment("queued_command", { prompt: "Continue.", commandMode: "prompt", isMeta: true }),
    [{ kind: "injected" }],
  ],
  [
    "context of a hook",
    attachment("hook_additional_context", { content: ["One.", "Two."], hookEvent: "SessionStart" }),
    [{ kind: "injected", source: "hook", text: "One.\nTwo." }],
  ],
  [
    "context that holds a stop",
    attachment("hook_additional_context", { content: ["Not yet."], hookEvent: "Stop" }),
    [{ kind: "hook-feedback", event: "Stop", text: "Not yet.", via: "attachment" }],
  ],
  [
    "what a hook printed",
    attachment("hook_success", { content: "", stdout: "printed", hookEvent: "Stop" }),
    [{ kind: "injected", source: "hook", text: "printed" }],
  ],
  [
    "a hook's objection to a tool",
    attachment("hook_blocking_error", { hookEvent: "PostToolUse", blockingError: { blockingError: "lint" } }),
    [{ kind: "hook-feedback", event: "PostToolUse", text: "lint", via: "attachment" }],
  ],
  ["a queued prompt", queue("enqueue", "And then?"), [{ kind: "queued-prompt", text: "And then?" }]],
  [
    "a queued prompt in blocks",
    queue("enqueue", [{ type: "text", text: "And then?" }]),
    [{ kind: "queued-prompt", text: "And then?" }],
  ],
  [
    "a prompt leaving the queue",
    queue("popAll", "And then?"),
    [{ kind: "queue-change", operation: "pop-all", text: "And then?" }],
  ],
  ["Claude", says("Done."), [{ kind: "assistant-text", text: "Done." }]],
  [
    "a message by the client in Claude's place",
    says("No response requested.", {}, { model: "<synthetic>" }),
    [],
  ],
  [
    "an API error",
    says("API Error: overloaded", { isApiErrorMessage: true }, { model: "<synthetic>" }),
    [{ kind: "api-error", text: "API Error: overloaded" }],
  ],
  [
    "a failed request",
    system("api_error", { error: { status: 529, message: "overloaded" } }),
    [{ kind: "api-error", text: "529 overloaded" }],
  ],
  [
    "a recap",
    system("away_summary", { content: "We moved the store. (disable recaps in /config)" }),
    [{ kind: "away-summary", text: "We moved the store." }],
  ],
  [
    "a command the client kept to itself",
    system("local_command", { content: "<local-command-stdout>Reloaded</local-command-stdout>" }),
    [{ kind: "local-output", text: "Reloaded" }],
  ],
  [
    "a compaction",
    system("compact_boundary", {
      compactMetadata: { trigger: "auto", preTokens: 155000 },
    }),
    [{ kind: "compaction", trigger: "auto", preTokens: 155000 }],
  ],
  [
    "a title by the person",
    { type: "custom-title", customTitle: "Store", sessionId: "s" },
    [{ kind: "title", text: "Store", byPerson: true }],
  ],
  [
    "a title by the client",
    { type: "ai-title", aiTitle: "Move the store", sessionId: "s" },
    [{ kind: "title", text: "Move the store", byPerson: false }],
  ],
  ["a title that is not text", { type: "ai-title", aiTitle: 7, sessionId: "s" }, []],
  ["a title of some session", { type: "summary", summary: "Old work", leafUuid: "u9" }, []],
  [
    "a pull request",
    { type: "pr-link", prNumber: 7, prUrl: "https://example.com/pull/7", prRepository: "a/b" },
    [{ kind: "pr-link", url: "https://example.com/pull/7" }],
  ],
];

describe("the speaker", () => {
  test.each(cases)("%s", async (_name, record, expected) => {
    const items = await spokenOf(record);
    expect(items).toMatchObject(expected);
    expect(items).toHaveLength(expected.length);
  });
});

const silent: [string, Json][] = [
  [
    "progress, which mirrors subagents",
    {
      type: "progress",
      data: { type: "agent_progress", message: { type: "user", message: user("Look.").message } },
    },
  ],
  [
    "a request the client keeps",
    { type: "api-request-blob", message: { role: "user", content: "Please make a file." } },
  ],
  ["the last prompt, which repeats one", { type: "last-prompt", lastPrompt: "Use pnpm.", sessionId: "s" }],
  ["a snapshot of files", { type: "file-history-snapshot", snapshot: {} }],
  [
    "what the oldest clients recorded about their hooks",
    { ...system("x"), subtype: undefined, content: "Running PostToolUse:Edit..." },
  ],
  [
    "thinking",
    { ...says(""), message: { content: [{ type: "thinking", thinking: "Hm.", signature: "x" }] } },
  ],
  ["an unknown record", { type: "from-the-future", text: "Hello." }],
  ["a record without a type", { silly: "this" }],
  ["a message that is a string", { type: "user", message: "error" }],
  ["a message without content", { type: "user", message: { role: "user" } }],
  ["an empty text", user("")],
];

test.each(silent)("%s says nothing", async (_name, record) => {
  expect(await spokenOf(record)).toEqual([]);
});
