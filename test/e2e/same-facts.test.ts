// Commands, the status line, the MCP server, the mod's JSON and the dashboard say the same about the same sessions. Hooks and
// commands of the executable made these sessions.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type {
  ApiMemory,
  ApiStop,
  Inbox,
  InboxRow,
  LiveSession,
  MemoryListRow,
  Now,
  Page,
  SessionListRow,
  StopRow,
  Story,
} from "../../src/dashboard/contract.ts";
import { enter, openDashboard } from "../helpers/dashboard.ts";
import { EXECUTABLE, type Place, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

const SESSION = "5a3e0000-0000-4000-8000-000000000001";
const OTHER_SESSION = "5a3e0000-0000-4000-8000-000000000002";

interface Session extends Place {
  send(event: object): Promise<void>;
  prompt(text: string): Promise<void>;
  stop(): Promise<void>;
  /** As the person, at a terminal. */
  run(...words: string[]): Promise<string>;
}

async function begin(): Promise<Session> {
  const place: Place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  let prompts = 0;
  const send = async (event: object) => {
    const common = { session_id: SESSION, cwd: place.project, prompt_id: `p${prompts}` };
    expect((await sendEvent(place, { ...common, ...event })).exitCode).toBe(0);
  };
  await send({ hook_event_name: "SessionStart", source: "startup" });
  return {
    ...place,
    send,
    async prompt(prompt) {
      prompts += 1;
      await send({ hook_event_name: "UserPromptSubmit", prompt });
    },
    stop: () => send({ hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." }),
    async run(...words) {
      const { stdout, stderr, exitCode } = await runCommand(place, ...words);
      expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
      return stdout;
    },
  };
}

async function runJson<T>(session: Session, ...words: string[]): Promise<T> {
  return JSON.parse(await session.run(...words, "--json"));
}

/** The text of a tool's answer, from a server that the client would have started in the session. */
async function askTool({ home, project }: Place, name: string, input: object = {}): Promise<string> {
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name, arguments: input } },
  ];
  const child = Bun.spawn([EXECUTABLE, "mcp"], {
    cwd: project,
    env: { HOME: home, PATH: process.env.PATH ?? "", CLAUDE_CODE_SESSION_ID: SESSION, CLAUDECODE: "1" },
    stdin: Buffer.from(messages.map((one) => `${JSON.stringify({ jsonrpc: "2.0", ...one })}\n`).join("")),
    stdout: "pipe",
    stderr: "inherit",
  });
  const answers = (await child.stdout.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const answered = answers.find(({ id }) => id === 2);
  return answered.result.content[0].text;
}

async function showStatusLine({ home, project }: Place): Promise<string> {
  const child = Bun.spawn([EXECUTABLE, "statusline"], {
    cwd: project,
    env: { HOME: home, PATH: process.env.PATH ?? "" },
    stdin: Buffer.from(JSON.stringify({ session_id: SESSION, cwd: project })),
    stdout: "pipe",
    stderr: "inherit",
  });
  return child.stdout.text();
}

/** What each of them says. */
async function readAll(session: Session) {
  const dashboard = await openDashboard(session);
  closings.push(() => dashboard.stop());
  const visitor = await enter(dashboard);
  const explained = await runJson<ApiStop>(session, "explain");
  const { timeline, ...page } = await visitor.get<ApiStop>(`/api/stop?id=${explained.id}`);
  const now = await visitor.get<Now>("/api/now");
  return {
    explained,
    page,
    timeline,
    card: now.sessions[0] as LiveSession,
    rows: (await visitor.get<Page<StopRow>>("/api/stops")).rows,
    listed: await runJson<StopRow[]>(session, "explain", "--list"),
    last: await runJson<ApiStop>(session, "explain", "--last"),
    status: await runJson<Status>(session, "status", "--details"),
    story: await visitor.get<Story>(`/api/session?id=${SESSION}`),
    shown: await runJson<Story>(session, "sessions", "show", SESSION),
    sessions: (await visitor.get<Page<SessionListRow>>("/api/sessions")).rows,
    listedSessions: await runJson<SessionListRow[]>(session, "sessions", "list"),
    text: {
      status: await session.run("status"),
      explain: await session.run("explain"),
      list: await session.run("explain", "--list"),
      tool: await askTool(session, "status"),
      explainTool: await askTool(session, "explain_stop"),
      showTool: await askTool(session, "session_show", { part: "events" }),
      statusLine: await showStatusLine(session),
    },
  };
}

async function readInboxes(session: Session) {
  const dashboard = await openDashboard(session);
  closings.push(() => dashboard.stop());
  const visitor = await enter(dashboard);
  const { inboxItems } = await runJson<{ inboxItems: InboxRow[] }>(session, "status", "--details");
  return { page: await visitor.get<Inbox>("/api/inbox"), status: inboxItems };
}

/** As the client writes it. */
const PREFERENCE = {
  type: "user",
  uuid: "00000000-0000-4000-8000-00000000000a",
  parentUuid: null,
  sessionId: SESSION,
  isSidechain: false,
  userType: "external",
  timestamp: new Date().toISOString(),
  message: { role: "user", content: "From now on always use pnpm in this project, never npm." },
};

interface Status {
  goals: Omit<LiveSession["goals"][number], "conditions">[];
  holding: { kind: string; what: string; rounds: number; maxRounds: number | null }[];
  on: { kind: string; short: string; text: string }[];
  last: StopRow;
  stops: StopRow[];
}

const closings: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closings.map((close) => close())));

