// Runs the built executable, as a hook or as a command, in a clean environment.
import { Database } from "bun:sqlite";
import { databasePath, faultLogPath } from "../../src/config/environment.ts";
import type { DecisionRow } from "../../src/store/decisions.ts";

export const EXECUTABLE = `${import.meta.dir}/../../dist/holdfast`;

export interface Place {
  home: string;
  project: string;
  env?: Record<string, string>;
}

export interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Sends one event (or raw bytes) to `holdfast hook`. */
export async function sendEvent(place: Place, event: object | string | Uint8Array): Promise<Ran> {
  const input =
    typeof event === "string" || event instanceof Uint8Array
      ? event
      : JSON.stringify({ cwd: place.project, session_id: "s1", ...event });
  return runProgram([EXECUTABLE, "hook"], place, Buffer.from(input), { CLAUDE_PROJECT_DIR: place.project });
}

export async function runCommand(place: Place, ...args: string[]): Promise<Ran> {
  return runProgram([EXECUTABLE, ...args], place);
}

export function homeOf(place: Place): { holdfastHome: string } {
  return { holdfastHome: place.env?.HOLDFAST_HOME ?? `${place.home}/.holdfast` };
}

/** Newest first. */
export function readDecisions(place: Place): DecisionRow[] {
  const store = new Database(databasePath(homeOf(place)), { readonly: true, strict: true });
  store.run("PRAGMA busy_timeout = 2000");
  try {
    return store.query("SELECT * FROM decisions ORDER BY id DESC").all() as DecisionRow[];
  } finally {
    store.close();
  }
}

export async function readFaultLines(
  place: Place,
): Promise<{ part: string; message: string; event: string | null }[]> {
  const file = Bun.file(faultLogPath(homeOf(place)));
  if (!(await file.exists())) return [];
  // Only whole lines, because a running process may not have finished writing.
  return (await file.text())
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

export async function runProgram(
  command: string[],
  place: Place,
  stdin: Uint8Array = Buffer.alloc(0),
  extra: Record<string, string> = {},
): Promise<Ran> {
  const child = Bun.spawn(command, {
    cwd: place.project,
    env: { HOME: place.home, PATH: process.env.PATH ?? "", ...extra, ...place.env },
    stdin,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}
