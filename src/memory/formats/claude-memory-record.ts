// The records of claude-memory: one per file, with a payload that differs by category.

import { isRecord } from "../../text/is-record.ts";
import { type MemoryDraft, slugOf } from "../files/save-memory.ts";
import { type Category, type Memory, type MemoryStatus, readCategory } from "../memory.ts";

type Fields = Record<string, unknown>;

/** A decision, debt or constraint with such a status no longer holds. */
const CLOSED = new Set(["deprecated", "superseded", "resolved", "wont_fix"]);

/** null when the value is not such a record. */
export function parseClaudeMemoryRecord(value: unknown): MemoryDraft | null {
  if (!isRecord(value) || !isRecord(value.content) || typeof value.title !== "string") return null;
  const category = typeof value.category === "string" ? readCategory(value.category) : null;
  if (category === null) return null;
  const files = listOf(value.related_files);
  return {
    ...(typeof value.id === "string" ? { id: value.id } : {}),
    title: value.title,
    category,
    body: [...describe(value.content), ...(files.length > 0 ? [`Files: ${files.join(", ")}`] : [])].join(
      "\n\n",
    ),
    tags: listOf(value.tags),
    ...timesOf(value),
    confidence: typeof value.confidence === "number" ? Math.min(1, Math.max(0, value.confidence)) : 1,
    who: "claude",
    status: statusOf(value.content),
  };
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

/** The payload as text: a line for each text, a list for each list. */
function describe(content: Fields): string[] {
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

function statusOf(content: Fields): MemoryStatus {
  return CLOSED.has(String(content.status)) || content.active === false ? "retired" : "active";
}

function timesOf(value: Fields): Pick<MemoryDraft, "created" | "updated"> {
  const created = Date.parse(String(value.created_at));
  const updated = Date.parse(String(value.updated_at));
  return {
    ...(Number.isNaN(created) ? {} : { created }),
    ...(Number.isNaN(updated) ? {} : { updated }),
  };
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}
