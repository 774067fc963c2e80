// The client's own auto-memory: MEMORY.md, an index with a line for each memory (`- [Title](file.md) — hook`), and a
// file for each with `name`, `description` and `metadata.type`. Older ones hold their notes in MEMORY.md itself. What we
// write has our own fields besides, and is read by them.

import type { Category } from "../../triage/category.ts";
import { readFrontMatter, type Value } from "../front-matter.ts";
import type { ScopedMemory } from "../memory.ts";
import { parseMemory, renderMemory } from "../memory-file.ts";
import type { Draft } from "../save-memory.ts";
import { numberedName, slugOf } from "../slug.ts";

const PERSONAL = "personal";
const INDEX = "MEMORY";
const POINTER = /^\s*[-*]\s*\[[^\]]*\]\([^)]*\.md\)/;

const CATEGORY_OF: Record<string, Pick<Draft, "category" | "personal">> = {
  user: { category: "PREFERENCE", personal: true },
  feedback: { category: "PREFERENCE" },
  project: { category: "DECISION" },
  reference: { category: "RUNBOOK" },
};

const TYPE_OF: Record<Category, string> = {
  PREFERENCE: "feedback",
  CONSTRAINT: "project",
  DECISION: "project",
  TECH_DEBT: "project",
  RUNBOOK: "reference",
  SESSION_SUMMARY: "project",
};

/** One memory file of the client's; `name` is the file's. */
export function parseClientFile(text: string, name: string, modifiedAt: number): Draft | null {
  const front = readFrontMatter(text);
  if (front.state === "broken" || front.body.trim() === "") return null;
  const fields = front.state === "read" ? front.fields : new Map<string, Value>();
  const metadata = fields.get("metadata");
  const inner = typeof metadata === "object" && !Array.isArray(metadata) ? metadata : {};
  const said = (key: string) => {
    const value = fields.get(key);
    return typeof value === "string" ? value : "";
  };
  if (inner.scope !== undefined && said("category") !== "")
    return parseOwnFile(text, inner.scope, modifiedAt);
  const type = inner.type ?? said("type");
  return {
    id: slugOf(said("name") || name.replace(/\.md$/, "")),
    title: said("description") || said("name") || name.replace(/\.md$/, "").replaceAll(/[-_]/g, " "),
    body: front.body,
    ...(CATEGORY_OF[type] ?? { category: "DECISION" as const }),
    tags: type === "" ? [] : [type],
    created: modifiedAt,
    who: "claude",
  };
}

function parseOwnFile(text: string, scope: string, modifiedAt: number): Draft | null {
  const { memory } = parseMemory(text, "", modifiedAt);
  if (memory === null) return null;
  return scope === PERSONAL ? { ...memory, personal: true } : memory;
}

/** Notes that stand in MEMORY.md itself: a memory for each heading that has more below it than pointers. */
export function parseClientIndex(text: string, modifiedAt: number): Draft[] {
  const sections = text.replace(/\r\n?/g, "\n").split(/^(?=#{1,6}[ \t])/m);
  return sections.flatMap((section) => {
    const heading = /^#{1,6}[ \t]+(.+)$/m.exec(section)?.[1] ?? "";
    const body = section
      .replace(/^#{1,6}[ \t]+.+$/m, "")
      .split("\n")
      .filter((line) => !POINTER.test(line))
      .join("\n")
      .trim();
    if (body === "") return [];
    const title = heading || (body.split("\n", 1)[0] ?? "");
    return [
      {
        id: slugOf(title),
        title,
        body,
        category: "DECISION" as const,
        created: modifiedAt,
        who: "claude" as const,
      },
    ];
  });
}

/** File names and their texts. */
export function toClientFiles(memories: readonly ScopedMemory[]): Map<string, string> {
  const files = new Map<string, string>();
  // Some file systems take MEMORY.md and memory.md for the same.
  const isTaken = (name: string) => name === INDEX.toLowerCase() || files.has(`${name}.md`);
  const pointers = memories.map((memory) => {
    const name = numberedName(slugOf(memory.id), isTaken);
    files.set(`${name}.md`, renderClientFile(memory, name));
    return `- [${memory.title.replaceAll(/[[\]]/g, "")}](${name}.md) — ${memory.category.toLowerCase().replace("_", " ")}`;
  });
  return new Map([[`${INDEX}.md`, `${pointers.join("\n")}\n`], ...files]);
}

function renderClientFile({ personal, ...memory }: ScopedMemory, name: string): string {
  const fields = [
    `name: ${name}`,
    `description: ${JSON.stringify(memory.title)}`,
    "metadata:",
    `  type: ${personal && memory.category === "PREFERENCE" ? "user" : TYPE_OF[memory.category]}`,
    `  scope: ${personal ? PERSONAL : "project"}`,
  ];
  return renderMemory(memory).replace("---\n", () => `---\n${fields.join("\n")}\n`);
}
