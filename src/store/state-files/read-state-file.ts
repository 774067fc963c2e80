// State files may be torn, foreign or hostile: what is read is an object of unknown fields, or a problem.
import { readSmallFile } from "../../platform/read-small-file.ts";

export type StateFields = Record<string, unknown>;

export type StateFile =
  | { state: "absent" }
  | { state: "read"; fields: StateFields }
  | { state: "broken"; problem: string };

const MAX_LENGTH = 256 * 1024;

/** `sessionId`: whose it has to be; a file in its folder may name another. */
export async function readStateFile(path: string, sessionId: string | null = null): Promise<StateFile> {
  const file = await readSmallFile(path);
  if (file.state === "absent") return { state: "absent" };
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (file.state === "refused") return broken(`${name} is not used: ${file.message}`);
  if (file.text.length > MAX_LENGTH) return broken(`${name} is too large`);
  try {
    const value: unknown = JSON.parse(file.text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      const fields = value as StateFields;
      const isOthers = sessionId !== null && (fields.session_id ?? sessionId) !== sessionId;
      return isOthers ? broken(`${name} names another session`) : { state: "read", fields };
    }
    return broken(`${name} is not a JSON object`);
  } catch {
    return broken(`${name} is not valid JSON`);
  }
}

function broken(problem: string): StateFile {
  return { state: "broken", problem };
}
