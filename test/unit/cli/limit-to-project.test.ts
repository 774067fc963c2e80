// To an agent, and to a process that may be one's, every command shows its own project only, unless the user's own config allows
// others.
import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { ALL_PROJECTS, type Command } from "../../../src/cli/command.ts";
import { COMMANDS } from "../../../src/cli/registry.ts";
import { type Environment, readEnvironment } from "../../../src/config/environment.ts";
import { runHook } from "../../../src/hook/run.ts";
import { createTrace } from "../../../src/store/hook-context.ts";
import { parseEvent } from "../../helpers/parse-event.ts";
import { type CliRun, runCli, runCliAtTerminal } from "../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

const MARK = "zanzibar";
const OTHER_SESSION = "0ther-session";

let home: string;
let mine: string;
let other: string;
let agent: Environment;

beforeAll(async () => {
  home = makeTempHome();
  mine = makeTempProject({ git: true, files: { "a.txt": "a" } });
  other = makeTempProject({
    git: true,
    files: {
      "docs/plans/x/PLAN.md": `# Plan\n- [ ] ${MARK} item\n`,
      "docs/plans/x/MEMORY.md": "status: in-progress\n",
      ".claude/memory/decisions/x.md": `---\ntitle: Use ${MARK}\n---\n`,
      ".claude/holdfast.json": JSON.stringify({ quality: { stages: { [MARK]: [{ run: "true" }] } } }),
      ".claude/runtime/locks/.lock_active": `the ${MARK} goal`,
    },
  });
  await record(mine, "my-session", "Work on my own things.");
  await record(other, OTHER_SESSION, `Work on ${MARK} things.`);
  agent = environment({ CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "my-session" });
  await runCli(environment({}), other, "loop", "start", `the ${MARK} loop`, "--session", OTHER_SESSION);
  await runCli(environment({}), other, "memory", "list");
  await runCli(environment({}), other, "drain");
});

function environment(more: Record<string, string>): Environment {
  return readEnvironment({ HOME: home, PATH: process.env.PATH, TMPDIR: `${home}/tmp`, ...more });
}

/** Through the hooks, with a transcript where the client would put it. */
async function record(project: string, session: string, prompt: string): Promise<void> {
  const env = environment({ CLAUDE_PROJECT_DIR: project });
  const folder = `${home}/.claude/projects/${project.replace(/[^A-Za-z0-9]/g, "-")}`;
  mkdirSync(folder, { recursive: true });
  const transcript = `${folder}/${session}.jsonl`;
  const message = { role: "user", content: prompt };
  const line = { type: "user", uuid: session, sessionId: session, cwd: project, message };
  writeFileSync(transcript, `${JSON.stringify({ ...line, timestamp: new Date().toISOString() })}\n`);
  const events = [
    { hook_event_name: "SessionStart", source: "startup" },
    { hook_event_name: "UserPromptSubmit", prompt },
    { hook_event_name: "Stop", last_assistant_message: `Did ${prompt}` },
  ];
  for (const event of events) {
    const common = { session_id: session, transcript_path: transcript, cwd: project };
    const payload = JSON.stringify({ ...common, ...event });
    const parsed = parseEvent(payload);
    if (!parsed.ok) throw new Error(parsed.problem);
    await runHook(parsed.event, env, createTrace(false), payload);
  }
}

const show = (run: CliRun) => `${run.text}\n${JSON.stringify(run.json ?? null)}`;

/** What leads to another project: the arguments, and what becomes of them inside an agent. */
type Row = [
  words: (place: { other: string; transcript: string }) => string[],
  treatment: "limited" | "refused",
];

