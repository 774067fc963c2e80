// A memory as the text of its file, and back. What a person wrote by hand is read as far as it makes sense.

import { CATEGORIES, type Category } from "../triage/category.ts";
import { cleanMemory } from "./clean-memory.ts";
import { type FrontMatter, readFrontMatter, type Value } from "./front-matter.ts";
import { FOLDERS, type Memory, readCategory, SPEAKERS, STATUSES } from "./memory.ts";

export type MemoryReading = { memory: Memory; problem: null } | { memory: null; problem: string };

/** `place` is the file's path below the memory folder; `modifiedAt` stands in for dates that are missing. */
export function parseMemory(text: string, place: string, modifiedAt: number): MemoryReading {
  if (text.trim() === "") return { memory: null, problem: "it is empty" };
  if (text.includes("\0")) return { memory: null, problem: "it is not text" };
  const front = readFrontMatter(text);
  if (front.state === "broken") return { memory: null, problem: front.why };
  const [folder = "", file = ""] = place.split("/");
  const name = file.replace(/\.md$/, "");
  const memory = cleanMemory(build(front, { folder, name, modifiedAt }));
  if (memory.title === "") return { memory: null, problem: "it has no title" };
  return { memory: { ...memory, id: memory.id || name }, problem: null };
}

export function renderMemory(memory: Memory): string {
  const { id, title, category, tags, created, updated, session, who, confidence, status, supersedes, body } =
    memory;
  const lines = [
    `id: ${plainOrQuoted(id)}`,
    `title: ${JSON.stringify(title)}`,
    `category: ${category}`,
    `tags: ${list(tags)}`,
    `created: ${new Date(created).toISOString()}`,
    `updated: ${new Date(updated).toISOString()}`,
    "source:",
    ...(session === null ? [] : [`  session: ${JSON.stringify(session)}`]),
    `  who: ${who}`,
    `confidence: ${confidence}`,
    `status: ${status}`,
    ...(supersedes.length > 0 ? [`supersedes: ${list(supersedes)}`] : []),
  ];
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
}

const OWN_KEYS = /^(?:id|title|category|tags|created|updated|source|confidence|status|supersedes)[ \t]*:/;

/** The new text with what a person added to the old one's front matter for themselves. */
export function keepForeignLines(before: string, after: string): string {
  const front = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(before.replace(/\r\n?/g, "\n"))?.[1];
  if (front === undefined) return after;
  let isOwn = true;
  const foreign = front.split("\n").filter((line) => {
    if (/^\S/.test(line) && !line.startsWith("- ")) isOwn = OWN_KEYS.test(line);
    return !isOwn;
  });
  return foreign.length === 0 ? after : after.replace("\n---\n", () => `\n${foreign.join("\n")}\n---\n`);
}

interface Place {
  folder: string;
  name: string;
  modifiedAt: number;
}

function build(
  front: Exclude<FrontMatter, { state: "broken" }>,
  { folder, name, modifiedAt }: Place,
): Memory {
  const fields = front.state === "read" ? front.fields : new Map<string, Value>();
  const text = (key: string) => asText(fields.get(key));
  const source = fields.get("source");
  const from = typeof source === "object" && !Array.isArray(source) ? source : {};
  const heading = /^#{1,6}[ \t]+(.+)$/m.exec(front.body)?.[1];
  const created = readTime(text("created")) ?? modifiedAt;
  return {
    id: text("id"),
    title: text("title") || heading || firstLine(front.body) || name.replaceAll("-", " "),
    category: categoryIn(folder) ?? readCategory(text("category")) ?? "DECISION",
    tags: asList(fields.get("tags")),
    created,
    updated: readTime(text("updated")) ?? created,
    session: from.session || null,
    who: SPEAKERS.find((speaker) => speaker === (from.who ?? asText(source))) ?? "user",
    confidence: readShare(text("confidence")),
    status: STATUSES.find((status) => status === text("status").toLowerCase()) ?? "active",
    supersedes: asList(fields.get("supersedes")),
    body: front.body,
  };
}

/** Where a file lies is what a person sees: it decides. */
function categoryIn(folder: string): Category | null {
  return CATEGORIES.find((category) => FOLDERS[category] === folder) ?? null;
}

function firstLine(body: string): string {
  return body.trim().split("\n", 1)[0] ?? "";
}

function asText(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

function asList(value: Value | undefined): string[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" && value !== "" ? value.split(",").map((part) => part.trim()) : [];
}

function readTime(text: string): number | null {
  const time = Date.parse(text);
  return text === "" || Number.isNaN(time) ? null : time;
}

function readShare(text: string): number {
  const number = Number(text);
  return text !== "" && number >= 0 && number <= 1 ? number : 1;
}

function list(values: readonly string[]): string {
  return `[${values.map(plainOrQuoted).join(", ")}]`;
}

/** Plain where any YAML reader takes it for the same text. */
function plainOrQuoted(text: string): string {
  const isPlain = /^[A-Za-z][\w./-]*$/.test(text) && !/^(?:true|false|yes|no|on|off|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
