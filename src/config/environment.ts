// The only reader of environment variables, and the paths derived from them. Does not touch the disk.

import { executableName, IS_WINDOWS, isAbsolutePath, withSlashes } from "../platform/system.ts";
import { isSessionId } from "../protocol/claude-code/parse-event.ts";
import { FOLDER_VARIABLES, type Host, hostOfVariables } from "../protocol/hosts.ts";
import type { LoadedConfig } from "./load-config.ts";

export interface Environment {
  /** The person's home folder; empty when unset or relative. */
  home: string;
  /** The folder of holdfast's own files; empty when there is none, and then no hook or command works. */
  holdfastHome: string;
  /** The client's folder: settings, commands, skills. */
  claudeDir: string;
  /** Folders of other agents that a variable moves, by the variable. */
  movedFolders: Readonly<Record<string, string>>;
  /** Where Claude Code was started; only set inside a hook. */
  projectDir: string | null;
  /** The session, when run by an agent's shell or as a hook. */
  sessionId: string | null;
  /** Run by a coding agent: from its shell tool, or by a command that the person typed into it. */
  insideAgent: boolean;
  /** The agent that runs us, by its variables. */
  host: Host | null;
  /** Another hook of ours runs after the agent's turn, and can wake it. */
  wakesAgent: boolean;
  /** The person sees the message of an answer to a Stop. */
  showsMessages: boolean;
  /** How often the agent that runs this hook lets a turn be held, one time after the other. */
  maxHolds: number;
  /** A person's action in the dashboard. Set by its process; no variable can set it. */
  fromDashboard: boolean;
  /** Whether a browser can be opened. */
  hasDisplay: boolean;
  /** `HOLDFAST_BAND`: the session for which our mod draws the band above the prompt. */
  bandSession: string | null;
  /** `HOLDFAST_MOD`: set when our mod runs us; the version of Claude Code. */
  modVersion: string | null;
  /** `HOLDFAST_MCP_CALL`: set when our MCP server runs us; the id of the client's call, or empty. */
  mcpCall: string | null;
  /** `HOLDFAST_TRUST`: the hash of the content that `holdfast trust --yes` may trust without a terminal. */
  trustHash: string | null;
  /** `CLAUDE_CODE_SESSION_ATTENDED=0`: nobody watches this session. */
  unattended: boolean;
  /** The process of the client that runs us as a hook. */
  clientPid: string | null;
  /** `HOLDFAST_AWAIT_RECORD=1`: a detached copy of a command, which waits for the record that the person typed it. */
  awaitsRecord: boolean;
  /** `HOLDFAST=0`: everything off. */
  off: boolean;
  debug: boolean;
  /** `CLAUDE_REFLECTION_MODE=1`: this runs inside a reflection, which must not start another. */
  reflecting: boolean;
  /** Lines appended here by SessionStart reach every later Bash call. */
  envFile: string | null;
  path: string;
  tempDir: string;
  noColor: boolean;
}

