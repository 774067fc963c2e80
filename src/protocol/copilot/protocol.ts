import { readBytes } from "../../platform/files.ts";
import { isRecord, parseJson } from "../../text/unknown-values.ts";
import { encodeAnswer } from "../claude-code/encode-answer.ts";
import { commandResult, editedFile, editResult, renameTool } from "../foreign-calls.ts";
import type { HostProtocol, Payload } from "../host-protocol.ts";

const NAMES = {
  tools: { bash: "Bash", create: "Write", edit: "Edit", view: "Read", task: "Agent" },
  fields: { path: "file_path", file_text: "content", old_str: "old_string", new_str: "new_string" },
};
const EXIT_LINE = /\n?<shellId: \S+ completed with exit code (\d+)>\s*$/;
const LOG_BYTES = 256 * 1024;
/** Its own log has the last message some 70 ms after the event. */
const MAX_LAG_MS = 250;
const POLL_MS = 15;

export const COPILOT_PROTOCOL: HostProtocol = {
  async translate(payload) {
    if (payload.hook_event_name === undefined) return translateAgentStart(payload);
    const { agent_id, parent_agent_id, hook_event_name: name } = payload;
    const isAgent = typeof agent_id === "string";
    // A subagent sends these too, in a session of its own; SubagentStop follows.
    if (isAgent && (name === "UserPromptSubmit" || name === "Stop")) return null;
    const event = isAgent ? { ...payload, session_id: parent_agent_id ?? payload.session_id } : payload;
    if (name === "PostToolUse" || name === "PostToolUseFailure") return { ...event, ...translateCall(event) };
    if (name === "Stop") return { ...event, last_assistant_message: await readLastMessage(event) };
    return event;
  },
  encode(event, answer) {
    if (answer.kind === "context") {
      const note = answer.message ? `Show the user this note from holdfast:\n${answer.message}\n\n` : "";
      return json({ additionalContext: note + answer.context });
    }
    // It shows no messages of hooks, but what the model is told it may pass on.
    if (answer.kind === "tell")
      return CARRIERS.has(event)
        ? json({ additionalContext: `Show the user this note from holdfast:\n${answer.message}` })
        : { stdout: "", stderr: "", exitCode: 0 };
    if (answer.kind === "refuse") return json({ decision: "block", reason: answer.reason });
    return encodeAnswer(event, answer);
  },
  showsMessages: (event) => CARRIERS.has(event),
  maxHolds: () => 8,
  isShell: ({ COPILOT_AGENT_SESSION_ID }, sessionId) => COPILOT_AGENT_SESSION_ID === sessionId,
};

/** Events whose answer reaches the model. */
const CARRIERS = new Set<string>(["SessionStart", "UserPromptSubmit"]);

function json(value: object) {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 as const };
}

/** The only event in its other spelling, whatever it is registered as. */
function translateAgentStart({ sessionId, cwd, agent_id, agent_type, agentName }: Payload): Payload | null {
  if (agent_id === undefined) return null;
  const agent = { agent_id, agent_type: agent_type ?? agentName };
  return { hook_event_name: "SubagentStart", session_id: sessionId, cwd, ...agent };
}

function translateCall(payload: Payload): Payload {
  const call = renameTool(payload, NAMES);
  const result = isRecord(payload.tool_result) ? payload.tool_result : {};
  const text = String(result.text_result_for_llm ?? payload.error ?? "");
  if (payload.hook_event_name === "PostToolUseFailure" || result.result_type === "failure")
    return { ...call, hook_event_name: "PostToolUseFailure", error: text };
  if (call.tool_name === "Bash") {
    const [line, code] = EXIT_LINE.exec(text) ?? [];
    const output = line === undefined ? text : text.slice(0, -line.length);
    return { ...call, ...commandResult(output, code === undefined ? null : Number(code)) };
  }
  const file = editedFile(call);
  return file === null ? { ...call, tool_response: text } : { ...call, ...editResult([file]) };
}

/** Empty if it does not come in time. */
async function readLastMessage({ transcript_path: path, timestamp }: Payload): Promise<string> {
  const at = Date.parse(String(timestamp));
  if (typeof path !== "string" || Number.isNaN(at)) return "";
  for (let waited = 0; ; waited += POLL_MS) {
    const message = await findMessageBefore(path, at);
    if (message !== null || waited >= MAX_LAG_MS) return message ?? "";
    await Bun.sleep(POLL_MS);
  }
}

/** The message before the line about this very event; null while that is not written. */
async function findMessageBefore(path: string, at: number): Promise<string | null> {
  const { size } = Bun.file(path);
  if (!Number.isFinite(size)) return null;
  const bytes = await readBytes(path, Math.max(0, size - LOG_BYTES), size);
  const lines = new TextDecoder().decode(bytes ?? new Uint8Array()).split("\n");
  const end = lines.findLastIndex((line) => line.startsWith(HOOK_LINE) && line.includes(`"timestamp":${at}`));
  const last = lines.slice(0, Math.max(0, end)).findLast((line) => line.startsWith(MESSAGE_LINE));
  const record = last === undefined ? null : parseJson(last);
  const data = isRecord(record) && isRecord(record.data) ? record.data : {};
  return typeof data.content === "string" ? data.content : null;
}

const HOOK_LINE = '{"type":"hook.start"';
const MESSAGE_LINE = '{"type":"assistant.message"';
