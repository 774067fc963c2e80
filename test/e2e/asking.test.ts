// Asking the person in the middle of declared work, in the real client.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readDecisions, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { isLocked, makeInstalledPlace, placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { systemMessages, type TranscriptOwner } from "../helpers/transcript.ts";
import { bash, say, useTool } from "../helpers/turns.ts";

const QUESTION = "Postgres or SQLite?";
const dialog = useTool("AskUserQuestion", {
  questions: [
    {
      question: QUESTION,
      header: "Database",
      multiSelect: false,
      options: [
        { label: "Postgres", description: "a server" },
        { label: "SQLite", description: "a file" },
      ],
    },
  ],
});

setDefaultTimeout(60_000);

/** A session that a lock holds is told so when it starts. */
const atStops = (run: TranscriptOwner) =>
  systemMessages(run).flatMap(({ event, text }) => (event === "Stop" ? [text] : []));

const place = await makeInstalledPlace({ git: true });
const sessions = shareSessions(place);

describe("under a lock", () => {
  test("`holdfast ask` ends the turn, tells the person, and leaves the lock in place", async () => {
    placeLock(place, { goal: "choose a database" });
    let explained = "";
    const run = await sessions.run({
      prompt: [
        "Work.",
        async () => {
          expect(await isLocked(place)).toBe(true);
          explained = (await runCommand(place, "explain")).stdout;
        },
        "SQLite.",
      ],
      script: [
        bash(`holdfast ask '${QUESTION}'`),
        say("I wait for your answer."),
        say("Then I am done."),
        bash("holdfast unlock"),
        say("Done."),
      ],
    });
    expect(atStops(run)).toEqual([
      expect.stringMatching(/Claude asks: Postgres or SQLite\?.*the lock stays on/),
      expect.stringContaining("the lock was removed by Claude"),
    ]);
    expect(explained).toContain(`question  ${QUESTION}`);
    expect(findTold(run.requests, /holdfast holds this stop/)).toContain("round 1 of 50");
    expect(stopVerdicts(place, run.sessionId)).toEqual(["asking", "blocked", "complete"]);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("a question that is only in the message is held, and Claude is told how to ask", async () => {
    placeLock(place);
    const run = await sessions.run({
      prompt: "Work.",
      script: [
        say(`I need to know: ${QUESTION}`),
        bash(`holdfast ask '${QUESTION}'`),
        say("I asked and wait."),
      ],
    });
    expect(findTold(run.requests, /holdfast holds this stop/)).toContain('`holdfast ask "your question"`');
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "asking"]);
  });

  test("a dialog that cannot be shown also counts as a question", async () => {
    placeLock(place);
    const run = await sessions.run({
      prompt: "Work.",
      script: [dialog, say("Nobody is there to answer.")],
    });
    expect(toolResults(run.requests)[0]).toMatchObject({ isError: true });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["asking"]);
    expect(atStops(run)[0]).toContain(`Claude asks: ${QUESTION}`);
    expect(await isLocked(place)).toBe(true);
    expect(readDecisions(place)[0]).toMatchObject({ rule: "question", reason: QUESTION });
  });

  test("`holdfast ask` outside a session says that there is no session", async () => {
    const ran = await runCommand(place, "ask", QUESTION);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain("inside a session");
    await runCommand(place, "unlock");
  });
});

test("without declared work a question simply ends the turn; under a loop `holdfast ask` ends it, and the loop stays on", async () => {
  const run = await sessions.run({
    prompt: ["Work.", "Fix it."],
    script: [
      bash(`holdfast ask '${QUESTION}'`),
      say(QUESTION),
      bash("holdfast loop start 'choose' --verify 'test -e chosen'"),
      bash(`holdfast ask '${QUESTION}'`),
      say("I wait."),
    ],
  });
  const [result] = toolResults(run.requests);
  expect(result?.isError).toBe(true);
  expect(result?.text).toContain("no lock, loop, flow or other declared work");
  expect(result?.text).toContain("Put the question into your message");
  expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", "asking"]);
  expect(atStops(run)).toEqual([expect.stringContaining("the loop stays on")]);
  expect(queryStore(place, "SELECT state, rounds FROM goals WHERE kind = 'loop'")).toEqual([
    { state: "active", rounds: 0 },
  ]);
});
