// Parses one record by its type. Never throws: any JSON object gives drafts or none.

import { RESENT_PLAN } from "../../protocol/claude-code/parse-event.ts";
import { isRecord } from "../../text/unknown-values.ts";
import type { ItemBase, QueueChange, TokenUsage, TranscriptItem } from "../item.ts";
import { SILENT_RECORDS } from "../skip-line.ts";
import { parseAttachment, parseSystem } from "./client-records.ts";
import {
  baseOf,
  blocksOf,
  type NoteShape,
  numberOf,
  type Raw,
  rawOf,
  shapeOf,
  stripWrappers,
  textOf,
  textOfBlocks,
} from "./fields.ts";
import {
  isByPerson,
  isNotification,
  parseMachineText,
  parseMidTurnWords,
  parseNotification,
  promptOf,
} from "./speaker.ts";
import type { Draft } from "./tool-result.ts";

const CALL_BLOCKS = new Set(["tool_use", "server_tool_use", "mcp_tool_use"]);

// Thinking is often empty and never shown; the others only concern the API.
const SILENT_BLOCKS = new Set(["thinking", "redacted_thinking", "fallback"]);

const QUEUE_CHANGES = new Map<unknown, QueueChange["operation"]>([
  ["dequeue", "dequeue"],
  ["remove", "remove"],
  ["popAll", "pop-all"],
]);

export function parseRecord(record: Raw, offset: number, note: NoteShape): Draft[] {
  switch (record.type) {
    case "user":
      return parseUser(record, offset, note);
    case "assistant":
      return parseAssistant(record, offset, note);
    case "system":
      return parseSystem(record, offset, note);
    case "attachment":
      return parseAttachment(record, offset, note);
    case "queue-operation":
      return parseQueueOperation(record, offset);
    case "pr-link":
      return parsePrLink(record, offset);
    case "custom-title":
    case "ai-title":
      return parseTitle(record, offset);
    default:
      if (!SILENT_RECORDS.has(String(record.type))) note(shapeOf(record));
      return [];
  }
}

/** True for the flat records of other tools: the text is at the top level, and tool calls are separate records. */
export function isForeign(record: Raw): boolean {
  if (record.type === "user" || record.type === "assistant" || record.type === "human")
    return record.message === undefined && record.content !== undefined;
  return record.type === "tool_use" || record.type === "tool_result";
}

/** Older clients wrap a subagent's records into the session's file. The result has the subagent's message and time. */
export function unwrapAgentProgress(record: Raw): Raw {
  const data = record.type === "progress" ? rawOf(record.data) : {};
  const inner = rawOf(data.message);
  if (data.type !== "agent_progress" || (inner.type !== "user" && inner.type !== "assistant")) return record;
  return { ...record, ...inner, isSidechain: true, agentId: data.agentId };
}

function parseQueueOperation(record: Raw, offset: number): TranscriptItem[] {
  const base = baseOf(record, offset);
  const text = stripWrappers(textOfBlocks(record.content)).trim();
  if (record.operation === "enqueue") {
    if (text === "") return [];
    if (isNotification(text)) return [parseNotification(base, text, "queue")];
    return [{ ...base, kind: "queued-prompt", text }];
  }
  const operation = QUEUE_CHANGES.get(record.operation);
  return operation ? [{ ...base, kind: "queue-change", operation, text: text === "" ? null : text }] : [];
}

function parsePrLink(record: Raw, offset: number): TranscriptItem[] {
  const url = textOf(record.prUrl);
  return url === null ? [] : [{ ...baseOf(record, offset), kind: "pr-link", url }];
}

function parseTitle(record: Raw, offset: number): TranscriptItem[] {
  const text = textOf(record.customTitle) ?? textOf(record.aiTitle);
  return text === null
    ? []
    : [{ ...baseOf(record, offset), kind: "title", text, byPerson: record.type === "custom-title" }];
}

// Mostly one block of a message that continues in the next records.
function parseAssistant(record: Raw, offset: number, note: NoteShape): TranscriptItem[] {
  const base = baseOf(record, offset);
  const message = rawOf(record.message);
  if (record.isApiErrorMessage === true)
    return [{ ...base, kind: "api-error", text: textOfBlocks(message.content) }];
  // The client's placeholder for a missing answer.
  if (message.model === "<synthetic>") return [];
  const messageId = textOf(message.id);
  const items: TranscriptItem[] = [];
  for (const block of blocksOf(message.content)) items.push(...parseBlock(base, messageId, block, note));
  if (isRecord(message.usage)) items.push(usageOf(base, messageId, message.usage));
  return items;
}

