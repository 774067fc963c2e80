// What another hook's output means to the client: the other side of `encodeAnswer`.
import type { GatedEvent } from "../hook-event.ts";

export interface ForeignOutput {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface ForeignAnswer {
  /** Why it refuses; null when it does not. */
  refusal: string | null;
  /** A line for the person. */
  message: string | null;
  /** The output is not in the client's format; then it says nothing. */
  problem: string | null;
}

const NOTHING: ForeignAnswer = { refusal: null, message: null, problem: null };

/** Exit 2 refuses with what stands on stderr; with exit 0 a JSON object on stdout speaks; anything else is an error. */
export function parseAnswer(event: GatedEvent["name"], output: ForeignOutput): ForeignAnswer {
  const { exitCode, stdout, stderr } = output;
  if (exitCode === 2) return { ...NOTHING, refusal: stderr.trim() || stdout.trim() };
  if (exitCode !== 0) return { ...NOTHING, problem: `it ended with exit code ${exitCode ?? "none"}` };
  const text = stdout.trim();
  // Plain words are for the client's log.
  if (!text.startsWith("{")) return NOTHING;
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { ...NOTHING, problem: "its answer is not valid JSON" };
  }
  return readAnswer(event, raw as Record<string, unknown>);
}

function readAnswer(event: GatedEvent["name"], raw: Record<string, unknown>): ForeignAnswer {
  const message = textOf(raw.systemMessage);
  // It wants the turn to end: nothing to refuse.
  if (raw.continue === false) return { ...NOTHING, message: message ?? textOf(raw.stopReason) };
  if (raw.decision === "block") return { ...NOTHING, refusal: textOf(raw.reason) ?? "", message };
  const own = raw.hookSpecificOutput;
  const goesOn = event === "Stop" || event === "SubagentStop";
  const context =
    goesOn && typeof own === "object" && own !== null && "additionalContext" in own
      ? textOf(own.additionalContext)
      : null;
  return { ...NOTHING, refusal: context, message };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
