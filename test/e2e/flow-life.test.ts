// How a flow continues, stops and changes hands, in the real client.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions, startSessions } from "../helpers/claude-sessions.ts";
import { FLOW_START, flowFile, readFlowFile, readMetrics, resultTexts } from "../helpers/flow-place.ts";
import { type Ran, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { configure, makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(90_000);

const place = await makeInstalledPlace({ git: true });
const sessions = shareSessions(place);

const flowOf = (sessionId: string) =>
  queryStore(place, `SELECT state, why FROM goals WHERE session_id = '${sessionId}'`);
const newestSession = () =>
  String(
    queryStore(place, "SELECT session_id FROM sessions ORDER BY started_at DESC LIMIT 1")[0]?.session_id,
  );

describe("a flow", () => {
  test("without progress is suspended at the third stop, and one command resumes it", async () => {
    const ran: Ran[] = [];
    const holdfast =
      (...words: string[]) =>
      async () =>
        void ran.push(await runCommand(place, ...words));
    const seen: unknown[] = [];
    const run = await sessions.run({
      prompt: [
        "Hello.",
        holdfast("flow", "start", "add a greeting"),
        "Work.",
        () => seen.push(...flowOf(newestSession())),
        holdfast("resume"),
        "Go on.",
        holdfast("cancel"),
      ],
      script: { whenDone: say("All done.") },
    });
    for (const { stdout } of ran) expect(stdout).toContain("the newest session here");
    expect(seen).toEqual([{ state: "suspended", why: "same-situation" }]);
    const round = ["blocked", "blocked", "stalled"];
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", ...round, ...round]);
    expect(findTold(run.requests, /Nothing has changed since the last round/)).toBeDefined();
    const told = systemMessages(run).map(({ text }) => text);
    expect(told.find((text) => text.includes("released this stop"))).toMatch(
      /nothing changed over three stops[\s\S]*add a greeting[\s\S]*`holdfast resume flow`/,
    );
    expect(readMetrics(place)).toContain("flow_released");
  });

  test("that stalled holds again after the next prompt, and is not complete before it is verified [004-09]", async () => {
    const verdicts: number[] = [];
    const ask = async () => void verdicts.push((await runCommand(place, "verdict", "--last")).exitCode);
    const run = await sessions.run({
      prompt: ["Work.", ask, "I approve. Go on.", ask, "Over."],
      script: [
        bash(`${FLOW_START} --complexity 1 --kind docs`),
        ...["One.", "Two.", "Three."].map(say),
        write(`${place.project}/hello.txt`, "Hello.\n"),
        ...["It is done.", "It is done.", "It is done."].map(say),
        bash("holdfast cancel flow"),
        say("Over."),
      ],
    });
    const round = ["blocked", "blocked", "stalled"];
    expect(stopVerdicts(place, run.sessionId)).toEqual([...round, ...round, "complete"]);
    expect(verdicts).toEqual([3, 3]);
    const told = systemMessages(run).map(({ text }) => text);
    expect(told.join("\n")).toContain("the flow holds again");
  });

  test("can be cancelled from another terminal at once, in the middle of a turn", async () => {
    const run = await sessions.run({
      prompt: "Work.",
      script: [
        bash(FLOW_START),
        say("Done?"),
        async () => {
          const cancelled = await runCommand(place, "cancel", "flow", "--why", "enough");
          expect(cancelled.stdout).toContain("the newest session here");
          return say("Done.");
        },
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
    expect(flowOf(run.sessionId)).toEqual([{ state: "cancelled", why: "enough" }]);
  });

  test("of one session does not hold another in the same project", async () => {
    const others = startSessions(place);
    const first = await sessions.run({
      prompt: "Work.",
      script: [
        bash(FLOW_START),
        say("Done?"),
        async () => {
          const second = await others.run({ prompt: "Another thing.", script: [say("An answer.")] });
          expect(stopVerdicts(place, second.sessionId)).toEqual(["complete"]);
          const third = await others.run({
            prompt: "A flow of its own.",
            script: [
              bash('holdfast flow start "its own task"'),
              say("Done?"),
              bash("holdfast cancel flow"),
              say("Done."),
            ],
          });
          expect(stopVerdicts(place, third.sessionId)).toEqual(["blocked", "complete"]);
          expect(findTold(third.requests, /hook feedback[\s\S]*add a greeting/)).toBeUndefined();
          await others.close();
          return bash("holdfast flow status");
        },
        say("Done?"),
        bash("holdfast cancel flow"),
        say("Done."),
      ],
    });
    expect(resultTexts(first).at(-2)).toContain("active, phase planning");
    expect(stopVerdicts(place, first.sessionId)).toEqual(["blocked", "blocked", "complete"]);
  });
});

test("another tool's orchestrator.json is believed: it holds until it says verified_done [004-01]", async () => {
  let theirs = {};
  const put = (verified_done: boolean) => {
    const session_id = newestSession();
    theirs = { session_id, phase: "review", verified_done, theirs: { kept: true } };
    writeFileIn(place.home, `.holdfast/state/${session_id}/orchestrator.json`, JSON.stringify(theirs));
  };
  const run = await sessions.run({
    prompt: ["Hello.", () => put(false), "Work."],
    script: [
      say("Hello."),
      say("Done?"),
      () => {
        put(true);
        return say("Done.");
      },
    ],
  });
  expect(
    findTold(run.requests, /The flow in orchestrator.json isn't finished \(phase: review\)/),
  ).toBeDefined();
  expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", "blocked", "complete"]);
  expect(readFlowFile(place, run.sessionId)).toEqual(theirs);
  expect(await readFaultLines(place)).toEqual([]);
});

describe("a continued session", () => {
  test("is reminded of its flow, which still holds", async () => {
    const left = await sessions.run({
      prompt: ["Work.", () => runCommand(place, "resume", "flow")],
      script: { main: [bash(FLOW_START)], whenDone: say("Done.") },
    });
    expect(flowOf(left.sessionId)).toMatchObject([{ state: "active" }]);
    const run = await runClaude({
      ...place,
      prompt: "Go on.",
      extraArgs: ["--resume", left.sessionId],
      script: [say("Done?"), bash("holdfast cancel flow"), say("Done.")],
    });
    expect(run.sessionId).toBe(left.sessionId);
    expect(
      findTold(run.requests, /A holdfast flow is on in this session: add a greeting, phase planning/),
    ).toBeDefined();
    expect(stopVerdicts(place, run.sessionId).slice(-2)).toEqual(["blocked", "complete"]);
  });

  test("after /clear is told what was left behind, and takes it over with its evidence", async () => {
    const { sessionId: before } = await sessions.run({
      prompt: "Work.",
      script: [
        bash(`${FLOW_START} --kind docs --complexity 2`),
        bash("holdfast search 'nothing is known'"),
        bash("holdfast flow set must_have_answered --none"),
        say("Here is the plan."),
      ],
    });
    const run = await sessions.run({
      prompt: [
        "Take the flow over.",
        () => expect(existsSync(flowFile(place, before))).toBe(false),
        "Enough.",
      ],
      script: [
        bash(`holdfast resume --from ${before}`),
        () => {
          expect(readFlowFile(place, newestSession()).conditions).toMatchObject({ memory_search: true });
          return say("Here is the plan again.");
        },
        bash("holdfast cancel flow"),
        say("Done."),
      ],
    });
    expect(run.sessionId).not.toBe(before);
    expect(findTold(run.requests, /left a flow/)).toContain(`holdfast resume --from ${before}`);
    expect(systemMessages(run).some(({ text }) => text.includes("left a flow"))).toBe(true);
    expect(resultTexts(run).at(-2)).toContain("Flow on for session");
    expect(stopVerdicts(place, before)).toEqual(["asking"]);
    expect(stopVerdicts(place, run.sessionId)).toEqual(["asking", "complete"]);
  });
});

test("a flow that waits for a commit is closed when another session makes it", async () => {
  await configure(place, { flow: { commit: "block" } });
  const force = ["must_have_answered", "plan_approved", "memory_search", "retrospective_done"]
    .map((id) => `holdfast flow set ${id} --force --why test`)
    .join(" && ");
  const waiting = await sessions.run({
    prompt: "Work.",
    script: {
      main: [
        bash(`${FLOW_START} --complexity 1 --kind docs --correctness true --quality true`),
        write(`${place.project}/greeting.txt`, "Hello.\n"),
        bash(`${force} && holdfast flow set implementation_complete`),
        bash("holdfast flow set correctness_passed && holdfast flow set quality_passed"),
      ],
      whenDone: say("I do not commit."),
    },
  });
  const state = () => flowOf(waiting.sessionId)[0]?.state;
  expect(state()).toBe("suspended");
  const told = await sessions.run({ prompt: "What is open?", script: [say("A flow.")] });
  expect(findTold(told.requests, /left a flow/)).toBeDefined();
  await Bun.sleep(1000);
  expect(state()).toBe("suspended");
  const other = await sessions.run({
    prompt: "Commit it.",
    script: [
      bash("git add greeting.txt && git -c user.name=a -c user.email=a@b.c commit -qm greeting"),
      say("Committed."),
    ],
  });
  expect(findTold(other.requests, /a flow \(suspended/)).toBeDefined();
  await waitUntil(() => state() === "met");
  expect(state()).toBe("met");
  // The next session began with the /clear of the last one, before the flow was closed; the one after it is told nothing.
  await sessions.run({ prompt: "Hello.", script: [say("Hello.")] });
  const next = await sessions.run({ prompt: "And now?", script: [say("Nothing.")] });
  expect(findTold(next.requests, /a flow \(|resume --from/)).toBeUndefined();
  expect(await readFaultLines(place)).toEqual([]);
});
