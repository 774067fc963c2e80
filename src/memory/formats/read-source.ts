// What an import reads: JSON lines, the client's auto-memory folder, or the JSON files of claude-memory.
import { type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UserError } from "../../text/user-error.ts";
import { INDEX_FILE } from "./client-index.ts";
import { type Parsed, parseJsonLines } from "./json-lines.ts";
import { readClientFolder, readClientRecord } from "./read-client.ts";
import { listRecords, readRecords } from "./read-records.ts";

export const FORMATS = ["jsonl", "client", "json"] as const;
export type Format = (typeof FORMATS)[number];

const MAX_BYTES = 512 * 1024 * 1024;

export async function readSource(path: string, asked: Format | null): Promise<Parsed> {
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

async function readFile(path: string, asked: Format | null, stat: Stats): Promise<Parsed> {
  const format = asked ?? guessFormat(path);
  if (format === "jsonl") return parseJsonLines(await Bun.file(path).text());
  if (format === "json") return readRecords(dirname(dirname(path)), [path]);
  return basename(path) === INDEX_FILE ? readClientFolder(dirname(path)) : readClientRecord(path, stat);
}

function guessFormat(path: string): Format {
  if (path.endsWith(".md")) return "client";
  return path.endsWith(".json") ? "json" : "jsonl";
}

async function readFolder(path: string, asked: Format | null): Promise<Parsed> {
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