const SCENES: Record<string, { make(session: Session): Promise<void>; title: string; last: string }> = {
  "a lock that holds": {
    async make(session) {
      await session.prompt("Ship it.");
      await session.run("lock", "ship the release", "--max", "9");
      await session.stop();
      await session.stop();
    },
    title: "Held by the lock, round 2 of 9",
    last: "Held by the lock, round 2 of 9",
  },
  "a lock that somebody removed": {
    async make(session) {
      await session.prompt("Ship it.");
      await session.run("lock", "ship the release");
      await session.stop();
      await session.run("unlock");
      await session.stop();
    },
    title: "Held by the lock, round 1 of 50",
    last: "Allowed: nothing held it",
  },
  "another session's lock": {
    async make(session) {
      await session.prompt("Look around.");
      const lock = { goal: "theirs", session_id: "another-session", created_at: new Date().toISOString() };
      writeFileIn(session.project, ".claude/runtime/locks/.lock_active", JSON.stringify(lock));
      await session.stop();
    },
    title: "Allowed: nothing held it",
    last: "Allowed: nothing held it",
  },
  "a plan that holds nothing": {
    async make(session) {
      writeFileIn(session.project, "docs/plans/x/PLAN.md", "## Phase 1\n\n- [x] one\n- [ ] two\n");
      writeFileIn(session.project, "docs/plans/x/MEMORY.md", "status: in-progress\n");
      await session.prompt("Look around.");
      await session.stop();
    },
    title: "Allowed: nothing held it",
    last: "Allowed: nothing held it",
  },
  "a loop that was released": {
    async make(session) {
      await session.prompt("Make it pass.");
      await session.run("loop", "start", "make it pass", "--verify", "false");
      for (let n = 0; n < 3; n++) await session.stop();
    },
    title: "Held by the loop, round 2 of 25",
    last: "Released: nothing changed over three stops",
  },
  "a flow that holds": {
    async make(session) {
      await session.prompt("Add a login.");
      await session.run("flow", "start", "add a login", "--complexity", "5", "--kind", "feature");
      await session.stop();
    },
    title: "Held by the flow, round 1 of 25",
    last: "Held by the flow, round 1 of 25",
  },
  "another tool's flow": {
    async make(session) {
      await session.prompt("Add a login.");
      const theirs = { task: "add a login", phase: "review", verified_done: false };
      writeFileIn(session.home, `.holdfast/state/${SESSION}/orchestrator.json`, JSON.stringify(theirs));
      await session.stop();
    },
    title: "Held by the flow, round 1 of 25",
    last: "Held by the flow, round 1 of 25",
  },
  "a gate that was released before": {
    async make(session) {
      const custom = [{ id: "notes", run: `echo '{"decision": "block", "reason": "Write notes.md."}'` }];
      writeFileIn(session.home, ".holdfast/config.json", JSON.stringify({ gates: { custom } }));
      await session.prompt("Change it.");
      for (let n = 0; n < 4; n++) await session.stop();
    },
    title: "Held by the custom gate, round 2 of 6",
    last: "Allowed: the custom gate had been released before",
  },
  "nothing that held": {
    async make(session) {
      await session.prompt("What is this?");
      await session.stop();
    },
    title: "Allowed: nothing held it",
    last: "Allowed: nothing held it",
  },
  "a pause": {
    async make(session) {
      await session.prompt("Ship it.");
      await session.run("lock", "ship the release");
      await session.run("pause", "--for", "1h");
      await session.stop();
    },
    title: "Allowed: holdfast was paused (`holdfast resume` ends a pause)",
    last: "Allowed: holdfast was paused (`holdfast resume` ends a pause)",
  },
};

