// What the real client writes is read back as what really happened.
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { TranscriptItem } from "../../src/transcript/item.ts";
import { createOutcome, readSince, streamItems } from "../../src/transcript/read-since.ts";
import { readTail } from "../../src/transcript/read-tail.ts";
import { openTasks } from "../../src/transcript/selectors/open-tasks.ts";
import { personPrompts } from "../../src/transcript/selectors/person-input.ts";
import { mutatingToolCalls } from "../../src/transcript/selectors/tool-calls.ts";
import { listSubagentFiles } from "../../src/transcript/subagent-files.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { hookSettings, makeRecordingHook } from "../helpers/recording-hook.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { agent, bash, say, summarise, together, useTool, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(90_000);

const task = (subject: string) =>
  useTool("TaskCreate", { subject, description: subject, activeForm: subject });

function findTranscript(home: string): string {
  const projects = join(home, ".claude/projects");
  const [file = "none"] = new Bun.Glob("*/*.jsonl").scanSync({ cwd: projects, dot: true });
  return join(projects, file);
}

function ofKind<Kind extends TranscriptItem["kind"]>(items: TranscriptItem[], kind: Kind) {
  return items.filter((item): item is Extract<TranscriptItem, { kind: Kind }> => item.kind === kind);
}

describe("a session with tools, tasks, subagents and a compaction", () => {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const note = join(place.project, "note.txt");
  const outcome = createOutcome();
  let path = "";
  let items: TranscriptItem[] = [];

  beforeAll(async () => {
    const hook = makeRecordingHook(join(place.home, "recorded"), {
      Stop: [{ decision: "block", reason: "Look again." }],
      UserPromptSubmit: [
        { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "From a hook." } },
      ],
    });
    const session = startStreamingClaude({
      ...place,
      settings: hookSettings(hook, [], ["Stop", "UserPromptSubmit"]),
      timeoutMs: 80_000,
      script: {
        main: [
          together(say("I begin."), write(note, "one\n"), bash("echo $((6 * 7))")),
          bash("cat missing.txt"),
          task("Check the note"),
          task("Ship the note"),
          useTool("TaskUpdate", { taskId: "1", status: "completed" }),
          agent({ prompt: "QUICK look", background: false }),
          agent({ prompt: "SLOW look", background: true }),
          say("Done?"),
          say("Done."),
          say("I heard the helper."),
          summarise("We wrote a note."),
          say("After the compaction."),
        ],
        agents: {
          QUICK: [bash("echo from-the-helper"), say("The quick report.")],
          SLOW: [bash("sleep 0.5"), say("The slow report.")],
        },
      },
    });
    await session.send("Write a note.");
    await session.waitFor((message) => JSON.stringify(message.origin ?? "").includes("task-notification"));
    await session.send("/compact Keep the note.");
    await session.send("Go on.");
    await session.close();
    path = findTranscript(place.home);
    items = await Array.fromAsync(streamItems(path, outcome));
  });

  test("has no shape that we do not know", () => {
    expect([...outcome.report.unknownShapes]).toEqual([]);
    expect(outcome).toMatchObject({ problem: null, report: { damagedLines: 0, foreignRecords: 0 } });
  });

  test("has two things the person said, without the hook's text", () => {
    expect(personPrompts(items).map(({ text }) => text)).toEqual(["Write a note.", "Go on."]);
    expect(ofKind(items, "slash-command")).toMatchObject([{ name: "/compact", args: "Keep the note." }]);
    expect(ofKind(items, "injected")).toContainEqual(
      expect.objectContaining({ source: "hook", text: "From a hook." }),
    );
    expect(ofKind(items, "hook-feedback").map(({ event, text, via }) => [event, text, via])).toEqual([
      ["Stop", "Look again.", "message"],
      ["Stop", "Look again.", "attachment"],
    ]);
  });

  test("has what Claude said, as scripted", () => {
    const texts = ofKind(items, "assistant-text");
    expect(texts.map(({ text }) => text)).toEqual([
      "I begin.",
      "Done?",
      "Done.",
      "I heard the helper.",
      "After the compaction.",
    ]);
    const [write, bash] = ofKind(items, "tool-call");
    expect([write?.tool, bash?.tool]).toEqual(["Write", "Bash"]);
    expect([write?.messageId, bash?.messageId]).toEqual([
      texts[0]?.messageId ?? "",
      texts[0]?.messageId ?? "",
    ]);
    const usage = ofKind(items, "usage").map(({ outputTokens }) => outputTokens);
    expect(usage.length).toBeGreaterThan(0);
    expect(Math.max(...usage)).toBeLessThanOrEqual(5);
  });

  test("pairs each result with its call", () => {
    const results = ofKind(items, "tool-result");
    expect(results.map(({ call }) => call?.tool)).toEqual([
      "Write",
      "Bash",
      "Bash",
      "TaskCreate",
      "TaskCreate",
      "TaskUpdate",
      "Agent",
      "Agent",
    ]);
    expect(results[0]).toMatchObject({ changedFiles: [note], isError: false });
    expect(results[1]).toMatchObject({ text: "42", failure: null });
    expect(results[2]).toMatchObject({
      failure: "command",
      exitCode: 1,
      call: { input: { command: "cat missing.txt" } },
    });
    expect(results.at(-1)).toMatchObject({ call: { tool: "Agent" }, agent: { status: "async_launched" } });
    expect(mutatingToolCalls(items).map(({ call, files }) => [call.tool, files])).toEqual([
      ["Write", [note]],
      ["Bash", []],
    ]);
  });

  test("has one open task", () => {
    expect(openTasks(items)).toMatchObject([
      { id: "2", subject: "Ship the note", status: "pending", list: "tasks" },
    ]);
  });

  test("has the reports of both subagents, whose own files are found and read", async () => {
    const agents = ofKind(items, "tool-result").flatMap(({ agent }) => agent ?? []);
    expect(agents.map(({ status }) => status)).toEqual(["completed", "async_launched"]);
    expect(agents[0]?.text).toBe("The quick report.");
    const notices = ofKind(items, "task-notification");
    expect(notices.some(({ taskId }) => taskId === agents[1]?.agentId)).toBe(true);
    const files = await listSubagentFiles(path);
    expect(files.map(({ agentId }) => agentId).toSorted()).toEqual(
      agents.map(({ agentId }) => agentId ?? "").toSorted(),
    );
    for (const file of files) {
      const own = await Array.fromAsync(streamItems(file.path));
      expect(own.every(({ sidechain, agentId }) => sidechain && agentId === file.agentId)).toBe(true);
      expect(ofKind(own, "agent-prompt")[0]?.text).toMatch(/^(QUICK|SLOW) look$/);
      expect(personPrompts(own)).toEqual([]);
      expect(ofKind(own, "tool-result")).toMatchObject([{ call: { tool: "Bash" }, isError: false }]);
    }
  });

  test("is divided by the compaction into what Claude still sees and what it does not", () => {
    expect(ofKind(items, "compaction")).toMatchObject([{ trigger: "manual" }]);
    expect(ofKind(items, "compaction-summary")[0]?.text).toContain("We wrote a note.");
    const boundary = ofKind(items, "compaction")[0]?.offset ?? 0;
    const since = items.filter(({ offset }) => offset >= boundary);
    expect(ofKind(since, "tool-result")).toEqual([]);
    expect(ofKind(since, "prompt").map(({ text }) => text)).toEqual(["Go on."]);
  });

  test("reads the same by tail and cursor as in one go", async () => {
    expect((await readTail(path, { maxBytes: Bun.file(path).size })).items).toEqual(items);
    const { items: once, more } = await readSince(path, null);
    expect(more).toBe(false);
    expect(once).toEqual(items);
  });
});

