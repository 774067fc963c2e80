// Starts a registered command as the client would, with a throwaway home and project.
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { executablePath } from "../../config/environment.ts";
import { type Fault, readFaults } from "../../store/fault-log.ts";
import type { DoctorContext } from "./context.ts";
import type { HookCommand } from "./found-hooks.ts";
import { type ProgramRun, runProgram } from "./run-program.ts";

export interface Rehearsal {
  event: string;
  command: HookCommand;
  /** Seconds, as registered. */
  timeout: unknown;
}

export interface RehearsalResult extends ProgramRun {
  /** A failing hook allows and exits 0, so only its fault log shows it. */
  faults: Fault[];
}

const MAX_RUN_MS = 5_000;
const SELF_TEST_SESSION = "doctor-self-test";

type RehearsalPlace = Awaited<ReturnType<typeof makeRehearsalPlace>>;

/** `folder` is empty, this rehearsal's own, and removed by the caller. */
export async function makeRehearsalPlace({ env }: Pick<DoctorContext, "env">, folder: string) {
  const places = { holdfastHome: `${folder}/home`, project: `${folder}/project`, tempDir: `${folder}/tmp` };
  for (const path of [`${places.holdfastHome}/bin`, places.project, places.tempDir]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
  }
  // An entry that finds the program through HOLDFAST_HOME must find the installed one.
  await symlink(executablePath(env), executablePath(places));
  const transcript = `${folder}/transcript.jsonl`;
  await writeTranscript(transcript, places.project);
  return { ...places, transcript, envFile: `${folder}/env` };
}

export async function rehearseHook(
  rehearsal: Rehearsal,
  context: Pick<DoctorContext, "variables">,
  places: RehearsalPlace,
): Promise<RehearsalResult> {
  const { event, command, timeout } = rehearsal;
  const words =
    command.args === null ? ["/bin/sh", "-c", command.command] : [command.command, ...command.args];
  const run = await runProgram(words, {
    cwd: places.project,
    env: {
      ...context.variables,
      CLAUDECODE: "1",
      CLAUDE_PROJECT_DIR: places.project,
      CLAUDE_CODE_SESSION_ID: SELF_TEST_SESSION,
      CLAUDE_ENV_FILE: places.envFile,
      HOLDFAST_HOME: places.holdfastHome,
      TMPDIR: places.tempDir,
      HOLDFAST: undefined,
      HOLDFAST_DEBUG: undefined,
    },
    input: samplePayload(event, places.project, places.transcript),
    limitMs: typeof timeout === "number" && timeout > 0 ? Math.min(MAX_RUN_MS, timeout * 1000) : MAX_RUN_MS,
  });
  return { ...run, faults: await readFaults(places, 0) };
}

async function writeTranscript(path: string, cwd: string): Promise<void> {
  const common = {
    sessionId: SELF_TEST_SESSION,
    cwd,
    isSidechain: false,
    userType: "external",
    version: "2.1.325",
  };
  const timestamp = new Date().toISOString();
  const line = (uuid: string, parentUuid: string | null, message: { role: string; content: unknown }) =>
    `${JSON.stringify({ ...common, type: message.role, uuid, parentUuid, timestamp, message })}\n`;
  const asked = line("u1", null, { role: "user", content: "Hello" });
  const answered = line("a1", "u1", { role: "assistant", content: [{ type: "text", text: "Hello." }] });
  await writeFile(path, asked + answered, { mode: 0o600 });
}

/** What the client would send, for a made-up session. */
export function samplePayload(event: string, cwd: string, transcript: string): string {
  return JSON.stringify({
    session_id: SELF_TEST_SESSION,
    transcript_path: transcript,
    cwd,
    hook_event_name: event,
    // A session has no prompt yet when it starts.
    ...(event === "SessionStart" ? {} : { prompt_id: "doctor-prompt" }),
    ...FIELDS[event],
  });
}

const IN_TURN = { permission_mode: "default" };
const TOOL = { ...IN_TURN, tool_name: "Bash", tool_input: { command: "true" }, tool_use_id: "toolu_doctor" };
const STOPPED = {
  ...IN_TURN,
  stop_hook_active: false,
  last_assistant_message: "Hello.",
  background_tasks: [],
  session_crons: [],
};

const FIELDS: Record<string, object> = {
  SessionStart: { source: "startup" },
  SessionEnd: { reason: "other" },
  UserPromptSubmit: { ...IN_TURN, prompt: "Hello" },
  PostToolUse: { ...TOOL, tool_response: { stdout: "", stderr: "", interrupted: false }, duration_ms: 3 },
  PostToolUseFailure: { ...TOOL, error: "Exit code 1", is_interrupt: false, duration_ms: 3 },
  Stop: STOPPED,
  SubagentStart: { agent_id: "doctor", agent_type: "general-purpose" },
  SubagentStop: { ...STOPPED, agent_id: "doctor", agent_type: "general-purpose" },
  TaskCreated: { task_id: "1", task_subject: "Self-test", task_description: "Nothing to do" },
  TaskCompleted: { task_id: "1", task_subject: "Self-test", task_description: "Nothing to do" },
  TeammateIdle: { ...IN_TURN, teammate_name: "tester", team_name: "doctor" },
};
