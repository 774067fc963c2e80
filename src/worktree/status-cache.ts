// The work tree as a stop of the session saw it, kept for the next one.
import { readSmallFile } from "../platform/files.ts";
import { replaceFileUnsynced } from "../platform/replace-file.ts";
import { decodeTreeState, encodeTreeState } from "./encode-state.ts";
import type { TreeState } from "./tree-state.ts";

export interface KeptTree {
  /** The folder it was asked for. */
  dir: string;
  transcript: string;
  /** Where the transcript ended. */
  offset: number;
  /** When the whole tree was last looked at. */
  wholeAt: number;
  /** The repository's, see repository-print.ts. */
  print: string;
  state: TreeState;
}

const VERSION = 1;
const NAME = "tree.json";

/** null when there is none, or none of ours. */
export async function readKeptTree(folder: string): Promise<KeptTree | null> {
  const file = await readSmallFile(`${folder}/${NAME}`);
  if (file.state !== "read") return null;
  try {
    const { version, dir, transcript, offset, wholeAt, print, tree } = JSON.parse(file.text);
    const state = version === VERSION && typeof tree === "string" ? decodeTreeState(tree) : null;
    const areTexts = typeof dir === "string" && typeof transcript === "string" && typeof print === "string";
    const areNumbers = Number.isSafeInteger(offset) && Number.isSafeInteger(wholeAt);
    return state && areTexts && areNumbers ? { dir, transcript, offset, wholeAt, print, state } : null;
  } catch {
    return null; // Torn.
  }
}

/** What cannot be kept is looked at again. */
export async function writeKeptTree(folder: string, { state, ...rest }: KeptTree): Promise<void> {
  const text = JSON.stringify({ version: VERSION, ...rest, tree: encodeTreeState(state) });
  try {
    await replaceFileUnsynced(`${folder}/${NAME}`, text);
  } catch {
    // The folder may be read-only.
  }
}
