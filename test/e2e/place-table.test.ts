// Places × gates, on the executable with recorded payloads: a gate that is switched on at the top of a work tree applies
// in every place that belongs to it, and in none that does not.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { workTreeTop } from "../../src/platform/repository.ts";
import { type Place, readDecisions, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";
import { writeTranscript } from "../helpers/transcript-lines.ts";
import { vouchFor } from "../helpers/trust.ts";
import { waitUntil } from "../helpers/wait.ts";
import { runGit } from "../unit/worktree/repo.ts";

interface Spot {
  /** Where the user switched the gate on. */
  top: string;
  /** Where Claude Code was started. */
  start: string;
  /** Where the event happens. */
  cwd: string;
  /** The work tree that is judged. */
  tree: string;
  payload?: string;
  source?: string;
  env?: Record<string, string>;
  /** A place of its own: what was switched on elsewhere does not hold here. */
  isApart?: true;
}

const FILES = { "packages/app/a.ts": "good\n", "b.ts": "good\n" };
const FIXTURES = `${import.meta.dir}/../fixtures/events`;
type GateId = "lock" | "loop" | "tasks" | "quality" | "custom" | "hygiene" | "plan";
/** Switched on together: while declared work holds, changes are not fully judged. */
const ON_STOP: GateId[][] = [
  ["lock", "loop", "tasks"],
  ["custom", "hygiene", "plan", "quality"],
];
const ON_OTHERS: GateId[][] = [["custom", "hygiene"]];

const ALL_EVENTS = ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"];
const CONFIGS: Partial<Record<GateId, object>> = {
  tasks: { tasks: { block: "always" } },
  quality: { quality: { baseline: "off", stages: { lint: [{ run: "! grep -rn bad --include=*.ts ." }] } } },
  custom: { gates: { custom: [{ id: "mine", run: "echo no >&2; exit 2", events: ALL_EVENTS }] } },
  hygiene: { hygiene: { stop: "block" }, subagents: [{ match: "*", gates: ["hygiene"] }] },
  plan: { plan: { block: "all" } },
};

const tree = () => makeTempProject({ git: true, files: FILES });
const same = (top: string, more: Partial<Spot> = {}): Spot => ({
  top,
  start: top,
  cwd: top,
  tree: top,
  ...more,
});

/** Created after the session started. */
const linkedTree = () => `${makeTempFolder("side")}/tree`;

const SPOTS: Record<string, () => Spot> = {
  "the main tree": () => same(tree()),
  "a sub-folder": () => {
    const top = tree();
    return same(top, { start: `${top}/packages/app`, cwd: `${top}/packages/app` });
  },
  "a work tree that Claude entered": () => {
    const top = tree();
    const side = linkedTree();
    return same(top, { cwd: side, tree: side });
  },
  "a work tree that Claude entered from a sub-folder": () => {
    const top = tree();
    const side = linkedTree();
    return same(top, { start: `${top}/packages/app`, cwd: `${side}/packages/app`, tree: side });
  },
  "a subagent": () => same(tree(), { payload: "SubagentStop/general-purpose-first.json" }),
  "a subagent with a work tree of its own": () => {
    const top = tree();
    const side = linkedTree();
    return same(top, { cwd: side, tree: side, payload: "SubagentStop/general-purpose-first.json" });
  },
  "a teammate": () => same(tree(), { payload: "TeammateIdle/plain.json" }),
  "a resumed session": () => same(tree(), { source: "resume" }),
  "a headless session": () => same(tree(), { env: { CLAUDE_CODE_SESSION_ATTENDED: "0" } }),
  "a session in a work tree of a bare repository": () => {
    const yard = makeTempFolder("yard");
    runGit(yard, ["clone", "-q", "--bare", tree(), ".bare"]);
    writeFileIn(yard, ".git", "gitdir: ./.bare\n");
    runGit(yard, ["worktree", "add", "-q", "one", "main"]);
    return same(`${yard}/one`);
  },
  "a submodule": () => {
    const outer = tree();
    runGit(outer, ["submodule", "add", "-q", tree(), "sub"]);
    return same(`${outer}/sub`);
  },
  "a folder without git": () => same(makeTempProject({ files: FILES })),
  "a missing folder": () => {
    const top = tree();
    return same(top, { cwd: `${top}/gone` });
  },
  "a project inside another": () => {
    const outer = tree();
    const inner = `${outer}/vendor/lib`;
    mkdirSync(inner, { recursive: true });
    writeFileIn(inner, "b.ts", "good\n");
    runGit(inner, ["init", "-q"]);
    runGit(inner, ["add", "-A"]);
    runGit(inner, ["commit", "-q", "-m", "Start"]);
    return { top: outer, start: inner, cwd: inner, tree: inner, isApart: true };
  },
};

for (const [name, makeSpot] of Object.entries(SPOTS)) {
  const isStop = !/subagent|teammate/.test(name);
  describe(`in ${name}`, () => {
    test.each((isStop ? ON_STOP : ON_OTHERS).map((gates) => [gates.join(", "), gates] as const))(
      "%s",
      async (_names, gates) => {
        const spot = makeSpot();
        const place = { home: makeTempHome(), project: spot.start, env: spot.env ?? {} };
        await switchOn(gates, spot, place);
        const { held, faults } = await stopIn(gates, spot, place);
        const needsGit = (gate: GateId) => gate === "hygiene" && name === "a folder without git";
        const belongsToSession = (gate: GateId) => gate === "loop" || gate === "tasks";
        const expected = gates.filter((gate) => !needsGit(gate) && (!spot.isApart || belongsToSession(gate)));
        expect(held.toSorted()).toEqual(expected.toSorted());
        expect(faults).toEqual([]);
      },
    );
  });
}

async function switchOn(
  gates: readonly GateId[],
  { top, start, isApart }: Spot,
  place: Place,
): Promise<void> {
  const where = gates.includes("tasks") && isApart ? start : top;
  const config = Object.assign({}, ...gates.map((gate) => CONFIGS[gate] ?? {}));
  writeFileIn(where, ".claude/holdfast.json", JSON.stringify(config));
  await vouchFor(`${place.home}/.holdfast`, where);
  if (gates.includes("plan")) {
    writeFileIn(where, "docs/plans/x/PLAN.md", "- [ ] do it\n");
    writeFileIn(where, "docs/plans/x/MEMORY.md", "status: in-progress\n");
  }
  if (workTreeTop(where) !== null) {
    runGit(where, ["add", "-A"]);
    runGit(where, ["commit", "-q", "--allow-empty", "-m", "Switch it on"]);
  }
  if (gates.includes("lock")) {
    const locked = await runCommand({ ...place, project: top }, "lock", "--project", ".");
    expect(locked.stdout).toContain("Locked");
  }
}

async function stopIn(
  gates: readonly GateId[],
  spot: Spot,
  place: Place,
): Promise<{ held: string[]; faults: string[] }> {
  const sessionId = "00000000-0000-4000-8000-000000000001";
  const transcript = `${place.home}/${sessionId}.jsonl`;
  writeFileSync(transcript, "");
  const common = { session_id: sessionId, transcript_path: transcript };
  const send = (event: object) => sendEvent(place, { ...common, cwd: spot.start, ...event });
  await send({ hook_event_name: "SessionStart", source: spot.source ?? "startup" });
  if (workTreeTop(spot.start) !== null) await waitForBaseline(place);
  await send({ hook_event_name: "UserPromptSubmit", prompt: "Go on with the plan." });
  if (gates.includes("loop")) {
    const started = await runCommand(
      { ...place, env: { ...place.env, CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: sessionId } },
      ...["loop", "start", "make it pass", "--verify", "test -f passed.txt"],
    );
    expect(started.exitCode).toBe(0);
  }
  if (gates.includes("tasks"))
    await send({
      hook_event_name: "TaskCreated",
      task_id: "1",
      task_subject: "Open",
      task_description: "",
    });
  if (spot.tree.endsWith("/tree")) runGit(spot.top, ["worktree", "add", "-q", spot.tree]);
  const written = breakFile(spot, sessionId);
  writeFileSync(transcript, written);
  const payload = JSON.parse(readFileSync(`${FIXTURES}/${spot.payload ?? "Stop/first.json"}`, "utf8"));
  const agentTranscript = writeFileIn(
    place.home,
    `${sessionId}/subagents/agent-${payload.agent_id}.jsonl`,
    written,
  );
  const own = "agent_transcript_path" in payload ? { agent_transcript_path: agentTranscript } : {};
  await send({ ...payload, ...common, ...own, cwd: spot.cwd, last_assistant_message: "Done." });
  const [decision] = readDecisions(place);
  const findings = JSON.parse(decision?.findings ?? "[]") as { gate: string; severity: string }[];
  const held = findings.filter(({ severity }) => severity === "block").map((finding) => finding.gate);
  return {
    held: decision?.verdict === "blocked" ? [...new Set(held)] : [],
    faults: (await readFaultLines(place)).map(({ message }) => message),
  };
}

/** Claude leaves a bad word and a debugger behind, as the transcript shows. */
function breakFile(spot: Spot, sessionId: string): string {
  const file = writeFileIn(spot.tree, "b.ts", "good\nbad();\ndebugger;\n");
  const lines = writeTranscript({ sessionId, cwd: spot.cwd, startedAt: Date.now(), stepMs: 1 });
  lines.prompt("Go on with the plan.");
  lines.use("t1", "Write", { file_path: file, content: "good\nbad();\ndebugger;\n" }, "written");
  lines.say("Done.");
  return lines.text();
}

async function waitForBaseline(place: Place): Promise<void> {
  const query = "SELECT 1 FROM session_starts WHERE tree IS NOT NULL";
  await waitUntil(() => queryStore(place, query).length > 0);
}
