// The real client as a process: its command line, a clean environment and a time limit.
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

/** Only PATH is taken from the developer's environment. */
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
    // Without npm's update notice, which would be part of a command's output.
    npm_config_update_notifier: "false",
    DISABLE_ERROR_REPORTING: "1",
    // In such a short run the optimizing compiler and the garbage collector would cost a quarter of the time.
    BUN_JSC_useDFGJIT: "0",
    BUN_JSC_useGC: "0",
    // Not needed in tests, and slow.
    CLAUDE_CODE_DISABLE_ARTIFACT: "1",
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: "1",
    CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: "1",
    CLAUDE_CODE_DISABLE_WORKFLOWS: "1",
    DISABLE_GROWTHBOOK: "1",
    ...options.env,
  };
}

/** Runs a command of the client that needs no model, such as `plugin validate`. */
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

/** Gives the client a moment to end its shells, which have their own process groups, then kills its group. */
export function endGroup(pid: number): void {
  signalGroup(pid, "SIGTERM");
  setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}
