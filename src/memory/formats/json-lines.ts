// JSON lines: `{id?, title, body, category?, tags?, created?}`, one memory per line. Our export adds the other fields, and a hash
// that shows whether somebody changed the line.
import { isRecord, parseJson, withoutUndefined } from "../../text/unknown-values.ts";
import { textsOf } from "../../transcript/records/fields.ts";
import type { MemoryDraft } from "../files/save-memory.ts";
import {
  type Category,
  contentHash,
  MAX_ID,
  type ScopedMemory,
  SPEAKERS,
  STATUSES,
  toCategory,
} from "../memory.ts";

export interface Remark {
  where: string;
  why: string;
}

export interface ParsedMemories {
  drafts: MemoryDraft[];
  /** What was left out. */
  problems: Remark[];
  /** Values that were replaced. */
  notes: Remark[];
}

/** Used for a line without a category. */
const DEFAULT_CATEGORY: Category = "DECISION";

export function parseJsonLines(text: string): ParsedMemories {
  const parsed: ParsedMemories = { drafts: [], problems: [], notes: [] };
  for (const [n, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    const where = `line ${n + 1}`;
    const fields = parseJson(line);
    const draft = isRecord(fields) ? readDraft(fields) : "it is not a JSON object";
    if (!isRecord(fields) || typeof draft === "string") {
      parsed.problems.push({ where, why: String(draft) });
      continue;
    }
    parsed.drafts.push(draft);
    if ((fields.created ?? null) !== null && draft.created === undefined)
      parsed.notes.push({ where, why: "its `created` is not a date; the current time is used" });
  }
  return parsed;
}

/** Who wrote the file that an export would overwrite. An empty file counts as ours. */
export function judgeExport(text: string): "as-written" | "changed" | "foreign" {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map(parseJson).filter((fields) => isRecord(fields));
  if (read.length < lines.length || !read.every((fields) => EXPORTED.every((name) => name in fields)))
    return "foreign";
  return read.every(isUnchanged) ? "as-written" : "changed";
}

const EXPORTED = ["id", "title", "category", "tags", "created", "updated", "who", "status", "body"];

export function toJsonLine(memory: ScopedMemory): string {
  const fields = toJsonFields(memory);
  return JSON.stringify({ ...fields, hash: contentHash(JSON.stringify(fields)) });
}

function isUnchanged({ hash, ...fields }: Record<string, unknown>): boolean {
  return hash === contentHash(JSON.stringify(fields));
}

export function toJsonFields({ created, updated, personal, ...rest }: ScopedMemory): Record<string, unknown> {
  return {
    ...rest,
    created: new Date(created).toISOString(),
    updated: new Date(updated).toISOString(),
    ...(personal ? { personal } : {}),
  };
}

/** Returns a string when the fields are not a draft: the reason. */
export function readDraft(fields: Record<string, unknown>): MemoryDraft | string {
  const body = textOf(fields.body);
  const title = textOf(fields.title) || (body.trim().split("\n", 1)[0] ?? "");
  if (title.trim() === "") return "it has neither a title nor a body";
  const named = textOf(fields.category);
  const category = named === "" ? DEFAULT_CATEGORY : toCategory(named);
  if (category === null) return `there is no category ${named.slice(0, 40)}`;
  const id = typeof fields.id === "number" ? String(fields.id) : textOf(fields.id);
  if (id.length > MAX_ID) return `its id has over ${MAX_ID} characters`;
  return withoutUndefined({
    id: id || undefined,
    title,
    body,
    category,
    tags: textsOf(fields.tags),
    supersedes: textsOf(fields.supersedes),
    created: timeOf(fields.created),
    updated: timeOf(fields.updated),
    session: typeof fields.session === "string" ? fields.session : undefined,
    confidence: shareOf(fields.confidence),
    who: SPEAKERS.find((who) => who === fields.who) ?? "user",
    personal: fields.personal === true || undefined,
    status: STATUSES.find((status) => status === fields.status) ?? "active",
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** From 0 to 1. */
export function shareOf(value: unknown): number | undefined {
  return typeof value === "number" ? Math.min(1, Math.max(0, value)) : undefined;
}

/** The latest time that a Date can hold. */
const LATEST = 8.64e15;

/** From a date as text, seconds or milliseconds. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === "number" && value > 0 && value <= LATEST) return value < 1e11 ? value * 1000 : value;
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
