// Recorded events of other agents, replayed to the executable. The real clients run in test/agents.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { lockPath } from "../../src/config/environment.ts";
import {
  EXECUTABLE,
  type Place,
  readDecisions,
  readFaultLines,
  runCommand,
  runProgram,
} from "../helpers/holdfast.ts";
import {
  copyRollout,
  type HostPayload,
  RECORDED_HOSTS,
  type RecordedHost,
  readRecorded,
  replay,
  sendAs,
  sendFromShell,
  writeRollout,
} from "../helpers/host-events.ts";
import { placeLock, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { judgeAnswer, makeAnsweringJudge } from "../helpers/judges.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { vouchFor } from "../helpers/trust.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

const SESSION = "00000000-0000-4000-8000-000000000001";
/** What the agent's shell has and its hooks do not. */
const SHELL: Record<RecordedHost, Record<string, string>> = {
  codex: { CODEX_SESSION_ID: SESSION, CODEX_THREAD_ID: SESSION },
  copilot: { COPILOT_CLI: "1", COPILOT_AGENT_SESSION_ID: SESSION },
  gemini: { GEMINI_CLI: "1" },
  qwen: { QWEN_CODE: "1", QWEN_CODE_SESSION_ID: SESSION },
};
const NAMES: Record<RecordedHost, string> = {
  codex: "Codex",
  copilot: "GitHub Copilot CLI",
  gemini: "Gemini CLI",
  qwen: "Qwen Code",
};
const STOPS = new Set<unknown>(["Stop", "AfterAgent"]);
const PROMPTS = new Set<unknown>(["UserPromptSubmit", "BeforeAgent"]);

const makePlace = (files: Record<string, string> = {}): Place => ({
  home: makeTempHome(),
  project: makeTempProject({ git: true, files }),
});
const logOf = (place: Place) => `${place.home}/.holdfast/session-logs/${SESSION}/log.jsonl`;
const readLog = (place: Place) => (existsSync(logOf(place)) ? readFileSync(logOf(place), "utf8") : "");
const messagesIn = (log: string) =>
  log.split("\n").flatMap((line) => /"type":"text","text":"([^"]*)"/.exec(line)?.[1] ?? []);
const budgets = (place: Place) =>
  queryStore(place, "SELECT blocks FROM budgets WHERE agent = 'main' ORDER BY id");
const find = (payloads: readonly HostPayload[], names: Set<unknown>) => {
  const found = payloads.find(({ hook_event_name }) => names.has(hook_event_name));
  if (!found) throw new Error("no such event was recorded");
  return found;
};
/** What is written from then on is a change of the session. */
const baselineOf = (place: Place) =>
  waitUntil(() => queryStore(place, "SELECT 1 FROM session_starts WHERE tree IS NOT NULL").length > 0);
const outcomes = (place: Place) =>
  queryStore(place, "SELECT outcome FROM judge_calls ORDER BY id").map(({ outcome }) => outcome);
const reasonOf = (stdout: string) => JSON.parse(stdout).reason as string;

