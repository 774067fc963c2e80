// Reads and renders a memory file. Hand-written files are read as far as they can be understood.
import { type FrontMatter, readFrontMatter, type Value } from "../../text/front-matter.ts";
import {
  CATEGORIES,
  type Category,
  distinctBody,
  FOLDERS,
  MAX_TITLE,
  type Memory,
  SPEAKERS,
  STATUSES,
  toCategory,
} from "../memory.ts";
import { cleanBody, cleanId, cleanMemory, cleanQuotedValue, cleanTitle } from "./clean-memory.ts";
import { slugOf } from "./slug.ts";

type MemoryReading =
  | {
      memory: Memory;
      problem: null;
      /** The parts of the front matter that were not understood and left out, by key. */
      remarks: ReadonlyMap<string, string>;
      /** The title field as it was written; "" when the title comes from the body. */
      typedTitle: string;
    }
  | { memory: null; problem: string };

/** `place` is the file's path relative to the memory folder; `modifiedAt` replaces missing dates. */
export function parseMemory(text: string, place: string, modifiedAt: number): MemoryReading {
  if (text.trim() === "") return { memory: null, problem: "it is empty" };
  if (text.includes("\0")) return { memory: null, problem: "it is not text" };
  const front = readFrontMatter(text);
  if (front.state === "broken") return { memory: null, problem: front.why };
  return readFields(front, place, modifiedAt);
}

export function renderMemory(memory: Memory): string {
  const { id, title, category, tags, created, updated, session, who, confidence, status, supersedes } =
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
  const text = distinctBody(memory);
  return `---\n${lines.join("\n")}\n---\n${text === "" ? "" : `\n${text}\n`}`;
}

/** The body without the line that repeats the title, for use with a new title. */
export function bodyWithoutTitle({ title, body }: Memory): string {
  const text = distinctBody({ title, body });
  const [first = "", ...rest] = text.split("\n");
  if (cleanTitle(first) === title) return rest.join("\n").trim();
  return cleanTitle(text) === title && !isTitleTooLong(text) ? "" : text;
}

/** The body for a title as typed, including what the title itself cannot hold, such as links or excess length. */
export function bodyForTitle(typedTitle: string, body: string): string {
  const full = cleanBody(typedTitle);
  const isWhole = full.replace(/\s+/g, " ") === cleanTitle(typedTitle);
  if (isWhole || full === "") return body;
  if (body.trim() === "") return full;
  const isLost = isTitleTooLong(typedTitle) || losesLink(full, `${cleanTitle(typedTitle)}\n${body}`);
  return isLost && !body.startsWith(full) ? `${full}\n\n${body}` : body;
}

export function isTitleTooLong(title: string): boolean {
  return [...cleanBody(title).replace(/\s+/g, " ")].length > MAX_TITLE && cleanTitle(title).endsWith("…");
}

function list(values: readonly string[]): string {
  return `[${values.map(plainOrQuoted).join(", ")}]`;
}

/** Unquoted only if every YAML reader reads the same text. */
function plainOrQuoted(text: string): string {
  const isPlain = /^[A-Za-z][\w./-]*$/.test(text) && !/^(?:true|false|yes|no|on|off|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

/** Losing other markup does not matter. */
function losesLink(full: string, kept: string): boolean {
  const targets = full.matchAll(/\]\(([^()\s]+)\)|\b(?:href|src)=["']?([^"'\s>]+)/g);
  return [...targets].some(([, link, address]) => !kept.includes(link ?? address ?? ""));
}

function readFields(
  front: Exclude<FrontMatter, { state: "broken" }>,
  place: string,
  modifiedAt: number,
): MemoryReading {
  const [folder = "", file = ""] = place.split("/");
  const name = file.replace(/\.md$/, "");
  const fields = front.state === "read" ? front.fields : new Map<string, Value>();
  const remarks = new Map<string, string>();
  const read = <T>(key: string, value: T | null, expected: string): T | null => {
    const given = asGiven(fields.get(key));
    if (value === null && given !== "") remarks.set(key, `${key}: ${cleanQuotedValue(given)} is ${expected}`);
    return value;
  };
  const text = (key: string) => asText(fields.get(key));
  const source = fields.get("source");
  const from = typeof source === "object" && !Array.isArray(source) ? source : {};
  const heading = /^#{1,6}[ \t]+(.+)$/m.exec(front.body)?.[1];
  const created = read("created", readTime(text("created")), "not a date") ?? modifiedAt;
  const namedSpeaker = from.who ?? asText(source);
  const who = SPEAKERS.find((speaker) => speaker === namedSpeaker);
  if (who === undefined && namedSpeaker !== "")
    remarks.set("source", `who: ${cleanQuotedValue(namedSpeaker)} is not one of ${SPEAKERS.join(", ")}`);
  const status = STATUSES.find((each) => each === text("status").toLowerCase());
  const givenStatus = asGiven(fields.get("status"));
  // An unknown status may mean that the memory must not be used.
  if (status === undefined && givenStatus !== "") {
    const problem = `status: ${cleanQuotedValue(givenStatus)} is not one of ${STATUSES.join(", ")}`;
    return { memory: null, problem };
  }
  const typedTitle = text("title");
  const memory = cleanMemory({
    id:
      read("id", cleanId(text("id")) || null, "not an id, which has only letters, digits and _ . : @ / -") ??
      "",
    title: typedTitle || heading || firstLine(front.body) || name.replaceAll("-", " "),
    category:
      read("category", categoryFor(text("category"), folder), "not a category of this folder") ??
      categoryIn(folder) ??
      "DECISION",
    tags: asList(fields.get("tags")),
    created,
    updated: read("updated", readTime(text("updated")), "not a date") ?? created,
    session: from.session || null,
    who: who ?? "user",
    confidence: read("confidence", readShare(text("confidence")), "not a number from 0 to 1") ?? 1,
    status: status ?? "active",
    supersedes: asList(fields.get("supersedes")),
    body: bodyForTitle(typedTitle, front.body),
  });
  if (memory.title === "") return { memory: null, problem: "it has no title" };
  return { memory: { ...memory, id: memory.id || idOfFile(name) }, problem: null, remarks, typedTitle };
}

/** For a memory that has no id of its own, or none that is plain. */
export function idOfFile(name: string): string {
  return cleanId(name) || slugOf(name);
}

/** Session summaries are kept outside git, so no field may move a file there or from there. */
function categoryFor(text: string, folder: string): Category | null {
  const category = toCategory(text);
  const ofFolder = categoryIn(folder);
  if (category === null || ofFolder === null) return category;
  return (category === "SESSION_SUMMARY") === (ofFolder === "SESSION_SUMMARY") ? category : null;
}

function categoryIn(folder: string): Category | null {
  return CATEGORIES.find((category) => FOLDERS[category] === folder) ?? null;
}

function firstLine(body: string): string {
  return body.trim().split("\n", 1)[0] ?? "";
}

function asText(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

function asGiven(value: Value | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "").replace(/^""$/, "");
}

function asList(value: Value | undefined): string[] {
  if (Array.isArray(value)) return value;
  return typeof value === "string" && value !== "" ? value.split(",").map((part) => part.trim()) : [];
}

function readTime(text: string): number | null {
  const time = Date.parse(text);
  return text === "" || Number.isNaN(time) ? null : time;
}

function readShare(text: string): number | null {
  const number = Number(text);
  return text !== "" && number >= 0 && number <= 1 ? number : null;
}
