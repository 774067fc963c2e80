// Subagents: the config's rules for their type, their prompt, and the label lines in a prompt or a report: `stage: …`,
// `chunk: 2/3`, `result: failed`.
import type { Config } from "../../config/schema.ts";
import type { GatedEvent } from "../../protocol/hook-event.ts";

export type SubagentRule = Config["subagents"][number];

export function rulesFor(event: GatedEvent, { subagents, gates }: Config): SubagentRule[] {
  const { agentType } = event;
  if (event.name !== "SubagentStop" || agentType === null || !gates.subagents.enabled) return [];
  return subagents.filter(({ match }) => matchesAgent(match, agentType));
}

export function usesGate(rules: readonly SubagentRule[], gate: SubagentRule["gates"][number]): boolean {
  return rules.some(({ gates }) => gates.includes(gate));
}

/** `*` matches anything, `|` separates alternatives; case does not matter. */
export function matchesAgent(pattern: string, agentType: string): boolean {
  return pattern
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .some((part) => toExpression(part).test(agentType));
}

function toExpression(part: string): RegExp {
  // Several stars in a row would only make the match slow.
  const escaped = part.replaceAll(/[\\^$.+?()[\]{}]/g, "\\$&").replaceAll(/\*+/g, ".*");
  return new RegExp(`^${escaped}$`, "is");
}

export interface Chunk {
  name: string;
  /** The number of chunks, if the line has it. */
  of: number | null;
}

const MAX_LABEL_LENGTH = 80;
const MAX_CHUNKS = 200;
const NUMBERED = /^#?(\d{1,3})\s*(?:\/|of)\s*(\d{1,3})\b/i;
const GIVEN_UP = /^(?:failed|failure|blocked|incomplete|partial|not done)\b/i;

export function readStage(text: string): string | null {
  return readLabel("stage", text);
}

/** Inside a line only a number counts: "the chunk: all of it" names nothing. */
const CHUNK_IN_LINE = /\bchunk[*_]*[ \t]*:[*_]*[ \t]*[*_`]*(#?\d{1,3}\s*(?:\/|of)\s*\d{1,3})\b/i;

/** From the first text that names one. */
export function readChunk(...texts: string[]): Chunk | null {
  for (const text of texts) {
    const value = readLabel("chunk", text) ?? CHUNK_IN_LINE.exec(text)?.[1] ?? null;
    if (value !== null) return toChunk(value);
  }
  return null;
}

/** The report says itself that the subagent did not succeed. */
export function saysFailed(report: string): boolean {
  return GIVEN_UP.test(readLabel("result", report) ?? readLabel("status", report) ?? "");
}

function toChunk(value: string): Chunk {
  const [, number, total] = NUMBERED.exec(value) ?? [];
  if (number === undefined || total === undefined) return { name: value, of: null };
  const of = Number(total);
  return { name: String(Number(number)), of: of >= 1 && of <= MAX_CHUNKS ? of : null };
}

/** The value of the first line `key: value`, with or without Markdown around it. */
function readLabel(key: string, text: string): string | null {
  const line = new RegExp(
    `^[ \\t]*(?:[-*>#]+[ \\t]+)?[*_]*${key}[*_]*[ \\t]*:[*_]*[ \\t]*(\\S[^\\r\\n]*)$`,
    "im",
  );
  const value =
    line
      .exec(text)?.[1]
      ?.replaceAll(/[*_`]+/g, "")
      .trim() ?? "";
  return value === "" ? null : value.slice(0, MAX_LABEL_LENGTH).toWellFormed();
}

/** The prompt of a subagent; empty while its transcript does not exist yet. */
export async function readAgentPrompt(transcriptPath: string | null): Promise<string> {
  if (transcriptPath === null) return "";
  const { streamItems } = await import("../../transcript/read-since.ts");
  for await (const item of streamItems(transcriptPath)) {
    if (item.kind === "agent-prompt") return item.text;
    // The prompt comes first.
    if (item.kind === "tool-call" || item.kind === "assistant-text") return "";
  }
  return "";
}
