// Replays sessions of the real client: a policy's verdicts are those of the hooks when it was in force.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BacktestReport } from "../../src/review/backtest/report.ts";
import { runClaude } from "../helpers/claude.ts";
import { type ClaudeSessions, startSessions } from "../helpers/claude-sessions.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { makeTempHome, makeTempProject, refillProject, writeFileIn } from "../helpers/temp.ts";
import { findTranscript, type TranscriptOwner } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { type Answer, bash, edit, read, say, together, useTool, write } from "../helpers/turns.ts";

setDefaultTimeout(180_000);

const create = (subject: string) => useTool("TaskCreate", { subject, description: `Do ${subject}` });
const update = (taskId: string, status: string) => useTool("TaskUpdate", { taskId, status });
const STRICT = { tasks: { block: "always" }, checklist: { block: true }, hygiene: { stop: "block" } };

interface Lived {
  name: string;
  config: object;
  script(project: string): Answer[];
  inPlanMode?: boolean;
  verdicts: string[];
}

async function backtest(place: Place, ...words: string[]): Promise<BacktestReport> {
  const { exitCode, stdout, stderr } = await runCommand(place, "backtest", "--json", ...words);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** Every verdict with its count, as in the report. */
function countVerdicts(verdicts: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(verdicts, (verdict) => verdict)].map(([key, all]) => [key, all.length]),
  );
}

describe("the replay of a transcript decides as the hooks did", () => {
  const always = { tasks: { block: "always" } };
  const cases: Lived[] = [
    {
      name: "open tasks that hold until there is no progress",
      config: always,
      verdicts: ["blocked", "blocked", "stalled"],
      script: () => [create("the guide"), say("I stop."), say("I stop again."), say("And again.")],
    },
    {
      name: "tasks that are finished in the second round",
      config: always,
      verdicts: ["blocked", "complete"],
      script: () => [
        together(create("one"), create("two")),
        say("Half of it."),
        update("1", "completed"),
        update("2", "deleted"),
        bash("sleep 1"),
        say("All of it."),
      ],
    },
    {
      name: "advice alone",
      config: {},
      verdicts: ["complete"],
      script: () => [create("later"), say("Noted.\n\n- [ ] call them back\n")],
    },
    {
      name: "Claude's own boxes that hold, and are then dropped",
      config: { checklist: { block: true } },
      verdicts: ["blocked", "complete"],
      script: () => [
        say("Left:\n\n- [ ] write the tests\n- [x] the code\n"),
        say("The tests are dropped, you have some."),
      ],
    },
    {
      name: "a focused test and a note, refused, then removed",
      config: { hygiene: { stop: "block" } },
      verdicts: ["blocked", "complete"],
      script: (project) => [
        write(`${project}/a.test.ts`, 'test.only("adds", () => {});\n// TODO more of them\n'),
        say("Written."),
        edit(`${project}/a.test.ts`, "test.only(", "test("),
        say("Mended."),
      ],
    },
    {
      name: "an edit of an existing file: only its new lines count",
      config: { hygiene: { stop: "block" } },
      verdicts: ["complete"],
      script: (project) => [
        read(`${project}/old.ts`),
        edit(`${project}/old.ts`, "export const b = 2;", "export const b = 3;"),
        say("Changed."),
      ],
    },
    {
      name: "a loop with a promise",
      config: {},
      verdicts: ["blocked", "blocked", "complete"],
      script: () => [
        bash("holdfast loop start 'the work' --promise 'ALL DONE' --max-iterations 4"),
        say("Begun."),
        bash("echo one"),
        say("Went on."),
        bash("echo two"),
        say("Finished.\n\nALL DONE"),
      ],
    },
    {
      name: "plan mode",
      config: always,
      inPlanMode: true,
      verdicts: ["paused"],
      script: () => [create("x"), say("A plan.")],
    },
    {
      name: "the classic rule",
      config: { ...always, continuation: "once" },
      verdicts: ["blocked", "complete"],
      script: () => [create("x"), say("a"), say("b")],
    },
  ];

  const filesWith = (config: object) => ({
    ".claude/holdfast.json": JSON.stringify(config),
    "old.ts": "debugger;\nexport const b = 2;\n",
  });
  let place: Place;
  let sessions: ClaudeSessions;

  beforeAll(async () => {
    place = await makeInstalledPlace({ git: true, files: filesWith({}) });
    sessions = startSessions(place);
  });
  afterAll(() => sessions.close());

  async function configure(config: object): Promise<void> {
    refillProject(place.project, filesWith(config));
    await vouchFor(`${place.home}/.holdfast`, place.project);
  }

  async function expectReplayed(run: TranscriptOwner): Promise<void> {
    const lived = stopVerdicts(place, run.sessionId);
    const report = await backtest(place, "--transcripts", findTranscript(run) ?? "");
    expect(report).toMatchObject({ sessions: 1, stops: lived.length, problems: [] });
    expect(report.policies[0]?.verdicts).toEqual(countVerdicts(lived));
    expect(report.heldThen).toBe(lived.filter((verdict) => verdict === "blocked").length);
  }

  test.each(cases)("$name", async ({ config, script, inPlanMode = false, verdicts }) => {
    if (inPlanMode) await sessions.setPermissionMode("plan");
    const run = await sessions.run({
      prepare: () => configure(config),
      prompt: "Do the work.",
      script: script(place.project),
    });
    if (inPlanMode) await sessions.setPermissionMode("acceptEdits");
    expect(stopVerdicts(place, run.sessionId)).toEqual(verdicts);
    await expectReplayed(run);
  });

  test("when background work ends, the next stop counts against the same budget", async () => {
    await configure(always);
    const script = [
      create("x"),
      bash("sleep 2", { background: true }),
      say("It runs."),
      update("1", "completed"),
      bash("sleep 1"),
      say("Over."),
    ];
    const run = await runClaude({ ...place, prompt: "Do the work.", script, timeoutMs: 90_000 });
    expect(run.exitCode).toBe(0);
    await expectReplayed(run);
  });
});

