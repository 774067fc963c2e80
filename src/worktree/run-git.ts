// Runs git so that a repository cannot make it start a program: a clone or an unpacked archive may be hostile. Filters are
// programs that git runs on content that it reads from the work tree or checks out; calls that do either switch off all filters
// that the repository's config defines.

import type { Environment } from "../config/environment.ts";
import { readSmallFile, withUmask } from "../platform/files.ts";
import { type Repository, searchPathOutside } from "../platform/repository.ts";
import { errorMessage } from "../text/unknown-values.ts";

export interface GitOptions {
  env: Pick<Environment, "home" | "path">;
  /** For all runs of git together. */
  deadlineMs: number;
}

/** The common settings of several runs of git. */
export interface Git {
  root: string;
  env: GitOptions["env"];
  /** On the clock of `performance.now()`. */
  until: number;
  /** Additional settings, each as `key=value`. */
  config?: string[];
  /** If it must not be ours. */
  umask?: number | undefined;
}

export function openGit(root: string, { env, deadlineMs }: GitOptions): Git {
  return { root, env, until: performance.now() + deadlineMs };
}

export type GitResult<T> = { ok: true; value: T } | GitFailure;

interface GitFailure {
  ok: false;
  exitCode: number | null;
  problem: string;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_MESSAGE_LENGTH = 300;

const SAFE_CONFIG = [
  "core.fsmonitor=", // a program asked for changed files; empty is "off" in every version, "false" is not
  "core.hooksPath=/dev/null", // post-index-change
  "core.virtualFilesystem=", // a program again, in Microsoft's git
  "protocol.allow=never", // a partial clone fetches what is missing through ssh, helpers, upload-pack
  "safe.bareRepository=explicit",
  "submodule.recurse=false", // a checkout would go on in submodules, under their own config
];
// `--work-tree=.`, because the config could name another folder, such as the whole disk.
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
      maxBuffer: MAX_OUTPUT_BYTES,
      killSignal: "SIGKILL",
    });
    const { promise: isLate, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
      // Processes that it started may hold the pipe for longer.
      resolve(null);
    }, left);
    // Read from the start: otherwise many warnings would block git.
    const warnings = child.stderr.text().catch(() => "");
    const ended = await Promise.race([Promise.all([child.stdout.bytes(), child.exited]), isLate]);
    clearTimeout(timer);
    if (late || ended === null) return failed(args, `it took longer than ${Math.round(left)} ms`);
    const [output, exitCode] = ended;
    if (output.length >= MAX_OUTPUT_BYTES)
      return failed(args, `it printed more than ${MAX_OUTPUT_BYTES} bytes`);
    if (exitCode === 0) return { ok: true, value: output };
    // A program from the user's own config may still hold the pipe.
    const message = await Promise.race([warnings, Bun.sleep(100).then(() => "")]);
    // Redacted before it is clipped: half a secret would not be recognised.
    const { redact } = await import("../text/redaction/redact.ts");
    const why = redact(message.trim().slice(0, 10 * MAX_MESSAGE_LENGTH)).text.slice(0, MAX_MESSAGE_LENGTH);
    return failed(args, why || `exit code ${exitCode}`, child.exitCode);
  } catch (error) {
    return failed(args, errorMessage(error));
  }
}

/** The records of git's `-z` output. In a name that is not UTF-8, each byte from 0x80 on becomes a lone surrogate (`pathBytes`). */
export function splitRecords(output: Uint8Array): string[] {
  const records = decodeText(output)?.split("\0") ?? splitBytes(output);
  if (records.at(-1) === "") records.pop();
  return records;
}

function splitBytes(output: Uint8Array): string[] {
  const records = Buffer.from(output).toString("latin1").split("\0");
  return records.map((bytes) => {
    const toSurrogate = (byte: string) => String.fromCharCode(0xdc00 + byte.charCodeAt(0));
    return decodeText(Buffer.from(bytes, "latin1")) ?? bytes.replace(/[\x80-\xff]/g, toSurrogate);
  });
}

/** null when it is not UTF-8; file names need not be. */
function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function asOptions(config: readonly string[]): string[] {
  return [...SAFE_CONFIG, ...config].flatMap((setting) => ["-c", setting]);
}

function failed([command = ""]: string[], why: string, exitCode: number | null = null): GitFailure {
  return { ok: false, exitCode, problem: `git ${command}: ${why}` };
}

/** Inherits nothing: an inherited GIT_DIR would name another repository. */
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

/** Settings that switch off every filter. Most repositories define none, which the text of their config shows. */
export async function filterOverrides(repository: Repository, git: Git): Promise<GitResult<string[]>> {
  // `root/config` matters if an old git rejects `.git` and takes the root itself for a bare repository.
  const { root, gitDir, commonDir } = repository;
  const files = [`${commonDir}/config`, `${gitDir}/config.worktree`, `${root}/config`];
  let isSuspect = false;
  for (const file of files) isSuspect ||= await mayDefineFilters(file);
  if (!isSuspect) return { ok: true, value: [] };
  const run = await runGit(git, ["config", "--includes", "-z", "--name-only", "--get-regexp", "^filter\\."]);
  if (run.ok) return emptyFilters(run.value);
  // Exit code 1 means that nothing matched.
  return run.exitCode === 1 ? { ok: true, value: [] } : run;
}

async function mayDefineFilters(path: string): Promise<boolean> {
  const file = readSmallFile(path);
  if (file.state !== "read") return file.state === "refused";
  const text = file.text.toLowerCase();
  // Git LFS runs the programs of its extensions and transfers, also if it is enabled elsewhere.
  return /filter|include|\bextension\b|customtransfer/.test(text);
}

function emptyFilters(output: Uint8Array): GitResult<string[]> {
  const keys = new TextDecoder().decode(output).split("\0");
  const names = [...new Set(keys.flatMap((key) => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1] ?? []))];
  // Such a name cannot be passed on a command line: the equals sign would end the key.
  if (names.some((name) => /[=\n\uFFFD]/.test(name))) {
    const problem = "the repository's config names a filter in a way that cannot be switched off";
    return { ok: false, exitCode: null, problem };
  }
  return { ok: true, value: names.flatMap(emptyFilter) };
}

function emptyFilter(name: string): string[] {
  return ["clean=", "smudge=", "process=", "required=false"].map((setting) => `filter.${name}.${setting}`);
}
