// Records in the client's format, made from scratch.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TranscriptItem } from "../../../src/transcript/item.ts";
import { streamItems } from "../../../src/transcript/read-since.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

export type Json = Record<string, unknown>;

export const NOTICE =
  "<task-notification>\n<task-id>a1</task-id>\n<tool-use-id>t1</tool-use-id>\n<status>completed</status>\n" +
  '<summary>Agent "Look" finished</summary>\n<result>All <result>fine</result>.</result>\n</task-notification>';

let made = 0;

export function envelope(type: string, fields: Json): Json {
  made += 1;
  return {
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd: "/home/user/project",
    sessionId: "session-1",
    version: "2.1.325",
    gitBranch: "main",
    type,
    uuid: `uuid-${made}`,
    timestamp: "2026-01-02T03:04:05.678Z",
    ...fields,
  };
}

export function user(content: unknown, fields: Json = {}): Json {
  return envelope("user", { message: { role: "user", content }, ...fields });
}

export function assistant(blocks: Json[], fields: Json = {}, message: Json = {}): Json {
  const usage = {
    input_tokens: 10,
    output_tokens: 5,
    cache_read_input_tokens: 3,
    cache_creation_input_tokens: 2,
  };
  return envelope("assistant", {
    message: { id: `msg_${made}`, role: "assistant", model: "claude-x", content: blocks, usage, ...message },
    ...fields,
  });
}

export function says(text: string, fields: Json = {}, message: Json = {}): Json {
  return assistant([{ type: "text", text }], fields, message);
}

export function calls(id: string, name: string, input: Json = {}, fields: Json = {}): Json {
  return assistant([{ type: "tool_use", id, name, input }], fields);
}

export function result(id: string, content: unknown, fields: Json = {}, block: Json = {}): Json {
  return user([{ type: "tool_result", tool_use_id: id, content, ...block }], fields);
}

export function fails(id: string, content: string, fields: Json = {}): Json {
  return result(id, content, { toolUseResult: `Error: ${content}`, ...fields }, { is_error: true });
}

export function system(subtype: string, fields: Json = {}): Json {
  return envelope("system", { subtype, ...fields });
}

export function attachment(type: string, fields: Json, record: Json = {}): Json {
  return envelope("attachment", { attachment: { type, ...fields }, ...record });
}

export function queue(operation: string, content?: unknown): Json {
  return {
    type: "queue-operation",
    operation,
    sessionId: "session-1",
    ...(content !== undefined && { content }),
  };
}

export function toLines(records: Json[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** A transcript with exactly this content. */
export function makeFile(content: string | Uint8Array, name = "session-1.jsonl"): string {
  const path = join(makeTempFolder("transcript"), name);
  writeFileSync(path, content);
  return path;
}

export function append(path: string, content: string | Uint8Array): void {
  appendFileSync(path, content);
}

export function readAll(path: string): Promise<TranscriptItem[]> {
  return Array.fromAsync(streamItems(path));
}

export function itemsOf(...records: Json[]): Promise<TranscriptItem[]> {
  return readAll(makeFile(toLines(records)));
}

/** Without the usage that every answer of the model includes. */
export async function spokenOf(...records: Json[]): Promise<TranscriptItem[]> {
  return (await itemsOf(...records)).filter(({ kind }) => kind !== "usage");
}

/** What a result says: everything after the call and its usage. */
export async function afterCall(tool: string, input: Json, answer: Json): Promise<TranscriptItem[]> {
  return (await itemsOf(calls("t1", tool, input), answer)).slice(2);
}
