// `loop.json`: a loop as other tools and people see it.

import {
  countField,
  lineField,
  readStateFile,
  type StateFields,
  textField,
  writeStateFile,
} from "../../store/state-files.ts";
import type { LoopRow } from "./rows.ts";

export const loopFilePath = (folder: string) => `${folder}/loop.json`;

export const MAX_ITERATIONS = 1000;
export const DEFAULT_ITERATIONS = 25;
export const DEFAULT_MINUTES = 240;

export interface LoopFile {
  task: string;
  iteration: number;
  maxIterations: number;
  lastError: string;
  verifiedDone: boolean;
  createdAt: string;
  /** Identifies a loop of another tool, which may reuse the file for the next one. */
  key: string;
}

export function parseLoopFile(fields: StateFields): LoopFile {
  const task = lineField(fields, "task");
  const createdAt = lineField(fields, "created_at");
  return {
    task,
    iteration: countField(fields, "iteration", MAX_ITERATIONS) ?? 0,
    maxIterations: countField(fields, "max_iterations", MAX_ITERATIONS) ?? DEFAULT_ITERATIONS,
    lastError: textField(fields, "last_error"),
    verifiedDone: fields.verified_done === true,
    createdAt,
    key: Bun.hash(`${createdAt}\n${task}`).toString(36),
  };
}

/** The file and the row are about the same loop. */
export function describesLoop(file: LoopFile, row: LoopRow): boolean {
  return row.file_key !== null
    ? file.key === row.file_key
    : file.createdAt === formatStateTime(row.created_at);
}

/** A cancelled loop has no file, because other tools would take it for active. */
export async function writeLoopFile(folder: string, row: LoopRow): Promise<void> {
  if (row.status === "cancelled") return removeLoopFile(folder);
  const path = loopFilePath(folder);
  const read = await readStateFile(path);
  const before = read.state === "read" ? read.fields : {};
  const verify = await redactUnlessWritten(row.verify, before.verify);
  await writeStateFile(path, renderLoopFile({ ...row, verify }, before));
}

export async function removeLoopFile(folder: string): Promise<void> {
  const { rmSync } = await import("node:fs");
  rmSync(loopFilePath(folder), { force: true });
}

/** Keeps fields that other tools wrote. */
export function renderLoopFile(row: LoopRow, before: StateFields = {}): StateFields {
  return {
    ...before,
    session_id: row.session_id,
    task: row.task,
    iteration: row.iteration,
    max_iterations: row.max_iterations,
    max_minutes: row.max_minutes,
    validation_result: row.validation_result,
    last_error: row.last_error,
    verified_done: row.status === "done",
    status: row.status,
    verify: row.verify,
    promise: row.promise,
    created_at: formatStateTime(row.created_at),
    last_updated: formatStateTime(row.updated_at),
  };
}

/** A command that is already in the file needs no redaction again: the rules take time to load. */
async function redactUnlessWritten(command: string | null, written: unknown): Promise<string | null> {
  if (command === null || command === written) return command;
  const { redact } = await import("../../text/redaction/redact.ts");
  return redact(command).text;
}

export function formatStateTime(at: number): string {
  return new Date(at).toISOString();
}