describe("sessions from before holdfast was installed", () => {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const strict = writeFileIn(makeTempHome(), "strict.json", JSON.stringify(STRICT));

  beforeAll(async () => {
    const { project } = place;
    const run = (prompt: string, script: Answer[], ...extraArgs: string[]) =>
      runClaude({ ...place, prompt, script, extraArgs, timeoutMs: 60_000 });
    const { sessionId } = await run("From now on always use pnpm, never npm.", [
      create("move the lock file"),
      write(`${project}/move.ts`, "debugger;\nexport const move = 1;\n"),
      say("Understood."),
    ]);
    await run("Try it in a fork.", [say("Forked.")], "--resume", sessionId, "--fork-session");
    await run("Are you there?", [say("Yes.")]);
  });

  test("are reported stop by stop, and a fork's copy counts once", async () => {
    const report = await backtest(place);
    expect(report).toMatchObject({ sessions: 3, stops: 3, problems: [], heldThen: 0 });
    const [policy] = report.policies;
    expect(policy).toMatchObject({ name: "in force", verdicts: { complete: 3 }, held: [] });
    expect(policy?.candidates.PREFERENCE).toBe(1);
    expect(policy?.topCandidates.find(({ category }) => category === "PREFERENCE")).toMatchObject({
      evidence: [{ who: "user", line: expect.stringContaining("always use pnpm") }],
    });
    expect(policy?.advised.map(({ gate }) => gate).toSorted()).toEqual(["hygiene", "tasks"]);
    expect(report.unknown.length).toBeGreaterThan(5);
  });

  test("are compared under a stricter policy and the current one", async () => {
    const { policies, difference } = await backtest(place, "--against", strict);
    expect(policies.map(({ name }) => name)).toEqual(["in force", strict]);
    expect(policies[1]?.held.map(({ gate }) => gate)).toEqual(["tasks"]);
    expect(difference).toMatchObject({ heldByBoth: 0, heldByFirst: 0, candidatesOfFirst: 0 });
    expect(difference?.heldBySecond).toBeGreaterThan(0);
    expect(difference?.stops.find(({ opinions }) => opinions[1]?.verdict === "blocked")).toMatchObject({
      opinions: [
        { verdict: "complete", open: [] },
        { verdict: "blocked", open: [{ gate: "tasks", evidence: ["move the lock file"] }] },
      ],
    });
    const { stdout } = await runCommand(place, "backtest", "--against", strict);
    expect(stdout).toContain("in force");
    expect(stdout).toMatch(/tasks: open +0 +\d +\+\d/);
    expect(stdout).toContain("Not known from transcripts");
    expect(stdout).toContain("gate quality, proof, custom: commands would have to run");
  });

  test("are limited by --since, and nothing is written anywhere", async () => {
    expect((await backtest(place, "--since", "2099-01-01")).files).toBe(0);
    const { stdout } = await runCommand(place, "backtest", "--since", "2099-01-01");
    expect(stdout).toContain("There are no transcripts to replay.");
    expect(await Bun.file(`${place.home}/.holdfast/holdfast.db`).exists()).toBe(false);
  });

  test.each<[string, string[], string]>([
    ["a missing folder", ["--transcripts", "nowhere"], "nowhere does not exist"],
    ["a missing config", ["--config", "none.json"], "none.json does not exist"],
    ["an invalid time", ["--since", "lately"], "--since lately is neither"],
    ["an invalid number of threads", ["--jobs", "none"], "--jobs none is not a number"],
    ["an extra argument", ["here"], "here"],
  ])("%s is reported as an error", async (_name, words, said) => {
    const { exitCode, stderr } = await runCommand(place, "backtest", ...words);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  test("a policy with a mistake is refused, and the mistake is named", async () => {
    const wrong = writeFileIn(makeTempHome(), "wrong.json", '{"tasks": {"blok": "always"}}');
    const { exitCode, stderr } = await runCommand(place, "backtest", "--against", wrong);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("tasks.blok");
    expect(stderr).toContain("block");
  });
});
