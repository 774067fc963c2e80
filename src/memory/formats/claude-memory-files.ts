// The records of claude-memory: one JSON file per memory.
import { isRecord, withoutUndefined } from "../../text/unknown-values.ts";
import { textsOf } from "../../transcript/records/fields.ts";
import type { MemoryDraft } from "../files/save-memory.ts";
import { toCategory } from "../memory.ts";
import { shareOf, timeOf } from "./json-lines.ts";

/** Statuses of the record or of its content that no longer apply. */
const CLOSED = new Set(["retired", "archived", "deprecated", "superseded", "resolved", "wont_fix"]);

/** null when the value is not a record of claude-memory. */
export function parseClaudeMemoryRecord(value: unknown): MemoryDraft | null {
  if (!isRecord(value) || !isRecord(value.content) || typeof value.title !== "string") return null;
  const category = typeof value.category === "string" ? toCategory(value.category) : null;
  if (category === null) return null;
  const files = textsOf(value.related_files);
  const { status, active } = value.content;
  const isClosed = CLOSED.has(String(value.record_status)) || CLOSED.has(String(status)) || active === false;
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
    status: isClosed ? "retired" : "active",
  });
}

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
