// Recording can be switched off or restricted, and a flow knows of its session's searches.
import { describe, expect, test } from "bun:test";
import { homeOf, type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

const TOOL = {
  hook_event_name: "PostToolUse",
  tool_name: "Bash",
  tool_use_id: "toolu_1",
  tool_input: { command: "make heron" },
  tool_response: { stdout: "built the heron", stderr: "" },
};

function makePlace(config: object, env: Record<string, string> = {}): Place {
  const place = { home: makeTempHome(), project: makeTempProject(), env };
  writeFileIn(homeOf(place).holdfastHome, "config.json", JSON.stringify(config));
  return place;
}

async function sendOneOfEach(place: Place): Promise<void> {
  await sendEvent(place, { hook_event_name: "UserPromptSubmit", prompt: "Please build the heron for me" });
  await sendEvent(place, TOOL);
  await sendEvent(place, { hook_event_name: "SubagentStart", agent_id: "a1", agent_type: "Explore" });
  await sendEvent(place, { hook_event_name: "PreCompact", trigger: "auto", custom_instructions: null });
  await sendEvent(place, { hook_event_name: "TaskCreated", task_id: "1", task_subject: "Look at the heron" });
  await sendEvent(place, { hook_event_name: "Stop", last_assistant_message: "Done.", background_tasks: [] });
}

function countRows(place: Place): unknown[] {
  return queryStore(
    place,
    `SELECT (SELECT count(*) FROM prompts) AS prompts, (SELECT count(*) FROM pending_queue) AS calls,
      (SELECT group_concat(event, ' ') FROM event_log) AS events, (SELECT tool_calls FROM sessions) AS counted`,
  );
}

describe("capture", () => {
  test("records a session's prompts, calls and events [003-11]", async () => {
    const place = makePlace({});
    await sendOneOfEach(place);
    const events = "SubagentStart PreCompact TaskCreated Stop";
    expect(countRows(place)).toEqual([{ prompts: 1, calls: 1, events, counted: 1 }]);
    expect(queryStore(place, "SELECT pending FROM event_log WHERE event = 'Stop'")).toEqual([{ pending: 1 }]);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test.each([
    ["when it is off", { capture: { enabled: false } }],
    ["of an excluded project", { capture: { exclude: { projects: ["/**"] } } }],
  ])("records nothing %s, but counts the calls", async (_, config) => {
    const place = makePlace(config);
    await sendOneOfEach(place);
    expect(countRows(place)).toEqual([{ prompts: 0, calls: 0, events: null, counted: 1 }]);
  });

  test("records a repeated event once, and a prompt from a machine not at all", async () => {
    const place = makePlace({});
    await sendEvent(place, TOOL);
    await sendEvent(place, TOOL);
    await sendEvent(place, {
      hook_event_name: "UserPromptSubmit",
      prompt: "<task-notification>done</task-notification>",
    });
    expect(countRows(place)).toMatchObject([{ prompts: 0, calls: 1, counted: 2 }]);
  });

  test("takes the first prompt that is long enough and not a command as the session's request [002-06]", async () => {
    const place = makePlace({});
    for (const prompt of [
      "/clear everything that was said",
      "go on",
      "Please repair the old heron",
      "And now the young one",
    ])
      await sendEvent(place, { hook_event_name: "UserPromptSubmit", prompt });
    expect(queryStore(place, "SELECT original_request AS said FROM sessions")).toEqual([
      { said: "Please repair the old heron" },
    ]);
  });
});

test("a search that Claude runs is evidence for its session's flow", async () => {
  const place = makePlace({}, { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "s1" });
  await sendEvent(place, { hook_event_name: "SessionStart", source: "startup" });
  expect((await runCommand(place, "flow", "start", "mend the heron")).exitCode).toBe(0);
  await runCommand(place, "search", "heron", "wings");
  expect(queryStore(place, "SELECT condition, source, text FROM goal_evidence")).toEqual([
    { condition: "memory_search", source: "search", text: 'searched past work for "heron wings": 0 found' },
  ]);
});

test("doctor reports what is queued, what was set aside, and how many redaction rules there are", async () => {
  const place = makePlace({});
  await sendOneOfEach(place);
  const { stdout } = await runCommand(place, "doctor");
  expect(stdout).toContain("1 tool calls kept, 1 of them not searchable yet");
  expect(stdout).toMatch(/secrets are removed by \d+ rules of \w+ [\d.]+/);
});
