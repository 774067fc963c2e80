// A memory as the text of its file, and back. What a person wrote by hand is read as far as it can be understood.
import { readFrontMatter } from "../../text/front-matter.ts";
import { distinctBody, MAX_TITLE, type Memory } from "../memory.ts";
import { cleanBody, cleanMemory, cleanTitle } from "./clean-memory.ts";
import { readFields } from "./read-fields.ts";

type TitleAndBody = Pick<Memory, "title" | "body">;

export type MemoryReading =
  | {
      memory: Memory;
      problem: null;
      /** What of its front matter was not understood and left out. */
      remarks: string | null;
      /** The keys of those lines. */
      remarkKeys: string[];
      /** The title field as it was written; "" when the title comes from the body. */
      typedTitle: string;
    }
  | { memory: null; problem: string };

/** `place` is the file's path below the memory folder; `modifiedAt` replaces missing dates. */
export function parseMemory(text: string, place: string, modifiedAt: number): MemoryReading {
  if (text.trim() === "") return { memory: null, problem: "it is empty" };
  if (text.includes("\0")) return { memory: null, problem: "it is not text" };
  const front = readFrontMatter(text);
  if (front.state === "broken") return { memory: null, problem: front.why };
  const [folder = "", file = ""] = place.split("/");
  const name = file.replace(/\.md$/, "");
  const read = readFields(front, { folder, name, modifiedAt });
  if (read.problem !== null) return { memory: null, problem: read.problem };
  const { typedTitle } = read;
  const memory = cleanMemory({ ...read.memory, body: bodyForTitle(typedTitle, read.memory.body) });
  if (memory.title === "") return { memory: null, problem: "it has no title" };
  const remarks = read.remarks.size === 0 ? null : [...read.remarks.values()].join("; ");
  const remarkKeys = [...read.remarks.keys()];
  return { memory: { ...memory, id: memory.id || name }, problem: null, remarks, remarkKeys, typedTitle };
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

/** For a new title: the body without the line that was the old title. */
export function bodyWithoutTitle({ title, body }: TitleAndBody): string {
  const text = distinctBody({ title, body });
  const [first = "", ...rest] = text.split("\n");
  if (cleanTitle(first) === title) return rest.join("\n").trim();
  return cleanTitle(text) === title && !isTitleTooLong(text) ? "" : text;
}

/** The body for a title as it was typed: what the title cannot hold (a link, a great length) is kept in the body. */
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

/** Plain where every YAML reader sees the same text. */
function plainOrQuoted(text: string): string {
  const isPlain = /^[A-Za-z][\w./-]*$/.test(text) && !/^(?:true|false|yes|no|on|off|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

/** Other markup is only decoration. */
function losesLink(full: string, kept: string): boolean {
  const targets = full.matchAll(/\]\(([^()\s]+)\)|\b(?:href|src)=["']?([^"'\s>]+)/g);
  return [...targets].some(([, link, address]) => !kept.includes(link ?? address ?? ""));
}