const TABLE: Record<string, Row[]> = {
  lock: [[({ other }) => ["--project", other], "refused"]],
  unlock: [[({ other }) => ["--project", other], "refused"]],
  "loop start": [[({ other }) => ["x", "--verify", "true", "--project", other], "refused"]],
  "loop status": [
    [({ other }) => ["--project", other], "limited"],
    [() => ["--session", OTHER_SESSION], "refused"],
  ],
  "loop done": [[() => ["--session", OTHER_SESSION], "refused"]],
  "flow start": [[() => ["x", "--complexity", "1", "--kind", "code", "--session", OTHER_SESSION], "refused"]],
  "flow set": [[() => ["memory_search", "--session", OTHER_SESSION], "refused"]],
  "flow approve": [[() => ["--session", OTHER_SESSION], "refused"]],
  "flow done": [[() => ["--session", OTHER_SESSION], "refused"]],
  "flow status": [
    [({ other }) => ["--project", other], "limited"],
    [() => ["--session", OTHER_SESSION], "refused"],
  ],
  "pipeline status": [
    [({ other }) => ["--project", other], "limited"],
    [() => ["--session", OTHER_SESSION], "refused"],
  ],
  cancel: [[() => ["--session", OTHER_SESSION], "refused"]],
  resume: [[() => ["loop", "--session", OTHER_SESSION], "refused"]],
  status: [[({ other }) => ["--project", other], "limited"]],
  "plan status": [[({ other }) => ["--project", other], "limited"]],
  explain: [
    [({ other }) => ["--list", "--project", other], "limited"],
    [() => ["2"], "refused"],
  ],
  wrong: [
    [({ other }) => ["--project", other], "refused"],
    [() => ["2"], "refused"],
  ],
  verdict: [
    [({ other }) => ["--last", "--project", other], "limited"],
    [() => ["--session", OTHER_SESSION], "refused"],
  ],
  "gate run": [[({ other }) => ["--project", other], "refused"]],
  search: [
    [() => [MARK, "--all"], "limited"],
    [({ other }) => [MARK, "--project", other], "limited"],
  ],
  recall: [
    [({ other }) => ["--project", other], "limited"],
    [() => ["--session", OTHER_SESSION], "refused"],
  ],
  "sessions list": [
    [() => ["--all"], "limited"],
    [({ other }) => ["--project", other], "limited"],
  ],
  "sessions show": [[() => [OTHER_SESSION], "refused"]],
  reflect: [
    [({ other }) => ["--json", "--project", other], "limited"],
    [() => ["--session", OTHER_SESSION], "refused"],
    [({ transcript }) => [transcript], "refused"],
  ],
  "reflect review": [[({ other }) => ["--json", "--project", other], "limited"]],
  backtest: [[() => ["--json"], "limited"]],
  checks: [
    [({ other }) => ["--project", other], "limited"],
    [() => ["--session", OTHER_SESSION], "refused"],
  ],
  transcript: [[() => [OTHER_SESSION], "refused"]],
  triage: [
    [() => [OTHER_SESSION], "refused"],
    [({ transcript }) => [transcript], "refused"],
    [({ other }) => ["--project", other], "limited"],
  ],
  "memory save": [[({ other }) => ["Use x", "--category", "decision", "--project", other], "refused"]],
  "memory list": [[({ other }) => ["--project", other], "limited"]],
  "memory show": [[({ other }) => ["x", "--project", other], "limited"]],
  "memory search": [[({ other }) => [MARK, "--project", other], "limited"]],
  "memory edit": [[({ other }) => ["x", "--project", other], "refused"]],
  "memory retire": [[({ other }) => ["x", "--project", other], "refused"]],
  "memory restore": [[({ other }) => ["x", "--project", other], "refused"]],
  "memory vouch": [[({ other }) => ["x", "--project", other], "refused"]],
  "memory inbox": [
    [({ other }) => ["--project", other], "limited"],
    [({ other }) => ["--stats", "--project", other], "limited"],
  ],
  "memory accept": [[({ other }) => ["1", "--project", other], "refused"]],
  "memory reject": [[({ other }) => ["1", "--project", other], "refused"]],
  "memory export": [[({ other }) => ["--project", other], "limited"]],
  "memory import": [[({ other }) => ["x", "--project", other], "refused"]],
  init: [[({ other }) => ["--project", other], "refused"]],
  doctor: [[({ other }) => ["--json", "--project", other], "limited"]],
  "config show": [[({ other }) => ["--project", other], "limited"]],
  "config check": [[({ other }) => ["--project", other], "limited"]],
  trust: [[({ other }) => ["--show", "--project", other], "refused"]],
  forget: [
    [({ other }) => ["--project", other], "refused"],
    [() => ["--session", OTHER_SESSION], "refused"],
  ],
  ingest: [[({ other }) => ["--project", other], "refused"]],
};

