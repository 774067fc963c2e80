// Judges in the real client: asked after the turn, by the user's own client or a command.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { lockPath } from "../../src/config/environment.ts";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { isResult } from "../helpers/client-messages.ts";
import { type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import {
  emptyLedger,
  makeInstalledPlace,
  placeLock,
  queryStore,
  stopVerdicts,
} from "../helpers/installed.ts";
import { judgeAnswer, makeAnsweringJudge, makeJudgeCommand, makeUnreliableJudge } from "../helpers/judges.ts";
import { isRunning } from "../helpers/processes.ts";
import { onceStarted } from "../helpers/quality.ts";
import type { Script, ScriptedTurn } from "../helpers/scripted-api.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { refillProject, writeFileIn } from "../helpers/temp.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { findTranscript, systemMessages } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { agent, bash, say, useTool, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const CLIENT = join(import.meta.dir, "../../node_modules/.bin");
const NO = judgeAnswer(false, "The page does not mention the moon.", "+ # Tides");
const YES = judgeAnswer(true, "The moon is there.", "+ The moon.");

const FILES = { "a.txt": "one\n" };

async function makePlace(judge: object = {}, more: object = {}): Promise<Place> {
  const place = await makeInstalledPlace({ git: true, files: FILES });
  configure(place, judge, more);
  return { ...place, env: { PATH: `${CLIENT}:${process.env.PATH}` } };
}

function configure({ home }: Place, judge: object, more: object = {}): void {
  const judges = { request: { ask: "Was everything asked for done?", block: true } };
  writeFileIn(home, ".holdfast/config.json", JSON.stringify({ judge, judges, ...more }));
}

const place = await makePlace();
const sessions = shareSessions(place);

/** The client goes on in the same place as if it were a new one. */
function open(script: ScriptedTurn[] | Script, judge: object, more?: object) {
  const prepare = () => {
    refillProject(place.project, FILES);
    configure(place, judge, more);
    return emptyLedger(place);
  };
  return sessions.open({ prepare, script });
}

const afterTurn = (place: Place) =>
  queryStore(place, "SELECT verdict FROM decisions WHERE event = 'background' ORDER BY id").map(
    ({ verdict }) => verdict,
  );
const outcomes = (place: Place) =>
  queryStore(place, "SELECT outcome FROM judge_calls ORDER BY id").map(({ outcome }) => outcome);

test("the user's own client objects, Claude is woken once, and the judge's session is neither held nor recorded [004-24]", async () => {
  const place = await makePlace({ by: "claude" });
  const page = `${place.project}/tides.md`;
  const session = startStreamingClaude({
    ...place,
    script: {
      main: [
        onceStarted(place, write(page, "# Tides\n")),
        say("Done."),
        write(`${place.project}/moon.md`, "The moon.\n"),
        say("Added the moon."),
      ],
      judge: [say(NO), say(YES)],
    },
  });
  await session.send("Write about tides and the moon.");
  await session.waitFor((message) => isResult(message) && message.result === "Added the moon.");
  await waitUntil(() => outcomes(place).length === 2 && outcomes(place)[1] !== "asking");
  const run = await session.close();
  expect(outcomes(place)).toEqual(["no", "yes"]);
  expect([stopVerdicts(place), afterTurn(place)]).toEqual([["complete", "complete"], ["blocked"]]);
  expect(findTold(run.requests, /The judge "request" says no/)).toContain("It quotes: + # Tides");
  expect(systemMessages(run).map(({ text }) => text)).toEqual([
    'holdfast woke Claude after its turn. The judge "request" says no: The page does not mention the moon.',
  ]);
  expect(run.requests.filter(({ asker }) => asker === "judge")).toHaveLength(2);
  expect(queryStore(place, "SELECT session_id FROM sessions")).toEqual([{ session_id: run.sessionId }]);
  expect(await readFaultLines(place)).toEqual([]);
  const { stdout } = await runCommand(place, "explain");
  for (const words of [
    "Held after the turn by the judges gate",
    'judge "request": no (claude haiku, 1 call',
    "The page does not mention the moon.",
    "quoted       + # Tides",
    "diff (",
  ])
    expect(stdout).toContain(words);
  const { id, judges } = JSON.parse((await runCommand(place, "explain", "--json")).stdout);
  expect(judges[0].saw.map(({ name }: { name: string }) => name)).toEqual([
    "request",
    "files",
    "checks",
    "message",
    "diff",
  ]);
  expect((await runCommand(place, "wrong", String(id))).exitCode).toBe(0);
}, 60_000);

test("beside a lock, judges are asked once nothing holds any more", async () => {
  const stand = makeAnsweringJudge(NO, YES);
  let askedWhileLocked = -1;
  const session = await open(
    [
      onceStarted(place, bash("holdfast lock 'write about tides'")),
      write(`${place.project}/tides.md`, "# Tides\n"),
      say("Done."),
      async () => {
        askedWhileLocked = stand.calls();
        rmSync(lockPath(place.project));
        // No model answers at once. Two stops within 150 ms pass for one.
        await Bun.sleep(500);
        return say("Really done.");
      },
      write(`${place.project}/moon.md`, "The moon.\n"),
      say("Added the moon."),
    ],
    { by: { command: stand.command } },
  );
  await session.send("Write about tides and the moon.");
  await session.waitFor((message) => isResult(message) && message.result === "Added the moon.");
  await waitUntil(() => outcomes(place)[1] === "yes");
  const run = await session.close();
  expect(askedWhileLocked).toBe(0);
  expect([stopVerdicts(place), afterTurn(place)]).toEqual([["blocked", "complete", "complete"], ["blocked"]]);
  expect(outcomes(place)).toEqual(["no", "yes"]);
  expect(findTold(run.requests, /The judge "request" says no/)).toBeDefined();
  expect(queryStore(place, "SELECT blocks FROM budgets WHERE agent = 'main'")).toEqual([{ blocks: 2 }]);
  expect(await readFaultLines(place)).toEqual([]);
}, 60_000);

test("of forty turns with a judge that often answers badly, the client shows no error", async () => {
  const TURNS = 40;
  const stand = makeUnreliableJudge(judgeAnswer(true, "Fine.", "This is message"));
  const judges = { request: { ask: "Was everything asked for done?", when: "always", block: true } };
  let turn = 0;
  const session = await open(
    { whenDone: () => say(`This is message ${turn}.`) },
    { by: { command: stand.command } },
    { judges },
  );
  while (turn < TURNS) {
    turn++;
    await session.send(`Prompt ${turn}`);
    await waitUntil(() => outcomes(place).length === turn && outcomes(place)[turn - 1] !== "asking");
  }
  const run = await session.close();
  expect(new Set(outcomes(place))).toEqual(new Set(["yes", "failed"]));
  expect(run.messages.filter(isResult).map((result) => result.is_error)).toEqual(Array(TURNS).fill(false));
  const records = (await Bun.file(findTranscript(run) ?? "").text()).trim().split("\n");
  const errors = records.flatMap((line) => JSON.parse(line).hookErrors ?? []);
  expect(errors).toEqual([]);
  expect(systemMessages(run).map(({ text }) => text)).toEqual([
    expect.stringContaining("the judge could not answer"),
  ]);
  expect(new Set(stopVerdicts(place))).toEqual(new Set(["complete"]));
  expect(await readFaultLines(place)).toEqual([]);
}, 180_000);

test("a subagent's work is judged after the turn: its report reaches Claude, then the objection does", async () => {
  const no = judgeAnswer(false, "The moon is missing.", "tides.md (new)");
  const stand = makeAnsweringJudge(no, YES);
  const judges = {
    helped: { ask: "Did it do its task?", subagents: "general-*", block: true },
    others: { ask: "Is the plan whole?", subagents: "Plan", when: "always" },
  };
  const session = await open(
    {
      main: [
        onceStarted(place, write(`${place.project}/own.md`, "Mine.\n")),
        agent({ prompt: "HELPER: write about tides and the moon", background: false }),
        say("The helper is done."),
        write(`${place.project}/tides.md`, "# Tides\nThe moon.\n"),
        say("Added the moon."),
      ],
      agents: { HELPER: [write(`${place.project}/tides.md`, "# Tides\n"), say("I wrote about tides.")] },
    },
    { by: { command: stand.command } },
    { judges },
  );
  await session.send("Do it with help.");
  await session.waitFor((message) => isResult(message) && message.result === "Added the moon.");
  await waitUntil(() => outcomes(place).length === 2 && outcomes(place)[1] !== "asking");
  const run = await session.close();
  const results = toolResults(run.requests).map(({ text }) => text);
  expect(results.find((text) => text.includes("I wrote about tides."))).toBeDefined();
  expect(findTold(run.requests, /says no about the work of a general-purpose subagent/)).toContain(
    "The moon is missing.",
  );
  const saw = queryStore(place, "SELECT digest FROM judge_calls ORDER BY id").map(({ digest }) =>
    String(digest),
  );
  for (const part of ["HELPER: write about tides and the moon", "I wrote about tides.", "+ # Tides"])
    expect(saw[0]).toContain(part);
  expect(saw[0]).not.toContain("own.md");
  // The change that followed is a new question about the same subagent.
  expect(saw[1]).toContain("+ The moon.");
  const decisions = queryStore(place, "SELECT event, verdict FROM decisions ORDER BY id");
  expect(decisions.map(({ event, verdict }) => `${event} ${verdict}`)).toEqual([
    "SubagentStop complete",
    "Stop complete",
    "background blocked",
    "Stop complete",
  ]);
  expect(await readFaultLines(place)).toEqual([]);
}, 60_000);

test("advice and a failure reach the person at the next stop", async () => {
  const stand = makeAnsweringJudge(NO, "Looks fine.");
  const judges = { request: { ask: "Was everything asked for done?" } };
  const session = await open(
    [
      onceStarted(place, write(`${place.project}/tides.md`, "# Tides\n")),
      say("Done."),
      write(`${place.project}/more.md`, "More.\n"),
      say("Done again."),
      say("Bye."),
    ],
    { by: { command: stand.command } },
    { judges },
  );
  await session.send("Write about tides.");
  await waitUntil(() => afterTurn(place).length === 1);
  await session.send("More.");
  await waitUntil(() => outcomes(place)[1] === "failed");
  await session.send("Bye?");
  const run = await session.close();
  const told = systemMessages(run).map(({ text }) => text);
  expect(told).toEqual([
    expect.stringContaining(
      'holdfast judges: The judge "request" says no: The page does not mention the moon.',
    ),
    expect.stringContaining("the judge could not answer"),
  ]);
  expect(afterTurn(place)).toEqual(["complete"]);
}, 60_000);

test("advice after the last stop is in status, and is told when the next session begins, once", async () => {
  const stand = makeAnsweringJudge(NO);
  const judges = { request: { ask: "Was everything asked for done?" } };
  const place = await makePlace({ by: { command: stand.command } }, { judges });
  const run = await runClaude({
    ...place,
    prompt: "Write about tides and the moon.",
    script: [onceStarted(place, write(`${place.project}/tides.md`, "# Tides\n")), say("Done.")],
  });
  await waitUntil(() => outcomes(place)[0] === "no");
  const { stdout } = await runCommand(place, "status", "--session", run.sessionId);
  expect(stdout).toMatch(
    /1 of 100 calls today, \d+ s; "request" says no: The page does not mention the moon\./,
  );
  const start = async (attended: "0" | "1", source: string) => {
    const env = { ...place.env, CLAUDE_CODE_SESSION_ATTENDED: attended };
    const event = { hook_event_name: "SessionStart", session_id: crypto.randomUUID(), source };
    return (await sendEvent({ ...place, env }, event)).stdout;
  };
  // Where nobody watches nobody is told.
  expect(await start("0", "startup")).not.toContain("said no");
  expect(await start("1", "compact")).not.toContain("said no");
  expect(await start("1", "startup")).toContain(
    'an earlier session, the judge \\"request\\" said no: The page does not mention the moon.',
  );
  expect(await start("1", "startup")).not.toContain("said no");
  expect(await readFaultLines(place)).toEqual([]);
}, 60_000);

test("verdict --judge asks once the run is over, and its exit code is 2 on an objection", async () => {
  const stand = makeAnsweringJudge(NO, "Looks fine.");
  const turns = [
    onceStarted(place, write(`${place.project}/tides.md`, "# Tides\n")),
    say("All of it is done."),
  ];
  const session = await open(turns, { by: "off" });
  await session.send("Write about tides and the moon.");
  const run = await session.close();
  const verdict = (...args: string[]) => runCommand(place, "verdict", "--session", run.sessionId, ...args);
  const unasked = await verdict("--judge");
  expect([unasked.exitCode, unasked.stdout]).toEqual([
    0,
    "complete: nothing held it; no judge was asked: `judge.by` is off\n",
  ]);
  const ask = { ask: "Was everything asked for done?" };
  const withJudges = (judges: object) => configure(place, { by: { command: stand.command } }, { judges });
  withJudges({ request: ask });
  expect((await verdict()).exitCode).toBe(0);
  const judged = await verdict("--judge");
  expect([judged.exitCode, judged.stdout]).toEqual([
    2,
    expect.stringMatching(/^the judge "request" objects: .*does not mention the moon/),
  ]);
  for (const part of ["Write about tides and the moon.", "tides.md (new)", "All of it is done."])
    expect(stand.prompt()).toContain(part);
  const { exitCode, judges } = JSON.parse((await verdict("--judge", "--json")).stdout);
  expect([exitCode, judges]).toEqual([
    2,
    [{ judge: "request", ok: false, reason: "The page does not mention the moon." }],
  ]);
  expect(stand.calls()).toBe(1);
  withJudges({ other: ask });
  const failed = await verdict("--judge");
  expect([failed.exitCode, failed.stdout]).toEqual([
    0,
    expect.stringContaining("the judge could not answer"),
  ]);
}, 60_000);

test("a client that is killed takes the judge and everything it started with it", async () => {
  const stand = makeJudgeCommand('sleep 100 & echo $! > "$here/pid"; wait');
  const place = await makePlace({ by: { command: stand.command } });
  const session = startStreamingClaude({
    ...place,
    script: [onceStarted(place, write(`${place.project}/tides.md`, "# Tides\n")), say("Done.")],
  });
  await session.send("Write about tides.");
  await waitUntil(() => existsSync(`${stand.folder}/pid`));
  const pid = (await Bun.file(`${stand.folder}/pid`).text()).trim();
  // Asked to end, the client waits for the judge.
  session.end();
  await waitUntil(() => !isRunning(pid));
  expect([stopVerdicts(place), afterTurn(place), await readFaultLines(place)]).toEqual([
    ["complete"],
    [],
    [],
  ]);
  expect((await runCommand(place, "explain", "--last")).stdout).toContain(
    'judge "request": has not answered',
  );
}, 60_000);

test("a hook that is killed leaves its judge to the next drain, which ends it", async () => {
  const stand = makeJudgeCommand('echo $$ $PPID > "$here/pids"; pwd > "$here/folder"; sleep 100');
  const place = await makePlace({ by: { command: stand.command } });
  const session = startStreamingClaude({
    ...place,
    script: [onceStarted(place, write(`${place.project}/tides.md`, "# Tides\n")), say("Done.")],
  });
  await session.send("Write about tides.");
  await waitUntil(() => existsSync(`${stand.folder}/folder`));
  const [judge = "", shell = ""] = readFileSync(`${stand.folder}/pids`, "utf8").trim().split(" ");
  const folder = readFileSync(`${stand.folder}/folder`, "utf8").trim();
  process.kill(Number(readFileSync(`/proc/${shell}/stat`, "utf8").split(" ")[3]), "SIGKILL");
  await session.close();
  await waitUntil(() => !isRunning(judge) && !existsSync(folder));
  expect(await readFaultLines(place)).toEqual([]);
}, 60_000);

test("two sessions at once are judged each by its own work", async () => {
  const stand = makeJudgeCommand(
    `grep -q two.md "$here/prompt" && echo '${judgeAnswer(false, "It is two.", "two.md (new)")}' || echo '${judgeAnswer(true, "It is one.", "one.md (new)")}'`,
  );
  const place = await makePlace({ by: { command: stand.command } });
  const start = (name: string) =>
    startStreamingClaude({
      ...place,
      script: {
        main: [onceStarted(place, write(`${place.project}/${name}.md`, `${name}\n`)), say("Done.")],
        whenDone: say("I leave it."),
      },
    });
  const sessions = [start("one"), start("two")] as const;
  await Promise.all(sessions.map((session, n) => session.send(`Write ${n === 0 ? "one" : "two"}.md.`)));
  await waitUntil(() => outcomes(place).length === 2 && !outcomes(place).includes("asking"));
  await waitUntil(() => afterTurn(place).length === 1);
  await sessions[1].waitFor((message) => isResult(message) && message.result === "I leave it.");
  const [one, two] = await Promise.all(sessions.map((session) => session.close()));
  expect(outcomes(place).toSorted()).toEqual(["no", "yes"]);
  expect(findTold(two?.requests ?? [], /says no: It is two/)).toBeDefined();
  expect(findTold(one?.requests ?? [], /says no/)).toBeUndefined();
}, 60_000);

test("a loop ends when its command passes and then its judge says yes; `loop done` cannot end it", async () => {
  const stand = makeAnsweringJudge(NO, YES);
  const page = `${place.project}/tides.md`;
  const start = `holdfast loop start 'write the page' --verify 'test -e tides.md' --judge 'Does it mention the moon?'`;
  const session = await open(
    [
      onceStarted(place, bash(start)),
      say("Started."),
      write(page, "# Tides\n"),
      bash("holdfast loop done"),
      say("Done."),
      write(`${place.project}/moon.md`, "The moon.\n"),
      say("Added the moon."),
      say("Bye."),
    ],
    { by: { command: stand.command } },
    { judges: {} },
  );
  await session.send("Write the page.");
  await session.waitFor((message) => isResult(message) && message.result === "Added the moon.");
  await waitUntil(() => queryStore(place, "SELECT 1 FROM goals WHERE state = 'met'").length === 1);
  expect((await runCommand(place, "verdict", "--last")).exitCode).toBe(0);
  await session.send("Bye?");
  const run = await session.close();
  expect(stopVerdicts(place)).toEqual(["blocked", "waiting", "waiting", "complete"]);
  expect(afterTurn(place)).toEqual(["blocked", "complete"]);
  expect(findTold(run.requests, /A judge said no to "Does it mention the moon\?"/)).toContain(
    "does not mention the moon",
  );
  expect(findTold(run.requests, /this loop ends when its judge says yes/)).toBeDefined();
  expect(systemMessages(run).at(-1)?.text).toContain(
    "The loop is done: `test -e tides.md` passed, the judge said yes",
  );
  expect(queryStore(place, "SELECT rounds FROM goals")).toEqual([{ rounds: 2 }]);
  expect(await readFaultLines(place)).toEqual([]);
}, 60_000);

test("a loop whose judge cannot answer is suspended: the verdict is 3, and verdict --judge asks again after a resume", async () => {
  const stand = makeAnsweringJudge("Looks fine.", "Looks fine.", YES);
  const script = [
    onceStarted(place, write(`${place.project}/moon.md`, "The moon.\n")),
    bash("holdfast loop start 'write the page' --judge 'Does it mention the moon?'"),
    say("Done."),
  ];
  const session = await open(script, { by: { command: stand.command } }, { judges: {} });
  await session.send("Write the page.");
  const run = await session.close();
  const verdict = (...args: string[]) => runCommand(place, "verdict", "--session", run.sessionId, ...args);
  await waitUntil(() => outcomes(place)[0] === "failed");
  const released = await verdict();
  expect([released.exitCode, released.stdout]).toEqual([
    3,
    expect.stringContaining("the judge could not answer"),
  ]);
  expect((await runCommand(place, "resume", "loop", "--session", run.sessionId)).exitCode).toBe(0);
  expect((await verdict()).exitCode).toBe(6);
  expect((await verdict("--judge")).exitCode).toBe(0);
  expect(queryStore(place, "SELECT state FROM goals")).toEqual([{ state: "met" }]);
}, 60_000);

test("a lock whose own words a judge decides: no wakes Claude, yes removes it; written by hand it stays a lock", async () => {
  const stand = makeAnsweringJudge(NO, YES);
  const session = await open(
    [
      onceStarted(place, write(`${place.project}/tides.md`, "# Tides\n")),
      bash("holdfast lock 'write about tides' --done 'the page mentions the moon' --judge"),
      say("Done."),
      write(`${place.project}/moon.md`, "The moon.\n"),
      say("Added the moon."),
      say("Bye."),
    ],
    { by: { command: stand.command } },
    { judges: {} },
  );
  await session.send("Write the page.");
  await session.waitFor((message) => isResult(message) && message.result === "Added the moon.");
  await waitUntil(() => !existsSync(lockPath(place.project)));
  await session.send("Bye?");
  const run = await session.close();
  expect([stopVerdicts(place), afterTurn(place)]).toEqual([
    ["waiting", "waiting", "complete"],
    ["blocked", "complete"],
  ]);
  expect(stand.prompt()).toContain("Question: Is this done: the page mentions the moon?");
  expect(findTold(run.requests, /A judge said no/)).toContain("Keep working: a lock is on (round 1 of 50)");
  expect(systemMessages(run).at(-1)?.text).toContain("The lock is done: the judge said yes");
  expect(await readFaultLines(place)).toEqual([]);
}, 60_000);

test("a lock whose judge cannot answer lets go with verdict 3, and asks again after the next prompt", async () => {
  const stand = makeAnsweringJudge("Fine.", "Fine.", YES);
  const session = await open(
    [
      onceStarted(place, write(`${place.project}/moon.md`, "The moon.\n")),
      bash("holdfast lock --done 'the page mentions the moon' --judge"),
      say("Done."),
      say("Still done."),
    ],
    { by: { command: stand.command } },
    { judges: {} },
  );
  await session.send("Write the page.");
  await waitUntil(() => queryStore(place, "SELECT why FROM goals")[0]?.why === "judge-failed");
  expect((await runCommand(place, "verdict", "--last")).exitCode).toBe(3);
  expect(existsSync(lockPath(place.project))).toBe(true);
  expect((await runCommand(place, "status")).stdout).toContain("continue: holdfast resume lock");
  await session.send("And now?");
  await waitUntil(() => !existsSync(lockPath(place.project)));
  const run = await session.close();
  expect(systemMessages(run).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/the lock holds again/),
  );
  expect(stopVerdicts(place)).toEqual(["waiting", "waiting"]);
  expect((await runCommand(place, "verdict", "--session", run.sessionId)).exitCode).toBe(0);
}, 60_000);

test("a lock that says by hand that a judge decides holds like any other", async () => {
  const stand = makeAnsweringJudge(YES);
  const place = await makePlace({ by: { command: stand.command } }, { judges: {} });
  placeLock(place, { goal: "write", done: "the moon is there", judge: true, max: 2 });
  const run = await runClaude({ ...place, prompt: "Write.", script: { whenDone: say("Done.") } });
  expect(stopVerdicts(place)[0]).toBe("blocked");
  expect([run.exitCode, stand.calls()]).toEqual([0, 0]);
}, 60_000);

test("without a judge, nothing can be left to one", async () => {
  const place = await makePlace({ by: "off" });
  const lock = await runCommand(place, "lock", "--done", "x", "--judge");
  expect([lock.exitCode, lock.stderr]).toEqual([1, expect.stringContaining("no judge is configured")]);
  const open = await runCommand(place, "lock", "--judge");
  expect([open.exitCode, open.stderr]).toEqual([1, expect.stringContaining("--judge needs --done")]);
  expect(existsSync(lockPath(place.project))).toBe(false);
});

test("init --judges proposes three questions with their cost; they are asked once the project is trusted [001-14]", async () => {
  const stand = makeJudgeCommand(
    `grep '^Question' "$here/prompt" | head -1 >> "$here/asked"; cp "$here/prompt" "$here/$(ls "$here" | wc -l).seen"; echo '${judgeAnswer(true, "Fine.", "tides.md (new)")}'`,
  );
  const place = await makePlace({ by: { command: stand.command } }, { judges: {} });
  writeFileIn(place.project, "docs/plans/tides/PLAN.md", "# Tides\n\n- [ ] Write about the moon\n");
  writeFileIn(place.project, "docs/plans/tides/MEMORY.md", "Status: in-progress\n");
  const shown = await runCommand(place, "init", "--judges");
  expect(shown.stdout).toMatch(
    /one call after a turn that changed something: at most 7000 tokens, 100 calls a day/,
  );
  expect(shown.stdout).toContain(`go to the command`);
  const turn = (name: string) =>
    runClaude({
      ...place,
      prompt: "Write about tides.",
      script: [onceStarted(place, write(`${place.project}/${name}`, "# Tides\n")), say("Done.")],
    });
  await runCommand(place, "init", "--judges", "--yes");
  await turn("tides.md");
  expect(stand.calls()).toBe(0);
  await vouchFor(`${place.home}/.holdfast`, place.project);
  rmSync(`${place.project}/tides.md`);
  await turn("tides.md");
  await waitUntil(() => outcomes(place).filter((outcome) => outcome === "yes").length === 3);
  const asked = (await Bun.file(`${stand.folder}/asked`).text()).trim().split("\n");
  expect(asked.map((line) => line.slice(0, 24))).toEqual([
    "Question: Was everything",
    "Question: If there is an",
    "Question: If tests or ch",
  ]);
  const seen = readdirSync(stand.folder).filter((name) => name.endsWith(".seen"));
  const withPlan = seen.filter((name) =>
    readFileSync(`${stand.folder}/${name}`, "utf8").includes("- [ ] Write about the moon"),
  );
  expect([seen.length, withPlan.length]).toEqual([3, 1]);
  expect((await runCommand(place, "init", "--judges", "--yes")).stdout).toContain("already");
}, 60_000);

test("an agent judge reads a copy of the work without secrets, cannot leave or change it, and quotes a line [004-25]", async () => {
  const judges = { deep: { ask: "Is the moon exported?", kind: "agent", block: true } };
  // The stop runs the first; the second is not due for these files.
  const stages = {
    syntax: [{ run: "echo ran >> out/syntax; test -e src/moon.ts" }],
    tests: [{ run: "echo ran >> out/tests; grep -q export src/moon.ts", paths: ["*.py"] }],
  };
  const place = await makePlace({ by: "claude" }, { judges, quality: { stages, baseline: "off" } });
  for (const [path, text] of Object.entries({
    ".gitignore": "out/\n",
    ".env": "TOKEN=abcdef\n",
    "out/x.txt": "ignored\n",
    "a.txt": "two\n",
  }))
    writeFileIn(place.project, path, text);
  symlinkSync(`${place.home}/.holdfast/config.json`, `${place.project}/link`);
  let copy = "";
  const inCopy = (path: string) => () => useTool("Read", { file_path: `${copy}/${path}` });
  const objection = judgeAnswer(false, "The moon is not exported.", "src/moon.ts:2: const moon = 1;");
  const session = startStreamingClaude({
    ...place,
    script: {
      main: [
        onceStarted(place, write(`${place.project}/src/moon.ts`, "// The moon\nconst moon = 1;\n")),
        say("Done."),
        say("I leave it."),
      ],
      judge: [
        (request) => {
          copy =
            /Primary working directory: (\S.*)/.exec(
              JSON.stringify(request.body).replaceAll("\\n", "\n"),
            )?.[1] ?? "";
          return useTool("Glob", { pattern: "**/*" });
        },
        ...["src/moon.ts", "a.txt", ".env", "out/x.txt", "link"].map(inCopy),
        useTool("Read", { file_path: `${place.project}/a.txt` }),
        useTool("Bash", { command: `touch ${place.project}/touched` }),
        inCopy("../../x"),
        say(objection),
      ],
    },
  });
  await session.send("Write the moon.");
  await session.waitFor((message) => isResult(message) && message.result === "I leave it.");
  const run = await session.close();
  const results = toolResults(run.requests.filter(({ asker }) => asker === "judge"));
  const texts = results.map(({ text }) => text);
  const saw = String(queryStore(place, "SELECT digest FROM judge_calls")[0]?.digest);
  expect(saw).toContain("syntax: passed\\ntests: failed");
  for (const name of ["syntax", "tests"])
    expect(readFileSync(`${place.project}/out/${name}`, "utf8")).toBe("ran\n");
  expect(texts[0]).toContain("moon.ts");
  expect(texts[0]).not.toMatch(/\.env|x\.txt/);
  expect(texts[1]).toContain("const moon = 1;");
  expect(texts[2]).toContain("two");
  expect(texts.slice(3, 6).every((text) => /does not exist/.test(text))).toBe(true);
  expect(texts.slice(6).every((text) => /haven't granted|No such tool/.test(text))).toBe(true);
  expect(findTold(run.requests, /The moon is not exported/)).toContain("src/moon.ts:2");
  expect([existsSync(`${place.project}/touched`), existsSync(copy)]).toEqual([false, false]);
  const trees = Bun.spawnSync(["git", "worktree", "list"], { cwd: place.project }).stdout.toString();
  expect(trees.trim().split("\n")).toHaveLength(1);
  expect(await readFaultLines(place)).toEqual([]);
}, 60_000);

test("a flow's review can be left to an agent judge, which neither a command nor a subagent then replaces", async () => {
  const no = judgeAnswer(false, "Nobody handles an empty name.", "greet.sh:1: echo hello $1");
  const yes = judgeAnswer(true, "It is handled.", "greet.sh:1: echo hello you $1");
  const set = (condition: string) => bash(`holdfast flow set ${condition}`);
  const session = await open(
    {
      main: [
        onceStarted(
          place,
          bash(
            "holdfast flow start greet --complexity 3 --kind feature --correctness 'test -e greet.sh' --quality true --judge",
          ),
        ),
        bash("holdfast search greeting; holdfast flow set must_have_answered --none"),
        write(`${place.project}/greet.sh`, "echo hello $1\n"),
        bash("git add -A && git -c user.name=T -c user.email=t@example.invalid commit -qm Greet"),
        bash(
          "holdfast flow set implementation_complete; holdfast flow set correctness_passed; holdfast flow set quality_passed",
        ),
        set("adversarial_passed --command true"),
        set("retrospective_done --note 'nothing to learn because it is one line'"),
        set("plan_approved --force --why 'the user said so'"),
        say("Done."),
        write(`${place.project}/greet.sh`, "echo hello you $1\n"),
        bash(
          "git add -A && git -c user.name=T -c user.email=t@example.invalid commit -qm Empty; holdfast flow set correctness_passed; holdfast flow set quality_passed",
        ),
        say("Fixed."),
        bash("holdfast flow done"),
        say("All done."),
      ],
      judge: [say(no), say(yes)],
    },
    { by: "claude" },
    { judges: {} },
  );
  await session.send("Greet people.");
  await session.waitFor((message) => isResult(message) && message.result === "All done.");
  const run = await session.close();
  expect([stopVerdicts(place), afterTurn(place)]).toEqual([
    ["waiting", "waiting", "complete"],
    ["blocked", "blocked"],
  ]);
  expect(outcomes(place)).toEqual(["no", "yes"]);
  expect(findTold(run.requests, /a judge reviews this flow, so no command can/)).toBeDefined();
  expect(findTold(run.requests, /Nobody handles an empty name/)).toBeDefined();
  expect(findTold(run.requests, /Next: every condition is met\. Run `holdfast flow done`/)).toBeDefined();
  expect(queryStore(place, "SELECT state FROM goals WHERE kind = 'flow'")).toEqual([{ state: "met" }]);
}, 60_000);
