// Whether a coding agent started this process, however many shells are in between. A guess by names; when unsure, no.
import { readLink, readSmallFile } from "../platform/files.ts";
import { sessionCalls } from "../platform/libc.ts";
import { readStat, runForText } from "../platform/process/process-facts.ts";

const IS_LINUX = process.platform === "linux";

export interface ProcessFacts {
  parent: number;
  /** Name, executable and first arguments: any of them may identify an agent. */
  name: string;
  executable: string;
  command: readonly string[];
}

const AGENTS = new Set([
  "aider",
  "auggie",
  "claude",
  "codex",
  "copilot",
  "cursor-agent",
  "gemini",
  "goose",
  "opencode",
  "qwen",
]);
/** A script or executable below one of these belongs to the agent, whatever its name is. */
const AGENT_FOLDERS =
  /\/(?:@anthropic-ai\/claude-code|@openai\/codex|@google\/gemini-cli|@github\/copilot|@qwen-code\/qwen-code|opencode-ai|claude\/versions|cursor-agent\/versions)[/-]/;
const INTERPRETER = /^(?:node|nodejs|bun|deno|python[\d.]*)$/;
const MAX_DEPTH = 64;

type ReadProcess = (pid: number) => ProcessFacts | null;

/** The name of the nearest agent above this process; null when there is none. */
export function findAgentAncestor(
  pid: number = process.ppid,
  read: ReadProcess = readProcess,
): string | null {
  return agentsAbove(pid, read)[0]?.agent ?? null;
}

/**
 * Whether a button of our mod started this process. Claude Code then starts it in its own terminal session. Processes that it
 * starts for Claude or by a hook (the Bash tool, `!`, the status line) lead a new session, and a process cannot return to an
 * earlier session, whatever variables it unsets. A client that an agent started does not count.
 */
export function isButtonPress(
  pid: number = process.ppid,
  read: ReadProcess = readProcess,
  sessionOf: (pid: number) => number = (of) => sessionCalls()?.getsid(of) ?? -1,
): boolean {
  const own = sessionOf(0);
  const agents = agentsAbove(pid, read);
  const isClient = agents[0]?.pid === pid && agents[0].agent === "claude";
  // The agents above may only be the client and its launcher.
  return isClient && own > 0 && agents.every((each) => sessionOf(each.pid) === own);
}

/**
 * Whether an agent's shell started this process, by the variables of it and of the processes up to the agent. Without an
 * agent above, too: the agent itself starts its hooks.
 */
export function isStartedByShell(
  isShell: (variables: Record<string, string>) => boolean,
  pid: number = process.ppid,
  read: ReadProcess = readProcess,
): boolean {
  if (isShell(process.env as Record<string, string>)) return true;
  for (let depth = 0, at = pid; depth < MAX_DEPTH && at > 0; depth++) {
    const facts = read(at);
    if (facts === null) return true;
    if (agentName(facts) !== null) return false;
    if (facts.parent === at || isShell(readVariables(at))) return true;
    at = facts.parent;
  }
  return true;
}

/** Empty where another process's variables cannot be read. */
function readVariables(pid: number): Record<string, string> {
  const lines = IS_LINUX ? readText(`/proc/${pid}/environ`).split("\0") : [];
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

/** The nearest first. */
function agentsAbove(pid: number, read: ReadProcess): { pid: number; agent: string }[] {
  const agents: { pid: number; agent: string }[] = [];
  for (let depth = 0, at = pid; depth < MAX_DEPTH && at > 0; depth++) {
    const facts = read(at);
    if (facts === null) break;
    const agent = agentName(facts);
    if (agent !== null) agents.push({ pid: at, agent });
    // The process table changes while it is read, and may seem to have cycles.
    if (facts.parent === at) break;
    at = facts.parent;
  }
  return agents;
}

function agentName({ name, executable, command }: ProcessFacts): string | null {
  const [program = "", ...words] = command;
  const script = INTERPRETER.test(baseName(executable || program))
    ? words.find((word) => !word.startsWith("-"))
    : undefined;
  const paths = [name, executable, program, ...(script === undefined ? [] : [script])];
  return paths.map(agentAt).find((agent) => agent !== null) ?? null;
}

function agentAt(path: string): string | null {
  const name = baseName(path).replace(/\.(?:exe|[cm]?js|py)$/, "");
  if (AGENTS.has(name)) return name;
  return AGENT_FOLDERS.exec(path) === null
    ? null
    : (/claude|codex|gemini|copilot|qwen|opencode|cursor/.exec(path)?.[0] ?? null);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function readProcess(pid: number): ProcessFacts | null {
  return IS_LINUX ? readFromProc(pid) : readFromPs(pid);
}

function readFromProc(pid: number): ProcessFacts | null {
  const stat = readStat(pid);
  // The process has ended, or is hidden from this user.
  if (stat === null) return null;
  return {
    parent: stat.parent,
    name: stat.name,
    executable: readLink(`/proc/${pid}/exe`) ?? "",
    command: readText(`/proc/${pid}/cmdline`).split("\0"),
  };
}

function readFromPs(pid: number): ProcessFacts | null {
  const ask = (column: string) => runForText(["/bin/ps", "-ww", "-o", column, "-p", String(pid)]).trim();
  const line = ask("ppid=,comm=");
  const [, parent, executable = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
  if (parent === undefined) return null;
  return {
    parent: Number(parent),
    name: executable,
    executable,
    command: ask("args=").split(/\s+/),
  };
}

/** Less can be read of another user's process. */
function readText(path: string): string {
  const file = readSmallFile(path);
  return file.state === "read" ? file.text : "";
}
