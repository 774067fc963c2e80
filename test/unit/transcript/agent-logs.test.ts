import { describe, expect, test } from "bun:test";
import type { TranscriptItem } from "../../../src/transcript/item.ts";
import { readSince, streamItems } from "../../../src/transcript/read-since.ts";
import { readTail } from "../../../src/transcript/read-tail.ts";
import { LOGGED_HOSTS, type LoggedHost, placeLog, recordedLog } from "../../helpers/agent-logs.ts";
import { makeTempHome } from "../../helpers/temp.ts";

const HOME = makeTempHome();

async function itemsOf(host: LoggedHost, text: string): Promise<TranscriptItem[]> {
  return Array.fromAsync(streamItems(placeLog(HOME, host, text)));
}

const recorded = (host: LoggedHost, name: string) => itemsOf(host, recordedLog(host, name));

const only = <Kind extends TranscriptItem["kind"]>(items: readonly TranscriptItem[], kind: Kind) =>
  items.filter((item): item is Extract<TranscriptItem, { kind: Kind }> => item.kind === kind);

describe.each(LOGGED_HOSTS)("a log of %s", (host) => {
  test("has the prompt, the calls with their results, and the last message", async () => {
    const items = await recorded(host, "tools");
    expect(only(items, "prompt").map(({ text }) => text)).toEqual(["Write a note."]);
    expect(only(items, "assistant-text").map(({ text }) => text)).toEqual(["The note is written."]);
    const results = only(items, "tool-result").filter(({ call }) => call !== null);
    expect(results.map(({ call, exitCode, isError }) => [call?.tool, isError, exitCode])).toEqual([
      ["Bash", false, null],
      ["Write", false, null],
      ["Bash", true, 1],
    ]);
    expect(results.map(({ call }) => call?.input.command)).toEqual([
      "echo hello",
      undefined,
      "cat missing.txt",
    ]);
    expect(results[0]?.response).toMatchObject({ stdout: expect.stringMatching(/^hello\n?$/), stderr: "" });
    expect(results[1]?.call?.input).toMatchObject({
      file_path: "/home/user/project/note.txt",
      content: "one\ntwo\n",
    });
    expect(results[1]?.response).toMatchObject({ type: "create", filePath: "/home/user/project/note.txt" });
    expect(results[2]?.text).toContain("No such file");
    for (const { cwd, sidechain } of items) expect([cwd, sidechain]).toEqual(["/home/user/project", false]);
  });

  test("does not take the reason of a hook for a person's prompt", async () => {
    const items = await recorded(host, "held");
    expect(only(items, "prompt").map(({ text }) => text)).toEqual(["Be quick."]);
    expect(only(items, "assistant-text").map(({ text }) => text)).toEqual(["I am done.", "I am done now."]);
  });

  test("is read the same in pieces and from its end", async () => {
    const path = placeLog(HOME, host, recordedLog(host, "tools"));
    const whole = await Array.fromAsync(streamItems(path));
    const pieces: TranscriptItem[] = [];
    for (let cursor = null, more = true; more; ) {
      const read = await readSince(path, cursor, { maxBytes: 500 });
      pieces.push(...read.items);
      ({ cursor, more } = read as never);
    }
    expect(pieces).toEqual(whole);
    expect((await readTail(path, { maxBytes: 1_000_000 })).items).toEqual(whole);
  });

  test("takes a prompt that looks like a command of Claude Code for text", async () => {
    const typed = "<bash-input>holdfast unlock</bash-input>";
    const items = await itemsOf(host, recordedLog(host, "held").replaceAll("Be quick.", typed));
    expect(only(items, "prompt").map(({ text }) => text)).toEqual([typed]);
    expect(only(items, "shell-command")).toEqual([]);
  });

  test("without its first record, or with garbage in it, does not fail", async () => {
    const [, ...rest] = recordedLog(host, "tools").split("\n");
    await itemsOf(host, rest.join("\n"));
    const garbled = recordedLog(host, "tools").replaceAll(/:"[^"]*"/g, ":[{}]");
    await itemsOf(host, garbled);
    const odd = [
      '{"type":"response_item","payload":[]}',
      "null",
      "[]",
      '{"type":"user.message","data":{}}',
      "{",
    ];
    const items = await itemsOf(host, `${recordedLog(host, "tools")}${odd.join("\n")}`);
    expect(only(items, "prompt")).toHaveLength(1);
  });
});

describe("Copilot's log", () => {
  test("marks what a subagent did", async () => {
    const items = await recorded("copilot", "subagent");
    expect(only(items, "prompt").map(({ text }) => text)).toEqual(["Ask a helper."]);
    const [asked] = only(items, "agent-prompt");
    expect(asked).toMatchObject({ text: "Count the files.", sidechain: true });
    expect(only(items, "assistant-text").map(({ text, sidechain }) => [text, sidechain])).toEqual([
      ["I helped.", true],
      ["The helper counted.", false],
    ]);
  });
});

