// A memory as the text of its file, and back. What a person wrote by hand is read as far as it makes sense.

import { readFrontMatter } from "../../text/front-matter.ts";
import type { Memory } from "../memory.ts";
import { cleanMemory } from "./clean-memory.ts";
import { keepTyped, ownText } from "./own-text.ts";
import { readFields } from "./read-fields.ts";

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
  const memory = cleanMemory({ ...read.memory, body: keepTyped(typed, read.memory.body) });
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
  const text = ownText(memory);
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
