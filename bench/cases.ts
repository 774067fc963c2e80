// The rows of the table: the command, its stdin, and how much slower than the floor it may be.
import { appendFileSync } from "node:fs";
import type { Stage } from "./stage.ts";

export interface Case {
  name: string;
  /** Times the floor; null: shown for comparison only. */
  target: number | null;
  command: string[];
  /** Default: the payload of a Stop. */
  payload?: (round: number) => object;
  home?: string;
  env?: Record<string, string>;
  cwd?: string;
  /** Runs before each measurement and is not measured. */
  prepare?: () => void;
  /** What stdout must contain; by default it must be empty. */
  says?: string;
  /** A row whose time is subtracted: a command that the hook runs. */
  less?: Case;
  /** The maximum ratio to another row. */
  beside?: { row: Case; most: number };
}

const HELD = 3;
const PROMPT_OR_TOOL = 2.6;
const SESSION = 3;
const ROUNDS_A_SESSION = 50;
const LINES = `export function parse(text: string): Parsed {\n  if (text === "") return EMPTY;\n  return read(text);\n}\n`;
/** A real model takes at least this long for a message. */
const MODEL_MS = 700;
const TOOL_CALL = `${JSON.stringify({ type: "assistant", message: { content: [{ type: "tool_use" }] } })}\n`;

export function hookCases(stage: Stage): Case[] {
  const command = [stage.executable, "hook"];
  const event =
    (name: string, fields: object = {}) =>
    () =>
      payloadOf(stage, name, fields);
  const tool = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1", duration_ms: 12 };
  const large = LINES.repeat(Math.ceil(2 ** 20 / LINES.length));
  const blocked = (round: number) => ({
    session_id: `locked-${Math.floor(round / ROUNDS_A_SESSION)}`,
    cwd: stage.lockedProject,
  });
  const prompt = event("UserPromptSubmit", { prompt: "Go on.", source: "user" });
  return [
    { name: "unknown event", target: 1.6, command, payload: event("Brandnew") },
    {
      name: "Stop, nothing due",
      target: 2.4,
      command,
      payload: event("Stop"),
      // A question was asked. As in the client, the answer is not in the transcript yet.
      prepare: () => {
        sendOnce(command, stage.home, prompt());
        appendFileSync(stage.transcript, promptLine());
      },
    },
    {
      name: "Stop, held by a lock",
      target: HELD,
      command,
      payload: (round) => payloadOf(stage, "Stop", blocked(round)),
      cwd: stage.lockedProject,
      prepare: () => appendFileSync(stage.transcript, TOOL_CALL),
      says: '"decision":"block"',
    },
    {
      name: "PostToolUse",
      target: PROMPT_OR_TOOL,
      command,
      payload: event("PostToolUse", { ...tool, tool_response: { stdout: "a\nb\n", stderr: "" } }),
    },
    {
      // Unlike the one above it names a file.
      name: "PostToolUse, an edit",
      target: PROMPT_OR_TOOL,
      command,
      payload: event("PostToolUse", editOf(`${stage.project}/src/parse.ts`)),
    },
    {
      name: "PostToolUse, 1 MB response",
      // The floor reads nothing, so this row shows the cost of size.
      target: null,
      command,
      payload: event("PostToolUse", { ...tool, tool_response: { stdout: large, stderr: "" } }),
    },
    { name: "UserPromptSubmit", target: PROMPT_OR_TOOL, command, payload: prompt },
    {
      name: "SessionStart",
      target: SESSION,
      command,
      payload: event("SessionStart", { source: "startup", model: "claude" }),
      env: { CLAUDE_ENV_FILE: `${stage.transcript}.env` },
    },
    {
      name: "SessionEnd",
      target: SESSION,
      command,
      payload: event("SessionEnd", { reason: "other" }),
      home: stage.endingHome,
      // Something in the log to be moved into the database.
      prepare: () => sendOnce(command, stage.endingHome, prompt()),
    },
  ];
}

/** Commands that a person types, and those that a status line runs repeatedly. */
export function commandCases(stage: Stage): Case[] {
  const status = [stage.executable, "status"];
  // The hooks measured before have queued calls, which the first look at the inbox would record.
  const prepare = () => sendOnce([stage.executable, "drain", "--quiet"], stage.home, {});
  return [
    { name: "holdfast status", target: 3, command: status, prepare, says: "last stop" },
    { name: "holdfast status --json", target: 3, command: [...status, "--json"], prepare, says: '"lock"' },
    // Run by the mod at each event of a turn.
    {
      name: "holdfast status --json --session",
      target: 3,
      command: [...status, "--json", "--session", stage.session],
      prepare,
      says: '"on"',
    },
    {
      name: "holdfast statusline, a lock is on",
      target: 3,
      command: [stage.executable, "statusline"],
      payload: () => ({ session_id: "locked-0", cwd: stage.lockedProject }),
      says: "lock",
    },
    {
      name: "holdfast statusline, nothing on",
      target: 3,
      command: [stage.executable, "statusline"],
      payload: () => ({ session_id: stage.session, cwd: stage.project }),
    },
  ];
}

export function comparisons(stage: Stage): Case[] {
  const tools = { bash: Bun.which("bash"), jq: Bun.which("jq"), node: Bun.which("node") };
  const readName = `name=$(jq -r .hook_event_name); exit 0`;
  return [
    { name: "holdfast --version", target: null, command: [stage.executable, "--version"], says: "." },
    ...(tools.bash && tools.jq
      ? [{ name: "bash + jq, reading the name", target: null, command: [tools.bash, "-c", readName] }]
      : []),
    ...(tools.node ? [{ name: "Node no-op", target: null, command: [tools.node, "-e", ""] }] : []),
  ];
}

function editOf(path: string): object {
  const [before, after] = [LINES, LINES.replace("EMPTY", "NOTHING")];
  return {
    tool_name: "Edit",
    tool_input: { file_path: path, old_string: before, new_string: after },
    tool_use_id: "toolu_2",
    duration_ms: 12,
    tool_response: { filePath: path, oldString: before, newString: after, originalFile: LINES.repeat(20) },
  };
}

export function floorCase(stage: Stage): Case {
  return { name: "floor: bare compiled Bun no-op", target: null, command: [stage.noop] };
}

function promptLine(): string {
  const timestamp = new Date(Date.now() - MODEL_MS).toISOString();
  return `${JSON.stringify({ type: "user", timestamp, message: { role: "user", content: "Go on." } })}\n`;
}

export function payloadOf(stage: Stage, name: string, fields: object): object {
  return {
    session_id: stage.session,
    transcript_path: stage.transcript,
    cwd: stage.project,
    // A prompt with the previous id is not a new one.
    prompt_id: name === "UserPromptSubmit" ? crypto.randomUUID() : "00000000-0000-4000-8000-000000000002",
    permission_mode: "acceptEdits",
    hook_event_name: name,
    ...(name === "Stop"
      ? { stop_hook_active: false, last_assistant_message: "Done.", background_tasks: [] }
      : {}),
    ...fields,
  };
}

export function sendOnce(command: string[], home: string, payload: object): void {
  Bun.spawnSync(command, { env: { HOME: home, TMPDIR: home }, stdin: Buffer.from(JSON.stringify(payload)) });
}
