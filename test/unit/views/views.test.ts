// The dashboard's views on a store filled by real hook runs.
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { LiveFeed, MAX_VIEWERS } from "../../../src/dashboard/server/live.ts";
import { StoreReader } from "../../../src/dashboard/server/store-reader.ts";
import { runHook } from "../../../src/hook/run.ts";
import { recordCandidate } from "../../../src/memory/inbox/candidates.ts";
import { recordEvents } from "../../../src/memory/inbox/record-candidates.ts";
import { triageItems } from "../../../src/memory/triage/triage-items.ts";
import { RESENT_PLAN } from "../../../src/protocol/claude-code/parse-event.ts";
import { findGoal } from "../../../src/store/goals.ts";
import { createTrace } from "../../../src/store/hook-context.ts";
import { readHealth, readLatency } from "../../../src/views/health.ts";
import { readInbox } from "../../../src/views/inbox.ts";
import { listMemoryRows, readMemory } from "../../../src/views/memories.ts";
import { readNow } from "../../../src/views/now.ts";
import { listProjects, listSessionRows, readStory } from "../../../src/views/sessions.ts";
import { bucketOf, buckets } from "../../../src/views/shared.ts";
import { listStops, readShare, readStop } from "../../../src/views/stops.ts";
import { parseEvent } from "../../helpers/parse-event.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { makeTempFolder, writeFileIn } from "../../helpers/temp.ts";
import { user } from "../../helpers/triage-items.ts";
import { waitUntil } from "../../helpers/wait.ts";
import { makeWorkplace, type Workplace } from "../../helpers/workplace.ts";

let place: Workplace;
const STOPS = 9;

beforeAll(async () => {
  place = await makeWorkplace({ "a.txt": "a" });
  await place.send({ hook_event_name: "SessionStart", source: "startup" });
  await place.prompt("The first request of this session");
  await place.startLoop({ verify: "false", text: "the task" });
  await place.stop({ prompt_id: "p1" });
  await place.stop({ prompt_id: "p1", stop_hook_active: true });
  await place.send({ hook_event_name: "PreCompact", trigger: "auto", custom_instructions: "" });
  // Not in the same millisecond as the compaction.
  await Bun.sleep(2);
  await place.prompt("Something else is wanted now, in other words");
  await place.stop({ prompt_id: "p2" });
  for (let n = 3; n < STOPS; n++) await place.stop({ session_id: `other-${n % 2}`, prompt_id: `p${n}` });
});

