// The client's own auto-memory: MEMORY.md, an index with a line for each memory (`- [Title](file.md) — hook`), and a
// file for each with `name`, `description` and `metadata.type`. Older ones hold their notes in MEMORY.md itself.

import type { Category } from "../../triage/category.ts";
import { readFrontMatter, type Value } from "../front-matter.ts";
import type { Memory } from "../memory.ts";
import type { Draft } from "../save-memory.ts";
import { slugOf } from "../slug.ts";

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
export function toClientFiles(memories: readonly Memory[]): Map<string, string> {
  const files = new Map<string, string>();
  const pointers = memories.map((memory) => {
    const base = slugOf(memory.id);
    const name = files.has(`${base}.md`) ? `${base}-${files.size}.md` : `${base}.md`;
    files.set(name, renderClientFile(memory));
    return `- [${memory.title.replaceAll(/[[\]]/g, "")}](${name}) — ${memory.category.toLowerCase().replace("_", " ")}`;
  });
  return new Map([["MEMORY.md", `${pointers.join("\n")}\n`], ...files]);
}

function renderClientFile({ id, title, category, body, updated }: Memory): string {
  return [
    "---",
    `name: ${slugOf(id)}`,
    `description: ${JSON.stringify(title)}`,
    "metadata:",
    `  type: ${TYPE_OF[category]}`,
    `modified: ${new Date(updated).toISOString()}`,
    "---",
    "",
    body || title,
    "",
  ].join("\n");
}
