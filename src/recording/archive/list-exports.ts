import { readdirSync } from "node:fs";
import { isSessionId } from "../../protocol/parse-event.ts";
import { realFolder } from "../../store/runtime-files/runtime-dir.ts";
import { type ExportFile, findExport } from "./archive-files.ts";

/** Of every session that left one in these projects, newest first. */
export function listExports(projectDirs: readonly string[]): ExportFile[] {
  const files = projectDirs.flatMap((dir) =>
    sessionsWithLogs(dir).flatMap((sessionId) => findExport(dir, sessionId) ?? []),
  );
  return files.toSorted((a, b) => b.modifiedAt - a.modifiedAt);
}

function sessionsWithLogs(projectDir: string): string[] {
  const logs = realFolder(projectDir, "logs");
  if (logs === null) return [];
  try {
    return readdirSync(logs).filter(isSessionId);
  } catch {
    return []; // Not ours to look into: it has no exports of ours.
  }
}