describe("stops", () => {
  test("come newest first; a cursor continues", () => {
    const ids = (query: Record<string, string>) => listStops(place.store, query).rows.map(({ id }) => id);
    expect(ids({})).toEqual(Array.from({ length: STOPS }, (_, n) => STOPS - n));
    expect(ids({ cursor: "4" })).toEqual([3, 2, 1]);
    expect(ids({ cursor: "nonsense" })).toEqual([]);
  });

  test.each<[query: Record<string, string>, count: number]>([
    [{ outcome: "held" }, 3],
    [{ gate: "loop" }, 3],
    [{ gate: "lock" }, 0],
    [{ gate: 'loop","code' }, 0],
    [{ session: "s1" }, 3],
    [{ session: "s1", outcome: "allowed" }, 0],
    [{ project: "/nowhere" }, 0],
    [{ since: new Date(Date.now() + 60_000).toISOString() }, 0],
    [{ wrong: "1" }, 0],
  ])("can be filtered by %j", (query, count) => {
    expect(listStops(place.store, query).rows).toHaveLength(count);
  });

  test("since a time are those from then on, even if rows were pruned in between", () => {
    const at = (id: number) =>
      (place.store.query("SELECT at FROM decisions WHERE id = $id").get({ id }) as { at: number }).at;
    place.store.run("UPDATE decisions SET at = at - 5000 WHERE id <= 3");
    const since = new Date(at(4)).toISOString();
    expect(listStops(place.store, { since }).rows.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4]);
    place.store.run("UPDATE decisions SET at = at + 5000 WHERE id <= 3");
  });

  test("refuse what is not a time", () =>
    expect(() => listStops(place.store, { since: "yesterday" })).toThrow("is not a time"));

  test("have their findings, and the timeline of their own prompt", () => {
    const stop = readStop(place.store, "1");
    expect(stop).toMatchObject({
      verdict: "blocked",
      gates: ["loop"],
    });
    expect(stop.timeline.steps).toMatchObject([
      { kind: "prompt", text: "The first request of this session" },
      { kind: "stop", id: 1 },
      { kind: "stop", id: 2 },
      { kind: "compaction", text: "Compacted" },
    ]);
    expect(readStop(place.store, "3").timeline).toMatchObject({
      steps: [{ text: "Something else is wanted now, in other words" }, { kind: "stop", id: 3 }],
    });
    expect(() => readStop(place.store, "1; DROP TABLE decisions")).toThrow("there is no stop");
  });

  test("have only the steps of their own prompt, even if prompts are not captured", async () => {
    const at = await makeWorkplace({
      ".claude/holdfast.json": JSON.stringify({ capture: { enabled: false } }),
    });
    for (const text of ["The first request", "The second request"]) {
      await at.prompt(text);
      await at.stop();
      await Bun.sleep(2);
    }
    expect(at.store.query("SELECT text FROM prompts").all()).toEqual([]);
    const steps = (id: number) => readStop(at.store, String(id)).timeline.steps;
    expect([steps(1), steps(2)]).toMatchObject([[{ kind: "stop", id: 1 }], [{ kind: "stop", id: 2 }]]);
  });

  test("are counted by outcome and time", async () => {
    const share = await readShare(place.store, {});
    const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
    const { held, allowed, released } = share.outcomes;
    expect([share.total, sum(held), sum(allowed), sum(released)]).toEqual([STOPS, 3, STOPS - 3, 0]);
    expect(share).toMatchObject({ wrong: 0, gates: expect.arrayContaining(["lock", "loop"]) });
    expect(share.at).toHaveLength(held.length);
  });

  test.each<Record<string, string>>([
    { outcome: "held" },
    { outcome: "allowed" },
    { outcome: "released" },
    { gate: "loop" },
    { gate: "'; DROP TABLE decisions" },
    { session: "s1" },
    { session: "other-0", outcome: "allowed" },
    { wrong: "1" },
    { project: "/nowhere" },
    { since: new Date(Date.now() - 3_600_000).toISOString() },
  ])("filtered by %j, the chart counts what the list lists", async (query) => {
    const { total } = await readShare(place.store, query);
    expect(total).toBe(listStops(place.store, query).rows.length);
  });

  test("in a row written by another version do not break the page", () => {
    place.store.run("UPDATE decisions SET findings = 'not JSON' WHERE id = 9");
    expect(listStops(place.store, {}).rows[0]).toMatchObject({ id: 9, gates: [], about: null });
    place.store.run("UPDATE decisions SET findings = '[]' WHERE id = 9");
  });
});

test("sessions are listed by their last event, and one is shown as a timeline", async () => {
  const { rows } = listSessionRows(place.store, {});
  const [first] = rows;
  const cursor = `${Date.parse(first?.lastSeenAt ?? "")} ${first?.session}`;
  expect(listSessionRows(place.store, { cursor }).rows).toEqual(rows.slice(1));
  expect(rows.map(({ session }) => session).toSorted()).toEqual(["other-0", "other-1", "s1"]);
  expect(rows.find(({ session }) => session === "s1")).toMatchObject({
    stops: 3,
    held: 3,
    title: "Loop: the task",
    startedWith: "The first request of this session",
  });
  const story = readStory(place.store, "s1");
  expect(story.timeline.steps.map((step) => (step.kind === "prompt" ? step.text : step.kind))).toEqual([
    "Work.",
    "The first request of this session",
    "stop",
    "stop",
    "compaction",
    "Something else is wanted now, in other words",
    "stop",
  ]);
  expect(() => readStory(place.store, "' OR 1=1")).toThrow("there is no session");
});

