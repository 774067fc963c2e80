// How a flow goes on, stops and changes hands, in the real client.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { FLOW_START, flowFile, readFlowFile, readMetrics, resultTexts } from "../helpers/flow-place.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

describe("a flow", () => {
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
    expect(told[0]).toMatch(/let Claude stop \(stalled[\s\S]*add a greeting[\s\S]*`holdfast flow resume`/);
    expect(readMetrics(place)).toContain("flow_released");
  }, 60_000);

  test("that waited for a commit is closed when another session made it", async () => {
    const files = { ".claude/holdfast.json": JSON.stringify({ flow: { commit: "block" } }) };
    const place = await makeInstalledPlace({ git: true, files });
    const force = ["must_have_answered", "plan_approved", "memory_search", "retrospective_done"]
      .map((id) => `holdfast flow set ${id} --force --why test`)
      .join(" && ");
    await runClaude({
      ...place,
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
    const status = () => queryStore(place, "SELECT status FROM flows")[0]?.status;
    expect(status()).toBe("suspended");
    const told = await runClaude({ ...place, prompt: "What is open?", script: [say("A flow.")] });
    expect(findTold(told.requests, /a flow \(suspended/)).toBeDefined();
    await Bun.sleep(1000);
    expect(status()).toBe("suspended");
    await runClaude({
      ...place,
      prompt: "Commit it.",
      script: [
        bash("git add greeting.txt && git -c user.name=a -c user.email=a@b.c commit -qm greeting"),
        say("Committed."),
      ],
    });
    await waitUntil(() => status() === "done");
    expect(status()).toBe("done");
    const next = await runClaude({ ...place, prompt: "And now?", script: [say("Nothing.")] });
    expect(findTold(next.requests, /a flow \(|flow resume/)).toBeUndefined();
    expect(await readFaultLines(place)).toEqual([]);
  }, 120_000);

  test("is cancelled from another terminal at once, in the middle of a turn", async () => {
    const place = await makeInstalledPlace({ git: true });
    await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        bash(FLOW_START),
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
        bash(FLOW_START),
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
          expect(findTold(third.requests, /hook feedback[\s\S]*add a greeting/)).toBeUndefined();
          return bash("holdfast flow status");
        },
        say("Done?"),
        say("Done?"),
        say("Done?"),
      ],
    });
    expect(resultTexts(first).at(-1)).toContain("active, phase planning");
    expect(new Set(stopVerdicts(place, first.sessionId).slice(0, -1))).toEqual(new Set(["blocked"]));
    expect(stopVerdicts(place, first.sessionId).at(-1)).toBe("stalled");
  }, 90_000);
});

describe("another tool's orchestrator.json", () => {
  const sessionId = "11111111-2222-4333-8444-555555555555";
  const path = `.holdfast/state/${sessionId}/orchestrator.json`;
  const theirs = { session_id: sessionId, phase: "review", verified_done: false, theirs: { kept: true } };

  test("is taken at its word: it holds until it says verified_done", async () => {
    const place = await makeInstalledPlace();
    writeFileIn(place.home, path, JSON.stringify(theirs));
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      extraArgs: ["--session-id", sessionId],
      script: [
        say("Done?"),
        () => {
          writeFileIn(place.home, path, JSON.stringify({ ...theirs, verified_done: true }));
          return say("Done.");
        },
      ],
    });
    expect(
      findTold(run.requests, /The flow in orchestrator.json is not verified done \(phase: review\)/),
    ).toBeDefined();
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    expect(readFlowFile(place, sessionId)).toEqual({ ...theirs, verified_done: true });
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);
});

describe("a session that goes on", () => {
  test("is reminded of its flow, which still holds", async () => {
    const place = await makeInstalledPlace({ git: true });
    await runClaude({
      ...place,
      prompt: "Work.",
      script: { main: [bash(FLOW_START)], whenDone: say("Done.") },
    });
    await runCommand(place, "flow", "resume");
    const run = await runClaude({
      ...place,
      prompt: "Go on.",
      continueSession: true,
      script: [say("Done?"), bash("holdfast flow cancel"), say("Done.")],
    });
    expect(
      findTold(run.requests, /A holdfast flow is on in this session \(phase: planning\): add a greeting/),
    ).toBeDefined();
    expect(stopVerdicts(place).slice(-2)).toEqual(["blocked", "complete"]);
  }, 60_000);

  test("after /clear is told what was left behind, and takes it over with its evidence", async () => {
    const place = await makeInstalledPlace({ git: true });
    let before = "";
    const session = startStreamingClaude({
      ...place,
      script: [
        bash(`${FLOW_START} --kind docs --complexity 2`),
        bash("holdfast search 'nothing is known'"),
        bash("holdfast flow set must_have_answered --none"),
        say("Here is the plan."),
        () => bash(`holdfast flow resume --from ${before}`),
        say("Here is the plan again."),
      ],
    });
    await session.send("Work.");
    before = String(queryStore(place, "SELECT session_id FROM flows")[0]?.session_id);
    await session.send("/clear");
    await session.send("Take the flow over.");
    const run = await session.close();
    expect(run.sessionId).not.toBe(before);
    expect(findTold(run.requests, /left a flow/)).toContain(`holdfast flow resume --from ${before}`);
    expect(systemMessages(run).some(({ text }) => text.includes("left a flow"))).toBe(true);
    expect(resultTexts(run).at(-1)).toMatch(/✓ memory_search .*nothing is known/);
    expect(stopVerdicts(place)).toEqual(["asking", "asking"]);
    expect(readFlowFile(place, run.sessionId).conditions).toMatchObject({ memory_search: true });
    expect(existsSync(flowFile(place, before))).toBe(false);
  }, 60_000);
});
