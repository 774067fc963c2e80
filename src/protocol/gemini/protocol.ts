import { isRecord } from "../../text/unknown-values.ts";
import { encodeAnswer } from "../claude-code/encode-answer.ts";
import { commandResult, editedFile, editResult, renameTool } from "../foreign-calls.ts";
import type { HostProtocol, Payload } from "../host-protocol.ts";
import { GEMINI } from "./registration.ts";

const NAMES = {
  tools: {
    run_shell_command: "Bash",
    write_file: "Write",
    replace: "Edit",
    read_file: "Read",
    read_many_files: "Read",
    list_directory: "LS",
    glob: "Glob",
    grep_search: "Grep",
    search_file_content: "Grep",
    web_fetch: "WebFetch",
    google_web_search: "WebSearch",
    invoke_agent: "Agent",
  },
  fields: { absolute_path: "file_path", dir_path: "path" },
};
/** What it adds to a prompt from our answers. */
const HOOK_CONTEXT = /^\s*(?:<hook_context>[\s\S]*?<\/hook_context>\s*)+/;
const WRAPPING = /^<untrusted_context>\n|\n<\/untrusted_context>$/g;
const PROCESS_GROUP = /\nProcess Group PGID: \S+/;
const EXIT_LINE = /\nExit Code: (\d+)/;
const SESSION_NAMES = Object.fromEntries(GEMINI.events.map(({ theirs, ours }) => [theirs, ours]));

export const GEMINI_PROTOCOL: HostProtocol = {
  translate(payload) {
    const { hook_event_name: theirs, prompt, prompt_response } = payload;
    const name = SESSION_NAMES[String(theirs)];
    if (name === undefined) return null;
    const event = { ...payload, hook_event_name: name };
    if (name === "UserPromptSubmit")
      return { ...event, prompt: String(prompt ?? "").replace(HOOK_CONTEXT, "") };
    if (name === "Stop") return { ...event, last_assistant_message: prompt_response };
    return name === "PostToolUse" ? { ...event, ...translateCall(payload) } : event;
  },
  encode: encodeAnswer,
  showsMessages: () => true,
  // Its shell does not name the session.
  isShell: ({ GEMINI_CLI, GEMINI_PROJECT_DIR }) => GEMINI_CLI === "1" && !GEMINI_PROJECT_DIR,
  repeatsMessages: true,
};

function translateCall(payload: Payload): Payload {
  const call = renameTool(payload, NAMES);
  const response = isRecord(payload.tool_response) ? payload.tool_response : {};
  const text = textOf(response.llmContent);
  if (response.error !== undefined) return { ...call, hook_event_name: "PostToolUseFailure", error: text };
  if (call.tool_name === "Bash") {
    const [, code] = EXIT_LINE.exec(text) ?? [];
    return { ...call, ...commandResult(outputOf(text), code === undefined ? null : Number(code)) };
  }
  const file = editedFile(call);
  return file === null ? { ...call, tool_response: text } : { ...call, ...editResult([file]) };
}

function outputOf(text: string): string {
  return text
    .replace(WRAPPING, "")
    .replace(PROCESS_GROUP, "")
    .replace(EXIT_LINE, "")
    .replace(/^Output: /, "");
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts.map((part) => (isRecord(part) && typeof part.text === "string" ? part.text : "")).join("\n");
}
