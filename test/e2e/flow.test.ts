// The flow in the real client: from a refused claim to verified done.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { answer } from "../helpers/answer-terminal.ts";
import { type ClaudeRun, launchHeadless, type RunOptions, runClaude } from "../helpers/claude.ts";
import { type ClientMessage, isResult } from "../helpers/client-messages.ts";
import { FLOW_START, flowFile, readFlowFile, readMetrics, resultTexts } from "../helpers/flow-place.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import type { ModelRequest } from "../helpers/model-request.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold, textsToldToModel } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { agent, bash, say, type Turn, useTool, write } from "../helpers/turns.ts";

/** In plan mode the client tells the model where to write the plan. */
function planFile(request: ModelRequest): string {
  const told = textsToldToModel([request]).join("\n");
  return /\/\S.*?\/\.claude\/plans\/[a-z0-9-]+\.md/.exec(told)?.[0] ?? "";
}

describe("a flow", () => {
  test("goes through all nine conditions, refuses a claim, asks the user, and ends as verified done [004-06] [004-07] [004-08] [004-t06]", async () => {
    const place = await makeInstalledPlace({ git: true, files: { "README.md": "A project.\n" } });
    const greeting = `${place.project}/greeting.txt`;
    const review = (prompt: string) =>
      agent({ prompt, description: "Adversarial review of the greeting", background: false });
    const steps: Record<string, unknown>[] = [];
    /** Reads the state file before each answer, which is after each step. */
    const watched = (turns: Turn[]) =>
      turns.map((turn) => () => {
        const [name] = [
          ...new Bun.Glob(".holdfast/state/*/orchestrator.json").scanSync({ cwd: place.home, dot: true }),
        ];
        if (name) steps.push(JSON.parse(readFileSync(`${place.home}/${name}`, "utf8")));
        return turn;
      });
    const session = startStreamingClaude({
      ...place,
      timeoutMs: 90_000,
      script: {
        main: watched([
          bash(
            `${FLOW_START} --complexity 8 --kind feature --correctness "test -f greeting.txt" --quality "grep -q hello greeting.txt"`,
          ),
          say("All done."),
          bash("holdfast flow set plan_approved true --note 'the user agreed'"),
          bash("holdfast flow set memory_search --note 'README.md says nothing about greetings'"),
          bash("holdfast memory search greeting"),
          bash("holdfast flow set must_have_answered --question 'Which greeting?'"),
          say("Which greeting shall it be?"),
          say("The plan: write greeting.txt. Is that fine with you?"),
          say("All done."),
          write(greeting, "hullo\n"),
          bash("holdfast flow set implementation_complete"),
          bash("holdfast flow set correctness_passed"),
          bash("holdfast flow set quality_passed"),
          bash("echo hello > greeting.txt"),
          bash("holdfast flow set correctness_passed && holdfast flow set quality_passed"),
          review("FIRST: look at the diff"),
          say("All done."),
          bash("git add -A && git -c user.name=A -c user.email=a@example.invalid commit -qm Greeting"),
          review("SECOND: look at the diff again"),
          bash("holdfast memory save 'Greetings are spelled with an e' --category constraint"),
          bash("holdfast flow done"),
          bash("holdfast checks --markdown"),
          say("The complete answer."),
        ]),
        agents: {
          "FIRST:": [say("I read it.\nBLOCKER: it is not committed\nVerdict: fail")],
          "SECOND:": [say("I read it again.\n\nBlockers: none\nVerdict: pass")],
        },
      },
    });
    await session.send("Add a greeting.");
    await session.send("hello, of course");
    const approved = await answer(place, ["flow", "approve"], []);
    expect(approved.shown).toContain("Approved: add a greeting");
    await session.send("Go on.");
    const run = await session.close();
    const results = resultTexts(run);
    const refused = results.find((text) => text.includes("plan_approved stays open"));
    expect(refused).toContain("the user has not approved a plan");
    expect(results.some((text) => /quality_passed stays open: failed/.test(text))).toBe(true);
    expect(results.at(-2)).toContain("Verified done");
    // The commands ran before the commit, which did not change the tree.
    for (const command of ["test -f greeting.txt", "grep -q hello greeting.txt"]) {
      expect(results.at(-2)).toMatch(new RegExp(`${command} +passed .*run by the agent .*this tree`));
      expect(results.at(-1)).toMatch(
        new RegExp(`\\| .${command}. \\| passed .*\\| the agent \\| .*this tree`),
      );
    }
    expect(stopVerdicts(place)).toEqual(["blocked", "asking", "asking", "blocked", "blocked", "complete"]);
    expect(findTold(run.requests, /Next: search memory, then /)).toContain("add a greeting");
    expect(findTold(run.requests, /Open because: review by general-purpose found a blocker/)).toBeDefined();
    expect(run.result?.result).toBe("The complete answer.");
    const file = readFlowFile(place, run.sessionId);
    expect(file).toMatchObject({ session_id: run.sessionId, verified_done: true, iterations: 3 });
    expect(Object.values(file.conditions)).toEqual(Array(9).fill(true));
    const followed = steps.map(({ phase, conditions }) => {
      const met = Object.values(conditions as object).filter((value) => value === true).length;
      return `${phase} ${met}`;
    });
    expect(followed.filter((step, at) => step !== followed[at - 1])).toEqual([
      ...["planning 1", "planning 2", "implementation 4"],
      ...["validation 5", "validation 6", "validation 7", "done 9"],
    ]);
    const times = steps.map((step) => String(step.last_updated));
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBeGreaterThan(7);
    expect(queryStore(place, "SELECT state, details ->> 'phase' AS phase FROM goals")).toEqual([
      { state: "met", phase: "done" },
    ]);
    expect(systemMessages(run).flatMap(({ text }) => text.split("\n"))).toContain(
      'holdfast: the flow was ended as done by Claude: "add a greeting", all its conditions are met. `holdfast checks` shows what ran.',
    );
    expect(readMetrics(place).filter((metric) => metric.startsWith("flow_"))).toEqual([
      "flow_started",
      ...Array(3).fill("flow_rounds"),
      "flow_passed",
    ]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 120_000);

  test("reads the user's answer and approval from the client's own dialogs", async () => {
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
        bash(`${FLOW_START} --complexity 3 --kind feature`),
        bash("holdfast flow set must_have_answered --question 'Which database?'"),
        bash("holdfast flow set plan_approved"),
        say("Done?"),
        bash("holdfast cancel flow"),
        say("Done."),
      ],
    });
    const results = resultTexts(run);
    expect(results.some((text) => /must_have_answered: 1 question, answered by the user/.test(text))).toBe(
      true,
    );
    expect(results.some((text) => /plan_approved: by the user, in plan mode/.test(text))).toBe(true);
    expect(queryStore(place, "SELECT condition, source FROM goal_evidence WHERE kind <> 'question'")).toEqual(
      [
        { condition: "plan_approved", source: "ExitPlanMode" },
        { condition: "must_have_answered", source: "AskUserQuestion" },
      ],
    );
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
  }, 60_000);

  test("holds although the model writes verified_done into its file, and corrects the file [004-08]", async () => {
    const place = await makeInstalledPlace({ git: true });
    let sessionId = "";
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        bash(FLOW_START),
        bash(
          'sed -i \'s/"verified_done": false/"verified_done": true/; s/"\\([a-z_]*\\)": \\(false\\|null\\)/"\\1": true/\' "$HOME/.holdfast/state/$CLAUDE_CODE_SESSION_ID/orchestrator.json" && cat "$HOME/.holdfast/state/$CLAUDE_CODE_SESSION_ID/orchestrator.json"',
        ),
        say("All done."),
        () => {
          sessionId = String(queryStore(place, "SELECT session_id FROM goals")[0]?.session_id);
          expect(readFlowFile(place, sessionId)).toMatchObject({
            verified_done: false,
            conditions: { memory_search: false, plan_approved: false },
          });
          return bash("holdfast cancel flow --why 'only a test'");
        },
        say("All done."),
      ],
    });
    expect(resultTexts(run)[1]).toContain('"verified_done": true');
    expect(findTold(run.requests, /orchestrator.json does not count/)).toBeDefined();
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    expect(await Bun.file(flowFile(place, sessionId)).exists()).toBe(false);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      "holdfast: the flow was cancelled by Claude: only a test. `holdfast flow start` starts a new one.",
    ]);
  }, 60_000);
});

