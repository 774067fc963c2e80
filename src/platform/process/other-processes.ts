// Processes that we did not start, or no longer wait for.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { sessionCalls } from "../libc.ts";
import { endGroup, type ProcessStat, readStat } from "./process-group.ts";

const IS_LINUX = process.platform === "linux";

/** When a process started, as an opaque text: process ids are given again. null when there is none. */
export function processStart(pid: number): string | null {
  if (IS_LINUX) return readLiving(pid)?.start ?? null;
  const [state = "", ...start] = run(["/bin/ps", "-o", "stat=,lstart=", "-p", String(pid)])
    .trim()
    .split(/\s+/);
  return state === "" || state.startsWith("Z") ? null : start.join(" ");
}

/** Ends every process group that has a member at work in the folder. */
export async function endProcessesIn(folder: string): Promise<void> {
  const groups = IS_LINUX ? groupsByProc(folder) : groupsByLsof(folder);
  await Promise.all([...new Set(groups)].filter((group) => group > 1).map((group) => endGroup(group)));
}

function groupsByProc(folder: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) return [];
    } catch {
      return []; // Of another user, or gone meanwhile.
    }
    return readLiving(Number(pid))?.group ?? [];
  });
}

/** `lsof` prints a line with `p` and the process id, one with `g` and the group, and one with `n` and the folder. */
function groupsByLsof(folder: string): number[] {
  let group = 0;
  return run(["/usr/sbin/lsof", "-a", "-d", "cwd", "-Fpgn"])
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("g")) group = Number(line.slice(1));
      return line.startsWith("n") && line.includes(`${folder}/`) ? [group] : [];
    });
}

/** Where the first process of a container does not reap them, the dead stay for ever: they count as gone. */
function readLiving(pid: number): ProcessStat | null {
  const stat = readStat(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  return stat === null || "ZX".includes(stat.state) ? null : stat;
}

/** By full paths, those of macOS: a project may have brought a program of that name. */
function run(command: string[]): string {
  return Bun.spawnSync(command, { stderr: "ignore" }).stdout.toString();
}

// Whether a coding agent started this process, however many shells are in between. Guesses by names; when unsure, no.

export interface ProcessFacts {
  parent: number;
  /** Its own name, its executable and its first words: any of them may tell what it is. */
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
/** A script or executable below one of these is the agent, whatever its file is called. */
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
 * Whether a button of our mod started this process: Claude Code itself did, in the terminal session that it runs in. What
 * it starts for Claude or by a hook (the Bash tool, `!`, the status line) leads a session of its own, and no process can go
 * back into another one, whatever variables it takes off. Nor does a client count that an agent started.
 */
export function isButtonPress(
  pid: number = process.ppid,
  read: ReadProcess = readProcess,
  sessionOf: (pid: number) => number = (of) => sessionCalls()?.getsid(of) ?? -1,
): boolean {
  const own = sessionOf(0);
  const agents = agentsAbove(pid, read);
  const isClient = agents[0]?.pid === pid && agents[0].agent === "claude";
  // Beside the client itself only its launcher.
  return isClient && own > 0 && agents.every((each) => sessionOf(each.pid) === own);
}

/** The nearest first. */
function agentsAbove(pid: number, read: ReadProcess): { pid: number; agent: string }[] {
  const found: { pid: number; agent: string }[] = [];
  for (let depth = 0, at = pid; depth < MAX_DEPTH && at > 0; depth++) {
    const facts = read(at);
    if (facts === null) break;
    const agent = agentName(facts);
    if (agent !== null) found.push({ pid: at, agent });
    // A process table that was read while it changed may have circles.
    if (facts.parent === at) break;
    at = facts.parent;
  }
  return found;
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
  const stat = readStat(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  // It has ended, or is hidden from this user.
  if (stat === null) return null;
  return {
    parent: stat.parent,
    name: stat.name,
    executable: orEmpty(() => readlinkSync(`/proc/${pid}/exe`)),
    command: orEmpty(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")).split("\0"),
  };
}

function readFromPs(pid: number): ProcessFacts | null {
  const ask = (column: string) => run(["/bin/ps", "-ww", "-o", column, "-p", String(pid)]).trim();
  const found = orEmpty(() => ask("ppid=,comm="));
  const [, parent, executable = ""] = /^(\d+)\s+(.*)$/.exec(found) ?? [];
  if (parent === undefined) return null;
  return {
    parent: Number(parent),
    name: executable,
    executable,
    command: orEmpty(() => ask("args=")).split(/\s+/),
  };
}

/** Another user's process shows less of itself. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
