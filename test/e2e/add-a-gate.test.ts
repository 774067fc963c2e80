// CONTRIBUTING's "add a gate in four steps" and "add a kind of goal", done in one copy of the sources. The shipped executable does
// not know that kind of goal, but shows it.
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LiveSession, Now } from "../../src/dashboard/contract.ts";
import { startSessions } from "../helpers/claude-sessions.ts";
import { enter, openDashboard } from "../helpers/dashboard.ts";
import { EXECUTABLE, type Place, readFaultLines, runProgram } from "../helpers/holdfast.ts";
import { stopVerdicts } from "../helpers/installed.ts";
import { copySources } from "../helpers/source-copy.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(120_000);

const LEFTOVER_GATE = `// A file in which somebody wrote down what is left to do.
import { pathExists } from "../../platform/files.ts";
import type { Gate } from "../engine/gate.ts";

export interface LeftoverFacts {
  file: string;
}

export const leftover: Gate<LeftoverFacts> = {
  id: "leftover",

  async gather({ config, projectDir }) {
    const { file } = config.gates.leftover;
    return projectDir !== null && pathExists(\`\${projectDir}/\${file}\`) ? { file } : null;
  },

  judge(_stop, { file }) {
    return [
      {
        gate: "leftover",
        code: "open",
        severity: "block",
        reason: \`Do what \${file} says, then remove it.\`,
        fingerprint: "leftover:open",
        progress: "",
        releasedBy: "the file is gone",
      },
    ];
  },
};
`;

const LEFTOVER_REGISTRY_ENTRY = `
  {
    id: "leftover",
    events: ["Stop"],
    step: "declared",
    mayBeDue: ({ projectDir, config }) =>
      projectDir !== null && pathExists(\`\${projectDir}/\${config.gates.leftover.file}\`),
    load: async () => (await import("./leftover/gate.ts")).leftover,
  },`;

const LEFTOVER_SCHEMA_KEY = `
    leftover: section("What somebody wrote down as left to do.", {
      enabled: onByDefault("The leftover gate holds stops."),
      file: { type: "string", project: "free", default: "LEFT.md", description: "Holds while it is there." },
    }),`;

const LEFTOVER_ANY_FACTS = `import fc from "fast-check";
import type { LeftoverFacts } from "../../../../src/gates/leftover/gate.ts";

export function anyFacts(): fc.Arbitrary<LeftoverFacts> {
  return fc.record({ file: fc.constantFrom("LEFT.md", "docs/left.md") });
}
`;

const ERRAND_KIND = `import type { KindEntry } from "../goals/goal.ts";

export const errandKind: KindEntry = { id: "errand", hotkey: "e" };
`;

const ERRAND_GATE = `// An errand: Claude continues until the files are there.
import { pathExists } from "../../platform/files.ts";
import { type Goal, isForJudge } from "../../store/goals.ts";
import type { StopContext } from "../engine/stop-context.ts";
import type { ConditionState, GoalKind, Judged } from "../goals/goal.ts";
import { goalGate, identify } from "../goals/goal-gate.ts";
import { errandKind } from "./kind.ts";

const kind: GoalKind = {
  ...errandKind,
  judge: judgeConditions,
  findings: (_stop, facts) => [
    {
      gate: "errand",
      code: "open",
      severity: "block",
      reason: \`Finish the errand. Missing: \${facts.conditions.map(({ id }) => id).join(", ")}.\`,
      fingerprint: \`errand:\${identify(facts)}\`,
      progress: facts.progress,
      releasedBy: "the files, \`holdfast cancel\`",
      endedBy: "holdfast cancel errand",
    },
  ],
  describeEnd: ({ goal }) => \`The errand is done: \${goal.text}\`,
  describeProgress: ({ rounds }) => \`round \${rounds}\`,
};

export const errand = goalGate(kind);

async function judgeConditions({ shared }: StopContext, { projectDir, conditions }: Goal): Promise<Judged> {
  const files = conditions.filter((one) => !isForJudge(one));
  return {
    conditions: files.map(
      ({ id }): ConditionState =>
        pathExists(\`\${projectDir}/\${id}\`)
          ? { id, state: "met", because: "it is there", next: "" }
          : { id, state: "open", because: "it is missing", next: \`Write \${id}.\` },
    ),
    evidence: [],
    progress: \`tools:\${await shared.toolCalls()}\`,
    extra: null,
  };
}
`;

const ERRAND_REGISTRY_ENTRY = `
  {
    id: "errand",
    ...ofGoal("errand", null),
    events: ["Stop"],
    load: async () => (await import("./errand/gate.ts")).errand,
  },`;

const ERRAND_SCHEMA_KEY = `
    errand: gate("Errands: Claude keeps working until the files are there."),`;

