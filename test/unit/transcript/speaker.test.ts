// Records in the user's place: who speaks there.
import { describe, expect, test } from "bun:test";
import { type Json, NOTICE, result, spokenOf, user } from "./records.ts";

type Case = [name: string, record: Json, expected: object[]];

const PLAN = "Implement the following plan:\n\n# Move the store";
const cases: Case[] = [
  ["plain words", user("Use pnpm."), [{ kind: "prompt", text: "Use pnpm.", place: "turn-start" }]],
  [
    "words of a newer client, with their source",
    user("Use pnpm.", {
      permissionMode: "default",
      promptSource: "typed",
      origin: { kind: "human" },
      turnOrigin: "human",
    }),
    [{ kind: "prompt" }],
  ],
  ["words by an SDK", user("Go.", { promptSource: "sdk", turnOrigin: "sdk" }), [{ kind: "prompt" }]],
  [
    "words with an image",
    user([
      { type: "text", text: "Like this." },
      { type: "image", source: { type: "base64", data: "aGk=" } },
    ]),
    [{ kind: "prompt", text: "Like this.", attachments: 1 }],
  ],
  ["an image alone", user([{ type: "image", source: {} }]), [{ kind: "prompt", text: "", attachments: 1 }]],
  [
    "words in two blocks",
    user([
      { type: "text", text: "First." },
      { type: "text", text: "Second." },
    ]),
    [{ kind: "prompt", text: "First.\nSecond." }],
  ],
  ["a bare string among blocks", user(["Odd but said."]), [{ kind: "prompt", text: "Odd but said." }]],
  [
    "words after a file opened in an editor",
    user([
      { type: "text", text: "<ide_opened_file>The user opened a.ts</ide_opened_file>" },
      { type: "text", text: "Fix it." },
    ]),
    [
      { kind: "injected", source: "machine" },
      { kind: "prompt", text: "Fix it." },
    ],
  ],
  [
    "words after a selection, a reminder and an instruction in one text",
    user(
      "<system_instruction>Be brief.</system_instruction>\n<ide_selection>x = 1</ide_selection>Rename x.<system-reminder>No.</system-reminder>",
    ),
    [{ kind: "prompt", text: "Rename x." }],
  ],
  [
    "a reminder that nobody closed is left in the words",
    user("Why does it print <system-reminder> here?"),
    [{ kind: "prompt", text: "Why does it print <system-reminder> here?" }],
  ],
  ["a reminder alone", user("<system-reminder>Mind the tasks.</system-reminder>"), [{ kind: "injected" }]],
  [
    "a slash command",
    user(
      "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the parser</command-args>",
    ),
    [{ kind: "slash-command", name: "/review", args: "the parser" }],
  ],
  [
    "a slash command of an old client",
    user("<command-name>clear</command-name>"),
    [{ kind: "slash-command", name: "/clear", args: "" }],
  ],
  [
    "what a slash command printed",
    user("<local-command-stdout>\u001b[1mSet model\u001b[22m</local-command-stdout>"),
    [{ kind: "local-output", text: "Set model" }],
  ],
  [
    "a command with !",
    user("<bash-input>git status</bash-input>"),
    [{ kind: "shell-command", command: "git status" }],
  ],
  [
    "what a command with ! printed",
    user("<bash-stdout>clean</bash-stdout><bash-stderr>warning</bash-stderr>"),
    [{ kind: "local-output", text: "clean\nwarning" }],
  ],
  [
    "a notification that resembles a typed prompt",
    user(NOTICE, {
      permissionMode: "default",
      promptSource: "system",
      origin: { kind: "task-notification" },
    }),
    [
      {
        kind: "task-notification",
        taskId: "a1",
        callId: "t1",
        via: "prompt",
      },
    ],
  ],
  [
    "teammates",
    user(
      '<teammate-message teammate_id="alice" color="blue">Done.</teammate-message>\n<teammate-message teammate_id="bob">Not yet.</teammate-message>',
    ),
    [
      { kind: "teammate-message", from: "alice", text: "Done." },
      { kind: "teammate-message", from: "bob", text: "Not yet." },
    ],
  ],
  [
    "an interrupt",
    user([{ type: "text", text: "[Request interrupted by user]" }]),
    [{ kind: "interrupt", byPerson: true }],
  ],
  [
    "an interrupt during a tool",
    user([{ type: "text", text: "[Request interrupted by user for tool use]" }]),
    [{ kind: "interrupt", byPerson: true }],
  ],
  [
    "a turn cut short by the end of the session",
    user([{ type: "text", text: "[Request interrupted: the session ended before this agent finished.]" }]),
    [{ kind: "interrupt", byPerson: false }],
  ],
  [
    "a hook that ended the turn",
    user("Operation stopped by hook: too late"),
    [{ kind: "injected", source: "machine" }],
  ],
  ["an unknown skill", user("Unknown skill: nope"), [{ kind: "injected", source: "machine" }]],
  [
    "a skill for others",
    user("This skill can only be invoked by Claude"),
    [{ kind: "injected", source: "machine" }],
  ],
  [
    "an approved plan sent again",
    user(PLAN, { planContent: "# Move the store" }),
    [{ kind: "plan-approval", plan: "# Move the store", via: "resent" }],
  ],
  ["the same words typed", user(PLAN), [{ kind: "prompt", text: PLAN }]],
  [
    "a summary",
    user("This session is being continued…", { isCompactSummary: true }),
    [{ kind: "compaction-summary", text: "This session is being continued…" }],
  ],
  [
    "a skill's body",
    user([{ type: "text", text: "Base directory for this skill: /s" }], { isMeta: true }),
    [{ kind: "injected", source: "meta" }],
  ],
  [
    "the client's caveat",
    user("<local-command-caveat>Caveat</local-command-caveat>", { isMeta: true }),
    [{ kind: "injected", source: "meta" }],
  ],
  [
    "our own feedback",
    user("Stop hook feedback:\nRun the tests.", { isMeta: true }),
    [{ kind: "hook-feedback", event: "Stop", text: "Run the tests.", via: "message" }],
  ],
  [
    "feedback of an old client, unmarked",
    user("Stop hook feedback:\n- [check.sh]: no"),
    [{ kind: "hook-feedback", event: "Stop", text: "- [check.sh]: no" }],
  ],
  [
    "a wake-up that looks like a command of the person",
    user("<bash-input>git status</bash-input>", { turnOrigin: "scheduled" }),
    [{ kind: "injected", source: "machine" }],
  ],
  [
    "a peer's text that looks like a slash command",
    user("<command-name>/compact</command-name>", { origin: { kind: "peer" } }),
    [{ kind: "injected", source: "machine" }],
  ],
  ["a wake-up", user("Check again.", { turnOrigin: "scheduled" }), [{ kind: "injected", source: "machine" }]],
  [
    "another program's text",
    user("Hello from a peer.", { origin: { kind: "peer" } }),
    [{ kind: "injected" }],
  ],
  ["a text that was passed on", user("Seeded.", { textNotTyped: true }), [{ kind: "injected" }]],
  [
    "the task of a subagent",
    user("Look for it.", { isSidechain: true, agentId: "a1" }),
    [{ kind: "agent-prompt", text: "Look for it.", sidechain: true, agentId: "a1" }],
  ],
  [
    "the task of a subagent, by its source",
    user("Look.", { isSidechain: true, origin: { kind: "coordinator" } }),
    [{ kind: "agent-prompt", text: "Look." }],
  ],
  [
    "words typed during a turn, beside a result",
    user([
      { type: "tool_result", tool_use_id: "t", content: "ok" },
      { type: "text", text: "Also the docs." },
    ]),
    [{ kind: "tool-result" }, { kind: "prompt", text: "Also the docs.", place: "mid-turn" }],
  ],
  [
    "the client's text beside a result",
    user([
      { type: "tool_result", tool_use_id: "t", content: "ok" },
      { type: "text", text: "Tool loaded." },
    ]),
    [{ kind: "tool-result" }],
  ],
  ["a result", result("t", "ok"), [{ kind: "tool-result", id: "t", text: "ok", isError: false, call: null }]],
];

describe("the speaker", () => {
  test.each(cases)("%s", async (_name, record, expected) => {
    const items = await spokenOf(record);
    expect(items).toMatchObject(expected);
    expect(items).toHaveLength(expected.length);
  });
});

test.each([
  "<div> is not centred",
  "<command> does nothing",
  "[Request] handling is slow",
  "What does a Stop hook feedback: line mean?",
])("a person may begin with anything: %s", async (text) => {
  expect(await spokenOf(user(text))).toMatchObject([{ kind: "prompt", text }]);
});

test("every item has its offset, id, session, agent and time", async () => {
  const [item] = await spokenOf(
    user("Hello.", { uuid: "u1", agentId: "a1", timestamp: "2026-01-02T03:04:05.678Z" }),
  );
  expect(item).toMatchObject({
    offset: 0,
    uuid: "u1",
    sessionId: "session-1",
    timestamp: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    cwd: "/home/user/project",
    sidechain: false,
    agentId: "a1",
  });
});

test("an invalid time is no time", async () => {
  expect(await spokenOf(user("Hello.", { timestamp: "yesterday" }))).toMatchObject([{ timestamp: null }]);
});
