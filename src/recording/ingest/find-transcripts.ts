// The transcripts below a folder. Links are not followed, and only plain files count: a pipe would block the reader.
import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { UserError } from "../../text/user-error.ts";

export interface TranscriptFile {
  path: string;
  size: number;
  modifiedAt: number;
  /** A forked session is created after the one whose records it repeats. */
  bornAt: number;
}

export interface FoundTranscripts {
  files: TranscriptFile[];
  /** Links that were not followed. */
  links: number;
  /** Folders that could not be read. */
  unreadable: string[];
}

const MAX_DEPTH = 12;

/** A place that a person names may be a link. */
export function findTranscripts(places: readonly string[]): FoundTranscripts {
  const found = new Map<string, TranscriptFile>();
  const links = new Set<string>();
  const closed: string[] = [];
  for (const place of places) {
    const path = resolvePlace(place);
    if (statSync(path).isDirectory()) walk(path, 0);
    else addFile(path);
  }
  return { files: [...found.values()], links: links.size, unreadable: closed };

  function walk(folder: string, depth: number): void {
    for (const entry of entriesOf(folder)) {
      const path = `${folder === "/" ? "" : folder}/${entry.name}`;
      if (entry.isSymbolicLink()) {
        if (isTranscriptName(entry.name) || leadsToFolder(path)) links.add(path);
      } else if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) walk(path, depth + 1);
      } else if (entry.isFile() && isTranscriptName(entry.name)) addFile(path);
    }
  }

  function entriesOf(folder: string) {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      closed.push(folder);
      return [];
    }
  }

  function addFile(path: string): void {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) found.set(path, describe(path, stats));
  }
}

function resolvePlace(place: string): string {
  try {
    const path = realpathSync(place);
    const stats = statSync(path);
    if (stats.isDirectory() || stats.isFile()) return path;
    throw new UserError("no-transcript", `${place} is neither a folder nor a file`, "Name a transcript.");
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      "no-transcript",
      `${place} is not there, or may not be read`,
      "Name a folder of transcripts (such as ~/.claude/projects) or a .jsonl file.",
      { cause: error },
    );
  }
}

function leadsToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // It leads nowhere.
  }
}

function isTranscriptName(name: string): boolean {
  return name.endsWith(".jsonl");
}

function describe(path: string, { size, mtimeMs, birthtimeMs }: Stats): TranscriptFile {
  return { path, size, modifiedAt: mtimeMs, bornAt: Math.min(birthtimeMs || mtimeMs, mtimeMs) };
}