describe.each([...RECORDED_HOSTS])("%s", (host) => {
  test("is held by a lock, and our own reason sent back as a prompt continues the budget", async () => {
    const place = makePlace();
    placeLock(place, { goal: "finish it" });
    const rounds: string[] = [];
    for (const payload of readRecorded(host, "held", place)) {
      const isEcho = PROMPTS.has(payload.hook_event_name) && rounds.length > 0;
      const { stdout } = await sendAs(host, place, isEcho ? { ...payload, prompt: rounds[0] } : payload);
      if (STOPS.has(payload.hook_event_name)) rounds.push(reasonOf(stdout));
    }
    expect(rounds[0]).toContain("finish it");
    expect(rounds[1]).toContain("round 2 of 50");
    expect(budgets(place)).toEqual([{ blocks: 2 }]);
    // Copilot's is in its own log only; Gemini sends all messages of a turn each time.
    if (host !== "copilot") expect(messagesIn(readLog(place))).toEqual(["I am done.", "I am done now."]);
    expect(queryStore(place, "SELECT text FROM prompts")).toEqual([{ text: "Be quick." }]);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("has a failing check hold its stop until the check passes", async () => {
    const config = {
      quality: {
        baseline: "off",
        stages: { tests: [{ run: "test ! -f note.txt || grep -q good note.txt" }] },
      },
    };
    const place = makePlace({ ".claude/holdfast.json": JSON.stringify(config) });
    await vouchFor(`${place.home}/.holdfast`, place.project);
    const payloads = readRecorded(host, "tools", place);
    const note = `${place.project}/note.txt`;
    for (const payload of payloads.slice(
      0,
      payloads.findIndex((each) => STOPS.has(each.hook_event_name)),
    )) {
      if (JSON.stringify(payload.tool_input ?? "").includes("note.txt")) {
        await baselineOf(place);
        writeFileSync(note, "bad\n");
      }
      await sendAs(host, place, payload);
    }
    const stop = find(payloads, STOPS);
    expect(reasonOf((await sendAs(host, place, stop)).stdout)).toContain("grep -q good note.txt");
    writeFileSync(note, "good\n");
    const again = { ...stop, stop_hook_active: true, timestamp: "2026-01-01T00:00:09.000Z" };
    expect((await sendAs(host, place, again)).stdout).not.toContain('"block"');
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
  });

  test("has its work judged by verdict --judge, because nothing can wake it", async () => {
    const judge = makeAnsweringJudge(judgeAnswer(false, "The note says nothing.", "note.txt (new)"));
    const place = makePlace();
    const judges = { request: { ask: "Was everything asked for done?", block: true } };
    const config = { judge: { by: { command: judge.command } }, judges };
    writeFileIn(place.home, ".holdfast/config.json", JSON.stringify(config));
    for (const payload of readRecorded(host, "tools", place)) {
      if (JSON.stringify(payload.tool_input ?? "").includes("note.txt"))
        writeFileSync(`${place.project}/note.txt`, "note\n");
      await sendAs(host, place, payload);
    }
    expect([stopVerdicts(place), judge.calls()]).toEqual([["complete"], 0]);
    const { exitCode, stdout } = await runCommand(place, "verdict", "--judge", "--session", SESSION);
    expect([exitCode, stdout]).toEqual([2, 'the judge "request" objects: The note says nothing.\n']);
    for (const part of ["Write a note.", "+ note"]) expect(judge.prompt()).toContain(part);
  });

  test("has its commands and failures recorded, without secrets, in a private log", async () => {
    const place = makePlace();
    const payloads = readRecorded(host, "tools", place);
    if (host === "codex") writeRollout(payloads[0] as HostPayload, { call_1_0: 0, call_3_0: 1 });
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await replay(
      host,
      place,
      payloads.map((payload) => JSON.parse(JSON.stringify(payload).replaceAll("hello", `hello ${secret}`))),
    );
    const log = readLog(place);
    expect(log).not.toContain(secret);
    expect(log).toContain('"content":"Exit code 1\\ncat: missing.txt');
    expect(statSync(logOf(place)).mode & 0o777).toBe(0o600);
    expect(
      log
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).sessionId),
    ).toEqual(expect.not.arrayContaining([undefined]));
    expect(queryStore(place, "SELECT agent, tool_calls FROM sessions")).toEqual([
      { agent: host, tool_calls: 3 },
    ]);
    const queued = JSON.stringify(queryStore(place, "SELECT raw_output FROM pending_queue"));
    expect(queued).toContain("cat: missing.txt: No such file");
    expect(queued).toContain("Exit code 1");
    expect(queued).not.toContain(secret);
  });

  test("is told at its start what an earlier session left, in the form that it reads", async () => {
    const place = makePlace();
    placeLock(place, { goal: "finish it" });
    const start = readRecorded(host, "context", place)[0] as HostPayload;
    const answer = JSON.parse((await sendAs(host, place, start)).stdout);
    const context =
      host === "copilot" ? answer.additionalContext : answer.hookSpecificOutput.additionalContext;
    expect(context).toContain("finish it");
    expect(JSON.stringify(answer)).not.toContain("/holdfast:");
  });

  test("cannot pass its own prompts and stops off as the person's, or use up the budget by them", async () => {
    const place = makePlace();
    placeLock(place, { goal: "finish it" });
    const payloads = readRecorded(host, "held", place);
    const [start, prompt, stop] = [
      payloads[0] as HostPayload,
      find(payloads, PROMPTS),
      find(payloads, STOPS),
    ];
    await replay(host, place, [start, prompt]);
    const id = host === "codex" ? { turn_id: "other" } : {};
    await sendFromShell(host, place, { ...prompt, ...id, prompt: "You may unlock it." }, SHELL[host]);
    for (let round = 0; round < 4; round++) await sendFromShell(host, place, stop, SHELL[host]);
    const said = readLog(place)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ isMeta, type }) => isMeta !== true && type !== "attachment");
    expect(said.map(({ message }) => message.content)).toEqual(["Be quick."]);
    expect(stopVerdicts(place)).not.toContain("stalled");
    expect((await sendAs(host, place, stop)).stdout).toContain('"block"');
  });

  test("is not believed when no agent is above the process that sends an event", async () => {
    const place = makePlace();
    const payloads = readRecorded(host, "held", place);
    for (const payload of payloads)
      await runProgram([EXECUTABLE, "hook"], place, Buffer.from(JSON.stringify(payload)));
    const records = readLog(place)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.length).toBeGreaterThan(0);
    expect(records.filter(({ isMeta }) => isMeta !== true)).toEqual([]);
  });

  test("is called by its own name, in what it and the person are told", async () => {
    const place = makePlace();
    const [start, prompt, stop] = ["SessionStart", PROMPTS, STOPS].map((names) =>
      find(readRecorded(host, "held", place), typeof names === "string" ? new Set([names]) : names),
    ) as [HostPayload, HostPayload, HostPayload];
    placeLock(place, { goal: "finish it" });
    const told = (await replay(host, place, [start, prompt])).map(({ stdout }) => stdout);
    const shell = { ...place, env: SHELL[host] };
    const run = async (...words: string[]) => told.push(JSON.stringify(await runCommand(shell, ...words)));
    await run("memory", "save", "Use pnpm.", "--category", "preference");
    await run("ask", "Which one?");
    told.push((await sendAs(host, place, stop)).stdout);
    for (const words of [["status"], ["explain", "--last"], ["checks"], ["memory", "list"]])
      await run(...words);
    told.push(
      ...(await replay(host, place, [start, { ...prompt, prompt: "This one." }])).map((one) => one.stdout),
    );
    const all = told.join("\n");
    expect(all).not.toMatch(/\bClaude\b/);
    expect(all).toContain(`${NAMES[host]} saved to memory`);
    expect(all).toContain(`${NAMES[host]} asks: Which one?`);
    expect(all).toContain("Noted by agents in earlier sessions");
  });

  test("may start subagents, whose stops are theirs and whose tasks nobody typed", async () => {
    const place = makePlace();
    await replay(host, place, readRecorded(host, "subagent", place));
    expect(queryStore(place, "SELECT text FROM prompts")).toEqual([{ text: "Ask a helper." }]);
    expect(budgets(place)).toHaveLength(1);
    const stops = queryStore(place, "SELECT DISTINCT event FROM decisions ORDER BY event");
    // Gemini has no event for the end of one.
    const events = host === "gemini" ? ["Stop"] : ["Stop", "SubagentStop"];
    expect(stops.map(({ event }) => event)).toEqual(events);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("forgets the log with its session", async () => {
    const place = makePlace();
    await replay(host, place, readRecorded(host, "tools", place));
    expect(existsSync(logOf(place))).toBe(true);
    expect((await runCommand(place, "forget", "--session", SESSION, "--yes")).exitCode).toBe(0);
    expect(existsSync(logOf(place))).toBe(false);
  });

  test("records only names where the person wants nothing recorded", async () => {
    const place = makePlace();
    mkdirSync(`${place.home}/.holdfast`, { recursive: true });
    writeFileSync(`${place.home}/.holdfast/config.json`, '{"capture": {"enabled": false}}');
    await replay(host, place, readRecorded(host, "tools", place));
    const log = readLog(place);
    expect(log).toContain("note.txt");
    for (const text of ["Write a note.", "The note is written.", "one\\ntwo"])
      expect(log).not.toContain(text);
  });

  test("is answered also when the log cannot be written", async () => {
    const place = makePlace();
    placeLock(place, { goal: "finish it" });
    mkdirSync(`${place.home}/.holdfast`, { recursive: true });
    writeFileSync(`${place.home}/.holdfast/session-logs`, "not a folder");
    const payloads = readRecorded(host, "held", place);
    await replay(host, place, payloads.slice(0, 2));
    expect((await sendAs(host, place, find(payloads, STOPS))).stdout).toContain('"block"');
    expect((await readFaultLines(place)).map(({ part }) => part)).toContain("session-log");
  });
});

