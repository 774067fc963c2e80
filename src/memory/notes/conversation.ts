// What the person and Claude said to each other in a session: prompts, answers in dialogs, and the last message of each turn.
import { redactAndShorten } from "../../recording/capture/redact-fully.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { typedText } from "../triage/typed-text.ts";

export interface Said {
  who: "user" | "claude";
  text: string;
  /** Its place among the items. */
  at: number;
}

/** Some 3,500 tokens. */
export const MAX_CONVERSATION = 14_000;
const MAX_PROMPT = 1200;
const MAX_MESSAGE = 800;
/** Before each message, and the line break after it. */
const LABEL_LENGTH = 9;
const LABELS = { user: "person: ", claude: "agent: " };

/** Without what was pasted, and without secrets. */
export function readConversation(items: readonly TranscriptItem[]): Said[] {
  const said: Said[] = [];
  let last: Said | null = null;
  const add = (who: Said["who"], text: string, at: number) => {
    const clean =
      text.trim() === "" ? "" : redactAndShorten(text.trim(), who === "user" ? MAX_PROMPT : MAX_MESSAGE);
    // A queued prompt appears again when it is sent.
    if (clean !== "" && !said.some((one) => one.who === who && one.text === clean))
      said.push({ who, text: clean, at });
  };
  const endTurn = () => {
    if (last !== null) add("claude", last.text, last.at);
    last = null;
  };
  for (const [at, item] of items.entries()) {
    if (item.sidechain) continue;
    if (item.kind === "assistant-text") last = { who: "claude", text: item.text, at };
    const words = personWords(item);
    if (words === null) continue;
    // What Claude says before a dialog or a refused call is no end of a turn.
    if (item.kind === "prompt" || item.kind === "slash-command") endTurn();
    add("user", words, at);
  }
  endTurn();
  return said;
}

function personWords(item: TranscriptItem): string | null {
  switch (item.kind) {
    case "prompt":
    case "queued-prompt":
      return typed(item.text);
    case "slash-command":
      return typed(item.args);
    case "rejection":
      return item.reason;
    case "answers":
      return item.answers.map(({ question, answer }) => `${question} → ${answer}`).join("\n");
    default:
      return null;
  }
}

/** Not what the client itself wrote in a prompt's place: `{"task_id": …}`. */
function typed(prompt: string): string {
  const text = typedText(prompt);
  return /^\s*[{[<]/.test(text) ? "" : text;
}

/** What fits: the first message, which says what the session is about, and the last ones. */
export function fitConversation(said: readonly Said[]): Said[] {
  const [first, ...rest] = said;
  if (first === undefined) return [];
  let left = MAX_CONVERSATION - lengthOf(first);
  const end = rest.findLastIndex((one) => {
    left -= lengthOf(one);
    return left < 0;
  });
  return [first, ...rest.slice(end + 1)];
}

function lengthOf({ text }: Said): number {
  return text.length + LABEL_LENGTH;
}

export function renderConversation(said: readonly Said[]): string {
  return said.map(({ who, text }) => `${LABELS[who]}${text}`).join("\n");
}