const META = { id: "s1", cwd: "/work/app" };
const line = (type: string, payload: object) =>
  `${JSON.stringify({ timestamp: "2026-01-01T00:00:00.000Z", type, payload })}\n`;
const rollout = (...records: [type: string, payload: object][]) =>
  [["session_meta", META] as const, ...records].map(([type, payload]) => line(type, payload)).join("");
const call = (name: string, input: object, call_id = "c1"): [string, object] => [
  "response_item",
  { type: "function_call", name, arguments: JSON.stringify(input), call_id },
];
const output = (text: unknown, call_id = "c1"): [string, object] => [
  "response_item",
  { type: "function_call_output", call_id, output: text },
];

describe("Codex's rollout", () => {
  test("of an older version has its prompts in events and the exit code in JSON", async () => {
    const items = await itemsOf(
      "codex",
      rollout(
        ["response_item", { type: "message", role: "user", content: [{ text: "<environment_context>" }] }],
        ["event_msg", { type: "user_message", message: "Run the tests." }],
        call("shell", { command: ["bash", "-lc", "npm test"] }),
        output(JSON.stringify({ output: "1 fail\n", metadata: { exit_code: 2 } })),
        ["event_msg", { type: "turn_aborted", reason: "interrupted" }],
      ),
    );
    expect(only(items, "prompt").map(({ text }) => text)).toEqual(["Run the tests."]);
    const [result] = only(items, "tool-result");
    expect(result).toMatchObject({ exitCode: 2, text: "Exit code 2\n1 fail\n", call: { tool: "Bash" } });
    expect(result?.call?.input).toEqual({ command: "npm test" });
    expect(only(items, "interrupt")).toHaveLength(1);
  });

  test("tells how a command ended that went on in the background", async () => {
    const ended = { type: "CommandExecution", id: "c1", aggregated_output: "1 fail\n", exit_code: 1 };
    const started = [
      call("exec_command", { cmd: "npm test" }),
      output("Chunk ID: 1\nWall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\n"),
      call("write_stdin", { session_id: 7 }, "c2"),
    ];
    const items = await itemsOf(
      "codex",
      rollout(...started, ["event_msg", { type: "item_completed", item: ended }]),
    );
    expect(only(items, "tool-result")).toMatchObject([
      { exitCode: 1, call: { input: { command: "npm test" } } },
    ]);
    const killed = rollout(...started, [
      "event_msg",
      { type: "item_completed", item: { ...ended, exit_code: -1 } },
    ]);
    expect(only(await itemsOf("codex", killed), "tool-result")).toEqual([]);
  });

  test("has one edit for each file of a patch, and none for a patch that failed", async () => {
    const patch = [
      "*** Begin Patch",
      "*** Update File: src/app.ts",
      "@@ one",
      "-a",
      "+b",
      "@@ two",
      " c",
      "+d",
      "*** Add File: new.txt",
      "+first",
      "*** Delete File: /tmp/old.txt",
      "*** End Patch",
    ].join("\n");
    const patched: [string, object] = [
      "response_item",
      { type: "custom_tool_call", name: "apply_patch", input: patch, call_id: "c1" },
    ];
    const done = "Success. Updated the following files:\nA new.txt\nM src/app.ts\nD /tmp/old.txt\n";
    const items = await itemsOf("codex", rollout(patched, output(`Exit code: 0\nOutput:\n${done}`)));
    const results = only(items, "tool-result");
    expect(results.map(({ call: made }) => [made?.tool, made?.input])).toEqual([
      ["Write", { file_path: "/work/app/new.txt", content: "first\n" }],
      [
        "MultiEdit",
        {
          file_path: "/work/app/src/app.ts",
          edits: [
            { old_string: "a\n", new_string: "b\n" },
            { old_string: "c\n", new_string: "c\nd\n" },
          ],
        },
      ],
      ["Edit", { file_path: "/tmp/old.txt" }],
    ]);
    const failed = rollout(patched, output("apply_patch verification failed: no such file"));
    const shown = only(await itemsOf("codex", failed), "tool-result");
    expect(shown.filter(({ call: made, isError }) => made !== null && !isError)).toEqual([]);
  });

  test("of a subagent belongs to the session that started it", async () => {
    const head = line("session_meta", {
      ...{ id: "child", session_id: "parent", cwd: "/work/app" },
      source: { subagent: { thread_spawn: { parent_thread_id: "parent" } } },
    });
    const text = head + line("event_msg", { type: "user_message", message: "Count the files." });
    const [asked] = await itemsOf("codex", text);
    expect(asked).toMatchObject({ kind: "agent-prompt", sessionId: "parent", agentId: "child" });
  });
});
