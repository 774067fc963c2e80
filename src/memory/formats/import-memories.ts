// Imports memories from JSON lines, the client's auto-memory folder or the JSON files of claude-memory. Writes in batches, so
// that hooks can write in between.
import { type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { inMemoryTransaction, type Store } from "../../store/open.ts";
import { UserError } from "../../text/user-error.ts";
import { changeMemory, type MemoryChange } from "../files/change-memory.ts";
import { cleanBody, cleanId, cleanQuotedValue, cleanTags, cleanTitle } from "../files/clean-memory.ts";
import { bodyForTitle } from "../files/memory-file.ts";
import { listBelow, type MemoryPlace, rootFor, rootsOf } from "../files/roots.ts";
import { type MemoryDraft, writeNewMemory } from "../files/save-memory.ts";
import { isUntrusted } from "../files/trust.ts";
import { findMemoryById, listMemories, type MemoryRow } from "../index/memories.ts";
import { MAX_ID } from "../memory.ts";
import { parseClaudeMemoryRecord } from "./claude-memory-files.ts";
import { readClientFolder, readClientRecord } from "./client-folder.ts";
import { INDEX_FILE } from "./client-index.ts";
import { type ParsedMemories, parseJsonLines, type Remark } from "./json-lines.ts";

export interface ImportResult {
  added: number;
  changed: number;
  unchanged: number;
  /** What was left out. */
  problems: Remark[];
  notes: Remark[];
}

const BATCH = 200;
const MAX_MEMORIES = 100_000;
const MAX_NAME = 60;

export function importMemories(
  store: Store,
  place: MemoryPlace,
  drafts: readonly MemoryDraft[],
): ImportResult {
  const imported: ImportResult = { added: 0, changed: 0, unchanged: 0, problems: [], notes: [] };
  const known = knownTexts(store, place);
  const unique = withoutRepeats(place, drafts, imported.notes);
  for (let n = 0; n < unique.length; n += BATCH) {
    const batch = unique.slice(n, n + BATCH);
    inMemoryTransaction(store, () => {
      for (const draft of batch) importDraft(draft);
    });
  }
  return imported;

  function importDraft(draft: MemoryDraft): void {
    try {
      imported[importOne(store, place, draft, known)]++;
    } catch (error) {
      // An unwritable folder fails for all drafts.
      if (!(error instanceof UserError) || error.code === "cannot-write" || error.code === "not-a-folder")
        throw error;
      imported.problems.push({ where: nameOf(draft), why: error.message });
    }
  }
}

/** Keeps the last of several drafts with the same id. */
function withoutRepeats(place: MemoryPlace, drafts: readonly MemoryDraft[], notes: Remark[]): MemoryDraft[] {
  const byId = Map.groupBy(drafts, (draft) => {
    const { id, category, personal } = draft;
    return id === undefined ? draft : `${rootFor(place, category, personal === true).key}\0${id.trim()}`;
  });
  return [...byId.values()].flatMap((same) => {
    const last = same.at(-1);
    if (last === undefined) return [];
    if (same.length > 1)
      notes.push({ where: nameOf(last), why: `it appears ${same.length} times; the last one is used` });
    return [last];
  });
}

function nameOf({ id, title }: MemoryDraft): string {
  return (id ?? title).slice(0, MAX_NAME);
}

function importOne(
  store: Store,
  place: MemoryPlace,
  given: MemoryDraft,
  known: Set<string>,
): "added" | "changed" | "unchanged" {
  if (given.id !== undefined && given.id.length > MAX_ID)
    throw new UserError("long-id", `its id has over ${MAX_ID} characters`, "Give it a shorter one.");
  if (given.id !== undefined && cleanId(given.id) === "")
    throw new UserError(
      "bad-id",
      `its id ${cleanQuotedValue(given.id)} has other characters than letters, digits and _ . : @ / -`,
      "Change the id, or leave it out.",
    );
  const draft = { ...given, body: bodyForTitle(given.title, given.body) };
  const title = cleanTitle(draft.title);
  const wanted = { title, body: cleanBody(draft.body) || title };
  const { key } = rootFor(place, draft.category, draft.personal === true);
  const roots = rootsOf(place).map(({ dir }) => dir);
  const row = draft.id === undefined ? null : findMemoryById(store, key, cleanId(draft.id), roots);
  if (row !== null) {
    const tags = cleanTags(draft.tags ?? []);
    const isSame = row.title === wanted.title && row.body === wanted.body && row.category === draft.category;
    const metadata = newMetadata(row, draft);
    if (isSame && row.tags === JSON.stringify(tags) && Object.keys(metadata).length === 0) return "unchanged";
    changeMemory(
      store,
      place,
      row,
      { ...wanted, ...metadata, tags, category: draft.category },
      draft.updated ?? Date.now(),
    );
    return "changed";
  }
  const text = `${key}\0${wanted.title}\0${wanted.body}`;
  if (draft.id === undefined && known.has(text)) return "unchanged";
  writeNewMemory(store, place, draft, Date.now());
  known.add(text);
  return "added";
}

/**
 * What the draft changes in a known memory besides its text. An import may retire a memory but not restore it, and may not
 * make an untrusted source trusted. "active" and "user" are defaults, and change nothing.
 */
function newMetadata(
  row: MemoryRow,
  { id, status, who, confidence, supersedes = [] }: MemoryDraft,
): MemoryChange {
  const metadata: MemoryChange = {};
  if (status !== undefined && status !== "active" && status !== row.status) metadata.status = status;
  const isTrustedMore = isUntrusted(row.who) && !isUntrusted(who ?? "user");
  if (who !== undefined && who !== "user" && who !== row.who && !isTrustedMore) metadata.who = who;
  if (confidence !== undefined && confidence !== row.confidence) metadata.confidence = confidence;
  const known = JSON.parse(row.supersedes) as string[];
  const added = supersedes.map(cleanId).filter((each) => each !== "" && each !== id && !known.includes(each));
  if (added.length > 0) metadata.supersedes = [...new Set([...known, ...added])];
  return metadata;
}

function knownTexts(store: Store, { projectKey }: MemoryPlace): Set<string> {
  const rows = listMemories(store, { projectKey, status: null, category: null, limit: MAX_MEMORIES });
  return new Set(rows.map(({ project_key, title, body }) => `${project_key}\0${title}\0${body}`));
}

export const FORMATS = ["jsonl", "client", "json"] as const;
export type Format = (typeof FORMATS)[number];

export const MAX_BYTES = 512 * 1024 * 1024;
const MAX_RECORD_BYTES = 1024 * 1024;
const MAX_DEPTH = 3;
const NOT_RECORDS = new Set(["memory-config.json", "package.json"]);

const UNREADABLE = new Set(["EACCES", "EPERM", "EIO", "ELOOP"]);

export async function readSource(path: string, asked: Format | null): Promise<ParsedMemories> {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) throw new UserError("no-file", `there is no ${path}`, "Give a file or a folder that exists.");
    return stat.isDirectory() ? await readFolder(path, asked) : await readFile(path, asked, stat);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code = "" } = error as { code?: string };
    if (!UNREADABLE.has(code)) throw error;
    throw new UserError(
      "unreadable",
      `${path} cannot be read (${code})`,
      "Check its permissions, or what it links to.",
      {
        cause: error,
      },
    );
  }
}

