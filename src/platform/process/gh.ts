// Calls the person's `gh` without a shell, a terminal or prompts.

import { printable } from "../../text/printable.ts";
import { redact } from "../../text/redaction/redact.ts";
import { errorMessage } from "../../text/unknown-values.ts";
import { gitRoot, searchPathOutside } from "../repository.ts";

export interface GhProblem {
  code: "missing" | "logged-out" | "offline" | "rate-limited" | "no-repository" | "timeout" | "refused";
  message: string;
  hint: string;
}

export type GhResult<T> = { ok: true; value: T } | { ok: false; problem: GhProblem };

/** The value is what `gh` printed. */
export type Gh = (args: string[], stdin?: string) => Promise<GhResult<string>>;

export interface GhOptions {
  /** `gh` works on the repository of this folder. */
  cwd: string;
  variables: Record<string, string | undefined>;
  timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;
/** `gh`'s exit code for "log in first". */
const EXIT_NEEDS_LOGIN = 4;
const MAX_STDERR_LINE = 300;

export function openGh({ cwd, variables, timeoutMs = TIMEOUT_MS }: GhOptions): Gh {
  return async (args, stdin = "") => {
    // A `gh` inside the project must not run.
    const PATH = await searchPathOutside(variables.PATH ?? "", (await gitRoot(cwd)) ?? cwd);
    const program = Bun.which("gh", { PATH });
    if (program === null) return { ok: false, problem: readGhProblem({ how: "missing" }) };
    const child = spawnGh([program, ...args], { cwd, variables: { ...variables, PATH }, timeoutMs, stdin });
    if ("problem" in child) return { ok: false, problem: child.problem };
    // Read while it runs: otherwise a long answer would fill the pipe, and `gh` would never exit.
    const stdout = new Response(child.stdout).text();
    const stderr = new Response(child.stderr).text();
    const exitCode = await child.exited;
    // Not awaited: children of `gh` may still hold the pipes.
    if (child.signalCode !== null) return { ok: false, problem: readGhProblem({ how: "timeout" }) };
    if (exitCode === 0) return { ok: true, value: await stdout };
    return { ok: false, problem: readGhProblem({ how: "exited", exitCode, stderr: await stderr }) };
  };
}

function spawnGh(command: string[], options: Required<GhOptions> & { stdin: string }) {
  try {
    return Bun.spawn(command, {
      cwd: options.cwd,
      env: machineReadable(options.variables),
      stdin: Buffer.from(options.stdin),
      stdout: "pipe",
      stderr: "pipe",
      timeout: options.timeoutMs,
      killSignal: "SIGKILL",
    });
  } catch (error) {
    const stderr = `it cannot be started: ${errorMessage(error)}`;
    return { problem: readGhProblem({ how: "exited", exitCode: 126, stderr }) };
  }
}

/** Settings for a person's terminal would change the answers we read. */
function machineReadable(variables: GhOptions["variables"]): GhOptions["variables"] {
  const { GH_FORCE_TTY, CLICOLOR_FORCE, GH_DEBUG, DEBUG, ...rest } = variables;
  return {
    ...rest,
    GH_PROMPT_DISABLED: "1",
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_PAGER: "cat",
    NO_COLOR: "1",
  };
}

/** Most causes show only in what `gh` prints. */
const CAUSES: readonly (GhProblem & { printed: RegExp })[] = [
  {
    code: "rate-limited",
    printed: /rate limit|submitted too quickly|abuse detection/i,
    message: "GitHub's limit is reached",
    hint: "Try again later.",
  },
  {
    code: "offline",
    printed:
      /error connecting to|dial tcp|no such host|connection refused|network is unreachable|TLS handshake timeout/i,
    message: "GitHub cannot be reached",
    hint: "Try again when you are online.",
  },
  {
    code: "no-repository",
    printed: /not a git repository|git remotes|default remote repository|Could not resolve to a Repository/i,
    message: "`gh` finds no repository here",
    hint: "`gh repo set-default` chooses one.",
  },
];

type GhEnd = { how: "missing" } | { how: "timeout" } | { how: "exited"; exitCode: number; stderr: string };

export function readGhProblem(end: GhEnd): GhProblem {
  if (end.how === "missing")
    return { code: "missing", message: "there is no `gh` on your PATH", hint: "See https://cli.github.com." };
  if (end.how === "timeout") {
    const hint = "It may have done its work anyway: the next review checks first.";
    return { code: "timeout", message: "`gh` did not answer in time", hint };
  }
  const { exitCode, stderr } = end;
  const complaint = firstLine(stderr);
  const asksForLogin = /HTTP 401|gh auth login/.test(stderr) && !/git remotes/.test(stderr);
  if (exitCode === EXIT_NEEDS_LOGIN || asksForLogin)
    return { code: "logged-out", message: "`gh` is not logged in", hint: "Run: gh auth login" };
  const cause = CAUSES.find(({ printed }) => printed.test(stderr));
  if (cause) return { code: cause.code, message: `${cause.message}: ${complaint}`, hint: cause.hint };
  return {
    code: "refused",
    message: `\`gh\` refused: ${complaint || `exit code ${exitCode}`}`,
    hint: "Run the `gh` command yourself to see more.",
  };
}

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return printable(redact(line).text.slice(0, MAX_STDERR_LINE)).trim();
}
