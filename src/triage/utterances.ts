// Which items are speech, whose, and how far it is believed.
import type { TranscriptItem } from "../transcript/item.ts";
import type { Utterance } from "./text/utterance.ts";

const CLAUDE = 0.8;
const TOOL = 0.35;
/** A long prompt is mostly pasted: a specification, a log, a template of a program. */
const PASTED = 0.55;
const PASTED_CHARACTERS = 2500;
const MOST_CHARACTERS = 20_000;
const MOST_OUTPUT = 4000;
/** What other tools print is code, listings and logs. */
const PROSE_TOOLS = new Set(["Agent", "Task", "WebFetch", "WebSearch"]);

export function utteranceOf(item: TranscriptItem): Utterance | null {
  switch (item.kind) {
    case "prompt":
    // One that waited mostly comes again as a prompt: the same words count once.
    case "queued-prompt":
      return byUser(item.text);
    case "slash-command":
      return item.args === "" ? null : byUser(item.args);
    case "rejection":
      return item.reason === null ? null : { ...byUser(item.reason), refusal: true };
    case "answers":
      return byUser(item.answers.map(({ answer }) => answer).join("\n"));
    case "assistant-text":
      return said("claude", item.text, CLAUDE);
    case "away-summary":
      return null;
    case "tool-result":
      return !item.isError && PROSE_TOOLS.has(item.call?.tool ?? "")
        ? said("tool", item.text.slice(0, MOST_OUTPUT), TOOL)
        : null;
    default:
      return null;
  }
}

function byUser(text: string): Utterance {
  return said("user", text, text.length > PASTED_CHARACTERS ? PASTED : 1);
}

function said(who: Utterance["who"], text: string, weight: number): Utterance {
  return { who, text: text.slice(0, MOST_CHARACTERS), weight, refusal: false };
}
