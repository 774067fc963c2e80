// A loop's row into its `loop.json`, for people and other tools.

import { loopFilePath, readStateFile, writeStateFile } from "../../store/state-files.ts";
import type { LoopRow } from "./rows.ts";
import { renderLoopFile } from "./state-file.ts";

/** A cancelled loop leaves no file: whoever reads it would hold on. */
export async function writeLoopState(folder: string, row: LoopRow): Promise<void> {
  const path = loopFilePath(folder);
  if (row.status === "cancelled") return removeLoopState(folder);
  const read = await readStateFile(path);
  const before = read.state === "read" ? read.fields : {};
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
      verify: await withoutSecrets(row.verify, before.verify),
      promise: row.promise,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
    before,
  );
  await writeStateFile(path, fields);
}

export async function removeLoopState(folder: string): Promise<void> {
  const { rmSync } = await import("node:fs");
  rmSync(loopFilePath(folder), { force: true });
}

/** What stands in the file word for word needs no second look: the rules for secrets take time to load. */
async function withoutSecrets(command: string | null, written: unknown): Promise<string | null> {
  if (command === null || command === written) return command;
  const { redact } = await import("../../text/redaction/redact.ts");
  return redact(command).text;
}
