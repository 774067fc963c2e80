// What the client would send, for a session that never was.
import { writeFile } from "node:fs/promises";

export const SELF_TEST_SESSION = "doctor-self-test";

export async function writeTranscript(path: string, cwd: string): Promise<void> {
  const common = {
    sessionId: SELF_TEST_SESSION,
    cwd,
    isSidechain: false,
    userType: "external",
    version: "2.1.325",
  };
  const timestamp = new Date().toISOString();
  const lines = [
    {
      ...common,
      type: "user",
      uuid: "u1",
      parentUuid: null,
      timestamp,
      message: { role: "user", content: "Hello" },
    },
    {
      ...common,
      type: "assistant",
      uuid: "a1",
      parentUuid: "u1",
      timestamp,
      message: { role: "assistant", content: [{ type: "text", text: "Hello." }] },
    },
  ];
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 });
}

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
