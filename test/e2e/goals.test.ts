// What every goal has in common, in the real client: one cancel and resume, and how a suspended goal comes back.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { FLOW_START } from "../helpers/flow-place.ts";
import { runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(90_000);

const place = await makeInstalledPlace({ git: true });
const sessions = shareSessions(place);

const states = () =>
  Object.fromEntries(
    queryStore(place, "SELECT kind, state FROM goals ORDER BY id").map(({ kind, state }) => [kind, state]),
  );

describe("several goals", () => {
  test("are listed by `cancel` and `resume`, which change nothing until one is named", async () => {
    const seen: unknown[] = [];
    const run = async (...words: string[]) => {
      const { exitCode, stdout, stderr } = await runCommand(place, ...words);
      seen.push([exitCode, stdout + stderr, states()]);
    };
    const session = await sessions.run({
      prompt: [
        "Work.",
        () => run("resume"),
        () => run("resume", "loop"),
        () => run("cancel", "flow"),
        () => run("cancel"),
        "Enough.",
      ],
      script: [
        bash("holdfast loop start 'fix the types' --verify false"),
        bash(FLOW_START),
        async () => {
          await run("cancel");
          return say("One.");
        },
        ...["Two.", "Three.", "Over."].map(say),
      ],
    });
    const both = { loop: "active", flow: "active" };
    const stalled = { loop: "suspended", flow: "suspended" };
    const list = (verb: string) =>
      expect.stringMatching(new RegExp(`holdfast ${verb} loop .*fix the types[^]*holdfast ${verb} flow`));
    expect(seen).toEqual([
      [1, list("cancel"), both],
      [1, list("resume"), stalled],
      [0, expect.stringContaining("Loop on"), { ...stalled, loop: "active" }],
      [0, expect.stringContaining("cancelled"), { loop: "active", flow: "cancelled" }],
      [0, expect.stringContaining("Loop of session"), { loop: "cancelled", flow: "cancelled" }],
    ]);
    expect(stopVerdicts(place, session.sessionId)).toEqual(["blocked", "blocked", "stalled", "complete"]);
    // Each way out that was named works.
    expect(findTold(session.requests, /`! holdfast cancel loop` or `! holdfast cancel flow`/)).toBeDefined();
    expect(systemMessages(session).map(({ text }) => text)).toContainEqual(
      expect.stringContaining("Resume with `holdfast resume loop` or `holdfast resume flow`."),
    );
  });
});

describe("a goal that stalled", () => {
  test("holds again when one of its conditions is met, and the user is told", async () => {
    const run = await sessions.run({
      prompt: ["Work.", "/holdfast:status"],
      script: [
        bash(`${FLOW_START} --complexity 2 --kind docs`),
        ...["One.", "Two.", "Three."].map(say),
        bash("holdfast search 'greetings'"),
        say("Searched."),
        bash("holdfast cancel"),
        say("Over."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual([
      "blocked",
      "blocked",
      "stalled",
      "blocked",
      "complete",
    ]);
    const told = systemMessages(run).map(({ text }) => text);
    expect(told.join("\n")).toContain(
      "the flow holds again (phase planning): add a greeting (memory_search is met",
    );
    expect(findTold(run.requests, /Next: settle what only the user can answer/)).toBeDefined();
  });

  test("holds again after the next prompt, and `verdict` is not complete before", async () => {
    const verdicts: number[] = [];
    const ask = async () => void verdicts.push((await runCommand(place, "verdict", "--last")).exitCode);
    const run = await sessions.run({
      prompt: ["Work.", ask, "/holdfast:status", ask, "Go on.", ask],
      script: [
        bash("holdfast loop start 'fix the types' --verify 'test -e typed'"),
        ...["One.", "Two.", "Three."].map(say),
        say("A status."),
        say("Not yet."),
        bash("touch typed"),
        say("Done."),
      ],
    });
    expect(verdicts).toEqual([3, 3, 0]);
    const round = ["blocked", "blocked", "stalled"];
    expect(stopVerdicts(place, run.sessionId)).toEqual([...round, "complete", "blocked", "complete"]);
    const told = systemMessages(run).map(({ text }) => text);
    expect(told.join("\n")).toContain("the loop holds again (round 2 of 25): fix the types");
  });
});
