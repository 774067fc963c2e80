// A loop's row into its `loop.json`, for people and other tools.
import { rmSync } from "node:fs";
import { redact } from "../redaction/redact.ts";
import { loopFilePath, renderLoopFile } from "../state/loop-file.ts";
import { readStateFile } from "../state/read-state-file.ts";
import { writeStateFile } from "../state/write-state-file.ts";
import type { LoopRow } from "../store/loops.ts";

/** A cancelled loop leaves no file: whoever reads it would hold on. */
export async function writeLoopState(folder: string, row: LoopRow): Promise<void> {
  const path = loopFilePath(folder);
  if (row.status === "cancelled") return removeLoopState(folder);
  const before = await readStateFile(path);
  const fields = renderLoopFile(
    {
      sessionId: row.session_id,
      task: row.task,
      iteration: row.iteration,
      maxIterations: row.max_iterations,
      maxMinutes: row.max_minutes,
      validationResult: row.validation_result,
      lastError: row.last_error,
      verifiedDone: row.status === "done",
      status: row.status,
      verify: row.verify && redact(row.verify).text,
      promise: row.promise,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
    before.state === "read" ? before.fields : {},
  );
  writeStateFile(path, fields);
}

export function removeLoopState(folder: string): void {
  rmSync(loopFilePath(folder), { force: true });
}
