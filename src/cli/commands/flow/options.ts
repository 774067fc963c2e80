// What the words of a flow command mean, checked.

import { CONDITION_IDS, type ConditionId, isConditionId, KINDS } from "../../../gates/flow/flow.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { closest } from "../../../text/suggest.ts";
import { UserError } from "../../../text/user-error.ts";

const MAX_TEXT = 500;
const MAX_COMMAND = 4000;
const MAX_PHASE = 60;

export function parseTask(text: string | undefined): string {
  const task = toLine(text);
  if (task !== "") return task;
  throw new UserError(
    "no-task",
    "a flow needs a task",
    'Example: holdfast flow start "add a login" --complexity 5 --kind feature',
  );
}

export function parsePhase(text: string | undefined): string {
  const phase = toLine(text);
  if (phase !== "" && phase.length <= MAX_PHASE) return phase;
  throw new UserError(
    "bad-phase",
    `a phase is a name of up to ${MAX_PHASE} characters`,
    "Example: holdfast flow phase implementation",
  );
}

export function parseCondition(text: string | undefined): ConditionId {
  if (text !== undefined && isConditionId(text)) return text;
  const near = text === undefined ? null : closest(text, CONDITION_IDS);
  throw new UserError(
    "no-condition",
    text === undefined ? "which condition?" : `there is no condition "${text}"`,
    near ? `Did you mean ${near}?` : `One of: ${CONDITION_IDS.join(", ")}.`,
  );
}

export function parseValue(text: string | undefined): boolean {
  if (text === undefined || text === "true") return true;
  if (text === "false") return false;
  throw new UserError("bad-value", `"${text}" is neither true nor false`, "Leave it out for true.");
}

export function parseComplexity(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 10) return value;
  throw new UserError(
    "bad-complexity",
    `--complexity ${text} is not a number from 1 to 10`,
    "1 is trivial, 10 changes the architecture; from 7 on a review is needed.",
  );
}

export function parseKind(text: string | undefined): string | null {
  if (text === undefined) return null;
  const kind = text.trim().toLowerCase();
  if (/^[a-z][a-z-]{1,29}$/.test(kind)) return kind;
  throw new UserError("bad-kind", `--kind ${text} is not a kind of task`, `Such as ${KINDS.join(", ")}.`);
}

export function parseCommand(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text.trim() !== "" && text.length <= MAX_COMMAND && !text.includes("\0")) return text.trim();
  throw new UserError(`bad-${option}`, `--${option} is not a command`, `Example: --${option} "npm test"`);
}

/** One line without secrets, cut when it is long: it is kept, and shown in reasons and on a screen. */
export function toLine(text: string | undefined): string {
  const line = redact(text ?? "").text.replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ");
  return line.trim().slice(0, MAX_TEXT);
}
