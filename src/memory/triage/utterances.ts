// Which items are speech, whose, and how far it is believed.
import type { TranscriptItem } from "../../transcript/item.ts";
import { splitPasted } from "./text/pasted.ts";
import type { Utterance } from "./text/utterance.ts";

const CLAUDE = 0.8;
const TOOL = 0.35;
/** What was put in is written somewhere already, and mostly by others; what is long may be put in. */
const BY_USER = { typed: 1, long: 0.55, pasted: 0.4 };
const MOST_CHARACTERS = 20_000;
const MOST_OUTPUT = 4000;
/** What other tools print is code, listings and logs. */
const PROSE_TOOLS = new Set(["Agent", "Task", "WebFetch", "WebSearch"]);

export function utterancesOf(item: TranscriptItem): Utterance[] {
  switch (item.kind) {
    case "prompt":
    // One that waited mostly comes again as a prompt: the same words count once.
    case "queued-prompt":
      return byUser(item.text);
    case "slash-command":
      return item.args === "" ? [] : byUser(item.args);
    case "rejection":
      return item.reason === null ? [] : byUser(item.reason).map((part) => ({ ...part, refusal: true }));
    case "answers":
      return byUser(item.answers.map(({ answer }) => answer).join("\n"));
    case "assistant-text":
      return [said("claude", item.text, CLAUDE)];
    case "tool-result":
      return !item.isError && PROSE_TOOLS.has(item.call?.tool ?? "")
        ? [said("tool", item.text.slice(0, MOST_OUTPUT), TOOL)]
        : [];
    default:
      return [];
  }
}

function byUser(text: string): Utterance[] {
  const parts: Utterance[] = [];
  for (const part of splitPasted(text.slice(0, MOST_CHARACTERS)))
    parts.push(said("user", part.text, BY_USER[part.origin]));
  return parts;
}

function said(who: Utterance["who"], text: string, weight: number): Utterance {
  return { who, text: text.slice(0, MOST_CHARACTERS), weight, refusal: false };
}
