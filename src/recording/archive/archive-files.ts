// Where a session's exported transcript lies: `<project>/.claude/runtime/logs/<session>/`.
import { lstatSync } from "node:fs";
import { isSessionId } from "../../protocol/parse-event.ts";
import { realFolder } from "../../store/runtime-files/runtime-dir.ts";

export const PLAIN = "transcript.jsonl";
export const COMPRESSED = "transcript.jsonl.gz";

export interface ExportFile {
  path: string;
  projectDir: string;
  sessionId: string;
  compressed: boolean;
  bytes: number;
  modifiedAt: number;
}

export function exportFolder(sessionId: string): string {
  if (!isSessionId(sessionId)) throw new Error("an odd session id names no folder");
  return `logs/${sessionId}`;
}

/** The newest, if there are two: an export that was killed between its last steps leaves both. */
export function findExport(projectDir: string, sessionId: string): ExportFile | null {
  if (!isSessionId(sessionId)) return null;
  const dir = realFolder(projectDir, exportFolder(sessionId));
  if (dir === null) return null;
  const files = [PLAIN, COMPRESSED].flatMap((name) => {
    const stat = lstatSync(`${dir}/${name}`, { throwIfNoEntry: false });
    if (!stat?.isFile()) return [];
    const { size: bytes, mtimeMs: modifiedAt } = stat;
    const compressed = name === COMPRESSED;
    return [{ path: `${dir}/${name}`, projectDir, sessionId, compressed, bytes, modifiedAt }];
  });
  return files.toSorted((a, b) => b.modifiedAt - a.modifiedAt)[0] ?? null;
}