test("where nothing can wake the agent, a stop also waits for checks that would run after the turn", async () => {
  const tests = [{ run: "! grep -q bad note.txt", background: true, timeout: 600 }];
  const config = { quality: { baseline: "off", stages: { tests } } };
  const place = makePlace({ "note.txt": "good\n", ".claude/holdfast.json": JSON.stringify(config) });
  await vouchFor(`${place.home}/.holdfast`, place.project);
  const payloads = readRecorded("codex", "tools", place);
  writeRollout(payloads[0] as HostPayload, {});
  await replay("codex", place, payloads.slice(0, 6));
  await baselineOf(place);
  writeFileSync(`${place.project}/note.txt`, "bad\n");
  expect(reasonOf((await sendAs("codex", place, find(payloads, STOPS))).stdout)).toContain(
    "grep -q bad note.txt",
  );
});

test("where nothing runs after a turn, a judge that a lock waits for is asked meanwhile, and the next stop has its answer", async () => {
  const stand = makeAnsweringJudge(
    judgeAnswer(false, "There is no moon.", "Done."),
    judgeAnswer(true, "The moon is there.", "Added it."),
  );
  const place = makePlace({ "a.txt": "one\n" });
  writeFileIn(
    place.home,
    ".holdfast/config.json",
    JSON.stringify({ judge: { by: { command: stand.command } } }),
  );
  const payloads = readRecorded("codex", "held", place);
  const stop = find(payloads, STOPS);
  await replay("codex", place, payloads.slice(0, 2));
  const lock = ["lock", "write a note", "--done", "it mentions the moon", "--judge"];
  expect((await runCommand({ ...place, env: SHELL.codex }, ...lock)).exitCode).toBe(0);
  const stopAgain = async (last_assistant_message: string) => {
    const answer = await sendAs("codex", place, { ...stop, last_assistant_message });
    return answer.stdout;
  };
  expect(await stopAgain("Done.")).not.toContain('"block"');
  await waitUntil(() => outcomes(place).at(-1) === "no");
  expect(reasonOf(await stopAgain("Done now."))).toContain("There is no moon.");
  await baselineOf(place);
  writeFileSync(`${place.project}/note.txt`, "moon\n");
  await replay("codex", place, readRecorded("codex", "tools", place).slice(4, 6));
  expect(await stopAgain("Added it.")).not.toContain('"block"');
  await waitUntil(() => !existsSync(lockPath(place.project)));
  expect(outcomes(place)).toEqual(["no", "yes"]);
  expect(await readFaultLines(place)).toEqual([]);
});

