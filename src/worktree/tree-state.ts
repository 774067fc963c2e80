// What a work tree looks like at one moment, as plain values.

export interface TreeState {
  /** "none": no repository here, or it could not be read; then git says nothing of it. */
  kind: "git" | "none";
  /** The commit; null before the first one. */
  head: string | null;
  /** null when HEAD is detached. */
  branch: string | null;
  root: string | null;
  /** What differs from the commit, by path. */
  dirty: DirtyFile[];
  /** Two states of one work tree have the same mark when commit and content are the same. */
  mark: string;
  /** More files than are read in full: the list is empty, or some content is told by size and time only. */
  truncated: boolean;
  /** When it was read. */
  at: number;
  /** A fault worth recording. A folder without a repository is none. */
  problem: string | null;
}

export interface DirtyFile {
  /** From the root; bytes that are not UTF-8 are lone surrogates, see path-bytes.ts. */
  path: string;
  /** git's two letters, index then work tree: ".M", "A.", "UU", and "??" for an untracked file. */
  status: string;
  /** What lies on disk now. */
  content: ContentId;
  /** What the commit holds under this path; null when it holds nothing. */
  committed: ContentId | null;
}

/**
 * Equal ids, equal content. A plain file has git's own blob id, with "+x" when it is executable and "+l" when it is a
 * link (then of its target). Otherwise: "deleted", "commit:<id>" and "tree:<mark>" for a repository within, "large:…" and
 * "stat:…" for content known by size and time only, "special" for what is no file, "unreadable".
 */
export type ContentId = string;

export const DELETED: ContentId = "deleted";

export function blobOf(content: ContentId | null): string | null {
  return content === null ? null : (/^[0-9a-f]{40,64}(?=\+|$)/.exec(content)?.[0] ?? null);
}

/** Staging alone moves nothing: what lies on disk as the commit has it is left out. */
export function markOf(head: string | null, dirty: readonly DirtyFile[]): string {
  const different = dirty
    .filter(({ content, committed }) => content !== (committed ?? DELETED))
    .map(({ path, content }) => [path, content]);
  // As JSON, because a path may hold any character, and bytes that are no text at all.
  return new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([head, different]))
    .digest("hex")
    .slice(0, 20);
}

export function noTree(at: number, problem: string | null): TreeState {
  const nothing = { head: null, branch: null, root: null, dirty: [], mark: "", truncated: false };
  return { kind: "none", ...nothing, at, problem };
}
