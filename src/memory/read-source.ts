// What an import reads: JSON lines, the client's auto-memory folder, or the JSON files of claude-memory.
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UserError } from "../config/user-error.ts";
import { parseClientFile, parseClientIndex } from "./formats/client-memory.ts";
import { type Parsed, parseJsonLines } from "./formats/json-lines.ts";
import { parseSeedRecord } from "./formats/seed-json.ts";
import type { Draft } from "./save-memory.ts";

export const FORMATS = ["jsonl", "client", "json"] as const;
export type Format = (typeof FORMATS)[number];

const MOST_BYTES = 512 * 1024 * 1024;
const MOST_FILES = 20_000;
const DEEPEST = 3;
const OTHER_FILES = new Set(["memory-config.json", "package.json"]);

export async function readSource(path: string, asked: Format | null): Promise<Parsed> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UserError("no-file", `there is no ${path}`, "Give a file or a folder that exists.");
  if (stat.size > MOST_BYTES)
    throw new UserError("too-large", `${path} is larger than ${MOST_BYTES} bytes`, "Split it.");
  const format = asked ?? guessFormat(path, stat.isDirectory());
  if (format === "jsonl") return parseJsonLines(await Bun.file(path).text());
  if (format === "client") return readClientFolder(stat.isDirectory() ? path : dirname(path));
  return readRecords(stat.isDirectory() ? listBelow(path, ".json", DEEPEST) : [path]);
}

function guessFormat(path: string, isFolder: boolean): Format {
  if (!isFolder) {
    if (basename(path) === "MEMORY.md") return "client";
    return path.endsWith(".json") ? "json" : "jsonl";
  }
  return statSync(join(path, "MEMORY.md"), { throwIfNoEntry: false }) ? "client" : "json";
}

/** The index first: what stands in it alone would otherwise be lost. */
async function readClientFolder(dir: string): Promise<Parsed> {
  const parsed: Parsed = { drafts: [], problems: [] };
  for (const path of listBelow(dir, ".md", 2)) {
    const { mtimeMs } = statSync(path);
    const text = await Bun.file(path).text();
    const name = basename(path);
    if (name === "MEMORY.md") {
      parsed.drafts.push(...parseClientIndex(text, mtimeMs));
      continue;
    }
    const draft = parseClientFile(text, name, mtimeMs);
    if (draft) parsed.drafts.push(draft);
    else parsed.problems.push({ where: path, why: "it is empty, or its front matter does not end" });
  }
  return parsed;
}

async function readRecords(paths: readonly string[]): Promise<Parsed> {
  const parsed: Parsed = { drafts: [], problems: [] };
  for (const path of paths) {
    if (OTHER_FILES.has(basename(path))) continue;
    const draft = await readRecord(path);
    if (draft) parsed.drafts.push(draft);
    else parsed.problems.push({ where: path, why: "it is not a memory of claude-memory" });
  }
  return parsed;
}

async function readRecord(path: string): Promise<Draft | null> {
  try {
    return parseSeedRecord(await Bun.file(path).json());
  } catch {
    return null; // Not JSON: told as a problem of that file.
  }
}

function listBelow(dir: string, ending: string, depth: number): string[] {
  const entries = readdirSync(dir, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries
    .flatMap((entry) => {
      if (entry.name.startsWith(".")) return [];
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return depth > 1 ? listBelow(path, ending, depth - 1) : [];
      return entry.isFile() && entry.name.endsWith(ending) ? [path] : [];
    })
    .slice(0, MOST_FILES);
}
