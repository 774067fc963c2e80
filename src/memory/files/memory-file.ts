// A memory as the text of its file, and back. What a person wrote by hand is read as far as it makes sense.

import { readFrontMatter } from "../../text/front-matter.ts";
import { MAX_TITLE, type Memory } from "../memory.ts";
import { cleanBody, cleanMemory, cleanTitle } from "./clean-memory.ts";
import { readFields } from "./read-fields.ts";

type Words = Pick<Memory, "title" | "body">;

export type MemoryReading =
  | {
      memory: Memory;
      problem: null;
      /** What of its front matter makes no sense and was left out. */
      odd: string | null;
      /** The keys of those lines. */
      oddKeys: string[];
      /** The title as it stands in its field; "" where the text gives it. */
      typed: string;
    }
  | { memory: null; problem: string };

/** `place` is the file's path below the memory folder; `modifiedAt` stands in for dates that are missing. */
export function parseMemory(text: string, place: string, modifiedAt: number): MemoryReading {
  if (text.trim() === "") return { memory: null, problem: "it is empty" };
  if (text.includes("\0")) return { memory: null, problem: "it is not text" };
  const front = readFrontMatter(text);
  if (front.state === "broken") return { memory: null, problem: front.why };
  const [folder = "", file = ""] = place.split("/");
  const name = file.replace(/\.md$/, "");
  const read = readFields(front, { folder, name, modifiedAt });
  if (read.problem !== null) return { memory: null, problem: read.problem };
  const { typed } = read;
  const memory = cleanMemory({ ...read.memory, body: bodyForTitle(typed, read.memory.body) });
  if (memory.title === "") return { memory: null, problem: "it has no title" };
  const odd = read.odd.size === 0 ? null : [...read.odd.values()].join("; ");
  const oddKeys = [...read.odd.keys()];
  return { memory: { ...memory, id: memory.id || name }, problem: null, odd, oddKeys, typed };
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

function list(values: readonly string[]): string {
  return `[${values.map(plainOrQuoted).join(", ")}]`;
}

/** Plain where any YAML reader takes it for the same text. */
function plainOrQuoted(text: string): string {
  const isPlain = /^[A-Za-z][\w./-]*$/.test(text) && !/^(?:true|false|yes|no|on|off|null)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

// A memory's text beside its title. A text that only says the title again is none.
/** As it stands in the file; "" where there is none. */
export function distinctBody({ title, body }: Words): string {
  return body === title ? "" : body;
}

/** What of a text still holds under another title: not the line that said the old one. */
export function bodyWithoutTitle({ title, body }: Words): string {
  const text = distinctBody({ title, body });
  const [first = "", ...rest] = text.split("\n");
  if (cleanTitle(first) === title) return rest.join("\n").trim();
  return cleanTitle(text) === title && !isTitleTooLong(text) ? "" : text;
}

/** The text for a title as it was typed: what the title cannot take (markup, a great length) stays there. */
export function bodyForTitle(typed: string, body: string): string {
  const said = cleanBody(typed);
  const isWhole = said.replace(/\s+/g, " ") === cleanTitle(typed);
  if (isWhole || said === "") return body;
  if (body.trim() === "") return said;
  const isLost = isTitleTooLong(typed) || losesTarget(said, `${cleanTitle(typed)}\n${body}`);
  return isLost && !body.startsWith(said) ? `${said}\n\n${body}` : body;
}

/** Markup only dresses words up, but where a link leads is something to know. */
function losesTarget(said: string, kept: string): boolean {
  const targets = said.matchAll(/\]\(([^()\s]+)\)|\b(?:href|src)=["']?([^"'\s>]+)/g);
  return [...targets].some(([, link, address]) => !kept.includes(link ?? address ?? ""));
}

export function isTitleTooLong(title: string): boolean {
  return [...cleanBody(title).replace(/\s+/g, " ")].length > MAX_TITLE && cleanTitle(title).endsWith("…");
}
