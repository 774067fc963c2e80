// What an import reads: JSON lines, the client's auto-memory folder, or the JSON files of claude-memory.
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { UserError } from "../config/user-error.ts";
import { parseClientFile, parseClientIndex } from "./formats/client-memory.ts";
import { type Parsed, parseJsonLines } from "./formats/json-lines.ts";
import { parseWholes, readSeedRecord, WHOLE_FILE, type Wholes } from "./formats/seed-files.ts";
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
  if (stat.isDirectory()) return readRecords(path, listBelow(path, ".json", DEEPEST));
  return readRecords(dirname(dirname(path)), [path]);
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

async function readRecords(folder: string, paths: readonly string[]): Promise<Parsed> {
  const parsed: Parsed = { drafts: [], problems: [] };
  const wholes = await readWholes(folder);
  for (const path of paths) {
    if (OTHER_FILES.has(basename(path))) continue;
    const draft = await readRecord(folder, path, wholes);
    if (draft) parsed.drafts.push(draft);
    else parsed.problems.push({ where: path, why: "it is not a memory of claude-memory" });
  }
  return parsed;
}

async function readWholes(folder: string): Promise<Wholes> {
  const file = Bun.file(join(folder, WHOLE_FILE));
  return parseWholes((await file.exists()) && file.size <= MOST_BYTES ? await file.text() : "");
}

async function readRecord(folder: string, path: string, wholes: Wholes): Promise<Draft | null> {
  try {
    const place = relative(folder, path).replaceAll("\\", "/");
    return readSeedRecord(await Bun.file(path).json(), wholes.get(place));
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
