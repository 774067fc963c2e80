// Asking the person in the middle of declared work, in the real client.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
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

/** A session that a lock holds is told so when it starts. */
const atStops = (run: TranscriptOwner) =>
  systemMessages(run).flatMap(({ event, text }) => (event === "Stop" ? [text] : []));

describe("under a lock", () => {
  test("`holdfast ask` ends the turn, the person is told, and the lock stays", async () => {
    const place = await makeInstalledPlace();
    placeLock(place, { goal: "choose a database" });
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [bash(`holdfast ask '${QUESTION}'`), say("I wait for your answer.")],
    });
    expect(stopVerdicts(place)).toEqual(["asking"]);
    expect(atStops(run)).toEqual([
      expect.stringMatching(/Claude asks: Postgres or SQLite\?.*the lock stays on/),
    ]);
    expect(await isLocked(place)).toBe(true);
    const explained = await runCommand(place, "explain");
    expect(explained.stdout).toContain(`question  ${QUESTION}`);
    const next = await runClaude({
      ...place,
      prompt: "SQLite.",
      continueSession: true,
      script: [say("Then I am done."), bash("holdfast unlock"), say("Done.")],
    });
    expect(findTold(next.requests, /holdfast holds this stop/)).toContain("round 1 of 50");
    expect(stopVerdicts(place)).toEqual(["asking", "blocked", "complete"]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 90_000);

  test("a question in the message alone is held, and Claude is told how to ask", async () => {
    const place = await makeInstalledPlace();
    placeLock(place);
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        say(`I need to know: ${QUESTION}`),
        bash(`holdfast ask '${QUESTION}'`),
        say("I asked and wait."),
      ],
    });
    expect(findTold(run.requests, /holdfast holds this stop/)).toContain('`holdfast ask "your question"`');
    expect(stopVerdicts(place)).toEqual(["blocked", "asking"]);
  }, 60_000);

  test("a dialog that cannot be shown is a question as well", async () => {
    const place = await makeInstalledPlace();
    placeLock(place);
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [dialog, say("Nobody is there to answer.")],
    });
    expect(toolResults(run.requests)[0]).toMatchObject({ isError: true });
    expect(stopVerdicts(place)).toEqual(["asking"]);
    expect(atStops(run)[0]).toContain(`Claude asks: ${QUESTION}`);
    expect(await isLocked(place)).toBe(true);
    expect(readDecisions(place)[0]).toMatchObject({ rule: "question", reason: QUESTION });
  }, 60_000);
});

test("under a loop `holdfast ask` ends the turn, and the loop goes on with the answer", async () => {
  const place = await makeInstalledPlace({ git: true });
  const run = await runClaude({
    ...place,
    prompt: "Fix it.",
    script: [
      bash("holdfast loop start 'choose' --verify 'test -e chosen'"),
      bash(`holdfast ask '${QUESTION}'`),
      say("I wait."),
    ],
  });
  expect(systemMessages(run).at(-1)?.text).toContain("the loop stays on");
  expect(stopVerdicts(place)).toEqual(["asking"]);
  expect(queryStore(place, "SELECT status, iteration FROM loops")).toEqual([
    { status: "active", iteration: 0 },
  ]);
}, 60_000);

test("without declared work there is nothing to ask for, and a question ends the turn by itself", async () => {
  const place = await makeInstalledPlace();
  const run = await runClaude({
    ...place,
    prompt: "Work.",
    script: [bash(`holdfast ask '${QUESTION}'`), say(QUESTION)],
  });
  const [result] = toolResults(run.requests);
  expect(result?.isError).toBe(true);
  expect(result?.text).toContain("nothing to ask for");
  expect(result?.text).toContain("Put the question into your message");
  expect(stopVerdicts(place)).toEqual(["complete"]);
  expect(systemMessages(run)).toEqual([]);
}, 60_000);

test("outside of a session `holdfast ask` says so", async () => {
  const place = await makeInstalledPlace();
  placeLock(place);
  const ran = await runCommand(place, "ask", QUESTION);
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toContain("inside of a session");
});