const ERRAND_COMMAND = `import { insertGoal } from "../../../store/goals.ts";
import { defineCommand, option, SESSION_OPTIONS } from "../../command.ts";
import { changeStore, findTargetSession } from "../../target.ts";
import { parseTask, toLine } from "../goals/parse-goal.ts";

export const command = defineCommand({
  usage: '"what is wanted"',
  examples: ['holdfast errand start "a short report" --file report.md'],
  options: {
    file: option("report.md", "the file to write"),
    judge: option('"..."', "a question about it"),
    ...SESSION_OPTIONS,
  },
  maxPositionals: 1,
  async run(invocation) {
    const { options, positionals, env, out } = invocation;
    const session = await findTargetSession(invocation, options);
    const text = parseTask("loop", positionals[0], '"a short report"');
    await changeStore(env, (store) =>
      insertGoal(store, {
        ...{ kind: "errand", text, sessionId: session.id, projectDir: session.projectDir, startedBy: "user" },
        ...{ maxRounds: 9, maxMinutes: 60, createdAt: Date.now() },
        conditions: [
          { id: options.file ?? "report.md", by: "event" },
          { id: "judge", by: "judge", ask: toLine(options.judge) },
        ],
      }),
    );
    out.line("Errand on.");
  },
});
`;

const ERRAND_COMMAND_ENTRY = `
    "errand start": ["hold until a file is there", () => import("./commands/errand/start.ts")],`;

const ERRAND_ANY_FACTS = `import fc from "fast-check";
import type { GoalFacts } from "../../../../src/gates/goals/goal.ts";
import { anyGoalFacts } from "../arbitrary-goal.ts";

export function anyFacts(words: fc.Arbitrary<string>): fc.Arbitrary<GoalFacts> {
  return anyGoalFacts(words, { ids: fc.constant("report.md"), extra: fc.constant(null), maxRounds: true });
}
`;

const GATES_START = "export const GATES: readonly GateEntry[] = [";
const SCHEMA_START = 'one entry per gate.", {';

const copy = copySources();

function addGate(): void {
  writeFileIn(copy.folder, "src/gates/leftover/gate.ts", LEFTOVER_GATE);
  copy.insertAfter("src/gates/registry.ts", GATES_START, LEFTOVER_REGISTRY_ENTRY);
  copy.insertAfter("src/config/schema-gates.ts", SCHEMA_START, LEFTOVER_SCHEMA_KEY);
  writeFileIn(copy.folder, "test/unit/gates/leftover/any-facts.ts", LEFTOVER_ANY_FACTS);
}

function addKindOfGoal(): void {
  writeFileIn(copy.folder, "src/gates/errand/kind.ts", ERRAND_KIND);
  writeFileIn(copy.folder, "src/gates/errand/gate.ts", ERRAND_GATE);
  copy.insertAfter(
    "src/gates/goals/kinds.ts",
    'import { flowKind } from "../flow/kind.ts";',
    '\nimport { errandKind } from "../errand/kind.ts";',
  );
  copy.insertAfter(
    "src/gates/goals/kinds.ts",
    "export const KINDS: readonly KindEntry[] = [",
    "errandKind, ",
  );
  copy.insertAfter("src/gates/registry.ts", GATES_START, ERRAND_REGISTRY_ENTRY);
  copy.insertAfter("src/config/schema-gates.ts", SCHEMA_START, ERRAND_SCHEMA_KEY);
  writeFileIn(copy.folder, "src/cli/commands/errand/start.ts", ERRAND_COMMAND);
  copy.insertAfter("src/cli/registry.ts", '...inSection("Hold and release", {', ERRAND_COMMAND_ENTRY);
  copy.insertAfter(
    "src/cli/registry.ts",
    "export const GROUPS: Record<string, string> = {",
    '\n  errand: "hold until a file is there",',
  );
  writeFileIn(copy.folder, "test/unit/gates/errand/any-facts.ts", ERRAND_ANY_FACTS);
}

beforeAll(() => {
  addGate();
  addKindOfGoal();
  copy.build();
});

test("the import and type checks and the contract test accept both", () => {
  copy.succeed(process.execPath, "scripts/check-imports.ts");
  copy.checkTypes();
  const said = copy.succeed(
    process.execPath,
    ...["test", "test/unit/gates/contract.test.ts", "-t", "^the (leftover|errand) gate"],
  );
  for (const id of ["leftover", "errand"])
    expect(said).toContain(`(pass) the ${id} gate > is named like its folder`);
});

test("a stop with nothing due stays as quick as before", () => {
  copy.succeed(
    process.execPath,
    ...["test", "test/unit/gates/engine/quiet-stop.test.ts", "test/unit/config/project-config.test.ts"],
  );
});

