// One record of a transcript, fit to be kept: no secrets, sensitive files by name only, no pictures.

import { redactValue } from "../../text/redaction/redact-value.ts";
import { filesTouched, textOf } from "../capture/call-fields.ts";
import { isExcludedTool } from "../capture/may-capture.ts";
import { type CaptureRules, whyWithheld } from "../capture/redact-call.ts";

type Raw = Record<string, unknown>;

export interface RecordRedactor {
  /** In the file's order: what was read from a sensitive file comes after the call that asked for it. */
  redact(record: Raw): { record: Raw; redactions: number };
}

const MAX_DEPTH = 100;
const FILE_KEYS = ["filePath", "file_path", "notebook_path", "filename"];
/** What still says which file it was. */
const NAMING = new Set([...FILE_KEYS, "type", "displayPath"]);
const SHELL_INPUT = /^\s*<bash-input>/;
const SHELL_OUTPUT = /^\s*<bash-std(?:out|err)>/;

export function createRecordRedactor(
  projectDir: string | null,
  exclude: CaptureRules["exclude"],
): RecordRedactor {
  /** Calls whose results are not kept, and why. */
  const withheld = new Map<string, string>();
  let shellWithheld: string | null = null;

  function clean(raw: Raw): { record: Raw; redactions: number } {
    const known = withheld.size;
    const shown = walk(raw, 0) as Raw;
    const why = known > 0 ? resultWithheld(raw) : null;
    if (why !== null && "toolUseResult" in shown) shown.toolUseResult = mark(why);
    const { value, count } = redactValue(shown);
    return {
      record: isRaw(value) ? value : { type: "holdfast-unstructured", text: value },
      redactions: count,
    };
  }

  function walk(part: unknown, depth: number): unknown {
    if (typeof part === "string") return ofShell(part);
    if (typeof part !== "object" || part === null) return part;
    if (depth > MAX_DEPTH) return "[cut: too deep]";
    if (Array.isArray(part)) return part.map((entry) => walk(entry, depth + 1));
    const object = part as Raw;
    if (object.type === "tool_use") return ofCall(object, depth);
    if (object.type === "tool_result") return ofResult(object, depth);
    if (object.type === "base64") return { ...object, data: `[${String(object.data).length} characters]` };
    const why = whyOf("", object, object);
    if (why !== null && !("tool_use_id" in object)) return namesOnly(object, why);
    return mapValues(object, (entry) => walk(entry, depth + 1));
  }

  function ofCall(call: Raw, depth: number): Raw {
    const { id, name, input } = call;
    const why = whyOf(typeof name === "string" ? name : "", input, null);
    if (why === null) return mapValues(call, (entry) => walk(entry, depth + 1));
    if (typeof id === "string") withheld.set(id, why);
    const command = name === "Bash" ? textOf(input, "command") : null;
    return { ...call, input: command === null ? { files: filesTouched(input, null) } : { command } };
  }

  function ofResult(result: Raw, depth: number): Raw {
    const why = withheld.get(String(result.tool_use_id));
    return why === undefined
      ? mapValues(result, (entry) => walk(entry, depth + 1))
      : { ...result, content: mark(why) };
  }

  /** What a person ran with `!` has no id: its output is the next. */
  function ofShell(text: string): string {
    if (SHELL_INPUT.test(text)) {
      shellWithheld = whyOf("Bash", { command: text.replace(/<\/?bash-input>/g, " ") }, null);
      return text;
    }
    return shellWithheld !== null && SHELL_OUTPUT.test(text) ? mark(shellWithheld) : text;
  }

  function whyOf(tool: string, input: unknown, response: unknown): string | null {
    if (isExcludedTool(tool, exclude)) return "capture.exclude.tools";
    const command = tool === "Bash" ? textOf(input, "command") : null;
    const files = [...filesTouched(input, response), textOf(input, "filename")].filter(
      (file) => file !== null,
    );
    return whyWithheld({ projectDir }, files, command, exclude);
  }

  function resultWithheld(record: Raw): string | null {
    const content = isRaw(record.message) ? record.message.content : null;
    const blocks = Array.isArray(content) ? content.filter(isRaw) : [];
    return (
      blocks.map(({ tool_use_id }) => withheld.get(String(tool_use_id))).find((why) => why !== undefined) ??
      null
    );
  }

  return { redact: clean };
}

function namesOnly(object: Raw, why: string): Raw {
  const names = Object.entries(object).filter(([key, value]) => NAMING.has(key) && typeof value === "string");
  return { ...Object.fromEntries(names), withheld: why };
}

function mark(why: string): string {
  return `[withheld: ${why}]`;
}

function mapValues(object: Raw, change: (value: unknown) => unknown): Raw {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function isRaw(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
