// What an import reads: JSON lines, the client's auto-memory folder, or the JSON files of claude-memory.
import { type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { UserError } from "../../text/user-error.ts";
import { listBelow } from "../files/roots.ts";
import type { MemoryDraft } from "../files/save-memory.ts";
import { parseSidecar, readClaudeMemoryRecord, SIDECAR_FILE, type Sidecar } from "./claude-memory-files.ts";
import { readClientFolder, readClientRecord } from "./client-folder.ts";
import { INDEX_FILE } from "./client-index.ts";
import { type ParsedMemories, parseJsonLines } from "./json-lines.ts";

export const FORMATS = ["jsonl", "client", "json"] as const;
export type Format = (typeof FORMATS)[number];

const MAX_BYTES = 512 * 1024 * 1024;
const MAX_DEPTH = 3;
const NOT_RECORDS = new Set(["memory-config.json", "package.json"]);

export async function readSource(path: string, asked: Format | null): Promise<ParsedMemories> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UserError("no-file", `there is no ${path}`, "Give a file or a folder that exists.");
  if (stat.size > MAX_BYTES)
    throw new UserError("too-large", `${path} is larger than ${MAX_BYTES} bytes`, "Split it.");
  try {
    return stat.isDirectory() ? await readFolder(path, asked) : await readFile(path, asked, stat);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code } = error as { code?: string };
    if (code !== "EACCES" && code !== "EPERM" && code !== "EIO") throw error;
    throw new UserError("unreadable", `${path} cannot be read (${code})`, "Check who may read it.", {
      cause: error,
    });
  }
}

async function readFile(path: string, asked: Format | null, stat: Stats): Promise<ParsedMemories> {
  const format = asked ?? guessFormat(path);
  if (format === "jsonl") return parseJsonLines(await Bun.file(path).text());
  if (format === "json") return readRecords(dirname(dirname(path)), [path]);
  return basename(path) === INDEX_FILE ? readClientFolder(dirname(path)) : readClientRecord(path, stat);
}

function guessFormat(path: string): Format {
  if (path.endsWith(".md")) return "client";
  return path.endsWith(".json") ? "json" : "jsonl";
}

async function readFolder(path: string, asked: Format | null): Promise<ParsedMemories> {
  if (asked === "jsonl")
    throw new UserError("not-a-file", `${path} is a folder`, "JSON lines are one file: give its path.");
  const isClients = statSync(join(path, INDEX_FILE), { throwIfNoEntry: false }) !== undefined;
  if (asked === "client" || (asked === null && isClients)) return readClientFolder(path);
  const records = listRecords(path);
  if (records.length > 0) return readRecords(path, records);
  if (asked === null) return readClientFolder(path);
  throw new UserError(
    "nothing-there",
    `there are no JSON files of claude-memory in ${path}`,
    "Give the folder that has decisions/, preferences/ and the like.",
  );
}

function listRecords(folder: string): string[] {
  return listBelow(folder, ".json", MAX_DEPTH).filter((path) => !NOT_RECORDS.has(basename(path)));
}

async function readRecords(folder: string, paths: readonly string[]): Promise<ParsedMemories> {
  const parsed: ParsedMemories = { drafts: [], problems: [], notes: [] };
  const sidecar = await readSidecar(folder);
  for (const path of paths) {
    const draft = await readRecord(folder, path, sidecar);
    if (draft) {
      parsed.drafts.push(draft);
      if (draft.created === undefined)
        parsed.notes.push({ where: path, why: "its `created_at` is no date; it counts as made now" });
    } else parsed.problems.push({ where: path, why: "it is not a memory of claude-memory" });
  }
  return parsed;
}

async function readSidecar(folder: string): Promise<Sidecar> {
  const file = Bun.file(join(folder, SIDECAR_FILE));
  return parseSidecar((await file.exists()) && file.size <= MAX_BYTES ? await file.text() : "");
}

async function readRecord(folder: string, path: string, sidecar: Sidecar): Promise<MemoryDraft | null> {
  try {
    const place = relative(folder, path).replaceAll("\\", "/");
    return readClaudeMemoryRecord(await Bun.file(path).json(), sidecar.get(place));
  } catch {
    return null; // Not JSON: reported as a problem of that file.
  }
}
