// Files in projects that belong to forgotten sessions: their log folders and their lines of metrics.
import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isSessionId } from "../../protocol/claude-code/parse-event.ts";
import type { DeleteTarget } from "../../store/forget.ts";
import type { Store } from "../../store/open.ts";
import { findRuntimeFolder, openRuntimeDraft } from "../../store/runtime-files.ts";
import { type ArchiveFile, archiveFolder, listArchives, openArchive } from "./archive-files.ts";
import { archiveProjects } from "./archive-rows.ts";

/** Ours are far smaller. */
const MAX_METRICS_FILE = 64 * 1024 * 1024;

export interface FilesToForget {
  logFolders: string[];
  projects: string[];
  /** Whether a line of metrics is to be removed. */
  isForgotten: (line: string) => boolean;
}

/** To be called before the rows are removed: they say where to look. */
export async function filesToForget(
  store: Store,
  what: DeleteTarget,
  sessions: readonly string[],
): Promise<FilesToForget> {
  const known = sessions.filter(isSessionId);
  const places = known.flatMap((id) => archiveProjects(store, id).map((dir) => ({ dir, id })));
  const found = "text" in what ? await archivesContaining(store, what.text) : [];
  const folders = [...places, ...found].flatMap(
    ({ dir, id }) => findRuntimeFolder(dir, archiveFolder(id)) ?? [],
  );
  return {
    logFolders: [...new Set(folders)],
    projects: "text" in what ? archiveProjects(store, null) : [...new Set(places.map(({ dir }) => dir))],
    isForgotten: lineTest(what),
  };
}

export function removeForgottenFiles({ logFolders, projects, isForgotten }: FilesToForget): void {
  for (const dir of logFolders) rmSync(dir, { recursive: true, force: true });
  for (const dir of projects) dropMetricLines(dir, isForgotten);
}

function dropMetricLines(projectDir: string, isForgotten: (line: string) => boolean): void {
  const dir = findRuntimeFolder(projectDir, "metrics");
  for (const name of dir === null ? [] : readdirSync(dir)) {
    const stat = lstatSync(`${dir}/${name}`);
    if (!/\.jsonl(?:\.1)?$/.test(name) || !stat.isFile() || stat.size > MAX_METRICS_FILE) continue;
    const lines = readFileSync(`${dir}/${name}`, "utf8").split("\n");
    const kept = lines.filter((line) => line === "" || !isForgotten(line));
    if (kept.length === lines.length) continue;
    const draft = openRuntimeDraft(projectDir, "metrics", name);
    draft.write(kept.join("\n"));
    draft.sync();
    draft.commit();
  }
}

async function archivesContaining(store: Store, text: string): Promise<{ dir: string; id: string }[]> {
  const found: { dir: string; id: string }[] = [];
  for (const file of listArchives(archiveProjects(store, null)))
    if (await archiveContains(file, text)) found.push({ dir: file.projectDir, id: file.sessionId });
  return found;
}

function lineTest(what: DeleteTarget): (line: string) => boolean {
  if ("text" in what) {
    const text = what.text.toLowerCase();
    return (line) => line.toLowerCase().includes(text);
  }
  const ids = what.sessions.map((id) => `"session_id":${JSON.stringify(id)}`);
  return (line) => ids.some((id) => line.includes(id));
}

/** In the file quotes and newlines are escaped, and a text may lie across two chunks. */
async function archiveContains(file: ArchiveFile, text: string): Promise<boolean> {
  const wanted = [text, JSON.stringify(text).slice(1, -1)].map((form) => form.toLowerCase());
  const overlap = Math.max(...wanted.map(({ length }) => length));
  const decoder = new TextDecoder();
  let seen = "";
  try {
    for await (const chunk of openArchive(file)) {
      seen = seen.slice(-overlap) + decoder.decode(chunk, { stream: true }).toLowerCase();
      if (wanted.some((form) => seen.includes(form))) return true;
    }
    return false;
  } catch {
    return true; // Damaged: nobody can tell what it contains, so it goes too.
  }
}
