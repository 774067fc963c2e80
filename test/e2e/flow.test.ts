// The flow in the real client: from a claim that is refused to a task that is verified done.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { runAnsweringClaude } from "../helpers/answering-claude.ts";
import { type ClaudeRun, runClaude } from "../helpers/claude.ts";
import { type Place, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import type { ModelRequest } from "../helpers/model-request.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold, textsToldToModel, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { agent, bash, say, useTool, write } from "../helpers/turns.ts";

const START = 'holdfast flow start "add a greeting"';

function flowFile(place: Place, sessionId: string): string {
  return `${place.home}/.holdfast/state/${sessionId}/orchestrator.json`;
}

function readFlowFile(place: Place, sessionId: string) {
  return JSON.parse(readFileSync(flowFile(place, sessionId), "utf8"));
}

function metricsOf(place: Place): string[] {
  return readFileSync(`${place.project}/.claude/runtime/metrics/stop_metrics.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).metric);
}

function bashResults(run: ClaudeRun): string[] {
  return toolResults(run.requests).map((result) => result.text);
}

/** In plan mode the client tells the model where the plan is to be written. */
function planFile(request: ModelRequest): string {
  const told = textsToldToModel([request]).join("\n");
  return /\/\S.*?\/\.claude\/plans\/[a-z0-9-]+\.md/.exec(told)?.[0] ?? "";
}

describe("a flow", () => {
  test("goes through all nine conditions, refuses a claim, asks the user, and ends verified done", async () => {
    const place = await makeInstalledPlace({ git: true, files: { "README.md": "A project.\n" } });
    const greeting = `${place.project}/greeting.txt`;
    const review = (prompt: string) =>
      agent({ prompt, description: "Adversarial review of the greeting", background: false });
    const session = startStreamingClaude({
      ...place,
      timeoutMs: 90_000,
      script: {
        main: [
          bash(
            `${START} --complexity 8 --kind feature --correctness "test -f greeting.txt" --quality "grep -q hello greeting.txt"`,
          ),
          say("All done."),
          bash("holdfast flow set plan_approved true --note 'the user agreed'"),
          bash("holdfast flow set memory_search --note 'README.md says nothing about greetings'"),
          bash("holdfast flow set must_have_answered --question 'Which greeting?'"),
          say("Which greeting shall it be?"),
          say("The plan: write greeting.txt. Is that fine with you?"),
          say("All done."),
          write(greeting, "hullo\n"),
          bash("holdfast flow phase implementation && holdfast flow set implementation_complete"),
          bash("holdfast flow set correctness_passed"),
          bash("holdfast flow set quality_passed"),
          bash("echo hello > greeting.txt"),
          bash("holdfast flow set correctness_passed && holdfast flow set quality_passed"),
          review("FIRST: look at the diff"),
          say("All done."),
          bash("git add -A && git -c user.name=A -c user.email=a@example.invalid commit -qm Greeting"),
          review("SECOND: look at the diff again"),
          bash("holdfast flow set retrospective_done --note 'greetings are spelled with an e'"),
          bash("holdfast flow done"),
          say("The complete answer."),
        ],
        agents: {
          "FIRST:": [say("I read it.\nBLOCKER: it is not committed\nVerdict: fail")],
          "SECOND:": [say("I read it again.\n\nBlockers: none\nVerdict: pass")],
        },
      },
    });
    await session.send("Add a greeting.");
    await session.send("hello, of course");
    await session.send("Yes, go ahead");
    const run = await session.close();
    const results = bashResults(run);
    const refused = results.find((text) => text.includes("plan_approved stays open"));
    expect(refused).toContain("the user has not approved a plan");
    expect(results.some((text) => /quality_passed stays open: failed/.test(text))).toBe(true);
    expect(results.at(-1)).toContain("Verified done");
    expect(stopVerdicts(place)).toEqual(["blocked", "asking", "asking", "blocked", "blocked", "complete"]);
    expect(findTold(run.requests, /Open, in this order: memory_search/)).toContain("add a greeting");
    expect(
      findTold(run.requests, /adversarial_passed \(review by general-purpose found a blocker/),
    ).toBeDefined();
    expect(run.result?.result).toBe("The complete answer.");
    const file = readFlowFile(place, run.sessionId);
    expect(file).toMatchObject({ session_id: run.sessionId, verified_done: true, iterations: 3 });
    expect(Object.values(file.conditions)).toEqual(Array(9).fill(true));
    expect(queryStore(place, "SELECT status, phase FROM flows")).toEqual([
      { status: "done", phase: "implementation" },
    ]);
    expect(systemMessages(run).map(({ text }) => text)).toContain(
      "holdfast: the flow is verified done: add a greeting",
    );
    expect(metricsOf(place).filter((metric) => metric.startsWith("flow_"))).toEqual([
      "flow_started",
      ...Array(3).fill("flow_rounds"),
      "flow_passed",
    ]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 120_000);

  test("takes the user's answer and approval from the client's own dialogs", async () => {
    const place = await makeInstalledPlace({ git: true });
    const run = await runAnsweringClaude({
      ...place,
      prompt: "Plan it, ask me, then do it.",
      permissionMode: "plan",
      decide: (tool, input) =>
        tool === "AskUserQuestion" ? { ...input, answers: { "Which database?": "SQLite" } } : input,
      script: [
        useTool("AskUserQuestion", {
          questions: [
            {
              question: "Which database?",
              header: "Database",
              multiSelect: false,
              options: [
                { label: "Postgres", description: "a server" },
                { label: "SQLite", description: "a file" },
              ],
            },
          ],
        }),
        (request) => write(planFile(request), "# Plan\n\n1. Use SQLite.\n"),
        useTool("ExitPlanMode", {}),
        bash(`${START} --complexity 3 --kind feature`),
        bash("holdfast flow set must_have_answered --question 'Which database?'"),
        bash("holdfast flow set plan_approved"),
        say("Done?"),
        bash("holdfast flow cancel"),
        say("Done."),
      ],
    });
    const results = bashResults(run);
    expect(results.some((text) => /must_have_answered: 1 question, answered by the user/.test(text))).toBe(
      true,
    );
    expect(results.some((text) => /plan_approved: ExitPlanMode/.test(text))).toBe(true);
    expect(queryStore(place, "SELECT condition, source FROM flow_evidence WHERE kind <> 'question'")).toEqual(
      [
        { condition: "plan_approved", source: "ExitPlanMode" },
        { condition: "must_have_answered", source: "AskUserQuestion" },
      ],
    );
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
  }, 60_000);

  test("holds although the model writes verified_done into its file; the file is put right", async () => {
    const place = await makeInstalledPlace({ git: true });
    let sessionId = "";
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        bash(START),
        bash(
          'sed -i \'s/"verified_done": false/"verified_done": true/; s/"\\([a-z_]*\\)": \\(false\\|null\\)/"\\1": true/\' "$HOME/.holdfast/state/$CLAUDE_CODE_SESSION_ID/orchestrator.json" && cat "$HOME/.holdfast/state/$CLAUDE_CODE_SESSION_ID/orchestrator.json"',
        ),
        say("All done."),
        () => {
          sessionId = String(queryStore(place, "SELECT session_id FROM flows")[0]?.session_id);
          expect(readFlowFile(place, sessionId)).toMatchObject({
            verified_done: false,
            conditions: { memory_search: false, plan_approved: false },
          });
          return bash("holdfast flow cancel --why 'only a test'");
        },
        say("All done."),
      ],
    });
    expect(bashResults(run)[1]).toContain('"verified_done": true');
    expect(findTold(run.requests, /Writing into orchestrator.json does not count/)).toBeDefined();
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    expect(await Bun.file(flowFile(place, sessionId)).exists()).toBe(false);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      "holdfast: Claude cancelled the flow itself: only a test",
    ]);
  }, 60_000);

  test("without progress is suspended at the third stop and resumed by one command", async () => {
    const place = await makeInstalledPlace({ git: true });
    const session = startStreamingClaude({ ...place, script: { whenDone: say("All done.") } });
    await session.send("Hello.");
    const started = await runCommand(place, "flow", "start", "add a greeting");
    expect(started.stdout).toContain("the newest session here");
    await session.send("Work.");
    expect(stopVerdicts(place)).toEqual(["complete", "blocked", "blocked", "stalled"]);
    expect(queryStore(place, "SELECT status, why FROM flows")).toEqual([
      { status: "suspended", why: "same-situation" },
    ]);
    await session.send("A question.");
    expect(stopVerdicts(place).slice(4)).toEqual(["complete"]);
    const resumed = await runCommand(place, "flow", "resume");
    expect(resumed.stdout).toContain("the newest session here");
    await session.send("Go on.");
    const run = await session.close();
    expect(stopVerdicts(place).slice(5)).toEqual(["blocked", "blocked", "stalled"]);
    expect(findTold(run.requests, /Nothing has changed since the last round/)).toBeDefined();
    const told = systemMessages(run).map(({ text }) => text);
    expect(told[0]).toMatch(/let Claude stop \(stalled.*add a greeting.*`holdfast flow resume`/);
    expect(metricsOf(place)).toContain("flow_released");
  }, 60_000);

  test("is cancelled from another terminal at once, in the middle of a turn", async () => {
    const place = await makeInstalledPlace({ git: true });
    await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        bash(START),
        say("Done?"),
        async () => {
          const cancelled = await runCommand(place, "flow", "cancel", "--why", "enough");
          expect(cancelled.stdout).toContain("the newest session here");
          return say("Done.");
        },
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    expect(queryStore(place, "SELECT status, why FROM flows")).toEqual([
      { status: "cancelled", why: "enough" },
    ]);
  }, 60_000);

  test("of one session does not hold another in the same project", async () => {
    const place = await makeInstalledPlace({ git: true });
    const first = await runClaude({
      ...place,
      prompt: "Work.",
      timeoutMs: 60_000,
      script: [
        bash(START),
        say("Done?"),
        async () => {
          const second = await runClaude({
            ...place,
            prompt: "Another thing.",
            script: [say("An answer.")],
          });
          expect(stopVerdicts(place, second.sessionId)).toEqual(["complete"]);
          const third = await runClaude({
            ...place,
            prompt: "A flow of its own.",
            script: [
              bash('holdfast flow start "its own task"'),
              say("Done?"),
              bash("holdfast flow cancel"),
              say("Done."),
            ],
          });
          expect(stopVerdicts(place, third.sessionId)).toEqual(["blocked", "complete"]);
          expect(findTold(third.requests, /add a greeting/)).toBeUndefined();
          return bash("holdfast flow status");
        },
        say("Done?"),
        say("Done?"),
        say("Done?"),
      ],
    });
    expect(bashResults(first).at(-1)).toContain("active, phase planning");
    expect(new Set(stopVerdicts(place, first.sessionId).slice(0, -1))).toEqual(new Set(["blocked"]));
    expect(stopVerdicts(place, first.sessionId).at(-1)).toBe("stalled");
  }, 90_000);
});

describe("forcing", () => {
  const script = [
    bash(START),
    bash("holdfast flow set plan_approved --force"),
    bash("holdfast flow set plan_approved --force --why 'said on the phone'"),
    say("Done?"),
    bash("holdfast flow cancel"),
    say("Done."),
    say("Done."),
    say("Done."),
  ];

  test("a condition is possible with a reason, recorded, and told to the user", async () => {
    const place = await makeInstalledPlace({ git: true });
    const run = await runClaude({ ...place, prompt: "Work.", script });
    expect(bashResults(run)[1]).toContain("--force needs a reason");
    expect(bashResults(run)[2]).toContain("plan_approved: forced: said on the phone");
    expect(queryStore(place, "SELECT condition, kind, source, text FROM flow_evidence")).toEqual([
      { condition: "plan_approved", kind: "forced", source: "claude", text: "said on the phone" },
    ]);
    expect(systemMessages(run).map(({ text }) => text)).toContain(
      "holdfast: Claude set plan_approved of the flow without evidence: said on the phone",
    );
  }, 60_000);

  test("and cancelling are the user's alone with selfRelease false", async () => {
    const place = await makeInstalledPlace({
      git: true,
      files: { ".claude/holdfast.json": '{"selfRelease": false}' },
    });
    const run = await runClaude({ ...place, prompt: "Work.", script });
    expect(bashResults(run).filter((text) => text.includes("selfRelease: false"))).toHaveLength(2);
    expect(queryStore(place, "SELECT status FROM flows")).toEqual([{ status: "suspended" }]);
  }, 60_000);
});

describe("files that are not committed", () => {
  const COMMIT_BLOCKS = '{"flow": {"commit": "block"}}';

  /** Everything but the commit is settled. */
  const settle = (ids: string[]) =>
    bash(ids.map((id) => `holdfast flow set ${id} --force --why test`).join(" && "));

  test('hold with flow.commit "block" until they are committed; the user\'s own work never does', async () => {
    const place = await makeInstalledPlace({
      git: true,
      files: { ".claude/holdfast.json": COMMIT_BLOCKS, "mine.txt": "1\n", "theirs.txt": "1\n" },
    });
    writeFileSync(`${place.project}/mine.txt`, "the user's work in progress\n");
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      timeoutMs: 60_000,
      script: [
        bash(START),
        write(`${place.project}/new.txt`, "new\n"),
        settle(["memory_search", "task_classified", "must_have_answered", "plan_approved"]),
        settle(["implementation_complete", "correctness_passed", "quality_passed", "retrospective_done"]),
        () => {
          writeFileSync(`${place.project}/theirs.txt`, "edited by the user meanwhile\n");
          return bash("holdfast flow done");
        },
        say("Done?"),
        bash("git add new.txt && git -c user.name=A -c user.email=a@example.invalid commit -qm New"),
        bash("holdfast flow done"),
        say("Done."),
      ],
    });
    const results = bashResults(run);
    expect(results.find((text) => text.includes("not committed"))).toContain("not committed: new.txt\n");
    const told = findTold(run.requests, /not committed: new.txt\. Commit/) ?? "";
    expect(told).not.toContain("mine.txt");
    expect(told).not.toContain("theirs.txt");
    expect(results.at(-1)).toContain("Verified done");
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
  }, 90_000);
});
