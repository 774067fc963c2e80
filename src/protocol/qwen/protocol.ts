import { readSmallFile } from "../../platform/files.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { encodeAnswer } from "../claude-code/encode-answer.ts";
import { commandResult, editedFile, editResult, renameTool } from "../foreign-calls.ts";
import type { HostProtocol, Payload, Variables } from "../host-protocol.ts";

const NAMES = {
  tools: {
    run_shell_command: "Bash",
    write_file: "Write",
    edit: "Edit",
    read_file: "Read",
    list_directory: "LS",
    glob: "Glob",
    grep_search: "Grep",
    web_fetch: "WebFetch",
    web_search: "WebSearch",
    todo_write: "TodoWrite",
    agent: "Agent",
    task: "Agent",
  },
  fields: { absolute_path: "file_path" },
};
const DEFAULT_CAP = 8;
const MAX_CAP = 100;
const COMMAND_TEXT =
  /^Command: [\s\S]*?\nDirectory: [^\n]*\nOutput: ([\s\S]*)\nError: ([\s\S]*?)\nExit Code: (\S+)\n/;

export const QWEN_PROTOCOL: HostProtocol = {
  translate(payload) {
    const { hook_event_name: name, prompt } = payload;
    // It comes after each tool call. A prompt's id comes again when a session is resumed.
    if (name === "UserPromptSubmit" && (typeof prompt !== "string" || prompt === "")) return null;
    const event = { ...payload, prompt_id: undefined };
    if (name === "PostToolUse" || name === "PostToolUseFailure")
      return { ...event, ...translateCall(payload) };
    return "background_tasks" in payload ? { ...event, background_tasks: runningTasks(payload) } : event;
  },
  encode: encodeAnswer,
  showsMessages: (event) => event === "Stop",
  maxHolds,
  // Its hooks have the shell's variables too, and these.
  isShell: ({ QWEN_CODE_SESSION_ID, QWEN_PROJECT_DIR }, sessionId) =>
    QWEN_CODE_SESSION_ID === sessionId && !QWEN_PROJECT_DIR,
};

/** The last of these holds it ignores. */
function maxHolds({ QWEN_CODE_STOP_HOOK_BLOCK_CAP: variable }: Variables, folder: string): number {
  const file = readSmallFile(`${folder}/settings.json`);
  const setting = file.state === "read" ? /"stopHookBlockingCap"\s*:\s*(\d+)/.exec(file.text)?.[1] : null;
  const cap = Number(variable ?? setting ?? DEFAULT_CAP);
  return (Number.isInteger(cap) && cap >= 1 ? Math.min(cap, MAX_CAP) : DEFAULT_CAP) - 1;
}

/** It lists finished tasks too. */
function runningTasks({ background_tasks: tasks }: Payload): Payload[] {
  if (!Array.isArray(tasks)) return [];
  return tasks
    .filter(isRecord)
    .filter(({ status }) => status === "running")
    .map((task) => ({ type: task.agent_type === undefined ? "shell" : "subagent", ...task }));
}

function translateCall(payload: Payload): Payload {
  const call = renameTool(payload, NAMES);
  const response = isRecord(payload.tool_response) ? payload.tool_response : {};
  const hasFailed = payload.hook_event_name === "PostToolUseFailure";
  const text = String((hasFailed ? payload.error : response.llmContent) ?? "");
  const [, output = "", error = "", code] = COMMAND_TEXT.exec(`${text}\n`) ?? [];
  if (call.tool_name === "Bash" && code !== undefined) {
    const printed = [output, error].filter((part) => part !== "(none)" && part !== "(empty)").join("\n");
    return { ...call, ...commandResult(printed, Number.isInteger(Number(code)) ? Number(code) : null) };
  }
  if (hasFailed) return { ...call, error: text };
  const file = editedFile(call);
  return file === null ? { ...call, tool_response: text } : { ...call, ...editResult([file]) };
}
