// State files: a session's declared work as files in `<stateDir>/<session_id>/`. Other programs may write them too, so they may
// be incomplete, foreign or hostile: a field of the wrong type counts as absent, and one that is too long is cut.
import { projectTop, readProjectFile } from "../platform/project-file.ts";
import { isRecord } from "../text/unknown-values.ts";
import { noteFaultOnce, type OpenContext } from "./hook-context.ts";

export type StateFields = Record<string, unknown>;

export type StateFile =
  | { state: "absent" }
  | { state: "read"; fields: StateFields }
  | { state: "broken"; problem: string };

const MAX_LENGTH = 256 * 1024;

/** `sessionId`: if given, a file that names another session is broken. */
export async function readStateFile(path: string, sessionId: string | null = null): Promise<StateFile> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const file = readProjectFile(projectTop(folder), path, MAX_LENGTH);
  if (file.state === "absent") return { state: "absent" };
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (file.state === "refused") return broken(`${name} is not used: ${file.message}`);
  try {
    const fields: unknown = JSON.parse(file.text);
    if (!isRecord(fields)) return broken(`${name} is not a JSON object`);
    const isForeign = sessionId !== null && (fields.session_id ?? sessionId) !== sessionId;
    return isForeign ? broken(`${name} names another session`) : { state: "read", fields };
  } catch {
    return broken(`${name} is not valid JSON`);
  }
}

/** The state file of the event's session. A broken file is recorded as a fault once per session, and counts as absent. */
export async function readOwnStateFile(
  context: OpenContext,
  path: string,
  sessionId: string,
): Promise<StateFields | null> {
  const read = await readStateFile(path, sessionId);
  if (read.state === "broken") await noteFaultOnce(context, "state", read.problem);
  return read.state === "read" ? read.fields : null;
}

/** Replaces the file atomically. */
export async function writeStateFile(path: string, fields: StateFields): Promise<void> {
  const { replaceFileUnsynced } = await import("../platform/replace-file.ts");
  await replaceFileUnsynced(path, `${JSON.stringify(fields, null, 2)}\n`);
}

/** On one line, for reasons and the screen. */
export function lineField(fields: StateFields, key: string, maxLength = 500): string {
  return textField(fields, key, maxLength).replaceAll(/\s+/g, " ").trim();
}

export function textField(fields: StateFields, key: string, maxLength = 2000): string {
  const value = fields[key];
  if (typeof value !== "string") return "";
  return value.slice(0, maxLength).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]+/g, " ");
}

export function countField(fields: StateFields, key: string, max: number): number | null {
  const value = fields[key];
  return typeof value === "number" && value >= 0 ? Math.min(Math.floor(value), max) : null;
}

function broken(problem: string): StateFile {
  return { state: "broken", problem };
}
