// Every channel through which text reaches us: fields of events, arguments of commands, files of others. Each is used with its own
// text, through the executable, so that a trace of it on the disk shows the channel.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { answer } from "./answer-terminal.ts";
import { EXECUTABLE, homeOf, type Place, runCommand, runProgram, sendEvent } from "./holdfast.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "./temp.ts";

type Send = (place: Place, text: string, session: string) => Promise<unknown>;

const event =
  (fields: (text: string) => object): Send =>
  (place, text, session) =>
    sendEvent(place, { session_id: session, transcript_path: `${place.home}/none.jsonl`, ...fields(text) });

/** As Claude runs it. */
function inSession(place: Place, session: string, ...words: string[]) {
  const env = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: session };
  return runProgram([EXECUTABLE, ...words], place, undefined, env);
}

const command =
  (...words: string[]): Send =>
  (place, text, session) =>
    inSession(place, session, ...words.map((word) => word.replace("TEXT", text)));

const stop: Send = event(() => ({ hook_event_name: "Stop", stop_hook_active: false }));

const tool = (fields: (text: string) => object): Send =>
  event((text) => ({
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_use_id: `toolu_${Bun.hash(text)}`,
    tool_input: { command: "true" },
    tool_response: { stdout: "" },
    ...fields(text),
  }));

/** In order: later channels build on earlier ones. */
export const CHANNELS: Record<string, Send> = {
  "source and model of a session": event((text) => ({
    hook_event_name: "SessionStart",
    source: text,
    model: text,
  })),
  prompt: event((text) => ({
    hook_event_name: "UserPromptSubmit",
    prompt: `Please use ${text} for this`,
    prompt_id: text,
  })),
  "input and output of a tool": tool((text) => ({
    tool_input: { command: `run ${text}` },
    tool_response: { stdout: text },
  })),
  "command of a test run": tool((text) => ({
    tool_use_id: `toolu_run_${Bun.hash(text)}`,
    tool_input: { command: `bun test ${text}` },
    tool_response: { stdout: " 2 pass\n 0 fail\nRan 2 tests across 1 file. [9.00ms]" },
  })),
  "name of a tool": tool((text) => ({ tool_name: `mcp__x__${text}` })),
  "id of a call": tool((text) => ({ tool_use_id: text, agent_id: text, agent_type: text })),
  "error of a tool": event((text) => ({
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_use_id: "toolu_f",
    tool_input: { command: "x" },
    error: `Exit code 1\n${text}`,
  })),
  "id of a shell in the background": tool((text) => ({
    tool_response: { stdout: "", backgroundTaskId: text },
  })),
  "subject of a task": event((text) => ({
    hook_event_name: "TaskCreated",
    task_id: "7",
    task_subject: `Rotate ${text}`,
  })),
  "id of a task": event((text) => ({
    hook_event_name: "TaskCreated",
    task_id: text,
    task_subject: "Rotate",
  })),
  "list of todos": tool((text) => ({
    tool_name: "TodoWrite",
    tool_input: { todos: [{ content: `Rotate ${text}`, status: "pending", activeForm: text }] },
    tool_response: {
      oldTodos: [],
      newTodos: [{ content: `Rotate ${text}`, status: "pending", activeForm: text }],
    },
  })),
  "type of a subagent": event((text) => ({
    hook_event_name: "SubagentStart",
    agent_id: `a-${text}`,
    agent_type: text,
  })),
  "report of a subagent": event((text) => ({
    hook_event_name: "SubagentStop",
    agent_id: "a1",
    agent_type: `review ${text}`,
    last_assistant_message: `Found ${text}`,
  })),
  "name of a teammate": event((text) => ({
    hook_event_name: "TeammateIdle",
    teammate_name: text,
    team_name: text,
  })),
  "completed task": event((text) => ({
    hook_event_name: "TaskCompleted",
    task_id: "7",
    task_subject: text,
    task_description: text,
    teammate_name: text,
  })),
  "instructions of a compaction": event((text) => ({
    hook_event_name: "PreCompact",
    trigger: text,
    custom_instructions: text,
  })),
  "transcript that is exported": async (place, text, session) => {
    const line = { type: "user", sessionId: session, message: { role: "user", content: `Use ${text}` } };
    const transcript_path = writeFileIn(
      makeTempFolder("client"),
      `${session}.jsonl`,
      `${JSON.stringify(line)}\n`,
    );
    const words = ["--session", session, "--project", place.project, "--transcript", transcript_path];
    return runCommand(place, "background", "export", ...words);
  },
  "garbage instead of an event": (place, text) => sendEvent(place, `{"hook_event_name": ${text}`),
  "goal of a lock": command("lock", "Rotate TEXT", "--done", "done with TEXT"),
  "goal of a lock, in a decision": stop,
  "question for the person": command("ask", "May I use TEXT?"),
  "question, in a decision": stop,
  "why a block was wrong": command("wrong", "--why", "it was TEXT"),
  "why Claude unlocked": command("unlock", "--why", "used TEXT"),
  "goal of a lock that a person wrote": async (place, text, session) => {
    writeFileIn(place.project, ".claude/runtime/locks/.lock_active", `Rotate ${text}`);
    await stop(place, text, session);
    return inSession(place, session, "status");
  },
  "lock that is over": command("unlock"),
  "task of a loop": command("loop", "start", "Rotate TEXT", "--promise", "ALL DONE"),
  "loop, in a decision": stop,
  "why a loop was cancelled": command("cancel", "loop", "--why", "it was TEXT"),
  "question of a loop": async (place, text, session) => {
    await inSession(place, session, "loop", "start", "x", "--judge", `Is it ${text}?`);
    await inSession(place, session, "cancel", "loop");
  },
  "promise of a loop": command("loop", "start", "x", "--promise", "TEXT"),
  "task of a flow": command("flow", "start", "Rotate TEXT", "--complexity", "3", "--kind", "chore"),
  "note of a flow": command("flow", "set", "retrospective_done", "--note", "nothing to learn because TEXT"),
  "question of a flow": command("flow", "set", "must_have_answered", "--question", "Is it TEXT?"),
  "force of a flow": command("flow", "set", "plan_approved", "--force", "--why", "said TEXT"),
  "flow, in a decision": stop,
  "why a flow was cancelled": command("cancel", "flow", "--why", "it was TEXT"),
  "task file of another tool": async (place, text, session) => {
    const folder = `${homeOf(place).holdfastHome}/state/${session}/tasks`;
    const path = writeFileIn(
      folder,
      "other.json",
      JSON.stringify({ id: "o", subject: text, status: "pending" }),
    );
    await stop(place, text, session);
    rmSync(path);
  },
  "flow file of another tool": async (place, text, session) => {
    const folder = `${homeOf(place).holdfastHome}/state/${session}`;
    const fields = { task: text, phase: text, verified_done: false, conditions: { plan_created: false } };
    const path = writeFileIn(folder, "orchestrator.json", JSON.stringify(fields));
    for (let n = 0; n < 3; n++) await stop(place, text, session);
    await inSession(place, session, "cancel", "flow");
    rmSync(path, { force: true });
  },
  "subagent of a pipeline": event(() => ({
    hook_event_name: "SubagentStart",
    agent_id: "p1",
    agent_type: "builder",
  })),
  "report of a pipeline's subagent": event((text) => ({
    hook_event_name: "SubagentStop",
    agent_id: "p1",
    agent_type: "builder",
    last_assistant_message: `Built with ${text}`,
  })),
  "why a pipeline was cancelled": command("cancel", "pipeline", "--why", "it was TEXT"),
  "output of a check": async (place, text, session) => {
    writeFileIn(place.project, "said.txt", `error: ${text}\n`);
    await inSession(place, session, "gate", "run");
    await answer(place, ["gate", "run"], []);
  },
  "added line": async (place, text, session) => {
    writeFileIn(place.project, "src/added.ts", `// TODO remove ${text}\n`);
    await stop(place, text, session);
    rmSync(join(place.project, "src/added.ts"));
  },
  "words of a search": command("search", "TEXT"),
  "words of a search in memories": command("memory", "search", "TEXT"),
  "background tasks of a stop": event((text) => ({
    hook_event_name: "Stop",
    background_tasks: [{ id: text, type: "shell", status: "running", description: text, command: text }],
    last_assistant_message: text,
  })),
  "reason of an end": event((text) => ({ hook_event_name: "SessionEnd", reason: text })),
  "name of an event": event((text) => ({ hook_event_name: text })),
};

