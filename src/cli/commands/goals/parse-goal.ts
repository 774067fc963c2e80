import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";

const MAX_TEXT = 500;
const MAX_COMMAND = 4000;

export function parseTask(kind: "loop" | "flow", text: string | undefined, example: string): string {
  const task = toLine(text);
  if (task !== "") return task;
  throw new UserError("no-task", `a ${kind} needs a task`, `Example: holdfast ${kind} start ${example}`);
}

export function parseCommand(text: string, option: string): string {
  if (text.trim() !== "" && text.length <= MAX_COMMAND && !text.includes("\0")) return text.trim();
  throw new UserError(`bad-${option}`, `--${option} is not a command`, `Example: --${option} "npm test"`);
}

/** One line without secrets, shortened: it is stored and shown. */
export function toLine(text: string | undefined): string {
  const line = redact(text ?? "").text.replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ");
  return line.trim().slice(0, MAX_TEXT);
}
