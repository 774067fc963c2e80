// The real client as a process: its command line, an environment built from nothing, a time limit.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

export type ClientOptions = {
  home: string;
  project: string;
  /** Goes to `--settings`; settings files in `home` or `project` work as well. */
  settings?: object;
  pluginDir?: string;
  permissionMode?: "default" | "acceptEdits" | "plan" | "auto" | "dontAsk";
  allowedTools?: string;
  continueSession?: boolean;
  maxTurns?: number;
  extraArgs?: string[];
  env?: Record<string, string>;
  timeoutMs?: number;
};

const clientPath = join(import.meta.dir, "../../node_modules/.bin/claude");
const defaultTools = "Bash Write Edit Read Agent TaskCreate TaskUpdate TaskList";
const defaultTimeoutMs = 30_000;
const graceMs = 1_000;

export function buildCommand(options: ClientOptions, args: string[]): string[] {
  return [
    clientPath,
    ...["--permission-mode", options.permissionMode ?? "acceptEdits"],
    ...["--allowedTools", options.allowedTools ?? defaultTools],
    ...(options.settings ? ["--settings", JSON.stringify(options.settings)] : []),
    ...(options.pluginDir ? ["--plugin-dir", options.pluginDir] : []),
    ...(options.maxTurns ? ["--max-turns", String(options.maxTurns)] : []),
    ...(options.continueSession ? ["--continue"] : []),
    ...(options.extraArgs ?? []),
    ...args,
  ];
}

/** Nothing of the developer's environment but PATH gets through. */
export function buildEnvironment(options: ClientOptions, apiUrl: string): Record<string, string> {
  const temporaryFiles = join(options.home, "tmp");
  mkdirSync(temporaryFiles, { recursive: true });
  return {
    HOME: options.home,
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    TERM: "dumb",
    ANTHROPIC_BASE_URL: apiUrl,
    ANTHROPIC_API_KEY: "scripted",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_TMPDIR: temporaryFiles,
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    // The same of npm, which Claude runs: its notice would be part of what a command says.
    npm_config_update_notifier: "false",
    DISABLE_ERROR_REPORTING: "1",
    // A run is too short to earn back what the optimizing compiler and the garbage collector cost: a quarter of its time.
    BUN_JSC_useDFGJIT: "0",
    BUN_JSC_useGC: "0",
    // Nothing here looks at what these bring, and a session costs less without them.
    CLAUDE_CODE_DISABLE_ARTIFACT: "1",
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: "1",
    CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: "1",
    CLAUDE_CODE_DISABLE_WORKFLOWS: "1",
    DISABLE_GROWTHBOOK: "1",
    ...options.env,
  };
}

/** A command of the client's own, such as `plugin validate`, which asks no model. */
export async function runClientCommand(place: Pick<ClientOptions, "home" | "project">, ...args: string[]) {
  const child = Bun.spawn([clientPath, ...args], {
    cwd: place.project,
    env: buildEnvironment(place, "http://127.0.0.1:9"),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, output: stdout + stderr };
}

export function limitTime(child: Bun.Subprocess, options: ClientOptions): void {
  const limit = setTimeout(() => endGroup(child.pid), options.timeoutMs ?? defaultTimeoutMs);
  void child.exited.then(() => clearTimeout(limit));
}

/** The client gets a moment to end its shells, which live in groups of their own; then its group is killed. */
export function endGroup(pid: number): void {
  signalGroup(pid, "SIGTERM");
  setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}
