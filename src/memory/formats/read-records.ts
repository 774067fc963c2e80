// The JSON files of claude-memory, with what our own export put beside them.
import { basename, join, relative } from "node:path";
import { listBelow } from "../files/list-below.ts";
import type { Draft } from "../files/save-memory.ts";
import { parseWholes, readSeedRecord, WHOLE_FILE, type Wholes } from "./claude-memory-files.ts";
import type { Parsed } from "./json-lines.ts";

const MAX_BYTES = 512 * 1024 * 1024;
const DEEPEST = 3;
const OTHER_FILES = new Set(["memory-config.json", "package.json"]);

export function listRecords(folder: string): string[] {
  return listBelow(folder, ".json", DEEPEST).filter((path) => !OTHER_FILES.has(basename(path)));
}

export async function readRecords(folder: string, paths: readonly string[]): Promise<Parsed> {
  const parsed: Parsed = { drafts: [], problems: [], notes: [] };
  const wholes = await readWholes(folder);
  for (const path of paths) {
    const draft = await readRecord(folder, path, wholes);
    if (draft) {
      parsed.drafts.push(draft);
      if (draft.created === undefined)
        parsed.notes.push({ where: path, why: "its `created_at` is no date; it counts as made now" });
    } else parsed.problems.push({ where: path, why: "it is not a memory of claude-memory" });
  }
  return parsed;
}

async function readWholes(folder: string): Promise<Wholes> {
  const file = Bun.file(join(folder, WHOLE_FILE));
  return parseWholes((await file.exists()) && file.size <= MAX_BYTES ? await file.text() : "");
}

async function readRecord(folder: string, path: string, wholes: Wholes): Promise<Draft | null> {
  try {
    const place = relative(folder, path).replaceAll("\\", "/");
    return readSeedRecord(await Bun.file(path).json(), wholes.get(place));
  } catch {
    return null; // Not JSON: told as a problem of that file.
  }
}
