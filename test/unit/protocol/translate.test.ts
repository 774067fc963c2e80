// Each recorded event of another agent becomes the event that Claude Code would have sent.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEventJson } from "../../../src/protocol/claude-code/parse-event.ts";
import type { HookEvent } from "../../../src/protocol/hook-event.ts";
import { loadProtocol } from "../../../src/protocol/host-protocol.ts";
import {
  type HostPayload,
  RECORDED_HOSTS,
  type RecordedHost,
  readRecorded,
} from "../../helpers/host-events.ts";
import { makeTempHome } from "../../helpers/temp.ts";

async function translate(host: RecordedHost, payloads: HostPayload[]): Promise<HookEvent[]> {
  const protocol = await loadProtocol(host);
  const events: HookEvent[] = [];
  for (const payload of payloads) {
    const translated = await protocol?.translate(payload);
    const parsed = translated ? parseEventJson(translated) : null;
    if (parsed?.ok && parsed.event.name !== "other") events.push(parsed.event);
  }
  return events;
}

const summary = (event: HookEvent): string => {
  if (event.name === "UserPromptSubmit") return `prompt ${event.prompt}`;
  if (event.name === "Stop") return `stop ${event.lastAssistantMessage}`;
  if (event.name === "PostToolUse" || event.name === "PostToolUseFailure") {
    const { command, file_path } = event.toolInput as Record<string, string>;
    return `${event.toolName} ${command ?? file_path}${event.error === null ? "" : ` failed: ${event.error}`}`;
  }
  return event.name;
};

const FAILED = "failed: Exit code 1\ncat: missing.txt: No such file or directory";

describe.each([...RECORDED_HOSTS])("%s", (host) => {
  test("reports a turn with commands, a new file and a failure", async () => {
    const events = await translate(host, readRecorded(host, "tools"));
    // Codex says how a command ended only in its own log, and Copilot the last message.
    const isKnown = host !== "codex";
    expect(events.map(summary).filter((each) => each !== "SessionEnd")).toEqual([
      "SessionStart",
      "prompt Write a note.",
      "Bash echo hello",
      "Write /home/user/project/note.txt",
      isKnown ? `Bash cat missing.txt ${FAILED}` : "Bash cat missing.txt",
      host === "copilot" ? "stop " : "stop The note is written.",
    ]);
  });

  test("brings the output of a command, without what the agent puts around it", async () => {
    const events = await translate(host, readRecorded(host, "tools"));
    const call = events.find(({ name }) => name === "PostToolUse");
    const { stdout } = (call as { toolResponse: { stdout: string } }).toolResponse;
    expect(stdout.trimEnd()).toBe("hello");
  });

  test("names the file of an edit where the client of Claude Code does", async () => {
    const events = await translate(host, readRecorded(host, "tools"));
    const responses = events.map((event) => ("toolResponse" in event ? event.toolResponse : null));
    expect(responses).toContainEqual({ filePath: "/home/user/project/note.txt" });
  });

  test("drops what we told it from the next prompt", async () => {
    const events = await translate(host, readRecorded(host, "context"));
    expect(events.map(summary)).toContain("prompt Where is the deploy script?");
  });

  test("survives events of any shape", async () => {
    const protocol = await loadProtocol(host);
    const names = [
      "PostToolUse",
      "AfterTool",
      "Stop",
      "AfterAgent",
      "UserPromptSubmit",
      "BeforeAgent",
      undefined,
    ];
    const odd = [null, 1, [], {}, "text", { a: [] }];
    for (const hook_event_name of names)
      for (const value of odd) {
        const fields = [
          "tool_name",
          "tool_input",
          "tool_response",
          "tool_result",
          "prompt",
          "transcript_path",
          "cwd",
        ];
        const payload = Object.fromEntries(fields.map((field) => [field, value]));
        const translated = await protocol?.translate({ ...payload, hook_event_name });
        expect(translated === null || parseEventJson(translated).ok || hook_event_name === undefined).toBe(
          true,
        );
      }
  });
});