test("a session is named once somebody asked for something, and is not active before", async () => {
  const at = await makeWorkplace();
  const start = (session_id: string) =>
    at.send({ hook_event_name: "SessionStart", source: "startup", session_id });
  const ask = (session_id: string, prompt: string) =>
    at.send({ hook_event_name: "UserPromptSubmit", session_id, prompt });
  for (const id of ["fresh", "short", "word", "plan"]) await start(id);
  await ask("short", "fix it");
  await ask("word", "continue");
  await ask("plan", `${RESENT_PLAN}\n\n# Plan: Move the cache to Redis\n\n1. Add it`);
  const { sessions } = await readNow(at.env, at.store, null, null);
  const seen = Object.fromEntries(sessions.map(({ session, title, state }) => [session, [title, state]]));
  expect(seen).toMatchObject({
    fresh: [null, "idle"],
    short: ["fix it", "working"],
    word: ["continue", "working"],
    plan: ["Plan: Move the cache to Redis", "working"],
  });
  // Stopped and resumed: nobody has asked for anything since.
  await at.stop({ session_id: "short", last_assistant_message: "Done." });
  // A hook's time counts from the start of its process, which is this one.
  at.store.run("UPDATE decisions SET at = at - 60000, duration_ms = 5");
  await at.send({ hook_event_name: "SessionStart", source: "resume", session_id: "short" });
  const state = async () =>
    (await readNow(at.env, at.store, null, null)).sessions.find(({ session }) => session === "short")?.state;
  expect(await state()).toBe("stopped");
  await at.send({ hook_event_name: "PostToolUse", tool_name: "Read", session_id: "short", tool_input: {} });
  expect(await state()).toBe("working");
  const names = () => listSessionRows(at.store, {}).rows.map(({ session, title }) => [session, title]);
  const before = names();
  // The summary has the same names.
  expect((await runCli(at.env, at.project, "drain")).exitCode).toBe(0);
  expect(names()).toEqual(before);
  expect((await runCli(at.env, at.project, "sessions", "list", "--json")).json).toContainEqual(
    expect.objectContaining({ session: "plan", title: "Plan: Move the cache to Redis" }),
  );
});

test("a session is titled by what it is about now, and says what it began with", async () => {
  const at = await makeWorkplace();
  const read = async () => {
    const { rows } = listSessionRows(at.store, {});
    const [now] = (await readNow(at.env, at.store, null, null)).sessions;
    const { title, startedWith } = readStory(at.store, "s1");
    for (const one of [rows[0], now]) expect(one).toMatchObject({ title, startedWith });
    return [title, startedWith];
  };
  const [first, second] = ["Add a total to the invoice", "Now make the invoice printable on one page"];
  await at.prompt(first);
  expect(await read()).toEqual([first, null]);
  await at.prompt(second);
  expect(await read()).toEqual([second, first]);
  for (const remark of ["yes", "Why did you change the margin of the page there?"]) await at.prompt(remark);
  expect(await read()).toEqual([second, first]);
  await at.startLoop({ verify: "true", text: "the checks pass" });
  expect(await read()).toEqual(["Loop: the checks pass", first]);
  await at.prompt("Also number the pages of the printed invoice");
  expect(await read()).toEqual(["Loop: the checks pass", first]);
  await at.stop();
  expect(findGoal(at.store, "loop", "s1")?.state).toBe("met");
  expect(await read()).toEqual(["Loop: the checks pass", first]);
  await Bun.sleep(2);
  await at.prompt("Send the invoice by mail, with the page as a file");
  expect(await read()).toEqual(["Send the invoice by mail, with the page as a file", first]);
  expect((await runCli(at.env, at.project, "drain")).exitCode).toBe(0);
  expect(await read()).toEqual(["Send the invoice by mail, with the page as a file", first]);
  const { text } = await runCli(at.env, at.project, "sessions", "list");
  expect(text).toContain(" · Send the invoice by mail, with the page as a file\n  started with: Add a total");
});

