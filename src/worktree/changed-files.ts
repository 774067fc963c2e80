// Compares the state at a session's start with the present one: files that differ, committed or not.

import { errorMessage } from "../text/unknown-values.ts";
import { type Commit, commitsBetween, compareCommits, type TreeChange } from "./git-objects.ts";
import { byPath, isHoldfastFile } from "./git-status.ts";
import { identify, readContent } from "./read-content.ts";
import { type Git, type GitOptions, openGit } from "./run-git.ts";
import {
  blobOf,
  type ContentId,
  DELETED,
  type DirtyFile,
  hashAlgorithm,
  type TreeState,
} from "./tree-state.ts";

const MAX_TIPS = 4;

/** git stores times in whole seconds. */
const SECOND_MS = 1000;

export interface FileChanges {
  /** "none": the changes are not known, and `files` is empty. */
  kind: "git" | "none";
  files: ChangedFile[];
  problem: string | null;
}

export interface ChangedFile {
  path: string;
  isDeleted: boolean;
  isDirty: boolean;
  /** Identical to a commit from before the session: pulled, merged or checked out, not written by it. */
  isFromElsewhere: boolean;
  /** Where its old content is stored, that of the start first; empty for a new file. */
  old: OldContent[];
}

export type OldContent = { in: "git"; blob: string } | { in: "snapshot"; path: string };

/** Never throws. */
export async function filesChangedSince(
  start: TreeState,
  now: TreeState,
  options: GitOptions,
): Promise<FileChanges> {
  try {
    const unknown = findProblem(start, now);
    if (unknown !== null) return { kind: "none", files: [], problem: unknown };
    if (start.fingerprint === now.fingerprint || now.root === null)
      return { kind: now.kind, files: [], problem: null };
    return await compare(start, now, openGit(now.root, options));
  } catch (error) {
    return { kind: "none", files: [], problem: errorMessage(error) };
  }
}

function findProblem(start: TreeState, now: TreeState): string | null {
  if (start.kind === "none" && now.kind === "none") return null;
  if (start.kind === "none") return "the state of the work tree at the start is not known";
  if (now.kind === "none") return now.problem ?? "the repository is gone";
  if (start.root !== now.root) return "the session has moved to another work tree";
  const isFingerprintOnly =
    start.truncated && start.dirty.length === 0 && start.fingerprint !== now.fingerprint;
  return isFingerprintOnly ? "too many files were changed at the start to record them" : null;
}

async function compare(start: TreeState, now: TreeState, git: Git): Promise<FileChanges> {
  const [commits, olderCommits] = await Promise.all([
    compareCommits(git, start.head, now.head),
    readOlderCommits(start, now, git),
  ]);
  if (!commits.ok) return { kind: "none", files: [], problem: commits.problem };
  const view: Comparison = {
    root: git.root,
    before: mapByPath(start.dirty),
    after: mapByPath(now.dirty),
    commits: commits.value,
    olderCommits,
    algorithm: hashAlgorithm(now.head),
  };
  const paths = new Set([...view.before.keys(), ...view.after.keys(), ...view.commits.keys()]);
  const changes = [...paths]
    .filter((path) => !isHoldfastFile(path))
    .map((path) => comparePath(path, view))
    .filter(({ was, is }) => was !== is);
  const files = changes.map((change) => describe(change, view));
  return { kind: "git", files: files.sort(byPath), problem: null };
}

interface Comparison {
  root: string;
  before: Map<string, DirtyFile>;
  after: Map<string, DirtyFile>;
  commits: Map<string, TreeChange>;
  /** Changes by commits from before the start, which arrived since. */
  olderCommits: Map<string, TreeChange>[];
  algorithm: "sha1" | "sha256";
}

interface ContentChange {
  path: string;
  was: ContentId;
  is: ContentId;
}

function comparePath(path: string, { before, after, commits, root, algorithm }: Comparison): ContentChange {
  const [then, now, commit] = [before.get(path), after.get(path), commits.get(path)];
  const was = then?.content ?? (commit ? commit.before : now?.committed) ?? DELETED;
  // A file that was dirty at the start and is committed now may have the same content: only the disk shows it.
  const onDisk = () => identify(readContent(root, path), algorithm);
  const is = now?.content ?? (then ? onDisk() : commit?.after) ?? DELETED;
  return { path, was, is };
}

function describe({ path, was, is }: ContentChange, view: Comparison): ChangedFile {
  const older = view.olderCommits.flatMap((changes) => changes.get(path) ?? []);
  return {
    path,
    isDeleted: is === DELETED,
    isDirty: view.after.has(path),
    isFromElsewhere: older.some(({ after }) => (after ?? DELETED) === is),
    old: oldContent(path, was, view, older),
  };
}

function oldContent(path: string, was: ContentId, { before }: Comparison, older: TreeChange[]): OldContent[] {
  const then = before.get(path);
  const committed = [then?.committed ?? null, ...older.map(({ after }) => after)];
  const blobs = [...(then ? [] : [was]), ...committed].flatMap((content) => blobOf(content) ?? []);
  return [
    ...(then && was !== DELETED ? [{ in: "snapshot", path } as const] : []),
    ...[...new Set(blobs)].map((blob) => ({ in: "git", blob }) as const),
  ];
}

function mapByPath(dirty: DirtyFile[]): Map<string, DirtyFile> {
  return new Map(dirty.map((file) => [file.path, file]));
}

/** Changes by commits from before the start. Empty when they are not known: all changes then count as the session's. */
async function readOlderCommits(
  start: TreeState,
  now: TreeState,
  git: Git,
): Promise<Map<string, TreeChange>[]> {
  if (start.head === now.head || now.head === null) return [];
  const commits = await commitsBetween(git, start.head, now.head);
  if (!commits.ok) return [];
  const tips = findTips(commits.value, now.head, start.at);
  const compared = await Promise.all(tips.map((tip) => compareCommits(git, start.head, tip)));
  return compared.flatMap((changes) => (changes.ok ? [changes.value] : []));
}

/** The newest commits made before `since`. */
function findTips(commits: readonly Commit[], head: string, since: number): string[] {
  // No commit between them: the branch was moved back to an older one.
  if (commits.length === 0) return [head];
  const isOld = ({ committedAt }: Commit) => committedAt + SECOND_MS <= since;
  const old = new Set(commits.filter(isOld).map(({ id }) => id));
  const parentsOfNew = commits.filter(({ id }) => !old.has(id)).flatMap(({ parents }) => parents);
  return [...new Set([head, ...parentsOfNew])].filter((id) => old.has(id)).slice(0, MAX_TIPS);
}
