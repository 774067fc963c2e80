// Tests the test harness itself on the real client, without holdfast.
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { dirname, join } from "node:path";
import { type ClaudeRun, runClaude } from "../helpers/claude.ts";
import type { ResultMessage } from "../helpers/client-messages.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import {
  type EventPayload,
  hookSettings,
  makeRecordingHook,
  readRecorded,
} from "../helpers/recording-hook.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import {
  findTold,
  lastRequest,
  requestsOfAgent,
  type ToolResult,
  timesTold,
  toolResults,
} from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { agent, bash, say, together, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(40_000);

function makePlace() {
  const home = makeTempHome();
  return { home, project: makeTempProject({ git: true }), recorded: join(home, "recorded") };
}

describe("a headless run", () => {
  const LEAKS = {
    CLAUDE_CODE_LEAK: "1",
    ANTHROPIC_LEAK: "1",
    HOLDFAST: "0",
    HOLDFAST_HOME: "/leak",
    EDITOR_LEAK: "1",
  };
  const place = makePlace();
  const note = join(place.project, "note.txt");
  let run: ClaudeRun;
  let results: ToolResult[];

  beforeAll(async () => {
    Object.assign(process.env, LEAKS);
    run = await runClaude({
      ...place,
      prompt: "-- write a note",
      script: {
        main: [
          together(say("Writing."), write(note, "from the script")),
          bash("cat note.txt; false"),
          bash("env"),
          bash("echo $((6 * 7))"),
          async (request) => {
            await Bun.write(join(place.project, "meanwhile.txt"), "made while the model thinks");
            return bash(`cat meanwhile.txt; echo heard ${toolResults([request]).at(-1)?.text}`);
          },
          agent({ prompt: "HELPER-ONE go", background: false }),
          say("Written."),
        ],
        agents: { "HELPER-ONE": [bash("echo from-the-helper"), say("The helper's report.")] },
      },
    }).finally(() => {
      for (const name of Object.keys(LEAKS)) delete process.env[name];
    });
    results = toolResults(run.requests.filter(({ asker }) => asker === "main"));
  });

  test("really runs scripted tools, and their results reach the model", async () => {
    expect(run.exitCode).toBe(0);
    expect(run.result?.result).toBe("Written.");
    expect(await Bun.file(note).text()).toBe("from the script");
    expect(findTold(run.requests, /^-- write a note$/)).toBeDefined();
    expect(results.map(({ isError }) => isError)).toEqual([false, true, false, false, false, false]);
    expect(results[1]?.text).toContain("from the script");
  });

  test("passes nothing of the developer's environment but PATH to the client", () => {
    const seen = results[2]?.text ?? "";
    expect(seen).toContain("CLAUDECODE=1");
    expect(seen).toContain(`PATH=${process.env.PATH}`);
    expect(seen).not.toMatch(/LEAK|HOLDFAST/);
  });

  test("lets a turn act in the middle of it and answer what it was told", () => {
    expect(results[4]?.text).toBe("made while the model thinksheard 42");
  });

  test("lets a subagent follow its own turns", () => {
    expect(requestsOfAgent(run.requests, "HELPER-ONE")).toHaveLength(2);
    expect(results[5]?.text).toContain("The helper's report.");
  });
});

describe("a session of several prompts", () => {
  const place = makePlace();
  const answers: ResultMessage[] = [];
  let run: ClaudeRun;
  let stops: EventPayload[];

  beforeAll(async () => {
    const hook = makeRecordingHook(place.recorded, {
      Stop: [{ decision: "block", reason: "REASON-TO-GO-ON" }, {}, { systemMessage: "WORD-TO-THE-USER" }],
    });
    const claude = startStreamingClaude({
      ...place,
      settings: hookSettings(hook, [], ["Stop", "UserPromptSubmit"]),
      script: [
        say("First."),
        say("Second."),
        say("Two."),
        bash("sleep 1", { background: true, description: "Short sleep" }),
        say("Waiting."),
        say("It ended."),
        bash("sleep 60", { background: true }),
        say("Last."),
      ],
    });
    answers.push(await claude.send("Work."), await claude.send("Again."), await claude.send("Start."));
    await claude.waitFor((message) => JSON.stringify(message.origin ?? "").includes("task-notification"));
    answers.push(await claude.send("Leave it running."));
    run = await claude.close();
    stops = readRecorded(place.recorded, "Stop");
  });

  test("answers each, and ends cleanly although a shell is running", () => {
    expect(answers.map(({ result }) => result)).toEqual(["Second.", "Two.", "Waiting.", "Last."]);
    expect(run.exitCode).toBe(0);
    expect(new Set(stops.map((stop) => stop.session_id))).toEqual(new Set([run.sessionId]));
  });

  test("that a Stop hook blocks once reports it once, and the second stop is final", () => {
    expect(timesTold(lastRequest(run.requests), "Stop hook feedback:\nREASON-TO-GO-ON")).toBe(1);
    expect(stops.slice(0, 3).map((stop) => stop.stop_hook_active)).toEqual([false, true, false]);
  });

  test("shows what hooks say to the user, and hides it from the model", () => {
    expect(systemMessages(run)).toEqual([{ event: "Stop", text: "WORD-TO-THE-USER" }]);
    expect(findTold(run.requests, /WORD-TO-THE-USER/)).toBeUndefined();
  });

  test("gets a new prompt and a new Stop when a background shell ends", () => {
    const [first, second] = stops.slice(3);
    expect(first?.background_tasks).toMatchObject([{ type: "shell", status: "running", command: "sleep 1" }]);
    expect(second).toMatchObject({
      background_tasks: [],
      stop_hook_active: false,
      last_assistant_message: "It ended.",
    });
    expect(second?.prompt_id).not.toBe(first?.prompt_id);
    const prompts = readRecorded(place.recorded, "UserPromptSubmit").map(({ prompt }) => String(prompt));
    expect(prompts[3]).toStartWith("<task-notification>");
  });
});

test("at a terminal a person sees what a hook says, and leaves with /exit", async () => {
  const place = makePlace();
  const hook = makeRecordingHook(place.recorded, { Stop: [{ systemMessage: "WORD-TO-THE-USER" }] });
  const settings = hookSettings(hook, [], ["Stop", "SessionEnd"]);
  const claude = startInteractiveClaude({ ...place, settings, prompt: "Work.", script: [say("One.")] });

  await waitUntil(() => claude.shown().includes("WORD-TO-THE-USER"));
  await claude.type("/exit");
  expect((await claude.done).exitCode).toBe(0);
  expect(readRecorded(place.recorded, "SessionEnd")).toMatchObject([{ reason: "prompt_input_exit" }]);
});

test("a run that exceeds its time limit is ended with its shells", async () => {
  const place = makePlace();
  const script = [bash("echo $$ > shell.pid; sleep 60", { background: true }), say("Waiting.")];
  const run = await runClaude({ ...place, prompt: "Start.", script, timeoutMs: 10_000 });

  expect(run.exitCode).not.toBe(0);
  expect(run.durationMs).toBeLessThan(25_000);
  const shell = Number(await Bun.file(join(place.project, "shell.pid")).text());
  expect(() => process.kill(shell, 0)).toThrow();
});

test("the recorded payloads are filed under their event's name and contain nothing of the recording machine", async () => {
  const fixtures = join(import.meta.dir, "../fixtures/events");
  const files = [...new Bun.Glob("[A-Z]*/*.json").scanSync(fixtures)];
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const text = await Bun.file(join(fixtures, file)).text();
    expect(JSON.parse(text).hook_event_name).toBe(dirname(file));
    expect(text).not.toMatch(/holdfast|127\.0\.0\.1:\d{4}|\/(?:tmp|home)\/(?!user\b|claude-1000\/)/);
  }
});
