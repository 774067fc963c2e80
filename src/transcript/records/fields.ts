// Reads fields of the client's JSON, which may have any form: a field of the wrong type counts as absent.
import { isRecord } from "../../text/unknown-values.ts";
import type { ItemBase } from "../item.ts";

export type Raw = Record<string, unknown>;

/** Called with the shape of an unknown record or block, so that a run over a corpus can list them. */
export type NoteShape = (shape: string) => void;

/** The fields that every item has. */
export function baseOf(record: Raw, offset: number): ItemBase {
  return {
    offset,
    uuid: textOf(record.uuid),
    sessionId: textOf(record.sessionId),
    timestamp: timeOf(record.timestamp),
    cwd: textOf(record.cwd),
    sidechain: record.isSidechain === true,
    agentId: textOf(record.agentId),
  };
}

/** Type and subtype of a record, without its content. */
export function shapeOf(record: Raw): string {
  const type = textOf(record.type) ?? "no type";
  const subtype = textOf(record.subtype);
  return `${type.slice(0, 60)}${subtype ? `/${subtype.slice(0, 60)}` : ""}`;
}

export function rawOf(value: unknown): Raw {
  return isRecord(value) ? value : {};
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textsOf(value: unknown): string[] {
  return listOf(value).filter((part) => typeof part === "string");
}

/** Content is a string or a list of blocks, sometimes with a string in place of a block. */
export function blocksOf(content: unknown): Raw[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  const blocks: Raw[] = [];
  for (const block of listOf(content))
    if (typeof block === "string") blocks.push({ type: "text", text: block });
    else if (isRecord(block)) blocks.push(block);
  return blocks;
}

export function textOfBlocks(content: unknown): string {
  return blocksOf(content)
    .flatMap((block) => (typeof block.text === "string" ? [block.text] : []))
    .join("\n");
}

function timeOf(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

// The client's tags in texts. Plain searches, because a hostile text could make a pattern run for ever.

const WRAPPERS = ["system-reminder", "ide_opened_file", "ide_selection", "system_instruction"];

/** Removes what the client, an editor or a wrapper added to a person's words. */
export function stripWrappers(text: string): string {
  if (!text.includes("<")) return text;
  return WRAPPERS.reduce(removeElements, text);
}

/** Removes the client's reminders and terminal colours from tool output. */
export function cleanOutput(text: string): string {
  const plain = text.includes("<system-reminder>") ? removeElements(text, "system-reminder").trimEnd() : text;
  return plain.includes("\u001b") ? Bun.stripANSI(plain) : plain;
}

/** The content of the first such element, up to the first closing tag. */
export function elementOf(text: string, name: string): string | null {
  const start = text.indexOf(`<${name}>`);
  if (start === -1) return null;
  const from = start + name.length + 2;
  const end = text.indexOf(`</${name}>`, from);
  return text.slice(from, end === -1 ? undefined : end);
}

function removeElements(text: string, name: string): string {
  const open = `<${name}>`;
  const close = `</${name}>`;
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start === -1 ? -1 : text.indexOf(close, start);
    if (end === -1) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + close.length;
  }
}
