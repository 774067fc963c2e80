// The folder of claude-memory. Its records cannot hold all fields of a memory, so the full memory is in a sidecar file, which
// is used as long as nobody changed the record.
import { isRecord, parseJson, withoutUndefined } from "../../text/unknown-values.ts";
import { textsOf } from "../../transcript/records/fields.ts";
import { type MemoryDraft, slugOf } from "../files/save-memory.ts";
import {
  type Category,
  contentHash,
  FOLDERS,
  type Memory,
  readCategory,
  type ScopedMemory,
} from "../memory.ts";
import {
  type ExistingFiles,
  type ExportFiles,
  type OwnEntry,
  planExport,
  readDraft,
  shareOf,
  timeOf,
  toJsonFields,
} from "./json-lines.ts";

export const SIDECAR_FILE = "holdfast.jsonl";

interface SidecarEntry {
  /** The path of the record. */
  file: string;
  line: string;
  /** The hash of the record as we wrote it. */
  hash: string;
  draft: MemoryDraft;
}

/** Entries by path of the record. An interrupted export leaves two for one path, the old and the new. */
export type Sidecar = ReadonlyMap<string, readonly SidecarEntry[]>;

export function toClaudeMemoryFiles(
  memories: readonly ScopedMemory[],
  existing: ExistingFiles = new Map(),
  force = false,
): ExportFiles {
  const { placed, orphans, write, remove, changed } = planExport(
    memories,
    { existing, own: ownEntries(existing), force },
    {
      ending: ".json",
      folderOf: ({ category }) => `${FOLDERS[category]}/`,
      render: (memory) => `${JSON.stringify(toClaudeMemoryRecord(memory), null, 2)}\n`,
    },
  );
  const lines = [
    ...placed.map(({ memory, file, kept }) => kept?.line ?? sidecarLine(memory, file)),
    ...orphans.map(({ line }) => line),
  ];
  write.set(SIDECAR_FILE, lines.map((line) => `${line}\n`).join(""));
  return { write, remove, changed };
}

function sidecarLine(memory: ScopedMemory, file: string): string {
  const record = contentHash(JSON.stringify(toClaudeMemoryRecord(memory)));
  return JSON.stringify({ file, record, ...toJsonFields(memory) });
}

/** An empty file counts as ours. */
export function isOwnSidecar(text: string): boolean {
  return text.split("\n").every((line) => line.trim() === "" || readSidecarLine(line) !== null);
}

export function parseSidecar(text: string): Sidecar {
  const entries = text.split("\n").flatMap((line) => readSidecarLine(line) ?? []);
  return Map.groupBy(entries, ({ file }) => file);
}

/** A record that somebody changed is read itself, but keeps the id and scope of its sidecar entry. */
export function readClaudeMemoryRecord(
  value: unknown,
  entries: readonly SidecarEntry[] = [],
): MemoryDraft | null {
  const hash = contentHash(JSON.stringify(value));
  const written = entries.find((one) => one.hash === hash);
  if (written) return written.draft;
  const last = entries.at(-1);
  const draft = parseClaudeMemoryRecord(value);
  if (draft === null || last === undefined) return draft;
  const { id, personal } = last.draft;
  return { ...draft, ...withoutUndefined({ id, personal }) };
}

function ownEntries(existing: ExistingFiles): (OwnEntry & { line: string })[] {
  return [...parseSidecar(existing.get(SIDECAR_FILE) ?? "")].flatMap(([file, entries]) => {
    const text = existing.get(file);
    if (typeof text !== "string") return [];
    const hash = contentHash(JSON.stringify(parseJson(text)));
    const written = entries.find((one) => one.hash === hash);
    const entry = written ?? entries.at(-1);
    if (!entry) return [];
    const { line, draft } = entry;
    const isUnchanged = written !== undefined;
    return [{ file, line, id: draft.id ?? "", personal: draft.personal === true, isUnchanged }];
  });
}

function readSidecarLine(line: string): SidecarEntry | null {
  const fields = parseJson(line);
  if (!isRecord(fields) || typeof fields.file !== "string" || typeof fields.record !== "string") return null;
  const draft = readDraft(fields);
  return typeof draft === "string" ? null : { file: fields.file, line, hash: fields.record, draft };
}

/** Statuses of memories that no longer apply. */
const CLOSED = new Set(["deprecated", "superseded", "resolved", "wont_fix"]);

/** null when the value is not a record of claude-memory. */
export function parseClaudeMemoryRecord(value: unknown): MemoryDraft | null {
  if (!isRecord(value) || !isRecord(value.content) || typeof value.title !== "string") return null;
  const category = typeof value.category === "string" ? readCategory(value.category) : null;
  if (category === null) return null;
  const files = textsOf(value.related_files);
  const { status, active } = value.content;
  return withoutUndefined({
    id: typeof value.id === "string" ? value.id : undefined,
    title: value.title,
    category,
    body: [...describe(value.content), ...(files.length > 0 ? [`Files: ${files.join(", ")}`] : [])].join(
      "\n\n",
    ),
    tags: textsOf(value.tags),
    created: timeOf(String(value.created_at)),
    updated: timeOf(String(value.updated_at)),
    confidence: shareOf(value.confidence) ?? 1,
    who: "claude",
    status: CLOSED.has(String(status)) || active === false ? "retired" : "active",
  });
}

export function toClaudeMemoryRecord(memory: Memory): object {
  return {
    schema_version: "1.0",
    category: memory.category.toLowerCase(),
    id: slugOf(memory.id),
    title: memory.title,
    created_at: new Date(memory.created).toISOString(),
    updated_at: new Date(memory.updated).toISOString(),
    tags: memory.tags.length > 0 ? memory.tags : [memory.category.toLowerCase()],
    confidence: memory.confidence,
    content: PAYLOADS[memory.category](memory.title, memory.body || memory.title, memory.status === "active"),
  };
}

const PAYLOADS: Record<Category, (title: string, body: string, holds: boolean) => object> = {
  DECISION: (title, body, holds) => ({
    status: holds ? "accepted" : "superseded",
    context: title,
    decision: title,
    rationale: [body],
  }),
  RUNBOOK: (title, body) => ({ trigger: title, steps: [body], verification: "Run what failed again." }),
  CONSTRAINT: (title, body, holds) => ({
    kind: "limitation",
    rule: title,
    impact: [body],
    severity: "medium",
    active: holds,
  }),
  TECH_DEBT: (title, body, holds) => ({
    status: holds ? "open" : "resolved",
    priority: "medium",
    description: title,
    reason_deferred: body,
  }),
  PREFERENCE: (title, body) => ({ topic: title, value: body, strength: "default" }),
  SESSION_SUMMARY: (title, body) => ({
    goal: title,
    outcome: "success",
    completed: [body],
    next_actions: [],
  }),
};

/** The payload as text: a line per text, a list per list. */
function describe(content: Record<string, unknown>): string[] {
  return Object.entries(content).flatMap(([key, value]) => {
    const name = key.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
    if (typeof value === "string" && value !== "") return [`${name}: ${value}`];
    const items = Array.isArray(value) ? value.map(describeItem).filter(Boolean) : [];
    if (items.length > 0) return [`${name}:\n${items.map((item) => `- ${item}`).join("\n")}`];
    return isRecord(value) ? describe(value) : [];
  });
}

function describeItem(value: unknown): string {
  if (typeof value === "string") return value;
  return isRecord(value)
    ? Object.values(value)
        .filter((part) => typeof part === "string")
        .join(": ")
    : "";
}
