// The state of a work tree at one moment, as values and encoded for a database row.

export interface TreeState {
  /** "none": no repository here, or git could not read it. */
  kind: "git" | "none";
  /** The commit; null before the first one. */
  head: string | null;
  /** null when HEAD is detached. */
  branch: string | null;
  root: string | null;
  /** Files that differ from the commit, sorted by path. */
  dirty: DirtyFile[];
  /** Equal for two states of a work tree if commit and content are equal. */
  fingerprint: string;
  /** Too many files to read in full: the list is empty, or some content is identified by size and time only. */
  truncated: boolean;
  /** When the state was read. */
  at: number;
  /** A fault worth recording. A missing repository is not one. */
  problem: string | null;
}

export interface DirtyFile {
  /** Relative to the root. Bytes that are not UTF-8 are lone surrogates, see `splitRecords`. */
  path: string;
  /** git's two letters, index then work tree: ".M", "A.", "UU", and "??" for an untracked file. */
  status: string;
  /** The content on disk. */
  content: ContentId;
  /** The content in the commit; null when the commit does not have this path. */
  committed: ContentId | null;
}

/**
 * Equal ids mean equal content. A plain file has git's blob id, with "+x" when it is executable; a link has that of its target,
 * with "+l". Otherwise: "deleted", "commit:<id>" and "tree:<fingerprint>" for a nested repository, "large:…" and "stat:…" for
 * content identified by size and time only, "special" for sockets and the like, "unreadable".
 */
export type ContentId = string;

export const DELETED: ContentId = "deleted";

const VERSION = 1;
const MAX_FILES = 5000;
const MAX_TEXT_LENGTH = 1024 * 1024;

export function noTree(at: number, problem: string | null): TreeState {
  const nothing = { head: null, branch: null, root: null, dirty: [], fingerprint: "", truncated: false };
  return { kind: "none", ...nothing, at, problem };
}

/** Leaves out files whose content on disk equals the commit: staging alone changes nothing. */
export function treeFingerprint(head: string | null, dirty: readonly DirtyFile[]): string {
  const different = dirty.filter(differsFromCommit).map(({ path, content }) => [path, content]);
  // As JSON, because a path may contain any character, and bytes that are not text.
  return Bun.SHA256.hash(JSON.stringify([head, different]), "hex").slice(0, 20);
}

export function differsFromCommit({ content, committed }: DirtyFile): boolean {
  return content !== (committed ?? DELETED);
}

export function blobOf(content: ContentId | null): string | null {
  return content === null ? null : (/^[0-9a-f]{40,64}(?=\+|$)/.exec(content)?.[0] ?? null);
}

/** The hash function of a repository, by the length of its ids. */
export function hashAlgorithm(id: string | null): "sha1" | "sha256" {
  return id?.length === 64 ? "sha256" : "sha1";
}

/** A state with too many files is reduced to its fingerprint, which still shows whether something changed. */
export function encodeTreeState(state: TreeState): string {
  const text = state.dirty.length <= MAX_FILES ? encode(state) : "";
  return text !== "" && text.length <= MAX_TEXT_LENGTH
    ? text
    : encode({ ...state, dirty: [], truncated: true });
}

/** null for an invalid text. */
export function decodeTreeState(text: string): TreeState | null {
  try {
    const { version, dirty, mark: fingerprint, ...rest } = JSON.parse(text);
    const header = { ...rest, fingerprint };
    if (version !== VERSION || !Array.isArray(dirty) || !isHeader(header)) return null;
    const files = dirty.flatMap(decodeFile);
    return files.length === dirty.length ? { ...header, dirty: files } : null;
  } catch {
    return null; // Incomplete, or not ours.
  }
}

function encode({ dirty, fingerprint, ...rest }: TreeState): string {
  const files = dirty.map(({ path, status, content, committed }) => [path, status, content, committed]);
  return JSON.stringify({ version: VERSION, ...rest, mark: fingerprint, dirty: files });
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
  const { kind, head, branch, root, fingerprint, truncated, at, problem } = value;
  const isTextOrNull = (part: unknown) => part === null || typeof part === "string";
  return (
    (kind === "git" || kind === "none") &&
    // Passed to git unchanged, so it must be an id.
    (head === null || (typeof head === "string" && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(head))) &&
    [branch, root, problem].every(isTextOrNull) &&
    typeof fingerprint === "string" &&
    typeof truncated === "boolean" &&
    typeof at === "number"
  );
}
