// What the person and Claude said to each other, without what was pasted, and what the session did.
import type { TranscriptItem } from "../../../transcript/item.ts";
import { typedText } from "../typed-text.ts";
import type { Message } from "./score-messages.ts";

/** The last `max` messages after a time, in milliseconds since 1970. */
export function readMessages(items: readonly TranscriptItem[], max: number, after = 0): Message[] {
  const messages = items.flatMap((item, at): Message[] => {
    // With a tool call after it, Claude's text says what comes next.
    if (item.kind === "assistant-text" && isBeforeCall(items, at)) return [];
    if (item.sidechain || (item.timestamp ?? after + 1) <= after) return [];
    const text = personText(item);
    if (text !== "") return [{ who: "user", text: typedText(text), offset: item.offset }];
    return item.kind === "assistant-text" ? [{ who: "claude", text: item.text, offset: item.offset }] : [];
  });
  return messages.slice(-max);
}

function isBeforeCall(items: readonly TranscriptItem[], at: number): boolean {
  let next = at + 1;
  while (items[next]?.kind === "usage") next++;
  return items[next]?.kind === "tool-call";
}

function personText(item: TranscriptItem): string {
  if (item.kind === "prompt" || item.kind === "queued-prompt") return item.text;
  if (item.kind === "slash-command") return item.args;
  if (item.kind === "rejection") return item.reason ?? "";
  return item.kind === "answers" ? item.answers.map(({ answer }) => answer).join("\n") : "";
}

const TOOL_USE = 0.05;
const DISTINCT_TOOL = 0.1;
const EXCHANGE = 0.02;

/** How much the session did, from 0 to 1: its tool calls, different tools, and exchanges of messages. */
export function scoreActivity(items: readonly TranscriptItem[]): number {
  const own = items.filter(({ sidechain }) => !sidechain);
  const tools = own.flatMap((item) => (item.kind === "tool-call" ? [item.tool] : []));
  const exchanges = own.filter(({ kind }) => kind === "prompt" || kind === "slash-command").length;
  const sum = tools.length * TOOL_USE + new Set(tools).size * DISTINCT_TOOL + exchanges * EXCHANGE;
  return Math.round(Math.min(1, sum) * 100) / 100;
}