describe.each(Object.entries(SCENES))("%s", (_name, { make, title, last }) => {
  test("is explained, shown and listed in the same words everywhere", async () => {
    const session = await begin();
    await make(session);
    const {
      explained,
      page,
      timeline,
      card,
      rows,
      listed,
      last: lastStop,
      status,
      text,
      ...more
    } = await readAll(session);
    // Why a stop was held.
    expect(explained.title).toBe(title);
    expect(page).toEqual(explained);
    expect(text.explain).toContain(`Stop ${explained.id}: ${title}`);
    expect(text.explainTool).toContain(`Stop ${explained.id}: ${title}`);
    expect(timeline.steps).toContainEqual(expect.objectContaining({ id: explained.id, title }));
    // The last stop.
    expect(lastStop.title).toBe(last);
    expect([status.last.title, card.lastStop?.title, rows[0]?.title, listed[0]?.title]).toEqual(
      Array(4).fill(last),
    );
    expect(listed).toEqual(rows);
    expect(status.stops).toEqual(rows);
    expect(text.list).toContain(last);
    expect(text.status).toContain(`${last} (stop ${lastStop.id}`);
    expect(text.tool).toContain(last);
    // What holds now.
    const goals = card.goals.filter(({ state }) => state === "holds");
    const facts = ({
      kind,
      what,
      rounds,
      maxRounds,
    }: Omit<Status["holding"][number], "rounds"> & { rounds: number | null }) => ({
      ...{ kind, what, rounds, maxRounds },
    });
    expect(status.holding.map(facts)).toEqual(goals.map(facts));
    const shownGoals = card.goals.map(({ kind, state, what }) => ({ kind, state, what }));
    expect(status.goals.map(({ kind, state, what }) => ({ kind, state, what }))).toEqual(shownGoals);
    for (const { kind, what } of card.goals) expect(text.status).toContain(`  ${kind.padEnd(10)} ${what}\n`);
    for (const { kind, what } of goals) {
      expect(text.tool).toContain(`${kind}: ${what}`);
      expect(text.statusLine).toContain(kind);
    }
    if (goals.length === 0) expect(text.tool).toContain("Nothing holds this session.");
    for (const { short } of status.on) expect(text.statusLine).toContain(short);
    // The session's story.
    expect(more.shown).toEqual(more.story);
    expect(more.listedSessions).toEqual(more.sessions);
    expect(text.showTool).toContain(`stop ${lastStop.id}: ${last}`);
  });
});

test("conditions that were waived are named everywhere, also after the flow has ended", async () => {
  const session = await begin();
  await session.prompt("Add a login.");
  await session.run("flow", "start", "add a login", "--complexity", "5", "--kind", "feature");
  const event = ["memory_search", "implementation_complete", "retrospective_done"];
  const waived = ["must_have_answered", "plan_approved", "correctness_passed", "quality_passed"];
  for (const id of [...event, ...waived]) await session.run("flow", "set", id, "--force", "--why", "no time");
  const named =
    /waived without a sign from the user: must have answered, plan approved, correctness passed, quality passed/;
  const look = async () => {
    await session.stop();
    const { card, status, text, story } = await readAll(session);
    const markdown = await session.run("checks", "--markdown");
    const goal = card.goals.find(({ kind }) => kind === "flow");
    expect(goal?.waived).toEqual(waived.map((id) => id.replaceAll("_", " ")));
    expect(status.goals.find(({ kind }) => kind === "flow")?.waived).toEqual(goal?.waived);
    expect(status.on.find(({ kind }) => kind === "flow")?.text).toEndWith(" · 4 waived");
    for (const said of [text.status, text.tool]) expect(said).toMatch(named);
    expect(markdown).toMatch(
      /Waived in the `flow` without a sign from the user: `must have answered`.*`quality passed`. Task: `add a login`/,
    );
    const acts = story.timeline.steps.flatMap((step) => (step.kind === "act" ? step.text : []));
    for (const id of waived)
      expect(acts).toContainEqual(expect.stringContaining(`waived: ${id} of the flow, from inside`));
    for (const id of event)
      expect(acts).toContainEqual(expect.stringContaining(`set without evidence: ${id}`));
    return text.status;
  };
  expect(await look()).toContain("phase done");
  await session.run("flow", "done");
  const ended = await look();
  expect(ended).toContain("ended without proof");
  const verdict = await runCommand(session, "verdict", "--last");
  expect([verdict.exitCode, verdict.stdout]).toEqual([3, expect.stringMatching(named)]);
  expect(ended).not.toContain("Nothing is held here");
});