test("a session without a recorded end is open for a day", async () => {
  const at = await makeWorkplace();
  const ending = (change: string) => {
    at.store.run(`UPDATE sessions SET ${change}`);
    return readStory(at.store, "s1").ending;
  };
  const now = Date.now();
  expect(ending(`last_seen_at = ${now - 3_600_000}`)).toBe("open");
  expect(ending(`last_seen_at = ${now - 25 * 3_600_000}`)).toBe("no end recorded");
  expect(ending(`ended_at = ${now}, end_reason = 'other'`)).toBe("ended");
  expect(ending("end_reason = 'ingested'")).toBe("read from its transcript");
});

describe("the goals of a session", () => {
  const goalsOf = async (at: Workplace) => (await readNow(at.env, at.store, null, null)).sessions[0]?.goals;

  test("are a pipeline with its stages", async () => {
    const stages = [
      { stage: "design", match: "planner" },
      { stage: "build", match: "builder", requires: ["design"] },
      { stage: "review", match: "reviewer", requires: ["build"] },
    ];
    const at = await makeWorkplace({ ".claude/holdfast.json": JSON.stringify({ pipeline: stages }) });
    const subagent = (hook_event_name: string, agent_id: string, agent_type: string) =>
      at.send({ hook_event_name, agent_id, agent_type, last_assistant_message: "Done." });
    await at.prompt("Build the export in stages");
    await subagent("SubagentStart", "a1", "planner");
    await subagent("SubagentStop", "a1", "planner");
    await subagent("SubagentStart", "a2", "builder");
    expect(await goalsOf(at)).toMatchObject([
      {
        kind: "pipeline",
        state: "holds",
        conditions: [
          { text: "design", state: "met", note: "planner: passed" },
          { text: "build", state: "open", note: "builder: running" },
          { text: "review", state: "open", note: "waits for build" },
        ],
      },
    ]);
  });

  test("are a flow of another tool with what its file says, and a plan that waits for the person", async () => {
    const at = await makeWorkplace({
      "docs/plans/x/PLAN.md": "## Phase 1\n\n- [x] one\n\nSTOP: ask the user\n\n## Phase 2\n\n- [ ] two\n",
      "docs/plans/x/MEMORY.md": "status: in-progress\n",
    });
    const conditions = { memory_search: true, implementation_complete: false };
    mkdirSync(at.stateDir, { recursive: true });
    writeFileSync(
      `${at.stateDir}/orchestrator.json`,
      JSON.stringify({ session_id: "s1", task: "the task", phase: "plan", verified_done: false, conditions }),
    );
    await at.prompt("Go on with the task");
    await at.stop();
    expect(await goalsOf(at)).toMatchObject([
      {
        kind: "flow",
        what: "the task",
        conditions: [
          { text: "memory search", state: "met" },
          { text: "implementation complete", state: "open" },
        ],
      },
      {
        kind: "plan",
        state: "open",
        what: "docs/plans/x/PLAN.md, Phase 2: 1 of 2 items done",
        why: "waiting for you at line 5: STOP: ask the user",
        conditions: [{ text: "two", state: "open" }],
      },
    ]);
  });

  test("are shown even if the project's folder or another tool's file is gone", async () => {
    const at = await makeWorkplace();
    await at.prompt("Write the report");
    const flow = [
      "flow",
      "start",
      "write the report",
      "--session",
      "s1",
      "--complexity",
      "3",
      "--kind",
      "docs",
    ];
    expect((await runCli(at.env, at.project, ...flow)).exitCode).toBe(0);
    rmSync(at.project, { recursive: true });
    expect(await goalsOf(at)).toMatchObject([{ kind: "flow", what: "write the report", rounds: 0 }]);
    at.store.run("UPDATE goals SET file_key = 'x', state = 'suspended' WHERE kind = 'flow'");
    rmSync(`${at.stateDir}/orchestrator.json`, { force: true });
    expect(await goalsOf(at)).toMatchObject([{ kind: "flow", state: "suspended", rounds: null }]);
  });
});