async function readFile(path: string, asked: Format | null, stat: Stats): Promise<ParsedMemories> {
  if (!stat.isFile())
    throw new UserError(
      "not-a-file",
      `${path} is a device or a pipe, not a file`,
      "Give a file or a folder. `holdfast memory import -` reads JSON lines from stdin.",
    );
  if (stat.size > MAX_BYTES)
    throw new UserError("too-large", `${path} is larger than ${MAX_BYTES} bytes`, "Split it.");
  const format = asked ?? guessFormat(path);
  // A file of size 0 is never read: under /proc, reading one may block for ever.
  if (format === "jsonl") return parseJsonLines(stat.size === 0 ? "" : await Bun.file(path).text());
  if (format === "json") return readRecords([path]);
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
  const records = listBelow(path, ".json", MAX_DEPTH).filter((file) => !NOT_RECORDS.has(basename(file)));
  if (records.length > 0) {
    if (asked === null) refuseEarlierExport(path);
    return readRecords(records);
  }
  if (asked === null) return readClientFolder(path);
  throw new UserError(
    "nothing-there",
    `there are no JSON files of claude-memory in ${path}`,
    "Give the folder that has decisions/, preferences/ and the like.",
  );
}

/** Versions before 0.3 exported records with the complete memories beside them. The records alone would overwrite longer texts. */
function refuseEarlierExport(folder: string): void {
  const complete = join(folder, "holdfast.jsonl");
  if (statSync(complete, { throwIfNoEntry: false }) === undefined) return;
  throw new UserError(
    "earlier-export",
    `an earlier version of holdfast exported ${folder}, and the records do not hold complete memories`,
    `Import ${complete}, which does. --format json imports the records.`,
  );
}

async function readRecords(paths: readonly string[]): Promise<ParsedMemories> {
  const parsed: ParsedMemories = { drafts: [], problems: [], notes: [] };
  for (const path of paths) {
    if (Bun.file(path).size > MAX_RECORD_BYTES) {
      parsed.problems.push({ where: path, why: `it is larger than ${MAX_RECORD_BYTES} bytes` });
      continue;
    }
    const draft = await readRecord(path);
    if (draft) {
      parsed.drafts.push(draft);
      if (draft.created === undefined)
        parsed.notes.push({ where: path, why: "its `created_at` is not a date; the current time is used" });
    } else parsed.problems.push({ where: path, why: "it is not a memory of claude-memory" });
  }
  return parsed;
}

async function readRecord(path: string): Promise<MemoryDraft | null> {
  try {
    return parseClaudeMemoryRecord(await Bun.file(path).json());
  } catch {
    return null; // Not JSON: reported as a problem of that file.
  }
}
