// Replays sessions of the real client: under the same settings, the verdicts are those of the hooks.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { transcriptFolder } from "../../src/cli/own-transcripts.ts";
import type { BacktestReport } from "../../src/review/backtest/report.ts";
import { runClaude } from "../helpers/claude.ts";
import { type ClaudeSessions, startSessions } from "../helpers/claude-sessions.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import {
  makeTempFolder,
  makeTempHome,
  makeTempProject,
  refillProject,
  writeFileIn,
} from "../helpers/temp.ts";
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

/** The same place, where the client has only this transcript. */
async function withOneTranscript(place: Place, run: TranscriptOwner): Promise<Place> {
  const text = await Bun.file(findTranscript(run) ?? "").text();
  const claude = makeTempFolder("claude");
  writeFileIn(claude, `projects/${transcriptFolder(place.project)}/${run.sessionId}.jsonl`, text);
  return { ...place, env: { CLAUDE_CONFIG_DIR: claude } };
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
      script: () => [
        create("the guide"),
        bash("ls"),
        say("I stop."),
        say("I stop again."),
        say("And again."),
      ],
    },
    {
      name: "tasks that are finished in the second round",
      config: always,
      verdicts: ["blocked", "complete"],
      script: () => [
        together(create("one"), create("two")),
        bash("ls"),
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
        together(say("Plan:\n\n- [ ] write the tests\n- [ ] the code\n"), bash("ls")),
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
      script: () => [create("x"), bash("ls"), say("a"), say("b")],
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
    const report = await backtest(await withOneTranscript(place, run));
    expect(report).toMatchObject({ sessions: 1, stops: lived.length, problems: [], differences: [] });
    expect(report.verdicts).toEqual(countVerdicts(lived));
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

  test("are replayed under the current settings and under others, and a fork's copy counts once", async () => {
    expect(await backtest(place)).toMatchObject({
      sessions: 3,
      stops: 3,
      problems: [],
      heldThen: 0,
      verdicts: { complete: 3 },
      held: [],
      differences: [],
    });
    const { held, differences } = await backtest(place, "--config", strict);
    expect(held).toEqual([{ gate: "tasks", code: "open", stops: 1 }]);
    expect(differences).toMatchObject([
      {
        heldThen: null,
        verdict: "blocked",
        open: [{ gate: "tasks", text: expect.stringContaining("move the lock file") }],
      },
    ]);
    const { stdout } = await runCommand(place, "backtest", "--config", strict);
    expect(stdout).toMatch(/^ {2}held +0 +1$/m);
    expect(stdout).toContain("1 stop differs from what happened");
    expect(await Bun.file(`${place.home}/.holdfast/holdfast.db`).exists()).toBe(false);
  });
});
