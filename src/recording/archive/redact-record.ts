// Redacts the records of a transcript: no secrets, sensitive files by name only, no images.

import { redactValue } from "../../text/redaction/redact.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { filesTouched, searchedGlobs, textField } from "../capture/call-fields.ts";
import { type CaptureRules, isExcludedTool, whyWithheld } from "../capture/redact-call.ts";

type Raw = Record<string, unknown>;

export interface RecordRedactor {
  /** Must be called in the file's order: whether a result is withheld depends on its call. */
  redact(record: Raw): { record: Raw; redactions: number };
}

const MAX_DEPTH = 100;
const FILE_KEYS = ["filePath", "file_path", "notebook_path", "filename"];
/** Keys that a withheld object keeps: they identify the file. */
const NAME_KEYS = new Set([...FILE_KEYS, "type", "displayPath"]);
const SHELL_INPUT = /^\s*<bash-input>/;
const SHELL_OUTPUT = /^\s*<bash-std(?:out|err)>/;

export function createRecordRedactor(
  projectDir: string | null,
  exclude: CaptureRules["exclude"],
): RecordRedactor {
  /** Calls whose results are withheld, and why. */
  const withheld = new Map<string, string>();
  let shellWithheld: string | null = null;

  function redact(raw: Raw): { record: Raw; redactions: number } {
    const known = withheld.size;
    const shown = walk(raw, 0) as Raw;
    const why = known > 0 ? resultWithheld(raw) : null;
    if (why !== null && "toolUseResult" in shown) shown.toolUseResult = withheldMark(why);
    const { value, count } = redactValue(shown);
    return {
      record: isRecord(value) ? value : { type: "holdfast-unstructured", text: value },
      redactions: count,
    };
  }

  function walk(part: unknown, depth: number): unknown {
    if (typeof part === "string") return redactShellText(part);
    if (typeof part !== "object" || part === null) return part;
    if (depth > MAX_DEPTH) return "[cut: too deep]";
    if (Array.isArray(part)) return part.map((entry) => walk(entry, depth + 1));
    const object = part as Raw;
    if (object.type === "tool_use") return redactToolCall(object, depth);
    if (object.type === "tool_result") return redactToolResult(object, depth);
    if (object.type === "base64") return { ...object, data: `[${String(object.data).length} characters]` };
    const why = whyRecordWithheld("", object, object);
    if (why !== null && !("tool_use_id" in object)) return namesOnly(object, why);
    return mapValues(object, (entry) => walk(entry, depth + 1));
  }

  function redactToolCall(call: Raw, depth: number): Raw {
    const { id, name, input } = call;
    const why = whyRecordWithheld(typeof name === "string" ? name : "", input, null);
    if (why === null) return mapValues(call, (entry) => walk(entry, depth + 1));
    if (typeof id === "string") withheld.set(id, why);
    const command = name === "Bash" ? textField(input, "command") : null;
    return { ...call, input: command === null ? { files: filesTouched(input, null) } : { command } };
  }

  function redactToolResult(result: Raw, depth: number): Raw {
    const why = withheld.get(String(result.tool_use_id));
    return why === undefined
      ? mapValues(result, (entry) => walk(entry, depth + 1))
      : { ...result, content: withheldMark(why) };
  }

  /** A command that a person ran with `!` has no id; its output is the next record. */
  function redactShellText(text: string): string {
    if (SHELL_INPUT.test(text)) {
      shellWithheld = whyRecordWithheld("Bash", { command: text.replace(/<\/?bash-input>/g, " ") }, null);
      return text;
    }
    return shellWithheld !== null && SHELL_OUTPUT.test(text) ? withheldMark(shellWithheld) : text;
  }

  function whyRecordWithheld(tool: string, input: unknown, response: unknown): string | null {
    if (isExcludedTool(tool, exclude)) return "capture.exclude.tools";
    const command = tool === "Bash" ? textField(input, "command") : null;
    const files = [
      ...filesTouched(input, response),
      ...searchedGlobs(input),
      textField(input, "filename"),
    ].filter((file) => file !== null);
    return whyWithheld({ projectDir }, files, command, exclude);
  }

  function resultWithheld(record: Raw): string | null {
    const content = isRecord(record.message) ? record.message.content : null;
    const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
    return (
      blocks.map(({ tool_use_id }) => withheld.get(String(tool_use_id))).find((why) => why !== undefined) ??
      null
    );
  }

  return { redact };
}

function namesOnly(object: Raw, why: string): Raw {
  const names = Object.entries(object).filter(
    ([key, value]) => NAME_KEYS.has(key) && typeof value === "string",
  );
  return { ...Object.fromEntries(names), withheld: why };
}

function withheldMark(why: string): string {
  return `[withheld: ${why}]`;
}

function mapValues(object: Raw, change: (value: unknown) => unknown): Raw {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
