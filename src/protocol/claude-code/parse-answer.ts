// Reads the output of another tool's hook as the client would: the counterpart of `encodeAnswer`.
import type { GatedEvent } from "../hook-event.ts";

export interface ForeignOutput {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface ForeignAnswer {
  /** The reason of a refusal; null when the hook allows. */
  refusal: string | null;
  /** A line for the person. */
  message: string | null;
  /** Why the output is not in the client's format; it is then ignored. */
  problem: string | null;
}

const NOTHING: ForeignAnswer = { refusal: null, message: null, problem: null };

/** Exit 2 refuses, with the reason on stderr; exit 0 may answer with a JSON object on stdout; anything else is an error. */
export function parseAnswer(event: GatedEvent["name"], output: ForeignOutput): ForeignAnswer {
  const { exitCode, stdout, stderr } = output;
  if (exitCode === 2) return { ...NOTHING, refusal: stderr.trim() || stdout.trim() };
  if (exitCode !== 0) return { ...NOTHING, problem: `it ended with exit code ${exitCode ?? "none"}` };
  const text = stdout.trim();
  // The client only logs plain text.
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
  // The hook wants the turn to end: not a refusal.
  if (raw.continue === false) return { ...NOTHING, message: message ?? textOf(raw.stopReason) };
  if (raw.decision === "block") return { ...NOTHING, refusal: textOf(raw.reason) ?? "", message };
  const specific = raw.hookSpecificOutput;
  const continues = event === "Stop" || event === "SubagentStop";
  const context =
    continues && typeof specific === "object" && specific !== null && "additionalContext" in specific
      ? textOf(specific.additionalContext)
      : null;
  return { ...NOTHING, refusal: context, message };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
