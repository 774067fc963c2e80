// Loops in the real client: from the stop to what Claude and the person see.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { type Place, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { configure, makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { isRunning } from "../helpers/processes.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(120_000);

/** Counts its calls with this folder, and hangs, forks, floods or is missing in turn. */
const VERIFY = [
  'n=$(cat "$1/calls" 2>/dev/null || echo 0); n=$((n+1)); echo $n > "$1/calls"',
  "case $n in",
  '1) echo $$ > "$1/hung"; sleep 1000 ;;',
  '2) sleep 1000 & echo $! > "$1/forked"; echo forked; exit 1 ;;',
  "3) head -c 20000000 /dev/zero | tr '\\0' x; echo; echo 'src/a.ts:3 - error: flooded'; exit 1 ;;",
  "4) exec no-such-program-of-ours ;;",
  "esac",
  "",
].join("\n");

const place = await makeInstalledPlace({ git: true, files: { "verify.sh": VERIFY } });
const sessions = shareSessions(place);

/** Another error each time, and a pass in the given round; its counter is outside the project. */
const passesAtRound = (place: Place, round: number) =>
  `n=$(cat '${place.home}/n' 2>/dev/null || echo 0); n=$((n+1)); echo $n > '${place.home}/n'; echo "src/a.ts:$n:1 - error TS100$n: wrong"; test $n -ge ${round}`;

const startLoop = (verify: string, ...flags: string[]) =>
  bash(
    `holdfast loop start 'fix the types' --verify '${verify.replaceAll("'", "'\\''")}' ${flags.join(" ")}`,
  );

const stateFile = (place: Place, sessionId: string) => `${place.home}/.holdfast/state/${sessionId}/loop.json`;
const stateOf = (place: Place, sessionId: string) =>
  JSON.parse(readFileSync(stateFile(place, sessionId), "utf8"));

describe("a loop whose command prints another error each round and passes at the twelfth", () => {
  test("runs to the end with tool calls in each round [002-20] [004-10] [004-t05]", async () => {
    const rounds = Array.from({ length: 14 }, (_, i) => [
      bash(`echo working ${i}`),
      say(`Round ${i}.`),
    ]).flat();
    const run = await sessions.run({
      prompt: "Fix the types.",
      script: [startLoop(passesAtRound(place, 12)), ...rounds],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual([...Array(11).fill("blocked"), "complete"]);
    expect(findTold(run.requests, /Round 11 of 25[\s\S]*src\/a\.ts:11:1/)).toBeDefined();
    expect(stateOf(place, run.sessionId)).toMatchObject({
      iteration: 11,
      validation_result: "passed",
      verified_done: true,
    });
    expect(systemMessages(run).at(-1)?.text).toStartWith("holdfast loop: The loop is done");
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("runs to the end without tool calls, with --long-loops", async () => {
    const place = await makeInstalledPlace({ git: true }, "--long-loops");
    const run = await runClaude({
      ...place,
      prompt: "Fix the types.",
      script: { main: [startLoop(passesAtRound(place, 12))], whenDone: say("I think it is fixed.") },
      timeoutMs: 90_000,
    });
    expect(stopVerdicts(place)).toEqual([...Array(11).fill("blocked"), "complete"]);
    expect(toolResults(run.requests)[0]?.text).not.toContain("warning");
    expect(stateOf(place, run.sessionId)).toMatchObject({ verified_done: true });
  });
});

test("a loop without progress is suspended at the third stop, and continues when resumed", async () => {
  const resumed: string[] = [];
  const run = await sessions.run({
    prompt: [
      "Fix it.",
      async () => void resumed.push((await runCommand(place, "resume", "loop")).stdout),
      "Go on.",
    ],
    script: {
      main: [startLoop("echo still broken; test -e repaired"), say("One."), say("Two."), say("Three.")],
      whenDone: say("Nothing to add."),
    },
  });
  expect(resumed).toEqual([expect.stringContaining("the newest session here")]);
  const round = ["blocked", "blocked", "stalled"];
  expect(stopVerdicts(place, run.sessionId)).toEqual([...round, ...round]);
  expect(
    findTold(run.requests, /Nothing has changed since the last round. Try another approach/),
  ).toBeDefined();
  expect(stateOf(place, run.sessionId)).toMatchObject({
    iteration: 4,
    status: "suspended",
    verified_done: false,
  });
  expect(systemMessages(run).map(({ text }) => text)).toContainEqual(
    expect.stringContaining("Resume with `holdfast resume loop`"),
  );
});

test("a model that writes verified_done into the file is still held, and told that it does not count", async () => {
  const forge = () =>
    bash(
      `f=~/.holdfast/state/$CLAUDE_CODE_SESSION_ID/loop.json; sed 's/"verified_done": false/"verified_done": true/' "$f" > forged; cat forged > "$f"; cat "$f"`,
    );
  const run = await sessions.run({
    prompt: "Fix it.",
    script: [
      startLoop("test -e fixed"),
      say("Done?"),
      forge,
      say("Verified done."),
      write(`${place.project}/fixed`, "yes"),
      say("Really done."),
    ],
  });
  expect(toolResults(run.requests).some(({ text }) => text.includes('"verified_done": true'))).toBe(true);
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
  expect(findTold(run.requests, /Writing verified_done to loop\.json does not count/)).toBeDefined();
  expect(run.result?.result).toBe("Really done.");
});

test("cancelling from another terminal works at once, while the verify command runs", async () => {
  const answered = sessions.run({
    prompt: "Fix it.",
    script: { main: [startLoop("touch started; sleep 100; touch ended")], whenDone: say("Done.") },
  });
  await waitUntil(() => existsSync(`${place.project}/started`));
  expect((await runCommand(place, "cancel", "loop")).stdout).toContain("cancelled after 0 rounds");
  const run = await answered;
  expect(run.result?.result).toBe("Done.");
  expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
  expect(existsSync(`${place.project}/ended`)).toBe(false);
});

test("a verify command that hangs, forks, floods or is missing counts as failed, and Claude continues", async () => {
  await configure(place, { gates: { loop: { timeout: "8s" } } });
  const run = await sessions.run({
    prompt: "Fix it.",
    script: {
      main: [startLoop(`sh verify.sh '${place.home}'`)],
      whenDone: say("Done."),
    },
  });
  expect(stopVerdicts(place, run.sessionId)).toEqual([...Array(4).fill("blocked"), "complete"]);
  for (const told of [
    /longer than 8 s and was stopped/,
    /forked/,
    /src\/a\.ts:3 - error: flooded/,
    /could not be started/,
  ]) {
    expect(findTold(run.requests, told)).toBeDefined();
  }
  for (const name of ["hung", "forked"]) {
    expect(isRunning(Number(readFileSync(`${place.home}/${name}`, "utf8")))).toBe(false);
  }
  expect((await readFaultLines(place)).map(({ part }) => part)).toEqual(["gate:loop", "gate:loop"]);
});
