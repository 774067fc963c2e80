// Starts git so that nothing a repository brings with it can run a command: opening a clone or an unpacked archive must
// not. What its config could start is switched off here, its filters in git-filters.ts.
import type { Environment } from "../config/environment.ts";
import { withUmask } from "../platform/files.ts";
import { searchPathOutside } from "../platform/process/search-path.ts";

export interface GitOptions {
  env: Pick<Environment, "home" | "path">;
  /** How long the whole call may take. */
  deadlineMs: number;
}

/** What every git that one of our calls starts has in common. */
export interface Git {
  root: string;
  env: GitOptions["env"];
  /** On the clock of `performance.now()`. */
  until: number;
  /** Settings for this run, each as `key=value`. */
  config?: string[];
  /** The file mode mask of git, where it must not be ours. */
  umask?: number;
}

export type GitResult<T> = { ok: true; value: T } | GitFailure;

interface GitFailure {
  ok: false;
  exitCode: number | null;
  problem: string;
}

const MAX_OUTPUT = 64 * 1024 * 1024;
const MAX_MESSAGE = 300;

const SAFE_CONFIG = [
  "core.fsmonitor=", // a program asked for changed files; empty is "off" in every version, "false" is not
  "core.hooksPath=/dev/null", // post-index-change
  "core.virtualFilesystem=", // a program again, in Microsoft's git
  "protocol.allow=never", // a partial clone fetches what is missing through ssh, helpers, upload-pack
  "safe.bareRepository=explicit",
  "submodule.recurse=false", // a checkout would go on in submodules, under their own config
];
// The work tree is where `.git` lies: a config could name the whole disk instead.
const SAFE_ARGS = ["--no-optional-locks", "--no-pager", "--work-tree=."];

export async function runGit(git: Git, args: string[], input = ""): Promise<GitResult<Uint8Array>> {
  const left = git.until - performance.now();
  if (left <= 0) return failed(args, "there was no time left for it");
  let late = false;
  try {
    const command = ["git", ...SAFE_ARGS, ...asOptions(git.config ?? []), ...args];
    const child = Bun.spawn(withUmask(command, git.umask), {
      cwd: git.root,
      env: await safeEnvironment(git),
      stdin: input === "" ? "ignore" : Buffer.from(input),
      stdout: "pipe",
      stderr: "pipe",
      maxBuffer: MAX_OUTPUT,
      killSignal: "SIGKILL",
    });
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, left);
    // Read from the start, or a flood of warnings would block git.
    const warnings = child.stderr.text().catch(() => "");
    const [output, exitCode] = await Promise.all([child.stdout.bytes(), child.exited]);
    clearTimeout(timer);
    if (late) return failed(args, `it took longer than ${Math.round(left)} ms`);
    if (output.length >= MAX_OUTPUT) return failed(args, "it printed more than we read");
    if (exitCode === 0) return { ok: true, value: output };
    // A program of the user's own config may still hold the pipe.
    const message = await Promise.race([warnings, Bun.sleep(100).then(() => "")]);
    return failed(args, message.trim().slice(0, MAX_MESSAGE) || `exit code ${exitCode}`, child.exitCode);
  } catch (error) {
    return failed(args, error instanceof Error ? error.message : String(error));
  }
}

function asOptions(config: readonly string[]): string[] {
  return [...SAFE_CONFIG, ...config].flatMap((setting) => ["-c", setting]);
}

function failed([command = ""]: string[], why: string, exitCode: number | null = null): GitFailure {
  return { ok: false, exitCode, problem: `git ${command}: ${why}` };
}

/** Nothing is inherited: a GIT_DIR of whoever started the client would lead elsewhere. */
async function safeEnvironment({ root, env }: Git): Promise<Record<string, string>> {
  return {
    HOME: env.home,
    PATH: await searchPathOutside(env.path, root),
    LC_ALL: "C",
    GIT_CEILING_DIRECTORIES: root.slice(0, root.lastIndexOf("/")),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
}
