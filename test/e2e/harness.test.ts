// The harness proves itself on the real client, without holdfast.
import { expect, setDefaultTimeout, test } from "bun:test";
import { dirname, join } from "node:path";
import { runClaude, startClaude } from "../helpers/claude.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { hookSettings, makeRecordingHook, readRecorded } from "../helpers/recording-hook.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { findTold, lastRequest, requestsOfAgent, timesTold, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { agent, bash, say, together, write } from "../helpers/turns.ts";

setDefaultTimeout(40_000);

function makePlace() {
  const home = makeTempHome();
  return { home, project: makeTempProject({ git: true }), recorded: join(home, "recorded") };
}

test("scripted tools really run, and their results reach the model", async () => {
  const place = makePlace();
  const note = join(place.project, "note.txt");
  const script = [
    together(say("Writing."), write(note, "from the script")),
    bash("cat note.txt; false"),
    say("Written."),
  ];
  const run = await runClaude({ ...place, prompt: "-- write a note", script });

  expect(run.exitCode).toBe(0);
  expect(run.result?.result).toBe("Written.");
  expect(await Bun.file(note).text()).toBe("from the script");
  expect(findTold(run.requests, /^-- write a note$/)).toBeDefined();
  expect(toolResults(run.requests).map((result) => result.isError)).toEqual([false, true]);
  expect(toolResults(run.requests)[1]?.text).toContain("from the script");
});

test("a Stop hook that blocks once is heard once, and the second stop stands", async () => {
  const place = makePlace();
  const hook = makeRecordingHook(place.recorded, {
    Stop: [{ decision: "block", reason: "REASON-TO-GO-ON" }],
  });
  const settings = hookSettings(hook, [], ["Stop"]);
  const run = await runClaude({
    ...place,
    settings,
    prompt: "Work.",
    script: [say("First."), say("Second.")],
  });

  expect(run.result?.result).toBe("Second.");
  expect(timesTold(lastRequest(run.requests), "Stop hook feedback:\nREASON-TO-GO-ON")).toBe(1);
  expect(readRecorded(place.recorded, "Stop").map((stop) => stop.stop_hook_active)).toEqual([false, true]);
});

test("nothing of the developer's environment but PATH reaches the client", async () => {
  const leaks = {
    CLAUDE_CODE_LEAK: "1",
    ANTHROPIC_LEAK: "1",
    HOLDFAST: "0",
    HOLDFAST_HOME: "/leak",
    EDITOR_LEAK: "1",
  };
  Object.assign(process.env, leaks);
  const run = await runClaude({ ...makePlace(), prompt: "Look.", script: [bash("env")] }).finally(() => {
    for (const name of Object.keys(leaks)) delete process.env[name];
  });

  const seen = toolResults(run.requests)[0]?.text ?? "";
  expect(seen).toContain("CLAUDECODE=1");
  expect(seen).toContain(`PATH=${process.env.PATH}`);
  expect(seen).not.toMatch(/LEAK|HOLDFAST/);
});

test("a subagent follows its own turns", async () => {
  const run = await runClaude({
    ...makePlace(),
    prompt: "Delegate.",
    script: {
      main: [agent({ prompt: "HELPER-ONE go", background: false }), say("Both done.")],
      agents: { "HELPER-ONE": [bash("echo from-the-helper"), say("The helper's report.")] },
    },
  });

  expect(requestsOfAgent(run.requests, "HELPER-ONE")).toHaveLength(2);
  expect(toolResults(run.requests.filter(({ asker }) => asker === "main"))[0]?.text).toContain(
    "The helper's report.",
  );
});

test("a turn can act in the middle of a run and answer to what it was told", async () => {
  const place = makePlace();
  const running = startClaude({
    ...place,
    prompt: "Go.",
    script: [
      bash("echo $((6 * 7))"),
      async (request) => {
        await Bun.write(join(place.project, "meanwhile.txt"), "made while the model thinks");
        return bash(`cat meanwhile.txt; echo heard ${toolResults([request])[0]?.text}`);
      },
    ],
  });
  const run = await running.done;

  expect(toolResults(run.requests)[1]?.text).toBe("made while the model thinksheard 42");
});

test("a background shell that ends comes back as a new prompt with a new Stop", async () => {
  const place = makePlace();
  const settings = hookSettings(makeRecordingHook(place.recorded), [], ["Stop", "UserPromptSubmit"]);
  const script = [
    bash("sleep 1", { background: true, description: "Short sleep" }),
    say("Waiting."),
    say("It ended."),
  ];
  const run = await runClaude({ ...place, settings, prompt: "Start.", script });

  const [first, second] = readRecorded(place.recorded, "Stop");
  expect(first?.background_tasks).toMatchObject([{ type: "shell", status: "running", command: "sleep 1" }]);
  expect(second).toMatchObject({
    background_tasks: [],
    stop_hook_active: false,
    last_assistant_message: "It ended.",
  });
  expect(second?.prompt_id).not.toBe(first?.prompt_id);
  expect(readRecorded(place.recorded, "UserPromptSubmit")[1]?.prompt).toStartWith("<task-notification>");
  expect(run.result?.result).toBe("It ended.");
});

test("one session takes several prompts, and shows what hooks say to the user", async () => {
  const place = makePlace();
  const hook = makeRecordingHook(place.recorded, { Stop: [{ systemMessage: "WORD-TO-THE-USER" }] });
  const settings = hookSettings(hook, [], ["Stop"]);
  const claude = startStreamingClaude({
    ...place,
    settings,
    script: [say("One."), bash("sleep 60", { background: true }), say("Two.")],
  });

  expect((await claude.send("First.")).result).toBe("One.");
  expect((await claude.send("Second.")).result).toBe("Two.");
  const run = await claude.close();

  expect(run.exitCode).toBe(0);
  expect(systemMessages(run)).toEqual([{ event: "Stop", text: "WORD-TO-THE-USER" }]);
  expect(findTold(run.requests, /WORD-TO-THE-USER/)).toBeUndefined();
  expect(new Set(readRecorded(place.recorded, "Stop").map((stop) => stop.session_id))).toEqual(
    new Set([run.sessionId]),
  );
});

test("in a terminal a person sees what a hook says, and leaves with /exit", async () => {
  const place = makePlace();
  const hook = makeRecordingHook(place.recorded, { Stop: [{ systemMessage: "WORD-TO-THE-USER" }] });
  const settings = hookSettings(hook, [], ["Stop", "SessionEnd"]);
  const claude = startInteractiveClaude({ ...place, settings, prompt: "Work.", script: [say("One.")] });

  while (!claude.shown().includes("WORD-TO-THE-USER")) await Bun.sleep(50);
  await claude.type("/exit");
  expect((await claude.done).exitCode).toBe(0);
  expect(readRecorded(place.recorded, "SessionEnd")).toMatchObject([{ reason: "prompt_input_exit" }]);
});

test("a run over its time limit is ended, its shells too", async () => {
  const place = makePlace();
  const script = [bash("echo $$ > shell.pid; sleep 60", { background: true }), say("Waiting.")];
  const run = await runClaude({ ...place, prompt: "Start.", script, timeoutMs: 5_000 });

  expect(run.exitCode).not.toBe(0);
  expect(run.durationMs).toBeLessThan(15_000);
  const shell = Number(await Bun.file(join(place.project, "shell.pid")).text());
  expect(() => process.kill(shell, 0)).toThrow();
});

test("the recorded payloads lie under their event's name and hold nothing of the machine they come from", async () => {
  const fixtures = join(import.meta.dir, "../fixtures/events");
  const files = [...new Bun.Glob("*/*.json").scanSync(fixtures)];
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const text = await Bun.file(join(fixtures, file)).text();
    expect(JSON.parse(text).hook_event_name).toBe(dirname(file));
    expect(text).not.toMatch(/holdfast|127\.0\.0\.1:\d{4}|\/(?:tmp|home)\/(?!user\b|claude-1000\/)/);
  }
});
