// Plans and checklists in the real client: what a session is told, what holds it, and what it leaves behind.
import { beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { onceStarted } from "../helpers/quality.ts";
import { refillProject, writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { vouchFor, vouchForPlans } from "../helpers/trust.ts";
import { agent, bash, read, say, together, write } from "../helpers/turns.ts";

const PLAN = `# Login

## Phase 1: Server
- [x] Route (verify: test -e src/route.ts)
- [ ] Session (verify: echo run >> "$HOME/proved"; grep -q session src/session.ts)

STOP: the user looks at it

## Phase 2: Pages
- [ ] Form

## Ship criteria
- [ ] Docs
`;
const MEMORY = "# Memory\n\nStatus: in-progress\n\nWe use cookies because of the proxy.\n";
const FILES = {
  "docs/plans/login/PLAN.md": PLAN,
  "docs/plans/login/MEMORY.md": MEMORY,
  "docs/plans/old/PLAN.md": "- [ ] old\n",
  "docs/plans/old/MEMORY.md": "Status: complete\n",
  "src/route.ts": "route\n",
};

/** Different commands, so that trusting them does not trust those of the other tests. */
const VOUCHED = {
  ...FILES,
  "docs/plans/login/PLAN.md": PLAN.replace("echo run", "echo ran").replace("test -e", "test -f"),
};

const place = await makeInstalledPlace({ git: true, files: { ".claude/holdfast.json": "{}" } });
writeFileIn(place.home, ".claude/commands/implement.md", "Hand it to a subagent. Follow PLAN.md.\n");
writeFileIn(place.home, ".claude/commands/go.md", "Hand it to a subagent.\n");
const sessions = shareSessions(place);

beforeEach(() => rmSync(`${place.home}/proved`, { force: true }));

async function setUp(config: object, given: { trusted?: boolean; files?: Record<string, string> } = {}) {
  const files = given.files ?? FILES;
  refillProject(place.project, { ...files, ".claude/holdfast.json": JSON.stringify(config) });
  const vouch = given.trusted ? vouchForPlans : vouchFor;
  await vouch(`${place.home}/.holdfast`, place.project);
}

const fileIn = (path: string) => `${place.project}/docs/plans/login/${path}`;
const readMemory = () => readFileSync(fileIn("MEMORY.md"), "utf8");
const tick = () => bash(`sed -i 's/\\[ \\] Session/[x] Session/' ${JSON.stringify(fileIn("PLAN.md"))}`);

describe("a session with an active plan", () => {
  test("starts with its memory and open items, is reminded, and leaves a note behind [001-06] [001-07]", async () => {
    const run = await sessions.run({
      prepare: () => setUp({}),
      prompt: "Work.",
      script: [write(`${place.project}/src/session.ts`, "session\n"), tick(), say("Done.")],
    });
    const told = findTold(run.requests, /Active plan: docs\/plans\/login\/PLAN\.md/) ?? "";
    expect(told).toContain('- [ ] "Session"');
    expect(told).toContain("We use cookies because of the proxy.");
    expect(told).not.toContain("docs/plans/old");
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(systemMessages(run).at(-1)?.text).toContain("2 of 4 items open in docs/plans/login/PLAN.md");
    const memory = readMemory();
    expect(memory.startsWith(MEMORY)).toBe(true);
    expect(memory).toContain(`Last session: ${run.sessionId}`);
    expect(memory).toContain("Finished in it:\n- Session\n");
    expect(memory).toContain("Open:\n- Form\n- Docs\n");
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("that only answers a question is not reminded and leaves nothing behind", async () => {
    const run = await sessions.run({
      prepare: () => setUp({ plan: { block: "all" } }),
      prompt: "What is open?",
      script: [read(fileIn("PLAN.md")), say("Session.")],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(readMemory()).toBe(MEMORY);
  });
});

describe("a finished plan", () => {
  test("is reported as finished, in MEMORY.md too, and the next session no longer starts with it", async () => {
    const script = [
      write(`${place.project}/src/x.ts`, "x\n"),
      bash(`sed -i 's/\\[ \\]/[x]/' ${JSON.stringify(fileIn("PLAN.md"))}`),
      say("Done."),
    ];
    const first = await sessions.run({
      prepare: () => setUp({}, { files: { ...FILES, "docs/plans/login/PLAN.md": "- [x] one\n- [ ] two\n" } }),
      prompt: "Finish it.",
      script,
    });
    expect(systemMessages(first).map(({ text }) => text)).toEqual([
      "holdfast plan: every item of docs/plans/login/PLAN.md is done.",
    ]);
    expect(readMemory()).toContain("Plan: complete\nFinished in it:\n- two\n");
    const second = await sessions.run({ prompt: "Hello", script: [say("Hello.")] });
    expect(findTold(second.requests, /Active plan/)).toBeUndefined();
  });
});

describe('plan.block: "phase"', () => {
  test("a false tick is caught by its proof; the true one is released at the checkpoint, and is not proved twice [001-11]", async () => {
    const run = await sessions.run({
      prepare: () => setUp({ plan: { block: "phase" } }, { trusted: true, files: VOUCHED }),
      prompt: "Work.",
      script: [
        onceStarted(place, tick()),
        say("Phase 1 is done."),
        write(`${place.project}/src/session.ts`, "session\n"),
        say("Now it is."),
        say("Yes."),
      ],
    });
    const reason = findTold(run.requests, /holdfast holds this stop/) ?? "";
    expect(reason).toContain('"Session" (ticked, but its proof fails)');
    expect(reason).not.toContain("Form");
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "asking"]);
    expect(run.result?.result).toBe("Now it is.");
    expect(readFileSync(`${place.home}/proved`, "utf8").split("\n").filter(Boolean)).toHaveLength(2);
    expect(readMemory()).toContain("Checks:\n");
  });

  test("runs nothing in an untrusted project and says so", async () => {
    const run = await sessions.run({
      prepare: () => setUp({ plan: { block: "phase" } }),
      prompt: "Work.",
      script: [onceStarted(place, write(`${place.project}/src/x.ts`, "x\n")), tick(), say("Done.")],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["asking"]);
    expect(await Bun.file(`${place.home}/proved`).exists()).toBe(false);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining(
        "2 proofs in docs/plans/login/PLAN.md not run. To let them run, run `holdfast trust`",
      ),
    ]);
  });

  test("holds for open items of the phase, and releases the third time without progress; not for other work [001-12]", async () => {
    const other = await sessions.run({
      prepare: () => setUp({ plan: { block: "phase" } }),
      prompt: "Rename the button.",
      script: [write(`${place.project}/src/x.ts`, "x\n"), say("Done.")],
    });
    const run = await sessions.run({
      prepare: () => writeFileIn(place.project, "docs/plans/login/MEMORY.md", MEMORY),
      prompt: "Go on with the plan.",
      script: [write(`${place.project}/src/y.ts`, "y\n"), say("Done."), say("Done."), say("Done.")],
    });
    expect(stopVerdicts(place, other.sessionId)).toEqual(["complete"]);
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
    expect(readMemory()).toBe(MEMORY);
  });
});

describe('plan.block: "all" on a command that hands the work to a subagent', () => {
  const build = agent({ prompt: "BUILDER: write it.", background: false });
  const write = (path: string) => bash(`echo x > ${JSON.stringify(`${place.project}/${path}`)}`);

  test.each([
    ["counts the command's text", "/implement", build, []],
    [
      "counts the subagent's prompt",
      "/go",
      agent({ prompt: "BUILDER: write the login.", background: false }),
      [],
    ],
    ["counts what the subagent reads", "/go", build, [() => read(fileIn("PLAN.md"))]],
    [
      "counts what the subagent changes",
      "/go",
      build,
      [() => bash("sed -i s/Docs/Help/ docs/plans/login/PLAN.md")],
    ],
  ] as const)("%s [001-12]", async (_, prompt, start, calls) => {
    const run = await sessions.run({
      prepare: () => setUp({ plan: { block: "all" } }),
      prompt,
      script: {
        main: [onceStarted(place, start), say("Done."), say("Done."), say("Done.")],
        agents: { BUILDER: [write("src/x.ts"), ...calls.map((call) => call()), say("Written.")] },
      },
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
    expect(findTold(run.requests, /holdfast holds this stop/)).toContain("open in docs/plans/login/PLAN.md");
  });

  test("lets other work pass", async () => {
    const run = await sessions.run({
      prepare: () => setUp({ plan: { block: "all" } }),
      prompt: "/go",
      script: {
        main: [onceStarted(place, build), say("Done.")],
        agents: { BUILDER: [write("src/x.ts"), say("Written.")] },
      },
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
  });
});

describe("the plan of the branch", () => {
  test("is the active one, and `holdfast plan status` shows it", async () => {
    await setUp({}, { files: { ...FILES, "docs/plans/login/MEMORY.md": "Status: complete\n" } });
    expect((await runCommand(place, "plan", "status")).stdout).toContain("No active plan here (2 found).");
    Bun.spawnSync(["git", "checkout", "-q", "-b", "feature/login"], { cwd: place.project });
    const { stdout } = await runCommand(place, "plan", "status");
    expect(stdout).toContain("docs/plans/login/PLAN.md (named after the branch)");
    expect(stdout).toContain("Phase 1: Server: 1 of 2 done");
    expect(stdout).toContain("proofs: 2, 2 not trusted");
    const json = JSON.parse((await runCommand(place, "plan", "status", "--json")).stdout);
    expect(json).toMatchObject({ feature: "login", why: "branch", state: { total: 4 } });
  });

  test("holds for any change of the session [001-12]", async () => {
    const run = await sessions.run({
      prepare: () => {
        Bun.spawnSync(["git", "checkout", "-q", "-B", "feature/login"], { cwd: place.project });
        return setUp({ plan: { block: "all" } });
      },
      prompt: "Rename the button.",
      script: [
        onceStarted(place, write(`${place.project}/src/x.ts`, "x\n")),
        say("Done."),
        say("Done."),
        say("Done."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
  });
});

describe("a checklist in the last message", () => {
  const LIST = "Status:\n- [x] server\n- [ ] client\n\n```\n- [ ] in code\n```\n> - [ ] quoted\n";

  test("is advice by default, but not the list the user gave", async () => {
    const run = await sessions.run({
      prepare: () => setUp({}, { files: {} }),
      prompt: "Go:\n- [ ] given",
      script: [say(`${LIST}- [ ] given\n`)],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      "holdfast checklist: open in the last list: client",
    ]);
  });

  test("holds if the config says so [001-04]", async () => {
    const run = await sessions.run({
      prepare: () => setUp({ checklist: { block: true } }, { files: {} }),
      prompt: "Go.",
      // Another item than in the session before, whose last words this one is told: a list that Claude was given is not its own.
      script: [
        together(say(LIST.replace("client", "parser")), bash("ls")),
        say(LIST.replace("client", "parser")),
        say("All of it is done."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
    expect(findTold(run.requests, /Your list has open items/)).toContain("- parser");
  });
});
