import { resolve } from "node:path";
import { isRecord } from "../../text/unknown-values.ts";
import { encodeAnswer } from "../claude-code/encode-answer.ts";
import { commandResult, editResult } from "../foreign-calls.ts";
import type { HostProtocol, Payload } from "../host-protocol.ts";
import { type CallEnd, readCallEnds, readExitCode } from "./rollout.ts";

const FILE_LINE = /^\*\*\* (?:(Add|Update|Delete) File|Move to): (.+)$/;
const PATCH_FAILED = /^Exit code: [1-9]/;

export const CODEX_PROTOCOL: HostProtocol = {
  async translate(payload) {
    // A subagent's task, which nobody typed.
    if (payload.hook_event_name === "UserPromptSubmit" && typeof payload.agent_id === "string") return null;
    const event = { ...payload, prompt_id: payload.turn_id };
    if (payload.hook_event_name === "PreToolUse") return { ...event, ...namePatch(payload) };
    if (payload.hook_event_name === "PostToolUse") return { ...event, ...(await translateCall(payload)) };
    return event;
  },
  encode: encodeAnswer,
  showsMessages: () => true,
  readMissedEnds: async (payload, ids) =>
    (await readCallEnds(payload, ids)).map((end) => ({ ...payload, ...translateEnd(payload, end) })),
  isShell: ({ CODEX_SESSION_ID, CODEX_THREAD_ID }, sessionId) =>
    CODEX_SESSION_ID === sessionId || CODEX_THREAD_ID === sessionId,
};

/** A call that changes files by a patch, which may also stand in a command for the shell. */
function namePatch({ tool_name, tool_input, cwd }: Payload): Payload {
  const text = isRecord(tool_input) ? String(tool_input.command ?? "") : "";
  const at = text.indexOf("*** Begin Patch");
  if (at === -1 || (tool_name === "Bash" && !text.slice(0, at).includes("apply_patch"))) return {};
  const patch = text.slice(at);
  const { files, isNew } = readPatch(patch, String(cwd ?? "/"));
  const [first] = files;
  return first === undefined
    ? {}
    : { tool_name: isNew ? "Write" : "Edit", tool_input: { file_path: first, patch } };
}

async function translateCall(payload: Payload): Promise<Payload> {
  const { tool_name, tool_input, tool_response, cwd } = payload;
  const output = typeof tool_response === "string" ? tool_response : JSON.stringify(tool_response ?? "");
  if (tool_name === "Bash") return commandResult(output, await readExitCode(payload));
  if (tool_name !== "apply_patch") return {};
  const call = namePatch(payload);
  if (call.tool_name === undefined) return {};
  const patch = isRecord(tool_input) ? String(tool_input.command ?? "") : "";
  const { files } = readPatch(patch, String(cwd ?? "/"));
  return PATCH_FAILED.test(output)
    ? { ...call, hook_event_name: "PostToolUseFailure", error: output }
    : { ...call, ...editResult(files) };
}

/** The files that a patch changes, as absolute paths. */
function readPatch(patch: string, cwd: string): { files: string[]; isNew: boolean } {
  const files: string[] = [];
  let isNew = true;
  for (const line of patch.split("\n")) {
    const [, verb, path] = FILE_LINE.exec(line.trimEnd()) ?? [];
    if (path === undefined) continue;
    files.push(resolve(cwd, path));
    isNew &&= verb === "Add";
  }
  return { files, isNew };
}

function translateEnd({ cwd }: Payload, end: CallEnd): Payload {
  const { id, command, changed, output, exitCode, runningAs } = end;
  const begun = { tool_use_id: id, tool_name: "Bash", tool_input: { command } };
  const call = { ...begun, ...namePatch({ ...begun, cwd }), hook_event_name: "PostToolUse" };
  if (changed !== null) return { ...call, ...editResult(changed) };
  if (exitCode !== null) return { ...call, ...commandResult(output, exitCode) };
  if (runningAs === null) return { ...call, hook_event_name: "PostToolUseFailure", error: output };
  return { ...call, tool_response: { stdout: output, stderr: "", backgroundTaskId: runningAs } };
}