test("at a terminal: an answer, a refusal and a prompt typed while Claude works are read", async () => {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const question = {
    question: "Which store?",
    header: "Store",
    multiSelect: false,
    options: [
      { label: "Postgres", description: "Known" },
      { label: "SQLite", description: "Small" },
    ],
  };
  const terminal = startInteractiveClaude({
    ...place,
    permissionMode: "default",
    allowedTools: "Bash(sleep *)",
    timeoutMs: 80_000,
    prompt: "Ask me.",
    script: [
      useTool("AskUserQuestion", { questions: [question] }),
      bash("sleep 3"),
      say("Heard you."),
      bash("touch made.txt"),
      say("Never said."),
    ],
  });
  const plain = () => terminal.shown().replaceAll(/\s/g, "");
  const shows = (text: string) => waitUntil(() => plain().includes(text));
  await shows("Entertoselect");
  await terminal.type("");
  await shows("$sleep3");
  await terminal.type("Mind the docs.");
  await shows("Heardyou.");
  await terminal.type("Make a file.");
  await shows("Doyouwanttoproceed?");
  await shows("Tabtoamend");
  const [, no = ""] = /(\d)\.No/.exec(plain()) ?? [];
  await terminal.type(no);
  await shows("Interrupted");
  await terminal.type("/exit");
  await terminal.done;

  const items = await Array.fromAsync(streamItems(findTranscript(place.home)));
  expect(ofKind(items, "answers")).toMatchObject([
    { answers: [{ question: "Which store?", answer: "Postgres" }] },
  ]);
  expect(personPrompts(items).map(({ text }) => text)).toEqual(["Ask me.", "Mind the docs.", "Make a file."]);
  expect(ofKind(items, "prompt")[1]).toMatchObject({ place: "mid-turn" });
  expect(ofKind(items, "rejection")).toMatchObject([
    { reason: null, call: { input: { command: "touch made.txt" } } },
  ]);
  expect(ofKind(items, "interrupt")).toMatchObject([{ byPerson: true }]);
});