test("projects of the same name are distinguished, and Now counts the chosen one", async () => {
  const at = await makeWorkplace();
  const root = makeTempFolder("projects");
  const names = ["a/app", "b/app", "shop", "x/src/api", "y/src/api"];
  const folders = ["a/app", "b/app", "b/shop", "x/src/api", "y/src/api"].map((name) => `${root}/${name}`);
  for (const cwd of folders) {
    mkdirSync(cwd, { recursive: true });
    const env = { ...at.env, projectDir: cwd };
    const send = async (fields: object) => {
      const payload = JSON.stringify({
        session_id: cwd.slice(root.length).replaceAll("/", "_"),
        cwd,
        ...fields,
      });
      const parsed = parseEvent(payload);
      if (parsed.ok) await runHook(parsed.event, env, createTrace(false), payload);
    };
    await send({ hook_event_name: "UserPromptSubmit", prompt: "Do what is to be done here" });
    await send({ hook_event_name: "Stop", last_assistant_message: "Done." });
  }
  const listed = listProjects(at.store).map(({ projectKey, name }) => [projectKey, name]);
  expect(Object.fromEntries(listed)).toMatchObject(
    Object.fromEntries(folders.map((folder, n) => [folder, names[n]])),
  );
  const all = await readNow(at.env, at.store, null, null);
  expect([all.today.sessions, all.today.stops, all.sessions.length]).toEqual([6, 5, 6]);
  const [first = ""] = folders;
  const one = await readNow(at.env, at.store, first, null);
  expect([one.today.sessions, one.today.stops]).toEqual([1, 1]);
  expect(one.sessions.map(({ projectKey, project }) => projectKey ?? project)).toEqual([first]);
  const none = await readNow(at.env, at.store, "' OR 1=1 --", null);
  expect([none.today.sessions, none.today.stops, none.sessions]).toEqual([0, 0, []]);
});

test("stops of subagents and tasks are stops on every page", async () => {
  const at = await makeWorkplace();
  await at.prompt("Do it with a subagent.");
  await at.send({ hook_event_name: "SubagentStop", agent_id: "a1", agent_type: "general-purpose" });
  await at.send({ hook_event_name: "TaskCompleted", task_id: "1", task_subject: "one" });
  await at.stop();
  const listed = listStops(at.store, {}).rows;
  expect(listed.map(({ event }) => event)).toEqual(["Stop", "TaskCompleted", "SubagentStop"]);
  const [session] = listSessionRows(at.store, {}).rows;
  const { today } = await readNow(at.env, at.store, null, null);
  const { counts } = await readHealth(at.env, at.store);
  const { total } = await readShare(at.store, {});
  expect([today.stops, session?.stops, counts.stops, total]).toEqual([3, 3, 3, 3]);
});

test("health counts memories, their use and the answers to the inbox, of all projects", async () => {
  const at = await makeWorkplace();
  expect((await readHealth(at.env, null)).memory).toBeNull();
  const empty = { injected: 0, used: 0, categories: [], patterns: [] };
  expect((await readHealth(at.env, at.store)).memory).toEqual({ statuses: [], ...empty });
  for (const project of [at.project, makeTempFolder("other")])
    await runCli(
      { ...at.env, projectDir: project },
      project,
      "memory",
      "save",
      "Use pnpm",
      "--category",
      "decision",
    );
  await runCli(at.env, at.project, "memory", "retire", "use-pnpm");
  expect((await readHealth(at.env, at.store)).memory).toEqual({
    statuses: [
      { status: "active", n: 1 },
      { status: "retired", n: 1 },
    ],
    ...empty,
  });
});

