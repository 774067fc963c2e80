// The person's own `gh`, called without a shell, a terminal or a question.
import { type GhProblem, readGhProblem } from "./gh-problem.ts";

type GhAnswer = { ok: true; stdout: string } | { ok: false; problem: GhProblem };

export type Gh = (args: string[], stdin?: string) => Promise<GhAnswer>;

export interface GhPlace {
  /** Its repository is asked for by `gh` itself. */
  cwd: string;
  variables: Record<string, string | undefined>;
  timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

export function openGh({ cwd, variables, timeoutMs = TIMEOUT_MS }: GhPlace): Gh {
  return async (args, stdin = "") => {
    const program = Bun.which("gh", { PATH: ownFolders(variables.PATH ?? "") });
    if (program === null) return { ok: false, problem: readGhProblem({ how: "missing" }) };
    const child = start([program, ...args], { cwd, variables, timeoutMs, stdin });
    if ("problem" in child) return { ok: false, problem: child.problem };
    // Read from the start, or a long answer would wait for us and we for its end.
    const stdout = new Response(child.stdout).text();
    const stderr = new Response(child.stderr).text();
    const exitCode = await child.exited;
    // Whatever it had started may still hold its pipes: they are not waited for.
    if (child.signalCode !== null) return { ok: false, problem: readGhProblem({ how: "timeout" }) };
    if (exitCode === 0) return { ok: true, stdout: await stdout };
    return { ok: false, problem: readGhProblem({ how: "exited", exitCode, stderr: await stderr }) };
  };
}

/** A folder named from where we stand would let a stranger's project bring its own `gh`. */
function ownFolders(path: string): string {
  return path
    .split(":")
    .filter((folder) => folder.startsWith("/"))
    .join(":");
}

function start(command: string[], given: Required<GhPlace> & { stdin: string }) {
  try {
    return Bun.spawn(command, {
      cwd: given.cwd,
      env: quietly(given.variables),
      stdin: Buffer.from(given.stdin),
      stdout: "pipe",
      stderr: "pipe",
      timeout: given.timeoutMs,
      killSignal: "SIGKILL",
    });
  } catch (error) {
    const stderr = `it cannot be started: ${error instanceof Error ? error.message : error}`;
    return { problem: readGhProblem({ how: "exited", exitCode: 126, stderr }) };
  }
}

/** What a person set for their own eyes would change the answers we read. */
function quietly(variables: GhPlace["variables"]): GhPlace["variables"] {
  const { GH_FORCE_TTY, CLICOLOR_FORCE, GH_DEBUG, DEBUG, ...rest } = variables;
  return {
    ...rest,
    GH_PROMPT_DISABLED: "1",
    GH_NO_UPDATE_NOTIFIER: "1",
    GH_PAGER: "cat",
    NO_COLOR: "1",
  };
}