describe("codex", () => {
  const call = (fields: object) => ({
    hook_event_name: "PostToolUse",
    session_id: "s1",
    cwd: "/srv/app",
    tool_name: "apply_patch",
    tool_use_id: "call_1",
    ...fields,
  });

  test("a patch of several files is one edit that changed them all", async () => {
    const command =
      "*** Begin Patch\n*** Update File: a.ts\n@@\n-1\n+2\n*** Delete File: old.ts\n*** Update File: b.ts\n*** Move to: c/b.ts\n*** End Patch\n";
    const [event] = await translate("codex", [
      call({ tool_input: { command }, tool_response: "Exit code: 0\n" }),
    ]);
    expect(event).toMatchObject({
      name: "PostToolUse",
      toolName: "Edit",
      toolInput: { file_path: "/srv/app/a.ts" },
      toolResponse: {
        filePath: "/srv/app/a.ts",
        bashEditDiff: { changedFiles: ["/srv/app/old.ts", "/srv/app/b.ts", "/srv/app/c/b.ts"] },
      },
    });
  });

  test.each([
    ["apply_patch", "*** Begin Patch\n*** Update File: a.ts\n*** End Patch\n", "Edit"],
    [
      "Bash",
      "cd x && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.ts\n+1\n*** End Patch\nEOF",
      "Write",
    ],
    ["Bash", "cat > fix.patch <<'EOF'\n*** Begin Patch\n*** Add File: a.ts\n*** End Patch\nEOF", "Bash"],
  ])("a call of %s that begins is named by what it does: %j", async (tool_name, command, expected) => {
    const begins = call({ hook_event_name: "PreToolUse", tool_name, tool_input: { command } });
    expect(await (await loadProtocol("codex"))?.translate(begins)).toMatchObject({ tool_name: expected });
  });

  test("a patch that did not apply has failed", async () => {
    const command = "*** Begin Patch\n*** Update File: a.ts\n*** End Patch\n";
    const [event] = await translate("codex", [
      call({ tool_input: { command }, tool_response: "Exit code: 1\nno match" }),
    ]);
    expect(event).toMatchObject({ name: "PostToolUseFailure", toolName: "Edit" });
  });

  test("takes the exit code of a command from Codex's own log", async () => {
    const transcript_path = `${makeTempHome()}/rollout-1.jsonl`;
    const line = (id: string, exit_code: number) =>
      JSON.stringify({ type: "event_msg", payload: { item: { type: "CommandExecution", id, exit_code } } });
    await Bun.write(transcript_path, `${line("call_0", 0)}\n${line("call_1", 7)}\n{"cut`);
    const bash = call({
      tool_name: "Bash",
      tool_input: { command: "make" },
      tool_response: "boom\n",
      transcript_path,
    });
    const [event] = await translate("codex", [bash]);
    expect(event).toMatchObject({ name: "PostToolUseFailure", error: "Exit code 7\nboom\n" });
  });

  test("takes from that log how calls ended that brought no event, and knows no other call", async () => {
    const stop = readRecorded("codex", "missed-ends").find((each) => each.hook_event_name === "Stop");
    const transcript_path = join(import.meta.dir, "../../fixtures/agent-logs/codex/missed-ends.jsonl");
    const protocol = await loadProtocol("codex");
    const ids = ["call_1_0", "call_2_0", "call_3_0", "call_9_9", 'x"'];
    const ends = await protocol?.readMissedEnds?.({ ...stop, transcript_path }, ids);
    const events = (ends ?? []).map((end) => parseEventJson(end)).map((parsed) => parsed.ok && parsed.event);
    expect(events).toMatchObject([
      {
        name: "PostToolUse",
        toolName: "Write",
        toolInput: { file_path: "/home/user/project/note.txt" },
        toolResponse: { filePath: "/home/user/project/note.txt" },
      },
      { name: "PostToolUseFailure", toolName: "Edit", error: expect.stringContaining("verification failed") },
      {
        name: "PostToolUse",
        toolName: "Bash",
        backgroundTaskId: "75348",
        toolResponse: { stdout: "begun\n" },
      },
    ]);
    expect(await protocol?.readMissedEnds?.({ transcript_path: "/none" }, ids)).toEqual([]);
    // Later it ended.
    const item = {
      type: "CommandExecution",
      id: "call_3_0",
      exit_code: 2,
      aggregated_output: "begun\nfailed\n",
    };
    const longer = `${makeTempHome()}/rollout-1.jsonl`;
    const ended = JSON.stringify({ type: "event_msg", payload: { type: "item_completed", item } });
    writeFileSync(longer, `${readFileSync(transcript_path, "utf8")}${ended}\n`);
    const [end] =
      (await protocol?.readMissedEnds?.({ ...stop, transcript_path: longer }, ["call_3_0"])) ?? [];
    const parsed = parseEventJson(end);
    expect(parsed.ok && parsed.event).toMatchObject({
      name: "PostToolUseFailure",
      error: "Exit code 2\nbegun\nfailed\n",
    });
  });
});

