// Transcript items for tests of triage.
import type { TranscriptItem } from "../../src/transcript/item.ts";
import type { QuestionAnswer, ToolCall, ToolResult } from "../../src/transcript/tool-item.ts";

let made = 0;

function base() {
  made++;
  return {
    offset: made * 100,
    uuid: `uuid-${made}`,
    sessionId: "s1",
    timestamp: made * 1000,
    cwd: "/work/shop",
    sidechain: false,
    agentId: null,
  };
}

export const user = (text: string): TranscriptItem => ({
  ...base(),
  kind: "prompt",
  text,
  attachments: 0,
  place: "turn-start",
  permissionMode: null,
});

export const claude = (text: string): TranscriptItem => ({
  ...base(),
  kind: "assistant-text",
  text,
  messageId: `message-${made}`,
});

/** A background task has ended, after Claude had ended its turn. */
export const notified = (summary: string): TranscriptItem => ({
  ...base(),
  kind: "task-notification",
  taskId: `task-${made}`,
  callId: null,
  summary,
  via: "prompt",
});

interface Outcome {
  output?: string;
  failed?: boolean;
}

export function used(tool: string, input: Record<string, unknown>, outcome: Outcome = {}): TranscriptItem[] {
  const id = `call-${made}`;
  const call: ToolCall = { ...base(), kind: "tool-call", id, tool, input, messageId: null };
  const { output = "", failed = false } = outcome;
  const result: ToolResult = {
    ...base(),
    kind: "tool-result",
    id,
    call,
    text: failed ? `Exit code 1\n${output}` : output,
    response: failed ? null : output,
    isError: failed,
    failure: failed ? "command" : null,
    exitCode: failed ? 1 : null,
    changedFiles: [],
    patch: null,
    backgroundTaskId: null,
    agent: null,
  };
  return [call, result];
}

export const ran = (command: string, output = "") => used("Bash", { command }, { output });
export const failed = (command: string, output: string) =>
  used("Bash", { command }, { output, failed: true });
export const edited = (path: string) => used("Edit", { file_path: path, old_string: "a", new_string: "b" });

export const refused = (
  reason: string | null,
  input: Record<string, unknown> | null = null,
): TranscriptItem => ({
  ...base(),
  kind: "rejection",
  id: `call-${made}`,
  call: input && {
    ...base(),
    kind: "tool-call",
    id: `call-${made}`,
    tool: "command" in input ? "Bash" : "Edit",
    input,
    messageId: null,
  },
  reason,
});

export const answered = (
  question: string,
  answer: string,
  more: Partial<QuestionAnswer> = {},
): TranscriptItem => ({
  ...base(),
  kind: "answers",
  answers: [{ question, answer, ...more }],
});

export const approved = (plan: string): TranscriptItem => ({
  ...base(),
  kind: "plan-approval",
  plan,
  via: "exit-plan-mode",
});

export const compacted = (text: string): TranscriptItem => ({ ...base(), kind: "compaction-summary", text });

export const injected = (text: string): TranscriptItem => ({
  ...base(),
  kind: "injected",
  text,
  source: "hook",
});

export const bySubagent = (item: TranscriptItem): TranscriptItem => ({
  ...item,
  sidechain: true,
  agentId: "a1",
});