test("a memory lists the sessions that were given it, even before they are judged; a chain follows what replaced what", async () => {
  const at = await makeWorkplace();
  const save = (title: string, ...words: string[]) =>
    runCli(at.env, at.project, "memory", "save", title, "--category", "decision", ...words);
  await save("We use Postgres for orders", "--body", "Because of transactions.");
  await save("The queue is Redis");
  // The newer one is replaced by the older one.
  await runCli(
    at.env,
    at.project,
    "memory",
    "edit",
    "we-use-postgres-for-orders",
    "--supersede",
    "the-queue-is-redis",
  );
  await at.send({ hook_event_name: "SessionStart", source: "startup", session_id: "told" });
  await at.send({
    hook_event_name: "UserPromptSubmit",
    session_id: "told",
    prompt: "Which database has the orders, Postgres?",
  });
  const { rows } = listMemoryRows(at.store, {});
  expect(rows).toMatchObject([{ title: "We use Postgres for orders", injected: 1, used: 0 }]);
  const projectKey = rows[0]?.projectKey ?? "";
  const id = rows[0]?.id ?? "";
  const read = () => readMemory(at.store, { projectKey, id });
  expect(read()).toMatchObject({
    injected: 1,
    given: [{ session: "told", used: null, title: "Which database has the orders, Postgres?" }],
    chain: [{ title: "The queue is Redis", status: "superseded" }, { self: true }],
  });
  // Another project's memory of the same ID is not what was told.
  const other = makeTempFolder("other");
  writeFileIn(other, ".claude/memory/decisions/other.md", `---\nid: ${id}\n---\n# Other\n`);
  await runCli({ ...at.env, projectDir: other }, other, "memory", "list");
  expect(readStory(at.store, "told").given.flatMap(({ lines }) => lines)).toContainEqual(
    expect.objectContaining({
      text: "We use Postgres for orders",
      memory: expect.objectContaining({ projectKey, id, used: null }),
    }),
  );
  expect((await runCli(at.env, at.project, "drain")).exitCode).toBe(0);
  expect(read()).toMatchObject({ injected: 1, given: [{ session: "told" }] });
});

describe("the time of the hook", () => {
  const span = (query: Record<string, string> = {}) => readLatency(timed.store, query);
  let timed: Workplace;

  beforeAll(async () => {
    timed = await makeWorkplace({});
    const send = (hook_event_name: string, fields: object = {}) =>
      timed.send({ hook_event_name, session_id: "t1", ...fields });
    const tool = { tool_name: "Bash", tool_input: { command: "ls" } };
    await send("SessionStart", { source: "startup" });
    await send("UserPromptSubmit", { prompt: "Rotate the signing certificates of the billing gateway" });
    await send("PostToolUse", { ...tool, tool_use_id: "u1", tool_response: { stdout: "a" } });
    await send("PostToolUseFailure", { ...tool, tool_use_id: "u2", error: "Exit code 1" });
    await send("SubagentStart", { agent_id: "a1", agent_type: "Explore" });
    await send("TaskCreated", { task_id: "1", task_subject: "one" });
    await send("PreCompact", { trigger: "auto", custom_instructions: "" });
    await send("Stop");
    await send("SessionEnd", { reason: "other" });
    // Its subject is found again.
    await timed.send({
      hook_event_name: "UserPromptSubmit",
      session_id: "t2",
      prompt_id: "p2",
      prompt: "Are the signing certificates of the billing gateway rotated?",
    });
  });

  test("is known for every event that leaves a row, with its recall if something was recalled", () => {
    const { events, untimed } = span();
    expect(events.map(({ event, beside, n }) => [event, beside, n])).toEqual([
      ["PostToolUse", null, 2],
      ["UserPromptSubmit", null, 2],
      ["PreCompact", null, 1],
      ["SessionEnd", null, 1],
      ["SessionStart", null, 1],
      ["Stop", null, 1],
      ["SubagentStart", null, 1],
      ["TaskCreated", null, 1],
      ["UserPromptSubmit", "recall", 1],
    ]);
    expect(untimed).toBe(0);
    for (const { medianMs, p95Ms, slowestMs, medians } of events) {
      expect(medianMs).toBeGreaterThan(0);
      expect(p95Ms).toBeLessThanOrEqual(slowestMs);
      expect(medians.at(-1)).toBe(medianMs);
    }
  });

  test("requires a period, and refuses invalid ones", () => {
    const future = new Date(Date.now() + 60_000).toISOString();
    expect(span({ since: future }).events).toEqual([]);
    expect(span({ since: "0001-01-01T00:00:00Z" }).at.length).toBeLessThan(370);
    expect(() => span({ since: "'; DROP TABLE prompts" })).toThrow("is not a time");
  });

  test("rows written by an older version are left out, and counted", () => {
    timed.store.run("UPDATE pending_queue SET hook_ms = NULL WHERE tool_use_id = 'u1'");
    timed.store.run("UPDATE sessions SET start_hook_ms = NULL, end_hook_ms = NULL");
    const { events, untimed } = span();
    expect(untimed).toBe(3);
    expect(events.find(({ event }) => event === "PostToolUse")?.n).toBe(1);
    expect(events.map(({ event }) => event)).not.toContain("SessionEnd");
  });
});