/** Options of commands that take any text, with the channel that tests them; null for texts that are run or searched for. */
export const TEXT_OPTIONS: Record<string, string | null> = {
  "lock --done": "goal of a lock",
  "unlock --why": "why Claude unlocked",
  "loop start --verify": null,
  "loop start --promise": "promise of a loop",
  "loop start --judge": "question of a loop",
  "cancel --why": "why a loop was cancelled",
  "flow start --correctness": null,
  "flow start --quality": null,
  "flow start --adversarial": null,
  "flow set --note": "note of a flow",
  "flow set --question": "question of a flow",
  "flow set --command": null,
  "flow set --why": "force of a flow",
  "wrong --why": "why a block was wrong",
};

/** A place where every gate that quotes text is enabled. */
export function makeTalkativePlace(): Place {
  const place = {
    home: makeTempHome(),
    project: makeTempProject({ git: true, files: { "a.txt": "a\n" } }),
    env: { HOLDFAST_DEBUG: "1" },
  };
  const config = {
    gates: { tasks: { enabled: true } },
    quality: { stages: { said: [{ run: "cat said.txt; exit 1" }] } },
    pipeline: [{ stage: "build", match: "builder" }],
    judge: { by: { command: "exit 1" } },
  };
  writeFileIn(homeOf(place).holdfastHome, "config.json", JSON.stringify(config));
  return place;
}

export interface StoredFile {
  path: string;
  bytes: Buffer;
}

/**
 * Everything we wrote: below HOLDFAST_HOME, and in the project's runtime folder. Reads everything again if a detached process
 * closes the database meanwhile, which moves its log into it.
 */
export function readStored(place: Place, tries = 20): StoredFile[] {
  const roots = [homeOf(place).holdfastHome, `${place.project}/.claude/runtime`].filter(existsSync);
  try {
    return roots.flatMap((root) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => ({ path, bytes: Buffer.concat([readFileSync(path), Buffer.from(path)]) })),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || tries === 0) throw error;
    return readStored(place, tries - 1);
  }
}