export function readEnvironment(
  given: Record<string, string | undefined>,
  isWindows = IS_WINDOWS,
): Environment {
  const env = isWindows ? withWindowsFolders(given) : given;
  // A relative path would depend on the current folder, which may be a stranger's.
  const absolute = (path = "") => (isAbsolutePath(path, isWindows) ? path : "");
  const home = absolute(env.HOME);
  const host = hostOfVariables((name) => isSet(env[name]));
  return {
    home,
    holdfastHome: trimSlash(absolute(env.HOLDFAST_HOME) || (home && `${home}/.holdfast`)),
    claudeDir: trimSlash(env.CLAUDE_CONFIG_DIR || `${home}/.claude`),
    movedFolders: readMovedFolders(env, absolute),
    projectDir: env.CLAUDE_PROJECT_DIR ? trimSlash(env.CLAUDE_PROJECT_DIR) : null,
    sessionId: env.CLAUDE_CODE_SESSION_ID || sessionOf(host, env),
    insideAgent: host !== null,
    host,
    wakesAgent: true,
    showsMessages: true,
    maxHolds: Number.POSITIVE_INFINITY,
    fromDashboard: false,
    hasDisplay: hasDisplay(env),
    bandSession: env.HOLDFAST_BAND || null,
    modVersion: env.HOLDFAST_MOD || null,
    mcpCall: env.HOLDFAST_MCP_CALL ?? null,
    trustHash: env.HOLDFAST_TRUST || null,
    unattended: env.CLAUDE_CODE_SESSION_ATTENDED === "0",
    clientPid: isProcessId(env.CLAUDE_PID) ? env.CLAUDE_PID : null,
    awaitsRecord: env.HOLDFAST_AWAIT_RECORD === "1",
    off: env.HOLDFAST === "0",
    debug: env.HOLDFAST_DEBUG === "1",
    reflecting: env.CLAUDE_REFLECTION_MODE === "1",
    envFile: env.CLAUDE_ENV_FILE || null,
    path: env.PATH ?? "",
    tempDir: trimSlash(env.TMPDIR || "/tmp"),
    noColor: (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb",
  };
}

/** There the home folder has another name, and paths have backslashes. */
function withWindowsFolders(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const found: typeof env = { ...env, HOME: env.USERPROFILE || env.HOME, TMPDIR: env.TMPDIR || env.TEMP };
  const folders = [
    "HOME",
    "TMPDIR",
    "HOLDFAST_HOME",
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_PROJECT_DIR",
    ...FOLDER_VARIABLES,
  ];
  for (const name of folders) if (found[name]) found[name] = withSlashes(found[name], true);
  return found;
}

function readMovedFolders(
  env: Record<string, string | undefined>,
  absolute: (path?: string) => string,
): Record<string, string> {
  const moved: Record<string, string> = {};
  for (const name of FOLDER_VARIABLES) {
    const folder = trimSlash(absolute(env[name]));
    if (folder !== "") moved[name] = folder;
  }
  return moved;
}

function sessionOf(host: Host | null, env: Record<string, string | undefined>): string | null {
  const id = host?.sessionVariable ? env[host.sessionVariable] : null;
  return id || null;
}

/** Over SSH the browser would open on the remote machine's screen, if it has one. */
function hasDisplay(env: Record<string, string | undefined>): boolean {
  if (process.platform === "darwin") return !env.SSH_CONNECTION;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
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

export const executablePath = (env: Home) => `${env.holdfastHome}/bin/${executableName()}`;
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
/** One file per copy of a work tree that a process uses. */
export const worktreeRecordDir = (env: Home) => `${env.holdfastHome}/worktrees`;
export const debugLogPath = (env: Home) => `${env.holdfastHome}/logs/debug.log`;

export const projectConfigPath = (projectDir: string) => `${projectDir}/.claude/holdfast.json`;
export const runtimeDir = (projectDir: string) => `${projectDir}/.claude/runtime`;
export const lockPath = (projectDir: string) => `${projectDir}/.claude/runtime/locks/.lock_active`;

/**
 * The folder of sessions' state files. A project's config cannot set it: a stranger's repository must not decide where we
 * write.
 */
export function stateDir(
  env: Pick<Environment, "holdfastHome" | "home">,
  loaded: Pick<LoadedConfig, "config">,
): string {
  const own = `${env.holdfastHome}/state`;
  const { stateDir: configured } = loaded.config;
  if (configured === "") return own;
  const path = configured.startsWith("~/") ? `${env.home}${configured.slice(1)}` : configured;
  return isAbsolutePath(path) ? path.replace(/\/+$/, "") : own;
}

/** Where a session's state is read: our folder first, then that of ralph's orchestrator, which we never write. */
export function listStateFolders(
  env: Pick<Environment, "holdfastHome" | "home">,
  loaded: Pick<LoadedConfig, "config">,
  sessionId: string | null,
): string[] {
  const roots = new Set([stateDir(env, loaded), `${env.home}/.ralph/state`]);
  return [...roots].flatMap((root) => sessionStateDir(root, sessionId) ?? []);
}

/** null for an invalid session id, which has no state. */
export function sessionStateDir(root: string, sessionId: string | null): string | null {
  return sessionId !== null && isSessionId(sessionId) ? `${root}/${sessionId}` : null;
}
