// What Claude was told or has read, as opposed to what it says itself.
import type { TranscriptItem } from "../item.ts";

/** null for what Claude said, and for what carries no words. */
export function modelInputText(item: TranscriptItem): string | null {
  switch (item.kind) {
    case "prompt":
    case "agent-prompt":
    case "injected":
    case "hook-feedback":
    case "compaction-summary":
    case "tool-result":
    case "teammate-message":
    case "queued-prompt":
    case "local-output":
      return item.text;
    case "slash-command":
      return item.args;
    default:
      return null;
  }
}

/** The lines that are not in the given texts, whatever their case, spacing and emphasis. */
export function linesNotIn(lines: readonly string[], texts: readonly string[]): string[] {
  const words = plain(texts.join("\n"));
  return lines.filter((line) => !words.includes(plain(line)));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s*_`~]+/g, " ")
    .trim();
}
