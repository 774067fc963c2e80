// The payload of a memory's row: one machine's edit. What comes from a remote is cleaned as if a stranger had typed it.
import { cleanId, cleanMemory } from "../memory/files/clean-memory.ts";
import { CATEGORIES, MAX_BODY, SPEAKERS, STATUSES } from "../memory/memory.ts";
import type { Edit, LabelsPart, LostText, Seen, StatusPart, TextPart } from "../memory/merge-edits.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import { MAX_ROW_BYTES, type Row } from "./row.ts";

const MAX_LIST = 200;
/** What a Date can hold. */
const MAX_TIME = 8.64e15;

/** Losing texts that do not fit into a row are left out, the oldest first. null: it does not fit without them. */
export function toPayload({ created, text, labels, status, joined }: Edit): string | null {
  const lost = text?.lost ?? [];
  for (let kept = lost.length; ; kept--) {
    const payload = JSON.stringify({
      created,
      text: text && { ...text, lost: lost.slice(0, kept) },
      labels,
      status,
      joined,
    });
    if (payload.length <= MAX_ROW_BYTES) return payload;
    if (kept === 0) return null;
  }
}

/** null for a payload that no holdfast wrote. */
export function readEdit({ id, machine, version, deleted, payload }: Row): Edit | null {
  const none = { text: null, labels: null, status: null, joined: [] };
  if (deleted) return { id, machine, deleted, created: 0, ...none };
  const value = parseJson(payload);
  if (!isRecord(value) || !isTime(value.created)) return null;
  const joined = Array.isArray(value.joined) ? value.joined.slice(0, MAX_LIST) : [];
  return {
    id,
    machine,
    deleted,
    created: value.created,
    joined: cleanIds(joined),
    text: readText(value.text, version),
    labels: readLabels(value.labels, version),
    status: readStatus(value.status, version),
  };
}

function readText(value: unknown, version: number): TextPart | null {
  const part = readPart(value, version);
  if (part === null) return null;
  const { title, body, who, session, updated, lost } = value as Record<string, unknown>;
  const speaker = SPEAKERS.find((each) => each === who);
  const text = readTitleAndBody(title, body);
  if (text === null || speaker === undefined || !isTime(updated)) return null;
  return {
    ...part,
    ...text,
    who: speaker,
    session: typeof session === "string" ? cleanId(session) || null : null,
    updated,
    lost: (Array.isArray(lost) ? lost : []).slice(0, MAX_LIST).flatMap((one) => readLost(one) ?? []),
  };
}

function readLost(value: unknown): LostText | null {
  if (!isRecord(value) || !isCounter(value.counter, Number.MAX_SAFE_INTEGER)) return null;
  const text = readTitleAndBody(value.title, value.body);
  const machine = typeof value.machine === "string" ? cleanId(value.machine) : "";
  return text && { counter: value.counter, machine, ...text };
}

function readTitleAndBody(title: unknown, body: unknown): { title: string; body: string } | null {
  if (typeof title !== "string" || typeof body !== "string" || body.length > MAX_BODY) return null;
  const cleaned = clean({ title, body });
  return cleaned.title === "" ? null : { title: cleaned.title, body: cleaned.body };
}

function readLabels(value: unknown, version: number): LabelsPart | null {
  const part = readPart(value, version);
  if (part === null) return null;
  const { category, tags, confidence } = value as Record<string, unknown>;
  const known = CATEGORIES.find((each) => each === category);
  const isShare = typeof confidence === "number" && confidence >= 0 && confidence <= 1;
  if (known === undefined || !isShare || !Array.isArray(tags)) return null;
  const words = tags.slice(0, MAX_LIST).filter((tag) => typeof tag === "string");
  return { ...part, category: known, tags: clean({ tags: words }).tags, confidence };
}

function readStatus(value: unknown, version: number): StatusPart | null {
  const part = readPart(value, version);
  if (part === null) return null;
  const { status, supersedes } = value as Record<string, unknown>;
  const known = STATUSES.find((each) => each === status);
  if (known === undefined || !Array.isArray(supersedes)) return null;
  return { ...part, status: known, supersedes: cleanIds(supersedes.slice(0, MAX_LIST)) };
}

function readPart(value: unknown, version: number): { counter: number; seen: Seen } | null {
  if (!isRecord(value) || !isCounter(value.counter, version) || !isRecord(value.seen)) return null;
  const seen = Object.entries(value.seen).slice(0, MAX_LIST);
  if (!seen.every(([, counter]) => isCounter(counter, version))) return null;
  return { counter: value.counter, seen: Object.fromEntries(seen) as Seen };
}

/** A part cannot be newer than the row that has it, nor know anything newer. */
function isCounter(value: unknown, version: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= version;
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= MAX_TIME;
}

function cleanIds(values: readonly unknown[]): string[] {
  return values.flatMap((value) => (typeof value === "string" ? cleanId(value) : "") || []);
}

function clean(part: { title?: string; body?: string; tags?: string[] }) {
  return cleanMemory({
    id: "",
    title: "",
    body: "",
    tags: [],
    category: "DECISION",
    created: 0,
    updated: 0,
    session: null,
    who: "tool",
    confidence: 1,
    status: "active",
    supersedes: [],
    ...part,
  });
}