const CASES = Object.entries(TABLE).flatMap(([name, rows]) =>
  rows.map(([words, treatment], n) => [`${name} (${n + 1})`, name, words, treatment] as const),
);

describe("inside an agent", () => {
  test.each(CASES)("%s", async (_, name, words, treatment) => {
    const transcript = `${home}/.claude/projects/${other.replace(/[^A-Za-z0-9]/g, "-")}/${OTHER_SESSION}.jsonl`;
    const run = await runCli(agent, mine, ...name.split(" "), ...words({ other, transcript }));
    expect(show(run)).not.toContain(MARK);
    expect(show(run)).toContain("otherProjects");
    if (treatment === "refused") expect(run.exitCode).toBe(1);
  });

  test("every command that can be led to another project is in the table", async () => {
    const led: string[] = [];
    for (const [name, { load, hidden }] of Object.entries(COMMANDS)) {
      const { command } = await load();
      if (!hidden && mayLeadElsewhere(name, command)) led.push(name);
    }
    expect(led.sort()).toEqual(Object.keys(TABLE).sort());
  });

  test("this project itself may be named, also through another of its work trees", async () => {
    const tree = `${makeTempHome()}/tree`;
    Bun.spawnSync(["git", "worktree", "add", "-q", tree], { cwd: mine });
    for (const dir of [mine, tree]) {
      const run = await runCli(agent, mine, "config", "show", "--project", dir);
      expect(run.text).toContain(`${dir} (--project)`);
    }
  });
});

function mayLeadElsewhere(name: string, { options, usage = "" }: Command): boolean {
  const hasProject = options.project?.type === "string";
  const hasSession = options.session?.type === "string";
  const readsAllTranscripts = name === "backtest";
  const takesId = /\bID\b|TRANSCRIPT|FILE/.test(usage) && !name.startsWith("memory");
  return hasProject || hasSession || takesId || readsAllTranscripts || options.all === ALL_PROJECTS;
}

describe("other projects are shown", () => {
  const commands = [
    ["search", MARK, "--all"],
    ["sessions", "list", "--all"],
    ["sessions", "show", OTHER_SESSION],
  ];

  afterEach(() => {
    for (const path of [`${mine}/.claude/holdfast.json`, `${home}/.holdfast/config.json`])
      rmSync(path, { force: true });
  });

  test("to a person at a terminal", async () => {
    for (const words of commands)
      expect(show(await runCliAtTerminal(environment({}), mine, ...words))).toContain(MARK);
  });

  test("not to a process without a terminal, which may have left its session", async () => {
    for (const words of commands) {
      const run = await runCli(environment({}), mine, ...words);
      expect(show(run)).not.toContain(MARK);
      expect(show(run)).toContain("otherProjects");
    }
  });

  test("to Claude if the user's own config allows it, never because a project's does", async () => {
    const setting = JSON.stringify({ recall: { otherProjects: true } });
    writeFileIn(mine, ".claude/holdfast.json", setting);
    for (const words of commands) expect(show(await runCli(agent, mine, ...words))).not.toContain(MARK);
    writeFileIn(home, ".holdfast/config.json", setting);
    for (const words of [...commands, ["memory", "list", "--project", other]])
      expect(show(await runCli(agent, mine, ...words))).toContain(MARK);
  });
});