test("where nothing runs after a turn, a stop starts the drain", async () => {
  const place = makePlace();
  const payloads = readRecorded("qwen", "tools", place);
  await replay(
    "qwen",
    place,
    payloads.slice(0, payloads.findIndex((each) => STOPS.has(each.hook_event_name)) + 1),
  );
  await waitUntil(() => queryStore(place, "SELECT 1 FROM pending_queue WHERE status <> 'done'").length === 0);
  expect(queryStore(place, "SELECT kind FROM observations").length).toBeGreaterThan(0);
});

test("Codex's patches in shell commands, which bring no event when they end, are checked and recorded", async () => {
  const config = { quality: { baseline: "off", stages: { tests: [{ run: "test ! -f note.txt" }] } } };
  const place = makePlace({ ".claude/holdfast.json": JSON.stringify(config) });
  await vouchFor(`${place.home}/.holdfast`, place.project);
  const payloads = readRecorded("codex", "missed-ends", place);
  await replay("codex", place, payloads.slice(0, 5));
  await baselineOf(place);
  writeFileSync(`${place.project}/note.txt`, "one\n");
  copyRollout(place, payloads[0] as HostPayload, "missed-ends");
  const stop = find(payloads, STOPS);
  expect(reasonOf((await sendAs("codex", place, stop)).stdout)).toContain("test ! -f note.txt");
  await sendAs("codex", place, { ...stop, stop_hook_active: true });
  const results = () => readLog(place).match(/"tool_use_id":"[^"]*"/g);
  expect(results()).toHaveLength(3);
  const calls = queryStore(
    place,
    "SELECT tool_name, files_touched FROM pending_queue WHERE tool_name <> 'holdfast' ORDER BY id",
  );
  // Each once, although the second stop reads the same log; the command still runs.
  expect(calls.map(({ tool_name }) => tool_name)).toEqual(["Write", "Edit"]);
  expect(calls[0]?.files_touched).toContain("note.txt");
  const item = { type: "CommandExecution", id: "call_3_0", exit_code: 2, aggregated_output: "begun\n" };
  const ended = JSON.stringify({ type: "event_msg", payload: { type: "item_completed", item } });
  appendFileSync(String(stop.transcript_path), `${ended}\n`);
  await sendAs("codex", place, { ...stop, stop_hook_active: true });
  expect(results()).toHaveLength(4);
  const last = queryStore(place, "SELECT raw_output FROM pending_queue WHERE tool_name = 'Bash'");
  expect(last).toEqual([{ raw_output: expect.stringContaining("Exit code 2") }]);
});

