// Events as each agent sends them, for the self-test.
import type { HostRegistration } from "../../protocol/registration.ts";

/** Where the agent's transcript would be: by its path the sender is recognised. */
const TRANSCRIPTS: Record<string, string> = {
  codex: "sessions/rollout-2026-01-01T00-00-00-doctor.jsonl",
  copilot: "session-state/doctor-self-test/events.jsonl",
  gemini: "chats/session-doctor.jsonl",
  qwen: "projects/doctor/chats/doctor.jsonl",
};

export const SELF_TEST_SESSION = "doctor-self-test";

/** `theirs`: the agent's own name of the event. */
export function sampleAgentEvent({ id }: HostRegistration, theirs: string, folder: string): string {
  return JSON.stringify({
    hook_event_name: theirs,
    session_id: SELF_TEST_SESSION,
    cwd: folder,
    transcript_path: `${folder}/${TRANSCRIPTS[id]}`,
    timestamp: new Date().toISOString(),
    turn_id: "doctor-prompt",
    source: "startup",
    reason: "other",
    trigger: "auto",
    prompt: "Hello",
    prompt_response: "Hello.",
    last_assistant_message: "Hello.",
    stop_hook_active: false,
    tool_name: "Bash",
    tool_input: { command: "true" },
    tool_response: "",
    tool_use_id: "call_doctor",
    agent_id: "doctor",
    agent_type: "default",
  });
}