describe("copilot", () => {
  test("a subagent's turn belongs to the session that started it, and its stop counts once", async () => {
    const events = await translate("copilot", readRecorded("copilot", "subagent"));
    expect(events.map((event) => [event.name, event.sessionId?.slice(-1), event.agentId?.slice(-1)])).toEqual(
      [
        ["SessionStart", "1", undefined],
        ["UserPromptSubmit", "1", undefined],
        ["SubagentStart", "1", "2"],
        ["SubagentStop", "1", "2"],
        ["PostToolUse", "1", undefined],
        ["Stop", "1", undefined],
        ["SessionEnd", "1", undefined],
      ],
    );
  });

  test("takes the last message from its own log, before the line about this very stop", async () => {
    const transcript_path = `${makeTempHome()}/events.jsonl`;
    const at = Date.parse("2026-01-01T00:00:01.000Z");
    const message = (content: string) => JSON.stringify({ type: "assistant.message", data: { content } });
    const hook = (timestamp: number) =>
      JSON.stringify({ type: "hook.start", data: { input: { timestamp } } });
    const stop = {
      hook_event_name: "Stop",
      session_id: "s1",
      transcript_path,
      timestamp: "2026-01-01T00:00:01.000Z",
    };
    await Bun.write(transcript_path, `${message("Earlier.")}\n${hook(at - 500)}\n`);
    expect((await translate("copilot", [stop])).map(summary)).toEqual(["stop "]);
    await Bun.write(
      transcript_path,
      `${message("Earlier.")}\n${hook(at - 500)}\n${message("Now.")}\n${hook(at)}\n`,
    );
    expect((await translate("copilot", [stop])).map(summary)).toEqual(["stop Now."]);
  });
});

describe("qwen", () => {
  test("finished tasks do not run in the background", async () => {
    const events = await translate("qwen", readRecorded("qwen", "subagent"));
    const tasks = events.flatMap((event) =>
      "backgroundTasks" in event ? [event.backgroundTasks.length] : [],
    );
    expect(tasks).toEqual([1, 1, 0]);
  });
});

test("how often an agent lets a turn be held", async () => {
  const folder = makeTempHome();
  const limit = async (host: RecordedHost, variables = {}) =>
    (await loadProtocol(host))?.maxHolds?.(variables, folder) ?? null;
  expect(await Promise.all(RECORDED_HOSTS.map((host) => limit(host)))).toEqual([null, 8, null, 7]);
  writeFileSync(`${folder}/settings.json`, '{\n  // Longer.\n  "stopHookBlockingCap": 40\n}\n');
  expect(await limit("qwen")).toBe(39);
  expect(await limit("qwen", { QWEN_CODE_STOP_HOOK_BLOCK_CAP: "500" })).toBe(99);
  expect(await limit("qwen", { QWEN_CODE_STOP_HOOK_BLOCK_CAP: "none" })).toBe(7);
});

describe("gemini", () => {
  test("every request to its model looks like a compaction, so none is one", async () => {
    const events = await translate("gemini", readRecorded("gemini", "tools"));
    expect(events.map(({ name }) => name)).not.toContain("PreCompact");
  });
});
