// A state as one short text, for a row in the database.
import type { DirtyFile, TreeState } from "./tree-state.ts";

const VERSION = 1;
const MAX_FILES = 5000;
const MAX_TEXT = 1024 * 1024;

/** A state with too many files keeps its mark only: it can still be told whether anything changed. */
export function encodeTreeState(state: TreeState): string {
  const fits = state.dirty.length <= MAX_FILES;
  const text = fits ? encode(state) : "";
  return text !== "" && text.length <= MAX_TEXT ? text : encode({ ...state, dirty: [], truncated: true });
}

/** null for a text that is none of ours. */
export function decodeTreeState(text: string): TreeState | null {
  try {
    const { version, dirty, ...rest } = JSON.parse(text);
    if (version !== VERSION || !Array.isArray(dirty) || !isHeader(rest)) return null;
    const files = dirty.flatMap(decodeFile);
    return files.length === dirty.length ? { ...rest, dirty: files } : null;
  } catch {
    return null; // Torn or foreign.
  }
}

function encode({ dirty, ...rest }: TreeState): string {
  const files = dirty.map(({ path, status, content, committed }) => [path, status, content, committed]);
  return JSON.stringify({ version: VERSION, ...rest, dirty: files });
}

function decodeFile(entry: unknown): DirtyFile[] {
  if (!Array.isArray(entry) || entry.length !== 4) return [];
  const [path, status, content, committed] = entry as unknown[];
  const isSound =
    [path, status, content].every((part) => typeof part === "string") &&
    (committed === null || typeof committed === "string");
  return isSound ? [{ path, status, content, committed } as DirtyFile] : [];
}

function isHeader(
  value: Record<string, unknown>,
): value is Omit<TreeState, "dirty"> & Record<string, unknown> {
  const { kind, head, branch, root, mark, truncated, at, problem } = value;
  const isTextOrNull = (part: unknown) => part === null || typeof part === "string";
  return (
    (kind === "git" || kind === "none") &&
    // Handed to git as it is: nothing but an id may stand here.
    (head === null || (typeof head === "string" && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(head))) &&
    [branch, root, problem].every(isTextOrNull) &&
    typeof mark === "string" &&
    typeof truncated === "boolean" &&
    typeof at === "number"
  );
}