/** What the user says to a tool that asks them; the tool then runs with this input. */
type UserDecision = (tool: string, input: Record<string, unknown>) => Record<string, unknown>;

/** Runs a headless session whose user answers the client's own dialogs: questions, plans, permissions. */
async function runAnsweringClaude(options: RunOptions & { decide: UserDecision }): Promise<ClaudeRun> {
  const asking = [...(options.extraArgs ?? []), "--permission-prompt-tool", "stdio"];
  const { running, stdin } = launchHeadless({ ...options, extraArgs: asking }, "pipe", [
    "--input-format",
    "stream-json",
  ]);
  const writeLine = (line: object) => {
    stdin.write(`${JSON.stringify(line)}\n`);
    stdin.flush();
  };
  writeLine({ type: "user", message: { role: "user", content: options.prompt } });
  for (let from = 0; ; ) {
    const message = await running.waitFor((one) => isQuestion(one) || isResult(one), from);
    from = running.messages.indexOf(message) + 1;
    if (isResult(message)) break;
    const request = message.request as { tool_name: string; input: Record<string, unknown> };
    const updatedInput = options.decide(request.tool_name, request.input);
    const response = { behavior: "allow", updatedInput };
    writeLine({
      type: "control_response",
      response: { subtype: "success", request_id: message.request_id, response },
    });
  }
  writeLine({ type: "control_request", request_id: "end", request: { subtype: "end_session" } });
  stdin.end();
  return running.done;
}

function isQuestion(message: ClientMessage): boolean {
  const request = message.request as { subtype?: string } | undefined;
  return message.type === "control_request" && request?.subtype === "can_use_tool";
}