function parseBlock(base: ItemBase, messageId: string | null, block: Raw, note: NoteShape): TranscriptItem[] {
  const type = String(block.type);
  if (type === "text") {
    const text = textOf(block.text);
    return text === null || text.trim() === "" ? [] : [{ ...base, kind: "assistant-text", text, messageId }];
  }
  if (CALL_BLOCKS.has(type)) {
    const tool = textOf(block.name) ?? "";
    return [
      { ...base, kind: "tool-call", id: textOf(block.id) ?? "", tool, input: rawOf(block.input), messageId },
    ];
  }
  if (!SILENT_BLOCKS.has(type) && !type.endsWith("_tool_result")) note(`assistant content ${type}`);
  return [];
}

function usageOf(base: ItemBase, messageId: string | null, usage: Raw): TokenUsage {
  return {
    ...base,
    kind: "usage",
    messageId,
    inputTokens: numberOf(usage.input_tokens) ?? 0,
    outputTokens: numberOf(usage.output_tokens) ?? 0,
    cacheReadTokens: numberOf(usage.cache_read_input_tokens) ?? 0,
    cacheCreationTokens: numberOf(usage.cache_creation_input_tokens) ?? 0,
  };
}

// A `user` record is usually not from the user: six in seven hold a tool's result.

const MEDIA = new Set(["image", "document"]);

function parseUser(record: Raw, offset: number, note: NoteShape): Draft[] {
  const base = baseOf(record, offset);
  const { content } = rawOf(record.message);
  const blocks = blocksOf(content);
  const results = blocks
    .filter(({ type }) => type === "tool_result")
    .map((block): Draft => {
      return { kind: "pending-result", base, id: textOf(block.tool_use_id) ?? "", block, record };
    });
  if (results.length > 0)
    return record.isMeta === true || results.length === blocks.length
      ? results
      : [...results, ...parseTextAmongResults(base, blocks)];
  if (record.isCompactSummary === true)
    return [{ ...base, kind: "compaction-summary", text: textOfBlocks(content) }];
  for (const { type } of blocks)
    if (type !== "text" && !MEDIA.has(String(type))) note(`user content ${String(type)}`);
  return record.isMeta === true ? parseMeta(base, textOfBlocks(content)) : parseWords(base, record, blocks);
}

/** Some clients recorded prompts typed mid-turn only next to a tool's result. */
function parseTextAmongResults(base: ItemBase, blocks: Raw[]): Draft[] {
  const words = stripWrappers(textOfBlocks(blocks.filter((block) => block.type === "text"))).trim();
  return words === "" || words === "Tool loaded." ? [] : parseMidTurnWords(base, words);
}

function parseMeta(base: ItemBase, text: string): Draft[] {
  if (text.trim() === "") return [];
  const [feedback] = parseMachineText(base, text) ?? [];
  return [
    feedback?.kind === "hook-feedback" ? feedback : { ...base, kind: "injected", text, source: "meta" },
  ];
}

function parseWords(base: ItemBase, record: Raw, blocks: Raw[]): Draft[] {
  const drafts: Draft[] = [];
  const typed: string[] = [];
  for (const block of blocks) {
    if (typeof block.text !== "string" || block.text.trim() === "") continue;
    const words = stripWrappers(block.text).trim();
    if (words === "") drafts.push({ ...base, kind: "injected", text: block.text, source: "machine" });
    else {
      // Of a prompt to another agent, nothing but its text is known.
      const machineText = record.isPlainText === true ? null : parseMachineText(base, words);
      if (machineText?.some(isCommand) && !isByPerson(record))
        drafts.push({ ...base, kind: "injected", text: words, source: "machine" });
      else if (machineText) drafts.push(...machineText);
      else typed.push(words);
    }
  }
  const attachments = blocks.filter(({ type }) => MEDIA.has(String(type))).length;
  if (typed.length === 0 && (attachments === 0 || drafts.length > 0)) return drafts;
  return [...drafts, parseTypedText(base, record, typed.join("\n"), attachments)];
}

/** A command of the person, or text of a wake-up or another agent that looks like one. */
function isCommand({ kind }: TranscriptItem): boolean {
  return kind === "shell-command" || kind === "slash-command";
}

function parseTypedText(base: ItemBase, record: Raw, text: string, attachments: number): Draft {
  const plan = text.startsWith(RESENT_PLAN) ? textOf(record.planContent) : null;
  if (plan !== null) return { ...base, kind: "plan-approval", plan, via: "resent" };
  if (!base.sidechain && !isByPerson(record)) return { ...base, kind: "injected", text, source: "machine" };
  const permissionMode = textOf(record.permissionMode);
  return promptOf(base, text, { attachments, place: "turn-start", permissionMode });
}
