// Starts a registered command as the client would, on a throwaway home and project: it leaves nothing behind.
import { mkdir, symlink } from "node:fs/promises";
import { executablePath } from "../../config/paths.ts";
import { type Fault, readFaults } from "../../store/fault-log.ts";
import type { DoctorContext } from "./context.ts";
import type { HookCommand } from "./found-hooks.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";
import { SELF_TEST_SESSION, samplePayload, writeTranscript } from "./sample-payload.ts";

export interface Rehearsal {
  event: string;
  command: HookCommand;
  /** Seconds, as registered. */
  timeout: unknown;
}

export interface Rehearsed extends ProgramRun {
  /** The hook allows and exits 0 when it fails: what it wrote down is what tells. */
  faults: Fault[];
}

const LIMIT_MS = 5_000;

/** `folder` is empty, this rehearsal's own, and removed by the caller. */
export async function rehearseHook(
  rehearsal: Rehearsal,
  context: Pick<DoctorContext, "env" | "variables">,
  folder: string,
): Promise<Rehearsed> {
  const { event, command, timeout } = rehearsal;
  const places = { holdfastHome: `${folder}/home`, project: `${folder}/project`, tempDir: `${folder}/tmp` };
  for (const path of [`${places.holdfastHome}/bin`, places.project, places.tempDir]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  // An entry that finds the program through HOLDFAST_HOME must find the installed one.
  await symlink(executablePath(context.env), executablePath(places));
  const transcript = `${folder}/transcript.jsonl`;
  await writeTranscript(transcript, places.project);
  const words =
    command.args === null ? ["/bin/sh", "-c", command.command] : [command.command, ...command.args];
  const run = await runProgram(words, {
    cwd: places.project,
    env: {
      ...context.variables,
      CLAUDECODE: "1",
      CLAUDE_PROJECT_DIR: places.project,
      CLAUDE_CODE_SESSION_ID: SELF_TEST_SESSION,
      CLAUDE_ENV_FILE: `${folder}/env`,
      HOLDFAST_HOME: places.holdfastHome,
      TMPDIR: places.tempDir,
      HOLDFAST: undefined,
      HOLDFAST_DEBUG: undefined,
    },
    input: samplePayload(event, places.project, transcript),
    limitMs: typeof timeout === "number" && timeout > 0 ? Math.min(LIMIT_MS, timeout * 1000) : LIMIT_MS,
  });
  return { ...run, faults: await readFaults(places, 0) };
}