test("days are in the person's time zone, and hours and days have no gaps", () => {
  const since = new Date(2026, 9, 23, 12).getTime();
  const days = buckets(since, since + 5 * 24 * 3_600_000, "day");
  expect(days.map((at) => new Date(at).getHours())).toEqual(days.map(() => 0));
  expect(bucketOf(days, since)).toBe(0);
  expect(bucketOf(days, since - 24 * 3_600_000)).toBe(-1);
  expect(buckets(since, since + 3 * 3_600_000, "hour")).toHaveLength(3);
});

describe("live updates", () => {
  const read = async (reader: { read(): Promise<{ value?: Uint8Array | undefined }> }) =>
    Buffer.from((await reader.read()).value ?? []).toString();

  test("report a commit by another process once it is read", async () => {
    const store = new StoreReader(place.env);
    const feed = new LiveFeed(store);
    const reader = feed.open().getReader();
    expect(await read(reader)).toBe("event: hello\ndata: {}\n\n");
    await place.stop({ session_id: "other-0" });
    expect(await read(reader)).toContain('"stops"');
    feed.close();
    expect((await reader.read()).done).toBe(true);
    store.close();
  });

  test("queue few events for a viewer that does not read; refuse viewers beyond the limit; a viewer who leaves makes room", async () => {
    let version = 0;
    const store = {
      versions: () => ({ ledger: String(version++), memory: "", pauses: "" }),
    } as unknown as StoreReader;
    const feed = new LiveFeed(store);
    const idle = feed.open();
    const readers = Array.from({ length: MAX_VIEWERS - 1 }, () => feed.open().getReader());
    expect(feed.isFull).toBe(true);
    let told = 0;
    const [busy] = readers;
    if (busy) for (; told < 3; told++) await read(busy);
    for (const reader of readers) await reader.cancel();
    expect(feed.isFull).toBe(false);
    const waiting = idle.getReader();
    expect(await read(waiting)).toContain("hello");
    await waitUntil(() => version > 4);
    await waiting.cancel();
    const after = version;
    // Nobody watches, so nothing is read.
    await waitUntil(() => version > after, 600);
    expect(version).toBe(after);
  });
});

test("a candidate's text is what accepting it saves, not everything that was quoted", async () => {
  const inbox = await makeWorkplace();
  const session = { sessionId: "s1", projectKey: inbox.project, path: "" };
  const said = user("Always use pnpm here. Also rename foo to bar in the parser and fix the typo.");
  recordEvents(inbox.store, session, triageItems([said]).events);
  const [candidate] = readInbox(inbox.store, { projectKey: null }).rows;
  expect(candidate?.quotes.map(({ text }) => text).join()).toContain("rename foo");
  expect(candidate?.text).toBe("Always use pnpm here.");
});

test("the inbox counts everything that waits in the project, even what is not listed", async () => {
  const { store, project } = await makeWorkplace();
  const candidate = { project_key: project, session_id: "s1", category: "PREFERENCE", who: "user", at: 1 };
  for (let n = 0; n < 201; n++) {
    const title = `Always use tool ${n}`;
    recordCandidate(store, {
      ...candidate,
      ...{ title, fingerprint: title, score: 1, evidence: "[]", patterns: "[]" },
    });
  }
  const { rows, waiting } = readInbox(store, { projectKey: null });
  expect([rows.length, waiting]).toEqual([200, 201]);
  const found = readInbox(store, { projectKey: project, words: ["tool", "200"] });
  expect([found.rows.length, found.waiting]).toEqual([1, 201]);
  expect(readInbox(store, { projectKey: "/nowhere" })).toEqual({ rows: [], waiting: 0 });
});
