// What projects hold of sessions that are to be forgotten: exports and all else in their logs, lines of metrics.
import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { isSessionId } from "../../protocol/hook-event.ts";
import type { Forgetting } from "../../store/forget.ts";
import type { Store } from "../../store/open.ts";
import { findRuntimeFolder, openRuntimeDraft } from "../../store/runtime-files.ts";
import { type ArchiveFile, archiveFolder, listArchives, openArchive } from "./archive-files.ts";
import { allArchiveProjects, archiveProjects } from "./archive-rows.ts";

/** Ours are far smaller. */
const MAX_METRICS_FILE = 64 * 1024 * 1024;

export interface FilesToForget {
  /** Folders. */
  logs: string[];
  projects: string[];
  isGone: (line: string) => boolean;
}

/** To be asked before the rows are gone: they say where to look. */
export async function filesToForget(
  store: Store,
  what: Forgetting,
  sessions: readonly string[],
): Promise<FilesToForget> {
  const known = sessions.filter(isSessionId);
  const places = known.flatMap((id) => archiveProjects(store, id).map((dir) => ({ dir, id })));
  const saying = "text" in what ? await exportsSaying(store, what.text) : [];
  const folders = [...places, ...saying].flatMap(
    ({ dir, id }) => findRuntimeFolder(dir, archiveFolder(id)) ?? [],
  );
  return {
    logs: [...new Set(folders)],
    projects: "text" in what ? allArchiveProjects(store) : [...new Set(places.map(({ dir }) => dir))],
    isGone: lineTest(what),
  };
}

export function removeForgottenFiles({ logs, projects, isGone }: FilesToForget): void {
  for (const dir of logs) rmSync(dir, { recursive: true, force: true });
  for (const dir of projects) dropMetricLines(dir, isGone);
}

/** Takes lines out of the metrics files for good. */
function dropMetricLines(projectDir: string, isGone: (line: string) => boolean): void {
  const dir = findRuntimeFolder(projectDir, "metrics");
  for (const name of dir === null ? [] : readdirSync(dir)) {
    const stat = lstatSync(`${dir}/${name}`);
    if (!/\.jsonl(?:\.1)?$/.test(name) || !stat.isFile() || stat.size > MAX_METRICS_FILE) continue;
    const lines = readFileSync(`${dir}/${name}`, "utf8").split("\n");
    const kept = lines.filter((line) => line === "" || !isGone(line));
    if (kept.length === lines.length) continue;
    const draft = openRuntimeDraft(projectDir, "metrics", name);
    draft.write(kept.join("\n"));
    draft.sync();
    draft.commit();
  }
}

async function exportsSaying(store: Store, text: string): Promise<{ dir: string; id: string }[]> {
  const saying: { dir: string; id: string }[] = [];
  for (const file of listArchives(allArchiveProjects(store)))
    if (await exportSays(file, text)) saying.push({ dir: file.projectDir, id: file.sessionId });
  return saying;
}

function lineTest(what: Forgetting): (line: string) => boolean {
  if ("text" in what) {
    const text = what.text.toLowerCase();
    return (line) => line.toLowerCase().includes(text);
  }
  const ids = what.sessions.map((id) => `"session_id":${JSON.stringify(id)}`);
  return (line) => ids.some((id) => line.includes(id));
}

/** In the file a quote or a line's end is written in another way, and a text may lie across two pieces. */
async function exportSays(file: ArchiveFile, text: string): Promise<boolean> {
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
    return true; // Damaged: what it says cannot be told, and nobody else can read it either.
  }
}