test("of two sessions in one project each has its own last stop, everywhere", async () => {
  const held = await begin();
  await held.prompt("Make it pass.");
  await held.run("loop", "start", "make it pass", "--verify", "false");
  await held.stop();
  const other = { session_id: OTHER_SESSION, prompt_id: "p9" };
  await held.send({ ...other, hook_event_name: "SessionStart", source: "startup" });
  await held.send({ ...other, hook_event_name: "UserPromptSubmit", prompt: "What is this?" });
  await held.send({ ...other, hook_event_name: "Stop", stop_hook_active: false });
  const dashboard = await openDashboard(held);
  closings.push(() => dashboard.stop());
  const now = await (await enter(dashboard)).get<Now>("/api/now");
  for (const [session, title] of [
    [SESSION, "Held by the loop, round 1 of 25"],
    [OTHER_SESSION, "Allowed: nothing held it"],
  ] as const) {
    const status = await runJson<Status>(held, "status", "--session", session);
    const card = now.sessions.find((one) => one.session === session);
    expect([status.last.title, card?.lastStop?.title]).toEqual([title, title]);
    expect(await held.run("status", "--session", session)).toContain(`${title} (stop ${status.last.id}`);
  }
  expect(await askTool(held, "status")).toContain("Held by the loop, round 1 of 25");
});

test("what waits in the inbox is the same in the command, the mod and the dashboard", async () => {
  const session = await begin();
  const transcript = writeFileIn(session.home, "transcript.jsonl", `${JSON.stringify(PREFERENCE)}\n`);
  await session.send({
    hook_event_name: "UserPromptSubmit",
    prompt: PREFERENCE.message.content,
    transcript_path: transcript,
  });
  await session.send({ hook_event_name: "SessionEnd", reason: "other", transcript_path: transcript });
  const listed = () => runJson<InboxRow[]>(session, "memory", "inbox", "--list");
  await waitUntil(async () => (await listed()).length > 0);
  const { page, status } = await readInboxes(session);
  expect(status).toEqual(await listed());
  expect(page.rows).toEqual(await listed());
  expect(page.rows).toMatchObject([{ title: expect.stringContaining("pnpm"), session: SESSION }]);
});

test("a memory, and that it was recalled, is the same in commands, tools, the mod and the dashboard", async () => {
  const session = await begin();
  await session.run("memory", "save", "We use Postgres for orders", "--category", "decision");
  await session.prompt("Which database has the orders, Postgres?");
  const dashboard = await openDashboard(session);
  closings.push(() => dashboard.stop());
  const visitor = await enter(dashboard);
  const { rows } = await visitor.get<Page<MemoryListRow>>("/api/memories");
  const [row] = rows;
  expect(row).toMatchObject({ title: "We use Postgres for orders", injected: 1, used: 0 });
  expect(await runJson<MemoryListRow[]>(session, "memory", "list")).toEqual(rows);
  const [found] = await runJson<MemoryListRow[]>(session, "memory", "search", "orders");
  expect({ ...found, injected: 1, used: 0 }).toMatchObject({ ...row });
  const key = encodeURIComponent(row?.projectKey ?? "");
  const page = await visitor.get<ApiMemory>(`/api/memory?projectKey=${key}&id=${row?.id}`);
  expect(await runJson<ApiMemory>(session, "memory", "show", row?.id ?? "")).toEqual(page);
  expect(await askTool(session, "memory_search", { id: row?.id })).toContain(page.title);

  const { given } = await visitor.get<Story>(`/api/session?id=${SESSION}`);
  expect(await runJson<Story["given"]>(session, "recall")).toEqual(given.toReversed());
  expect(given.at(-1)?.lines).toMatchObject([{ kind: "memory", text: page.title, memory: { used: null } }]);
  const { given: last } = await runJson<{ given: object }>(session, "status", "--details");
  expect(last).toMatchObject({ lines: [{ kind: "memory", text: page.title }] });
});

test("after an unlock everybody says who unlocked, and what came of it", async () => {
  const session = await begin();
  await SCENES["a lock that somebody removed"]?.make(session);
  const { explained, timeline, text } = await readAll(session);
  const { text: unlocked = "", ...act } = explained.after.acts[0] ?? {};
  expect(unlocked).toMatch(/^unlocked (?:by|from)/);
  expect(act).toMatchObject({ command: "unlock", isRelease: true });
  expect(explained.after.stop?.title).toBe("Allowed: nothing held it");
  expect(timeline.steps).toContainEqual(expect.objectContaining({ kind: "act", text: unlocked }));
  for (const said of [text.explain, text.explainTool, text.showTool]) expect(said).toContain(unlocked);
});