test("Copilot, which ends a turn by itself after eight holds, has the lock released then, and the next prompt carries the message", async () => {
  const place = makePlace();
  placeLock(place, { goal: "finish it" });
  const payloads = readRecorded("copilot", "tools", place);
  const [start, prompt, stop] = [payloads[0] as HostPayload, find(payloads, PROMPTS), find(payloads, STOPS)];
  const call = payloads.find((each) => each.hook_event_name === "PostToolUse") as HostPayload;
  await replay("copilot", place, [start, prompt]);
  for (let round = 0; round < 9; round++) await replay("copilot", place, [call, stop]);
  expect(stopVerdicts(place)).toEqual([...Array(8).fill("blocked"), "capped"]);
  expect(existsSync(lockPath(place.project))).toBe(false);
  // A person reads before the next prompt.
  await Bun.sleep(2_500);
  const { stdout } = await sendAs("copilot", place, { ...prompt, prompt: "What is left?" });
  const { additionalContext } = JSON.parse(stdout);
  expect(additionalContext).toContain("Show the user this note");
  expect(additionalContext).toContain("the agent allows no more holds in a turn");
  expect(additionalContext).toContain("finish it");
});

test("Qwen Code's empty prompts after each tool open no budget", async () => {
  const place = makePlace();
  await replay("qwen", place, readRecorded("qwen", "tools", place));
  expect(budgets(place)).toEqual([{ blocks: 0 }]);
  expect(queryStore(place, "SELECT text FROM prompts")).toEqual([{ text: "Write a note." }]);
});

test("Copilot, which also runs a project's hooks for Claude Code, has each event counted once", async () => {
  const place = makePlace();
  placeLock(place, { goal: "finish it" });
  mkdirSync(`${place.home}/.holdfast/bin`, { recursive: true });
  const own = `${place.home}/.holdfast/bin/holdfast`;
  mkdirSync(`${place.home}/.copilot/hooks`, { recursive: true });
  const [stop] = readRecorded("copilot", "held", place).filter(({ hook_event_name }) =>
    STOPS.has(hook_event_name),
  );
  const bare = () => runProgram([EXECUTABLE], place, Buffer.from(JSON.stringify(stop)));
  writeFileSync(
    `${place.home}/.copilot/hooks/holdfast.json`,
    JSON.stringify({ hooks: { Stop: [{ bash: `'${own}' hook` }] } }),
  );
  expect((await bare()).stdout).toBe("");
  expect((await sendAs("copilot", place, stop as HostPayload)).stdout).toContain('"block"');
  expect(readDecisions(place)).toHaveLength(1);
  // Registered nowhere else, the project's hooks do the work, once.
  writeFileSync(`${place.home}/.copilot/hooks/holdfast.json`, "{}");
  const answers = await Promise.all([bare(), bare()]);
  expect(answers.filter(({ stdout }) => stdout.includes('"block"'))).toHaveLength(1);
});

test("a session log is pruned with the calls of its session", async () => {
  const place = makePlace();
  await replay("codex", place, readRecorded("codex", "tools", place));
  const old = new Date(Date.now() - 400 * 24 * 3_600_000);
  utimesSync(logOf(place), old, old);
  expect((await runCommand(place, "prune", "--dry-run")).stdout).toContain("1 session log");
  expect(existsSync(logOf(place))).toBe(true);
  expect((await runCommand(place, "prune")).exitCode).toBe(0);
  expect(existsSync(logOf(place))).toBe(false);
});
