// One file of the client's auto-memory, with `name`, `description` and `metadata.type`. Files that we write also have our own
// fields, from which they are read again, and a hash that shows whether somebody changed them.

import { readFrontMatter, type Value } from "../../text/front-matter.ts";
import { parseMemory, renderMemory } from "../files/memory-file.ts";
import { type MemoryDraft, slugOf } from "../files/save-memory.ts";
import { type Category, contentHash, distinctBody, type ScopedMemory } from "../memory.ts";
import type { OwnEntry } from "./export-files.ts";

const PERSONAL = "personal";
const HASH_LINE = /^ {2}holdfast: ([0-9a-f]+)\n/m;

const CATEGORY_OF: Record<string, Pick<MemoryDraft, "category" | "personal">> = {
  user: { category: "PREFERENCE", personal: true },
  feedback: { category: "PREFERENCE" },
  project: { category: "DECISION" },
  reference: { category: "RUNBOOK" },
};

const TYPE_OF: Record<Category, string> = {
  PREFERENCE: "feedback",
  CONSTRAINT: "project",
  DECISION: "project",
  TECH_DEBT: "project",
  RUNBOOK: "reference",
  SESSION_SUMMARY: "project",
};

/** `place` is the file's path below the folder. null when it is empty or broken. */
export function parseClientFile(text: string, place: string, modifiedAt: number): MemoryDraft | null {
  const front = readFrontMatter(text);
  if (front.state === "broken") return null;
  const fields = front.state === "read" ? front.fields : new Map<string, Value>();
  const metadata = innerOf(fields);
  const field = (key: string) => textOf(fields.get(key));
  if (field("category") !== "" && (metadata.scope !== undefined || field("id") !== ""))
    return parseOwnFile(text, metadata.scope === undefined ? place : "", metadata.scope, modifiedAt);
  if (front.body.trim() === "") return null;
  const name = place.replace(/^.*\//, "").replace(/\.md$/, "");
  const type = metadata.type ?? field("type");
  return {
    id: slugOf(field("name") || name),
    title: field("description") || field("name") || name.replaceAll(/[-_]/g, " "),
    body: front.body,
    ...(CATEGORY_OF[type] ?? { category: "DECISION" as const }),
    tags: type === "" ? [] : [type],
    created: modifiedAt,
    who: "claude",
  };
}

/** Its front matter is the client's or ours; other documents have neither. */
export function isMemoryText(text: string): boolean {
  const front = readFrontMatter(text);
  if (front.state !== "read") return false;
  const { fields } = front;
  const isClients = fields.has("description") && (fields.has("metadata") || fields.has("type"));
  return isClients || (fields.has("category") && (fields.has("id") || innerOf(fields).scope !== undefined));
}

export function renderClientFile({ personal, ...memory }: ScopedMemory, name: string): string {
  const fields = [
    `name: ${name}`,
    `description: ${JSON.stringify(memory.title)}`,
    "metadata:",
    `  type: ${personal && memory.category === "PREFERENCE" ? "user" : TYPE_OF[memory.category]}`,
    `  scope: ${personal ? PERSONAL : "project"}`,
  ];
  const plain = renderMemory(memory).replace("---\n", () => `---\n${fields.join("\n")}\n`);
  // The client treats a file without a body as empty.
  const text = distinctBody(memory) === "" ? `${plain}\n${memory.title}\n` : plain;
  return text.replace("\n  scope:", () => `\n  holdfast: ${contentHash(text)}\n  scope:`);
}

/** null when we did not write it. */
export function readOwnFile(text: string): Omit<OwnEntry, "file"> | null {
  const plain = text.replace(/\r\n?/g, "\n");
  const front = readFrontMatter(plain);
  if (front.state !== "read") return null;
  const { holdfast, scope } = innerOf(front.fields);
  const id = textOf(front.fields.get("id"));
  if (holdfast === undefined || scope === undefined || id === "") return null;
  const isUnchanged = contentHash(plain.replace(HASH_LINE, "")) === holdfast;
  return { id, personal: scope === PERSONAL, isUnchanged };
}

function innerOf(fields: ReadonlyMap<string, Value>): Record<string, string> {
  const metadata = fields.get("metadata");
  return typeof metadata === "object" && !Array.isArray(metadata) ? metadata : {};
}

function textOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

function parseOwnFile(
  text: string,
  place: string,
  scope: string | undefined,
  modifiedAt: number,
): MemoryDraft | null {
  const { memory } = parseMemory(text, place, modifiedAt);
  if (memory === null) return null;
  return scope === PERSONAL ? { ...memory, personal: true } : memory;
}
