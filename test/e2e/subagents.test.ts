// Rules for subagents, tasks and teammates in the real client.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { type Place, readDecisions, readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock, queryStore } from "../helpers/installed.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { onceStarted } from "../helpers/quality.ts";
import { refillProject } from "../helpers/temp.ts";
import { findTold, requestsOfAgent, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { agent, bash, edit, helperLeavesDebugger, read, say, useTool, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const filesWith = (config: object) => ({
  ".claude/holdfast.json": JSON.stringify(config),
  "src/a.ts": "export const a = 1;\n",
});
const makePlace = (config: object) => makeInstalledPlace({ git: true, files: filesWith(config) });

const shared = await makePlace({});
const sessions = shareSessions(shared);

/** For the next session. */
async function configure(config: object): Promise<Place> {
  refillProject(shared.project, filesWith(config));
  await vouchFor(`${shared.home}/.holdfast`, shared.project);
  // The open session began with other files; its end begins the next.
  await sessions.run({ prompt: [], script: [] });
  return shared;
}

const verdictsOf = (place: Place, event: string, sessionId?: string) =>
  readDecisions(place)
    .reverse()
    .filter((row) => row.event === event && (sessionId ?? row.session_id) === row.session_id)
    .map((row) => row.verdict);

describe("a subagent", () => {
  test("is held once for its leftovers, and its full report still reaches the parent", async () => {
    const place = await configure({ subagents: [{ match: "general-*", gates: ["hygiene"] }] });
    const file = `${place.project}/src/a.ts`;
    const run = await sessions.run({
      prompt: "Do it with help.",
      script: helperLeavesDebugger(file),
    });
    expect(verdictsOf(place, "SubagentStop", run.sessionId)).toEqual(["blocked", "complete"]);
    const told = findTold(
      requestsOfAgent(run.requests, "HELPER"),
      /holdfast holds this stop \(gate: hygiene\)/,
    );
    expect(told).toContain("src/a.ts:2");
    expect(told).toContain("complete report again");
    const results = toolResults(run.requests).map(({ text }) => text);
    expect(results.find((text) => text.includes("The full report: a is 2."))).toBeDefined();
    expect(verdictsOf(place, "Stop", run.sessionId)).toEqual(["complete"]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("in the background is held by its verify command until that passes, and is told its chunk [001-09]", async () => {
    const verify =
      'test "$HOLDFAST_CHUNK" = 2 && test -f done.txt || { echo "done.txt is missing"; exit 1; }';
    const place = await makePlace({ subagents: [{ match: "*", verify }] });
    const run = await runClaude({
      ...place,
      prompt: "Do it with help.",
      script: {
        main: [
          agent({ prompt: "HELPER: make it\nchunk: 2/3", background: true }),
          say("The helper works."),
          say("It is done."),
        ],
        agents: {
          HELPER: [
            write(`${place.project}/half.txt`, "half"),
            say("Half of it."),
            write(`${place.project}/done.txt`, "all"),
            say("All of it."),
          ],
        },
      },
    });
    expect(verdictsOf(place, "SubagentStop", run.sessionId)).toEqual(["blocked", "complete"]);
    expect(findTold(requestsOfAgent(run.requests, "HELPER"), /done\.txt is missing/)).toContain("subagents");
    expect(findTold(run.requests, /All of it\./)).toBeDefined();
  }, 60_000);

  test("without a matching rule, or without changes, runs nothing and is not held", async () => {
    const place = await configure({
      subagents: [
        { match: "reviewer", gates: ["hygiene"] },
        { match: "*", verify: "touch ran.txt; false" },
      ],
    });
    const run = await sessions.run({
      prompt: "Look with help.",
      script: {
        main: [agent({ prompt: "HELPER: look", background: false }), say("Seen.")],
        agents: { HELPER: [read(`${place.project}/src/a.ts`), say("It says 1.")] },
      },
    });
    expect(verdictsOf(place, "SubagentStop", run.sessionId)).toEqual(["complete"]);
    expect(await Bun.file(`${place.project}/ran.txt`).exists()).toBe(false);
    expect(run.result?.result).toBe("Seen.");
  }, 60_000);

  test("that plans is held until its plan has tasks and ship criteria [001-08]", async () => {
    const place = await configure({ subagents: [{ match: "*", plan: true }] });
    const plan = `${place.project}/docs/plans/x/PLAN.md`;
    const whole = "# X\n\n## Phase 1\n- [ ] do it\n\n## Ship criteria\n- [ ] it works\n";
    const run = await sessions.run({
      prompt: "Plan with help.",
      script: {
        main: [agent({ prompt: "PLANNER: plan it", background: false }), say("Planned.")],
        agents: {
          PLANNER: [
            write(plan, "# X\n\n## Phase 1\n- [ ] do it\n"),
            say("Planned."),
            read(plan),
            write(plan, whole),
            say("All planned."),
          ],
        },
      },
    });
    expect(verdictsOf(place, "SubagentStop", run.sessionId)).toEqual(["blocked", "complete"]);
    expect(findTold(requestsOfAgent(run.requests, "PLANNER"), /no ship criteria/)).toBeDefined();
  }, 60_000);
});

test("a verify command that asks for the chunk does not run without one", async () => {
  const place = await configure({
    subagents: [{ match: "*", verify: 'touch "ran-$HOLDFAST_CHUNK.txt"' }],
  });
  const run = await sessions.run({
    prompt: "Do it with help.",
    script: {
      main: [agent({ prompt: "HELPER: make it", background: false }), say("Made.")],
      agents: { HELPER: [write(`${place.project}/done.txt`, "all"), say("All."), say("All of chunk: 1/2.")] },
    },
  });
  expect(verdictsOf(place, "SubagentStop", run.sessionId)).toEqual(["blocked", "complete"]);
  expect(findTold(requestsOfAgent(run.requests, "HELPER"), /HOLDFAST_CHUNK is not known/)).toContain(
    "`chunk: 1/2`",
  );
  expect(await Bun.file(`${place.project}/ran-.txt`).exists()).toBe(false);
  expect(await Bun.file(`${place.project}/ran-1.txt`).exists()).toBe(true);
}, 60_000);

test("a subagent is held for the tasks that it set itself [004-15]", async () => {
  const place = await configure({ subagents: [{ match: "*", gates: ["tasks"] }] });
  const run = await sessions.run({
    prompt: "Do it with help.",
    script: {
      main: [agent({ prompt: "HELPER: do it", background: false }), say("Done.")],
      agents: {
        HELPER: [
          useTool("TaskCreate", { subject: "The hard part", description: "Do it" }),
          say("The easy part is done."),
          useTool("TaskUpdate", { taskId: "1", status: "completed" }),
          say("Both parts are done."),
        ],
      },
    },
  });
  expect(verdictsOf(place, "SubagentStop", run.sessionId)).toEqual(["blocked", "complete"]);
  expect(findTold(requestsOfAgent(run.requests, "HELPER"), /"The hard part"/)).toBeDefined();
}, 60_000);

describe("a task", () => {
  const create = (description: string) => useTool("TaskCreate", { subject: "Change a", description });
  const complete = useTool("TaskUpdate", { taskId: "1", status: "completed" });

  test("is refused for whatever it left unfinished, and accepted after the fix [004-13]", async () => {
    const place = await configure({});
    const file = `${place.project}/src/a.ts`;
    const leftovers = [
      "// TODO handle errors",
      "// FIXME it leaks",
      "// XXX why?",
      'throw new Error("not implemented");',
      "console.log(a);",
      "debugger;",
    ].join("\n");
    const run = await sessions.run({
      prompt: "Do the task.",
      script: [
        onceStarted(place, create("Make it 2.")),
        read(file),
        edit(file, "1;", `2;\n${leftovers}`),
        complete,
        edit(file, `\n${leftovers}`, ""),
        complete,
        say("Done."),
      ],
    });
    expect(verdictsOf(place, "TaskCompleted", run.sessionId)).toEqual(["blocked", "complete"]);
    const told = findTold(run.requests, /TaskCompleted hook feedback/);
    for (const line of [2, 3, 4, 5, 6, 7]) expect(told).toContain(`src/a.ts:${line}: `);
    expect(told).toContain("mark the task as completed again");
    expect(verdictsOf(place, "Stop", run.sessionId)).toEqual(["complete"]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("is refused again while nothing is done about it, and released the third time", async () => {
    const place = await configure({});
    const file = `${place.project}/src/a.ts`;
    const run = await sessions.run({
      prompt: "Do the task.",
      script: [
        onceStarted(place, create("Make it 2.")),
        read(file),
        edit(file, "1;", "2;\ndebugger;"),
        complete,
        complete,
        complete,
        say("Done."),
      ],
    });
    expect(verdictsOf(place, "TaskCompleted", run.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
    const shown = systemMessages(run).map(({ text }) => text);
    expect(shown.join("\n")).toContain("hygiene: Left over in added lines");
  }, 60_000);

  test("is refused while its own verify line fails, if that command is trusted", async () => {
    const place = await configure({ tasks: { verify: ["grep -q 2 src/a.ts"] } });
    const file = `${place.project}/src/a.ts`;
    const run = await sessions.run({
      prompt: "Do the task.",
      script: [
        create("Make it 2.\nverify: `grep -q 2 src/a.ts`"),
        complete,
        read(file),
        edit(file, "1;", "2;"),
        complete,
        say("Done."),
      ],
    });
    expect(verdictsOf(place, "TaskCompleted", run.sessionId)).toEqual(["blocked", "complete"]);
  }, 60_000);

  test("does not run a command that Claude made up, and the person is told", async () => {
    const place = await configure({ tasks: { verify: ["true"] } });
    const run = await sessions.run({
      prompt: "Do the task.",
      script: [create("verify: touch made-up.txt"), complete, say("Done.")],
    });
    expect(verdictsOf(place, "TaskCompleted", run.sessionId)).toEqual(["complete"]);
    expect(await Bun.file(`${place.project}/made-up.txt`).exists()).toBe(false);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("`touch made-up.txt` was not run"),
    ]);
  }, 60_000);
});

test("a teammate does not go idle over debug output or a debugger it added [004-14]", async () => {
  const place = await makePlace({});
  const file = `${place.project}/src/a.ts`;
  const claude = startInteractiveClaude({
    ...place,
    settings: { teammateMode: "in-process" },
    env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "1" },
    prompt: "Work as a team.",
    script: {
      main: [
        onceStarted(
          place,
          useTool("Agent", { description: "Changes a", prompt: "MATE: change it", name: "mate" }),
        ),
        say("The mate works."),
      ],
      agents: {
        MATE: [
          read(file),
          edit(file, "1;", "2;\ndebugger;"),
          say("Changed."),
          edit(file, "\ndebugger;", "\nconsole.log(a);"),
          say("Cleaned up."),
          edit(file, "\nconsole.log(a);", ""),
          say("Really cleaned up."),
        ],
      },
    },
  });
  const idle = () => verdictsOf(place, "TeammateIdle");
  await waitUntil(() => safely(idle)?.length === 3);
  await claude.type("/exit");
  await claude.done;
  expect(idle()).toEqual(["blocked", "blocked", "complete"]);
  const rows = readDecisions(place).filter(({ event }) => event === "TeammateIdle");
  expect(new Set(rows.map(({ agent }) => agent))).toEqual(new Set(["teammate:mate"]));
  const asks = (what: string) => new RegExp(`asks this teammate to continue[^]*src/a.ts:2: ${what}`);
  for (const what of ["debug output", "a debugger statement"])
    expect(findTold(claude.requests, asks(what))).toBeDefined();
}, 60_000);

test("a locked lead waits for a working teammate, and is held beside an idle one [004-16]", async () => {
  const place = await makePlace({});
  placeLock(place, { goal: "look at everything" });
  const stops = () => safely(() => verdictsOf(place, "Stop")) ?? [];
  const idle = () => safely(() => queryStore(place, "SELECT name FROM idle_teammates")) ?? [];
  const sayAfter = (text: string, isSo: () => boolean) => async () => {
    await waitUntil(isSo, 20_000);
    return say(text);
  };
  const claude = startInteractiveClaude({
    ...place,
    settings: { teammateMode: "in-process" },
    env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "1" },
    prompt: "Work as a team.",
    timeoutMs: 80_000,
    script: {
      main: [
        useTool("Agent", { description: "Looks around", prompt: "MATE: look around", name: "mate" }),
        say("The mate looks."),
        say("The mate is done, so am I."),
        useTool("SendMessage", { to: "mate", message: "MATE: look again", summary: "again" }),
        sayAfter("The mate looks again.", () => idle().length === 0),
        bash("holdfast unlock"),
      ],
      whenDone: say("Done."),
      agents: {
        MATE: [
          sayAfter("I looked.", () => stops().length === 1),
          sayAfter("I looked again.", () => stops().length === 3),
        ],
      },
    },
  });
  await waitUntil(() => stops().includes("complete"), 60_000);
  await claude.type("/exit");
  await claude.done;
  expect(stops().slice(0, 4)).toEqual(["waiting", "blocked", "waiting", "complete"]);
  expect(findTold(claude.requests, /holdfast holds this stop/)).toContain("look at everything");
}, 90_000);

/** The store does not exist before the first event. */
function safely<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
