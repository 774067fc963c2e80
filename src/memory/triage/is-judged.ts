import type { TranscriptItem } from "../../transcript/item.ts";

const JUDGED: readonly TranscriptItem["kind"][] = [
  "prompt",
  "queued-prompt",
  "slash-command",
  "rejection",
  "answers",
  "plan-approval",
  "assistant-text",
  "tool-result",
  "compaction-summary",
  "pr-link",
];

/** Of all others triage takes nothing. */
export function isJudged({ kind, sidechain }: TranscriptItem): boolean {
  return !sidechain && JUDGED.includes(kind);
}
