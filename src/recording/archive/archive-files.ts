// Archived transcripts: `<project>/.claude/runtime/logs/<session>/transcript.jsonl`, compressed when large.
import { lstatSync, rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../../config/schema.ts";
import { namesIn } from "../../platform/atomic-file.ts";
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import type { Store } from "../../store/open.ts";
import { findRuntimeFolder } from "../../store/runtime-files.ts";

export const PLAIN_NAME = "transcript.jsonl";
export const COMPRESSED_NAME = "transcript.jsonl.gz";

export interface ArchiveFile {
  path: string;
  compressed: boolean;
  bytes: number;
  modifiedAt: number;
}

const DAY = 24 * 3_600_000;
const MEGABYTE = 1024 * 1024;
/** Repeated from the chunk before, so that a text across two chunks is found. No search text is longer. */
const OVERLAP_CHARACTERS = 16_384;

/** Relative to the runtime folder. */
export function archiveFolder(sessionId: string): string {
  if (!isSessionId(sessionId)) throw new Error("an invalid session id names no folder");
  return `logs/${sessionId}`;
}

/** The newer one, if an interrupted archiving left both a plain and a compressed file. */
export function findArchive(projectDir: string, sessionId: string): ArchiveFile | null {
  if (!isSessionId(sessionId)) return null;
  const dir = findRuntimeFolder(projectDir, archiveFolder(sessionId));
  if (dir === null) return null;
  const files = [PLAIN_NAME, COMPRESSED_NAME].flatMap((name) => {
    const stat = lstatSync(`${dir}/${name}`, { throwIfNoEntry: false });
    if (!stat?.isFile()) return [];
    const { size: bytes, mtimeMs: modifiedAt } = stat;
    return [{ path: `${dir}/${name}`, compressed: name === COMPRESSED_NAME, bytes, modifiedAt }];
  });
  return files.toSorted((a, b) => b.modifiedAt - a.modifiedAt)[0] ?? null;
}

/** Newest first. */
function listArchives(projectDirs: readonly string[]): ArchiveFile[] {
  const files = projectDirs.flatMap((dir) => {
    const logs = findRuntimeFolder(dir, "logs");
    return logs === null ? [] : namesIn(logs).flatMap((sessionId) => findArchive(dir, sessionId) ?? []);
  });
  return files.toSorted((a, b) => b.modifiedAt - a.modifiedAt);
}

export function openArchive({
  path,
  compressed,
}: Pick<ArchiveFile, "path" | "compressed">): ReadableStream<Uint8Array> {
  const file = Bun.file(path).stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  return compressed ? file.pipeThrough(new DecompressionStream("gzip")) : file;
}

/** Removes archives that are too old, then the oldest until the rest fits the size limit. */
export function pruneArchives(store: Store, { retention }: Config, now: number, dryRun: boolean) {
  const pruned = { exports: 0, exportBytes: 0 };
  let kept = 0;
  for (const { path, bytes, modifiedAt } of listArchives(archiveProjects(store, null))) {
    kept += bytes;
    if (modifiedAt >= now - retention.rawDays * DAY && kept <= retention.megabytes * MEGABYTE) continue;
    if (!dryRun && !remove(path)) continue;
    pruned.exports++;
    pruned.exportBytes += bytes;
  }
  return pruned;
}

/** False when the file cannot be removed. */
function remove(path: string): boolean {
  try {
    rmSync(path, { force: true });
  } catch {
    return false;
  }
  try {
    rmdirSync(dirname(path));
  } catch {
    // The folder contains something else, such as a reflection.
  }
  return true;
}

export async function archiveContains(path: string, matches: (text: string) => boolean): Promise<boolean> {
  const decoder = new TextDecoder();
  let before = "";
  try {
    for await (const chunk of openArchive({ path, compressed: true })) {
      const text = decoder.decode(chunk, { stream: true });
      if (matches(before + text)) return true;
      before = text.slice(-OVERLAP_CHARACTERS);
    }
    return false;
  } catch {
    return true; // Damaged: it may contain the text, so it is removed.
  }
}

interface NewArchive {
  sessionId: string;
  projectDir: string;
  trigger: string;
  sourceBytes: number;
  bytes: number;
  records: number;
  redactions: number;
  durationMs: number;
  at: number;
}

export function insertArchive(store: Store, row: NewArchive): void {
  store
    .query(
      `INSERT INTO transcript_exports (session_id, project_dir, trigger, source_bytes, bytes, records, redactions,
         duration_ms, at)
       VALUES ($sessionId, $projectDir, $trigger, $sourceBytes, $bytes, $records, $redactions, $durationMs, $at)`,
    )
    .run({ ...row });
}

/** Projects that may contain an archive of the session (null: of any session), which can be resumed in another work tree. */
export function archiveProjects(store: Store, sessionId: string | null): string[] {
  const wanted = "project_dir IS NOT NULL AND ($sessionId IS NULL OR session_id = $sessionId)";
  const tables = ["transcript_exports", "sessions", "reflections"];
  const rows = store
    .query(tables.map((table) => `SELECT project_dir AS dir FROM ${table} WHERE ${wanted}`).join(" UNION "))
    .all({ sessionId }) as { dir: string }[];
  return rows.map(({ dir }) => dir);
}
