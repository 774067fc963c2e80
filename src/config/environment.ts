// The only reader of environment variables, and the paths that follow from them. Nothing here touches the disk.
import { isSessionId } from "../protocol/claude-code/parse-event.ts";
import type { LoadedConfig } from "./load-config.ts";

export interface Environment {
  /** The person's home folder; empty when unset or relative. */
  home: string;
  /** Where holdfast keeps its own files; empty when there is no place for them: no hook works then, and no command. */
  holdfastHome: string;
  /** The client's folder: settings, commands, skills. */
  claudeDir: string;
  /** Where Claude Code was started; only set inside a hook. */
  projectDir: string | null;
  /** The session, when run by Claude's Bash tool or as a hook. */
  sessionId: string | null;
  /** Run by a coding agent: its shell tool, or a command that the person typed into it. */
  insideAgent: boolean;
  /** What a person pressed in the dashboard, which sets it in its own process: no variable can. */
  fromDashboard: boolean;
  /** A browser can be opened here. */
  hasDisplay: boolean;
  /** `HOLDFAST_BAND`: the session whose band above the prompt our mod draws. */
  bandSession: string | null;
  /** `HOLDFAST_MOD`: our mod asks, in this version of Claude Code. */
  modVersion: string | null;
  /** `HOLDFAST_MCP_CALL`: our MCP server asks, for this call of the client's; empty when it has no name. */
  mcpCall: string | null;
  /** `HOLDFAST_TRUST`: the content that `holdfast trust --yes` may trust without a terminal, by its hash. */
  trustHash: string | null;
  /** `CLAUDE_CODE_SESSION_ATTENDED=0`: nobody sits before this session. */
  unattended: boolean;
  /** The process of the client that runs us as a hook. */
  clientPid: string | null;
  /** `HOLDFAST=0`: everything off. */
  off: boolean;
  debug: boolean;
  /** `CLAUDE_REFLECTION_MODE=1`: we are part of a reflection, which must not start another. */
  reflecting: boolean;
  /** Lines appended here by SessionStart reach every later Bash call. */
  envFile: string | null;
  path: string;
  tempDir: string;
  noColor: boolean;
}

/**
 * What agents set for the commands they run. Keys to their APIs are not among them, nor what an editor sets in a
 * terminal that a person uses.
 */
const AGENT_VARIABLES = [
  "CLAUDECODE",
  "CODEX_THREAD_ID",
  "CODEX_CI",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "COPILOT_CLI",
  "GEMINI_CLI",
  "QWEN_CODE",
  "CURSOR_AGENT",
  "AUGMENT_AGENT",
  "CLINE_ACTIVE",
  "GOOSE_TERMINAL",
  "OPENCODE",
  "AI_AGENT",
];

export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const home = absolute(env.HOME);
  return {
    home,
    holdfastHome: trimSlash(absolute(env.HOLDFAST_HOME) || (home && `${home}/.holdfast`)),
    claudeDir: trimSlash(env.CLAUDE_CONFIG_DIR || `${home}/.claude`),
    projectDir: env.CLAUDE_PROJECT_DIR ? trimSlash(env.CLAUDE_PROJECT_DIR) : null,
    sessionId: env.CLAUDE_CODE_SESSION_ID || null,
    insideAgent: AGENT_VARIABLES.some((name) => isSet(env[name])),
    fromDashboard: false,
    hasDisplay: hasDisplay(env),
    bandSession: env.HOLDFAST_BAND || null,
    modVersion: env.HOLDFAST_MOD || null,
    mcpCall: env.HOLDFAST_MCP_CALL ?? null,
    trustHash: env.HOLDFAST_TRUST || null,
    unattended: env.CLAUDE_CODE_SESSION_ATTENDED === "0",
    clientPid: isProcessId(env.CLAUDE_PID) ? env.CLAUDE_PID : null,
    off: env.HOLDFAST === "0",
    debug: env.HOLDFAST_DEBUG === "1",
    reflecting: env.CLAUDE_REFLECTION_MODE === "1",
    envFile: env.CLAUDE_ENV_FILE || null,
    path: env.PATH ?? "",
    tempDir: trimSlash(env.TMPDIR || "/tmp"),
    noColor: (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb",
  };
}

/** Over SSH it would open on the other machine's screen, if on any. */
function hasDisplay(env: Record<string, string | undefined>): boolean {
  if (process.platform === "darwin") return !env.SSH_CONNECTION;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** A relative one would lie in whatever folder we are started in, which may be a stranger's. */
function absolute(path = ""): string {
  return path.startsWith("/") ? path : "";
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}

function isProcessId(value: string | undefined): value is string {
  return value !== undefined && Number(value) > 0 && String(Number.parseInt(value, 10)) === value;
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

type Home = Pick<Environment, "holdfastHome">;

export const executablePath = (env: Home) => `${env.holdfastHome}/bin/holdfast`;
export const databasePath = (env: Home) => `${env.holdfastHome}/holdfast.db`;
export const userConfigPath = (env: Home) => `${env.holdfastHome}/config.json`;
export const pausePath = (env: Home) => `${env.holdfastHome}/paused.json`;
export const trustPath = (env: Home) => `${env.holdfastHome}/trust.json`;
export const manifestPath = (env: Home) => `${env.holdfastHome}/install.json`;
export const modSeenPath = (env: Home) => `${env.holdfastHome}/mod.json`;
export const backupDir = (env: Home) => `${env.holdfastHome}/backups`;
export const logDir = (env: Home) => `${env.holdfastHome}/logs`;
export const faultLogPath = (env: Home) => `${env.holdfastHome}/logs/faults.jsonl`;
export const checkLogDir = (env: Home) => `${env.holdfastHome}/logs/checks`;
/** One file for each copy of a work tree that a process works in. */
export const worktreeRecordDir = (env: Home) => `${env.holdfastHome}/worktrees`;
export const debugLogPath = (env: Home) => `${env.holdfastHome}/logs/debug.log`;

/** Where the plugin of the first triage design kept its settings. */
export const olderMemoryConfigPath = (projectDir: string) =>
  `${projectDir}/.claude/memory/memory-config.json`;
export const projectConfigPath = (projectDir: string) => `${projectDir}/.claude/holdfast.json`;
export const runtimeDir = (projectDir: string) => `${projectDir}/.claude/runtime`;
export const lockPath = (projectDir: string) => `${projectDir}/.claude/runtime/locks/.lock_active`;

/**
 * Where the state files of sessions lie. A project's own config cannot move it: a stranger's repository must not choose
 * where we write.
 */
export function stateDir(
  env: Pick<Environment, "holdfastHome" | "home">,
  loaded: Pick<LoadedConfig, "config">,
): string {
  const own = `${env.holdfastHome}/state`;
  const { stateDir: configured } = loaded.config;
  if (configured === "") return own;
  const path = configured.startsWith("~/") ? `${env.home}${configured.slice(1)}` : configured;
  return path.startsWith("/") ? path.replace(/\/+$/, "") : own;
}

/** null for an odd session id: it never matches any state. */
export function sessionStateDir(root: string, sessionId: string | null): string | null {
  return sessionId !== null && isSessionId(sessionId) ? `${root}/${sessionId}` : null;
}
