// The agents that call hooks or run our commands, and the one place that recognises which of them does.
import { isRecord } from "../text/unknown-values.ts";

type Payload = Record<string, unknown>;

export interface Host {
  id: string;
  /** As people write it. */
  name: string;
  /** Its program on PATH. */
  program: string | null;
  /** Whether we read its events. What it does is not gated otherwise, and nothing may say that it is. */
  isGated: boolean;
  /** Set for the commands that it runs, for its hooks, or for both. */
  variables: readonly string[];
  /** Has the id of the session, in the shell of the agent; null when nothing has. */
  sessionVariable: string | null;
  /** Whether this is an event of its own, by what no other agent sends. */
  sent(payload: Payload, transcript: string): boolean;
}

export const CLAUDE_CODE: Host = {
  id: "claude-code",
  name: "Claude Code",
  program: "claude",
  isGated: true,
  variables: ["CLAUDECODE"],
  sessionVariable: "CLAUDE_CODE_SESSION_ID",
  sent: (_payload, transcript) =>
    transcript.includes("/projects/") &&
    !transcript.includes("/chats/") &&
    !transcript.includes("/.factory/"),
};

/** Texts are compared without patterns: the first pattern in a process is slow. */
const OTHERS: readonly Host[] = [
  {
    id: "codex",
    name: "Codex",
    program: "codex",
    isGated: true,
    variables: [
      "CODEX_SESSION_ID",
      "CODEX_THREAD_ID",
      "CODEX_CI",
      "CODEX_SANDBOX",
      "CODEX_SANDBOX_NETWORK_DISABLED",
    ],
    sessionVariable: "CODEX_SESSION_ID",
    sent: (payload, transcript) =>
      fileName(transcript).startsWith("rollout-") || ("turn_id" in payload && !("prompt_id" in payload)),
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    program: "gemini",
    isGated: true,
    variables: ["GEMINI_CLI", "GEMINI_SESSION_ID"],
    sessionVariable: null,
    sent: ({ hook_event_name: event }, transcript) =>
      transcript.includes("/chats/session-") ||
      event === "BeforeAgent" ||
      event === "AfterAgent" ||
      event === "BeforeTool" ||
      event === "AfterTool" ||
      event === "PreCompress",
  },
  {
    id: "qwen",
    name: "Qwen Code",
    program: "qwen",
    isGated: true,
    variables: ["QWEN_CODE", "QWEN_CODE_SESSION_ID"],
    sessionVariable: "QWEN_CODE_SESSION_ID",
    sent: (_payload, transcript) => transcript.includes("/projects/") && transcript.includes("/chats/"),
  },
  {
    id: "cursor",
    name: "Cursor",
    program: "cursor-agent",
    isGated: false,
    variables: ["CURSOR_AGENT"],
    sessionVariable: null,
    sent: (payload) => "cursor_version" in payload,
  },
  {
    id: "droid",
    name: "Droid",
    program: "droid",
    isGated: false,
    variables: ["FACTORY_PROJECT_DIR"],
    sessionVariable: null,
    sent: (_payload, transcript) => transcript.includes("/.factory/"),
  },
  {
    id: "copilot",
    name: "GitHub Copilot CLI",
    program: "copilot",
    isGated: true,
    variables: ["COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"],
    sessionVariable: "COPILOT_AGENT_SESSION_ID",
    sent: (payload, transcript) =>
      (transcript.includes("/session-state/") && fileName(transcript) === "events.jsonl") ||
      ("timestamp" in payload && transcript === ""),
  },
  ...["AUGMENT_AGENT", "CLINE_ACTIVE", "GOOSE_TERMINAL", "OPENCODE"].map(nameless),
  nameless("AI_AGENT"),
];

/** An agent of which only this variable is known. */
function nameless(variable: string): Host {
  return {
    id: variable.toLowerCase().split("_")[0] ?? "",
    name: "this agent",
    program: null,
    isGated: false,
    variables: [variable],
    sessionVariable: null,
    sent: () => false,
  };
}

const HOSTS = [CLAUDE_CODE, ...OTHERS];

/** Each moves the folder of an agent. */
export const FOLDER_VARIABLES = ["CODEX_HOME", "COPILOT_HOME", "QWEN_HOME"] as const;

/** The agent that runs this process, by its variables; null when there is none. */
export function hostOfVariables(isSet: (variable: string) => boolean): Host | null {
  return HOSTS.find(({ variables }) => variables.some(isSet)) ?? null;
}

/** Whose event this is. An agent may run in another one's shell, so its variables count only if the event does not tell. */
export function recogniseHost(payload: unknown, byVariables: Host | null): Host {
  if (!isRecord(payload)) return CLAUDE_CODE;
  const path = payload.transcript_path ?? payload.transcriptPath;
  const transcript = typeof path === "string" ? path : "";
  return HOSTS.find((host) => host.sent(payload, transcript)) ?? byVariables ?? CLAUDE_CODE;
}

export function findHost(id: string): Host | null {
  return HOSTS.find((host) => host.id === id) ?? null;
}

/** What to call the agent in a sentence. `id`: of its host; null for Claude Code. */
export function callAgent(id: string | null): string {
  return id === null || id === CLAUDE_CODE.id ? "Claude" : (nameAgent(id) ?? "the agent");
}

/** The name of the agent that a session ran in; null for Claude Code. */
export function nameAgent(id: string | null): string | null {
  return id === null ? null : (findHost(id)?.name ?? id);
}

/** Other agents than Claude Code, of which one may be installed. */
export function listOtherHosts(): (Host & { program: string })[] {
  return OTHERS.flatMap((host) => (host.program === null ? [] : [{ ...host, program: host.program }]));
}

/** For a person, about a session of this agent. */
export function describeUngated({ name }: Pick<Host, "name">): string {
  return `not gated here: holdfast cannot hold ${name}, and records nothing in it`;
}

/** Whether the path is like that of a log that another agent keeps of a session. */
export function mayBeAgentLog(path: string): boolean {
  const name = fileName(path);
  return name.startsWith("rollout-") || name === "events.jsonl" || path.includes("/chats/");
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