test("the new gate holds a stop in the real client until its file is gone, and can be switched off", async () => {
  const place = {
    home: makeTempHome(),
    project: makeTempProject({ git: true, files: { "LEFT.md": "Sweep.\n" } }),
  };
  const holdfast = (...args: string[]) =>
    Bun.spawnSync([copy.program, ...args], {
      cwd: place.project,
      env: { HOME: place.home, PATH: process.env.PATH },
    });
  expect(holdfast("install", "--yes").exitCode).toBe(0);
  const sessions = startSessions(place);
  const run = await sessions.run({
    prompt: "Work.",
    script: [say("Done."), bash("rm LEFT.md"), say("Swept.")],
  });
  expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
  expect(findTold(run.requests, /gate: leftover/)).toContain("Do what LEFT.md says, then remove it.");
  expect(holdfast("explain", "1").stdout.toString()).toContain("leftover");

  writeFileIn(place.project, "LEFT.md", "Sweep again.\n");
  writeFileIn(place.home, ".holdfast/config.json", '{ "gates": { "leftover": { "enabled": false } } }');
  expect(holdfast("config", "check").exitCode).toBe(0);
  await sessions.run({ prompt: "Work.", script: [say("Done.")] });
  await sessions.close();
  expect(stopVerdicts(place)).toEqual(["blocked", "complete", "complete"]);
  expect(existsSync(join(place.project, "LEFT.md"))).toBe(true);
  expect(await readFaultLines(place)).toEqual([]);
});

test("the new kind holds in the real client, and everybody shows it, with its judge, and can cancel it", async () => {
  const place = { home: makeTempHome(), project: makeTempProject({ git: true }) };
  const run = async (program: string, ...args: string[]) => runProgram([program, ...args], place);
  expect((await run(copy.program, "install", "--yes")).exitCode).toBe(0);
  const sessions = startSessions(place);
  const seeWaiting = async () => {
    for (const program of [copy.program, EXECUTABLE]) {
      const { status, line, json } = await readAll(place, program);
      expect(status).toContain("errand     a short report");
      expect(status).toContain("A judge: Is it polite?");
      expect(status).toContain("end it: holdfast cancel errand");
      expect(line).toContain("errand 1/9");
      expect(json.on).toMatchObject([{ kind: "errand", tone: "hold", text: "errand 1/9" }]);
      const verdict = await run(program, "verdict");
      expect([verdict.exitCode, verdict.stdout]).toEqual([
        6,
        expect.stringContaining('errand: A judge has to answer "Is it polite?", but `judge.by` is off'),
      ]);
    }
    expect(await readCard(place)).toMatchObject({
      goals: [
        {
          ...{ kind: "errand", state: "holds", what: "a short report", endedBy: "cancel errand" },
          conditions: [
            { text: "report.md", state: "met" },
            { text: "A judge: Is it polite?", state: "open", note: "not asked yet" },
          ],
        },
      ],
    });
    expect((await run(EXECUTABLE, "cancel", "erand")).stderr).toContain('there is no kind of goal "erand"');
    const cancelled = await run(EXECUTABLE, "cancel", "errand");
    expect([cancelled.exitCode, cancelled.stdout]).toEqual([
      0,
      expect.stringMatching(/^Errand of session .*cancelled/),
    ]);
    for (const program of [copy.program, EXECUTABLE]) {
      const { status, line } = await readAll(place, program);
      expect(status).toContain("cancelled");
      expect(status + line).not.toMatch(/end it|errand 1/);
    }
  };
  await sessions.run({
    prompt: ["Work.", seeWaiting],
    script: [
      bash(`'${copy.program}' errand start "a short report" --file report.md --judge "Is it polite?"`),
      say("Done."),
      async () => {
        const known = await readAll(place, copy.program);
        expect(known.status).toContain("errand     a short report");
        expect(known.status).toContain("round 1 of 9");
        expect(known.line).toContain("errand 1/9");
        expect(known.json).toMatchObject({
          on: [{ kind: "errand", short: "errand 1/9" }],
          buttons: [{ hotkey: "e", command: ["cancel", "errand"] }, { id: "pause" }],
        });
        return bash("touch report.md");
      },
      say("Written."),
    ],
  });
  await sessions.close();
  expect(stopVerdicts(place)).toEqual(["blocked", "asking"]);

  expect(await readFaultLines(place)).toEqual([]);
});

async function readAll(place: Place, program: string) {
  const run = async (...args: string[]) => (await runProgram([program, ...args], place)).stdout;
  const payload = Buffer.from(JSON.stringify({ cwd: place.project }));
  return {
    status: await run("status"),
    json: JSON.parse(await run("status", "--json")),
    line: (await runProgram([program, "statusline"], place, payload)).stdout,
  };
}

async function readCard(place: Place): Promise<LiveSession | undefined> {
  const dashboard = await openDashboard(place);
  try {
    const visitor = await enter(dashboard);
    return (await visitor.get<Now>("/api/now")).sessions[0];
  } finally {
    await dashboard.stop();
  }
}
