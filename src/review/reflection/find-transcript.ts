// Finds the transcript of a session: in the store, else in the client's own folder.
import { statSync } from "node:fs";
import type { Environment } from "../../config/environment.ts";
import type { Store } from "../../store/open.ts";
import { findSession, newestSession } from "../../store/sessions.ts";

export interface TranscriptLocation {
  path: string;
  sessionId: string | null;
  projectDir: string | null;
}

export async function findSessionTranscript(
  env: Environment,
  store: Store,
  sessionId: string,
): Promise<TranscriptLocation | null> {
  const row = findSession(store, sessionId);
  const projectDir = row?.project_dir ?? null;
  if (row?.transcript_path && isFile(row.transcript_path))
    return { path: row.transcript_path, sessionId, projectDir };
  const [path] = await newestFiles(`${env.claudeDir}/projects`, `*/${sessionId}.jsonl`);
  return path === undefined ? null : { path, sessionId, projectDir };
}

/** Of the project's most recent session. */
export async function findLastTranscript(
  env: Environment,
  store: Store,
  projectDir: string,
): Promise<TranscriptLocation | null> {
  const row = newestSession(store, projectDir);
  if (row?.transcript_path && isFile(row.transcript_path))
    return { path: row.transcript_path, sessionId: row.session_id, projectDir };
  const folder = projectDir.replace(/[^a-zA-Z0-9]/g, "-");
  const paths = await newestFiles(`${env.claudeDir}/projects/${folder}`, "*.jsonl");
  const path = paths.find((found) => !found.includes("/agent-"));
  return path === undefined ? null : { path, sessionId: null, projectDir };
}

async function newestFiles(folder: string, pattern: string): Promise<string[]> {
  try {
    const names = await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: folder, dot: true }));
    const paths = names.map((name) => `${folder}/${name}`).filter(isFile);
    return paths.sort((a, b) => Bun.file(b).lastModified - Bun.file(a).lastModified);
  } catch {
    return []; // The client has no such folder yet.
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
