// Codex's rollouts. The model's own items bring calls, results and texts. Events bring what a person typed, because items of role
// "user" are mostly Codex's own, and how a command ended that went on in the background.
import { isRecord } from "../../text/unknown-values.ts";
import type { AgentLog, LogHead } from "../agent-log.ts";
import {
  callRecord,
  compactionRecord,
  feedbackRecord,
  interruptRecord,
  promptRecord,
  type Raw,
  type RecordBase,
  resultRecord,
  shellResult,
  textRecord,
} from "../transcript-record.ts";
import { parsePatch } from "./patch.ts";

const NAME = /(?:^|\/)rollout-[^/]*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;

export const CODEX_LOG: AgentLog = {
  host: "codex",
  folder: "sessions",
  sessionOf: (path) => NAME.exec(path)?.[1] ?? null,
  pathOf: null,
  readHead,
  translate: (head) => (record) => translate(record, head),
};

function readHead({ type, payload }: Raw): LogHead | null {
  if (type !== "session_meta" || !isRecord(payload)) return null;
  const id = textOf(payload.id);
  if (id === null) return null;
  const isSubagent = isRecord(payload.source) && payload.source.subagent !== undefined;
  const parent = textOf(payload.session_id) ?? id;
  const cwd = textOf(payload.cwd);
  return isSubagent && parent !== id
    ? { sessionId: parent, cwd, agentId: id }
    : { sessionId: id, cwd, agentId: null };
}

function translate({ type, timestamp, payload }: Raw, head: LogHead): Raw[] {
  if (!isRecord(payload)) return [];
  const base = { ...head, uuid: textOf(payload.id), timestamp };
  if (type === "response_item") return translateItem(payload, base);
  if (type === "compacted") return [compactionRecord(base, "auto")];
  return type === "event_msg" ? translateEvent(payload, base) : [];
}

function translateEvent(event: Raw, base: RecordBase): Raw[] {
  if (event.type === "item_completed" && isRecord(event.item)) return translateCompleted(event.item, base);
  if (event.type === "user_message") return promptOf(base, textOf(event.message));
  return event.type === "turn_aborted" && event.reason === "interrupted" ? [interruptRecord(base)] : [];
}

function translateCompleted(item: Raw, base: RecordBase): Raw[] {
  const own = { ...base, uuid: textOf(item.id) };
  if (item.type === "UserMessage") return promptOf(own, textIn(item.content));
  if (item.type === "HookPrompt") return [feedbackRecord(own, "Stop", textIn(item.fragments))];
  // Below zero, Codex ended it with the session.
  const { exit_code: exitCode } = item;
  if (item.type !== "CommandExecution" || typeof exitCode !== "number" || exitCode < 0) return [];
  return [
    resultRecord(base, textOf(item.id) ?? "", shellResult(textOf(item.aggregated_output) ?? "", exitCode)),
  ];
}

function promptOf(base: RecordBase, text: string | null): Raw[] {
  return text === null || text.trim() === "" ? [] : [promptRecord(base, text)];
}

function translateItem(item: Raw, base: RecordBase): Raw[] {
  const id = textOf(item.call_id) ?? "";
  switch (item.type) {
    case "message": {
      const text = item.role === "assistant" ? textIn(item.content) : "";
      return text === "" ? [] : [textRecord(base, text)];
    }
    case "function_call":
      return translateCall(textOf(item.name) ?? "", parseArguments(item.arguments), id, base);
    case "custom_tool_call":
      return translateCall(textOf(item.name) ?? "", { input: item.input }, id, base);
    case "local_shell_call":
      return translateCall("local_shell", isRecord(item.action) ? item.action : {}, id, base);
    case "function_call_output":
    case "custom_tool_call_output":
      return translateOutput(textOfOutput(item.output), id, base);
    default:
      return [];
  }
}

const SHELLS = new Set(["exec_command", "shell", "shell_command", "container.exec", "local_shell"]);

function translateCall(name: string, input: Raw, id: string, base: RecordBase): Raw[] {
  if (SHELLS.has(name)) return [callRecord(base, id, "Bash", { command: commandOf(input) })];
  const patch = name === "apply_patch" ? textOf(input.input) : null;
  if (patch !== null)
    return parsePatch(patch).map(({ path, tool, input: edit }) =>
      callRecord(base, partOf(id, path), tool, { file_path: inFolder(path, base), ...edit }),
    );
  // It waits for a command whose end an event reports.
  return name === "write_stdin" ? [] : [callRecord(base, id, name, input)];
}

/** Older versions pass a list of words, usually a shell with the command as its last word. */
function commandOf(input: Raw): string {
  const command = input.cmd ?? input.command;
  if (typeof command === "string") return command;
  const words = Array.isArray(command) ? command.map(String) : [];
  return words.length > 2 && /^-l?c$/.test(words.at(-2) ?? "") ? (words.at(-1) ?? "") : words.join(" ");
}

const EXIT = /^(?:Exit code:|Process exited with code) (-?\d+)$/m;
const LEAD_LENGTH = 400;

function translateOutput(output: string, id: string, base: RecordBase): Raw[] {
  const lead = output.slice(0, LEAD_LENGTH);
  if (/^Process running with session ID/m.test(lead)) return [];
  const patched = listPatched(output);
  if (patched.length > 0)
    return patched.map((line) => {
      const path = line.slice(2);
      const details = {
        filePath: inFolder(path, base),
        ...(line.startsWith("A ") ? { type: "create" } : {}),
      };
      return resultRecord(base, partOf(id, path), { text: line, details, isError: false });
    });
  const exit = EXIT.exec(lead);
  const at = lead.indexOf("\nOutput:\n");
  const text = at === -1 ? output : output.slice(at + "\nOutput:\n".length);
  if (exit) return [resultRecord(base, id, shellResult(text, Number(exit[1])))];
  return [
    resultRecord(base, id, {
      text,
      isError: /^(?:\w+ failed: |unsupported call: |apply_patch verification failed)/.test(lead),
    }),
  ];
}

/** One line for each file, such as "M src/app.ts". */
function listPatched(output: string): string[] {
  const lead = "Success. Updated the following files:\n";
  const at = output.indexOf(lead);
  if (at === -1) return [];
  return output
    .slice(at + lead.length)
    .split("\n")
    .filter((line) => /^[AMD] ./.test(line));
}

/** A patch is one call of many files; in transcript/ each file has its own. */
function partOf(id: string, path: string): string {
  return `${id}.${Bun.hash(path).toString(36)}`;
}

function inFolder(path: string, { cwd }: RecordBase): string {
  return path.startsWith("/") || cwd === null ? path : `${cwd}/${path}`;
}

function parseArguments(json: unknown): Raw {
  try {
    const input: unknown = JSON.parse(String(json));
    return isRecord(input) ? input : {};
  } catch {
    return {}; // A model may write anything.
  }
}

/** Older versions wrap the output of a command in JSON with its exit code. */
function textOfOutput(output: unknown): string {
  if (typeof output !== "string") return textIn(isRecord(output) ? output.content : output);
  if (!output.startsWith('{"output":')) return output;
  const { output: text, metadata } = parseArguments(output);
  const exitCode = isRecord(metadata) ? metadata.exit_code : null;
  return typeof exitCode === "number" ? `Exit code: ${exitCode}\nOutput:\n${text}` : String(text ?? output);
}

function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (isRecord(part) ? (textOf(part.text) ?? []) : [])).join("\n");
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
