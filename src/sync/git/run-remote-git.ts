// Runs the user's git, with the user's configuration and credentials, on a bare repository of our own. Nothing may ask the
// person or run a hook.
import { redact } from "../../text/redaction/redact.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import { RemoteError, type RemoteProblem } from "../backend.ts";

export interface RemoteGit {
  /** The bare repository. */
  dir: string;
  variables: Record<string, string | undefined>;
  deadlineMs: number;
}

interface GitRun {
  input?: string | Uint8Array;
  /** In units of 512 bytes: no file that it writes, such as a fetched pack, may be larger. */
  maxBlocks?: number;
  isAllowedToFail?: boolean;
}

const MAX_OUTPUT = 64 * 1024 * 1024;
const MAX_MESSAGE = 200;

const CONFIG = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=",
  "credential.interactive=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "fetch.fsckObjects=true",
  "fetch.recurseSubmodules=false",
  "fetch.writeCommitGraph=false",
  "protocol.allow=never",
  "protocol.file.allow=always",
  "protocol.http.allow=always",
  "protocol.https.allow=always",
  "protocol.ssh.allow=always",
];

const MAX_TRIES = 10;
const PAUSE_MS = 200;
/** The git of a sync that was killed still runs, for a moment. */
const LOCKED = /cannot lock ref|unable to create .*\.lock|another git process/i;

/** Throws a `RemoteError` unless it succeeds or may fail; then null. */
export async function runRemoteGit(
  git: RemoteGit,
  args: readonly string[],
  how: GitRun = {},
): Promise<Uint8Array | null> {
  for (let n = 1; ; n++) {
    try {
      return await runOnce(git, args, how);
    } catch (error) {
      if (!(error instanceof RemoteError) || !LOCKED.test(error.message) || n === MAX_TRIES) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}

async function runOnce(
  { dir, variables, deadlineMs }: RemoteGit,
  args: readonly string[],
  { input = "", maxBlocks, isAllowedToFail = false }: GitRun,
): Promise<Uint8Array | null> {
  const git = ["git", ...CONFIG.flatMap((setting) => ["-c", setting]), `--git-dir=${dir}`, ...args];
  const command =
    maxBlocks === undefined ? git : ["sh", "-c", `ulimit -f ${maxBlocks}; exec "$@"`, "sh", ...git];
  // A process group of its own has no terminal on which ssh could ask.
  const child = spawn(command, variables, input);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child.pid);
  }, deadlineMs);
  try {
    const [output, warnings, exitCode] = await Promise.all([
      child.stdout.bytes(),
      child.stderr.text(),
      child.exited,
    ]);
    if (isLate) throw new RemoteError("offline", `did not answer in ${Math.round(deadlineMs / 1000)} s`);
    if (output.length >= MAX_OUTPUT) throw new RemoteError("unusable", "has too many files");
    if (exitCode === 0) return output;
    if (isAllowedToFail) return null;
    if (
      child.signalCode === "SIGXFSZ" ||
      /signal 25|File too large|fetch-pack: invalid index-pack output/.test(warnings)
    )
      throw new RemoteError("unusable", "is larger than holdfast reads");
    throw problemOf(warnings, `git ${args[0] ?? ""} failed with exit code ${exitCode}`);
  } finally {
    clearTimeout(timer);
  }
}

function spawn(command: string[], variables: RemoteGit["variables"], input: string | Uint8Array) {
  try {
    return Bun.spawn(command, {
      cwd: "/",
      env: environment(variables),
      stdin: input.length === 0 ? "ignore" : Buffer.from(input),
      stdout: "pipe",
      stderr: "pipe",
      maxBuffer: MAX_OUTPUT,
      detached: true,
    });
  } catch (error) {
    throw new RemoteError("unusable", `cannot be reached: ${errorMessage(error)}`, { cause: error });
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}

/** Keeps what git, ssh and credential helpers need, such as SSH_AUTH_SOCK, but not variables that name another repository. */
function environment(variables: RemoteGit["variables"]): Record<string, string | undefined> {
  const kept = Object.entries(variables).filter(
    ([name]) => !/^(?:GIT_|HOLDFAST|CLAUDE)/.test(name) || name === "GIT_SSH" || name === "GIT_SSH_COMMAND",
  );
  const ssh = variables.GIT_SSH_COMMAND ?? (variables.GIT_SSH === undefined ? "ssh" : undefined);
  // Other programs know other options.
  const isOpenSsh = ssh !== undefined && /^(?:\S*\/)?ssh(?:\s|$)/.test(ssh);
  return {
    ...Object.fromEntries(kept),
    ...(isOpenSsh ? { GIT_SSH_COMMAND: `${ssh} -oBatchMode=yes -oConnectTimeout=15` } : {}),
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "true",
    SSH_ASKPASS: "true",
    SSH_ASKPASS_REQUIRE: "never",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    LC_ALL: "C",
  };
}

/** git has one exit code for everything, so only its words (in C locale) tell what happened. */
const SIGNS: readonly [RegExp, RemoteProblem][] = [
  [
    /resolve host|failed to connect|couldn't connect|connection (?:refused|timed out|reset|closed)|timed out|network is unreachable|no route to host|name resolution|could not resolve|unexpected disconnect/i,
    "offline",
  ],
  [
    /authentication failed|permission denied|could not read (?:username|password)|prompts disabled|access denied|returned error: 40[13]|not authorized|host key verification|declined|protected|insufficient permission/i,
    "refused",
  ],
];

function problemOf(warnings: string, otherwise: string): RemoteError {
  const problem = SIGNS.find(([sign]) => sign.test(warnings))?.[1] ?? "unusable";
  // The line before it says why.
  const lines = warnings.split("\n").filter((text) => !/^fatal: Could not read from remote/.test(text));
  const line = lines.findLast((text) => /^(?:fatal|error|ssh|remote):|denied|refused/i.test(text));
  const words = redact((line ?? warnings).trim().slice(0, 10 * MAX_MESSAGE)).text.slice(0, MAX_MESSAGE);
  return new RemoteError(problem, `said: ${words || otherwise}`);
}
