// What differs between the state at a session's start and the state now, committed or not.

import { isOwnFile } from "./dirty-files.ts";
import { type Commit, commitsBetween, compareCommits, type TreeChange } from "./git-objects.ts";
import { identify, readContent } from "./read-content.ts";
import type { Git, GitOptions } from "./run-git.ts";
import { blobOf, type ContentId, DELETED, type DirtyFile, type TreeState } from "./tree-state.ts";

const MAX_TIPS = 4;

/** git keeps whole seconds. */
const SECOND_MS = 1000;

export interface Changes {
  /** "none": it cannot be told; then there are no files. */
  kind: "git" | "none";
  files: ChangedFile[];
  problem: string | null;
}

export interface ChangedFile {
  path: string;
  change: "added" | "modified" | "deleted" | "renamed";
  /** Its name at the start, when it was renamed. */
  from: string | null;
  isDirty: boolean;
  /** Exactly as commits from before the session have it: pulled, merged or checked out, not written now. */
  isFromElsewhere: boolean;
  /** Where its old content is found, that of the start first; empty for a file that is new. */
  old: OldContent[];
}

export type OldContent = { in: "git"; blob: string } | { in: "snapshot"; path: string };

/** Never throws. */
export async function filesChangedSince(
  start: TreeState,
  now: TreeState,
  { env, deadlineMs }: GitOptions,
): Promise<Changes> {
  try {
    const unknown = whyUnknown(start, now);
    if (unknown !== null) return { kind: "none", files: [], problem: unknown };
    if (start.mark === now.mark || now.root === null) return { kind: now.kind, files: [], problem: null };
    return await compare(start, now, { root: now.root, env, until: performance.now() + deadlineMs });
  } catch (error) {
    return { kind: "none", files: [], problem: error instanceof Error ? error.message : String(error) };
  }
}

function whyUnknown(start: TreeState, now: TreeState): string | null {
  if (start.kind === "none" && now.kind === "none") return null;
  if (start.kind === "none") return "the state of the work tree at the start is not known";
  if (now.kind === "none") return now.problem ?? "the repository is gone";
  if (start.root !== now.root) return "the session has moved to another work tree";
  const isMarkOnly = start.truncated && start.dirty.length === 0 && start.mark !== now.mark;
  return isMarkOnly ? "too many files were changed at the start to remember them" : null;
}

async function compare(start: TreeState, now: TreeState, git: Git): Promise<Changes> {
  const [commits, brought] = await Promise.all([
    compareCommits(git, start.head, now.head),
    broughtFromElsewhere(start, now, git),
  ]);
  if (!commits.ok) return { kind: "none", files: [], problem: commits.problem };
  const view: View = {
    root: git.root,
    before: byPath(start.dirty),
    after: byPath(now.dirty),
    commits: commits.value,
    brought,
    algorithm: (now.head ?? "").length === 64 ? "sha256" : "sha1",
  };
  const paths = new Set([...view.before.keys(), ...view.after.keys(), ...view.commits.keys()]);
  const moves = [...paths].filter((path) => !isOwnFile(path)).map((path) => lookAt(path, view));
  const files = pairRenames(moves.filter(({ was, is }) => was !== is)).map((move) => describe(move, view));
  return { kind: "git", files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), problem: null };
}

interface View {
  root: string;
  before: Map<string, DirtyFile>;
  after: Map<string, DirtyFile>;
  commits: Map<string, TreeChange>;
  brought: Map<string, TreeChange>[];
  algorithm: "sha1" | "sha256";
}

interface Move {
  path: string;
  was: ContentId;
  is: ContentId;
  from: string | null;
}

function lookAt(path: string, { before, after, commits, root, algorithm }: View): Move {
  const [then, now, commit] = [before.get(path), after.get(path), commits.get(path)];
  const was = then?.content ?? (commit ? commit.before : now?.committed) ?? DELETED;
  // What was changed at the start and is committed now may still be the same: only the file itself can tell.
  const onDisk = () => identify(readContent(root, path), algorithm);
  const is = now?.content ?? (then ? onDisk() : commit?.after) ?? DELETED;
  return { path, was, is, from: null };
}

/** The same content under another name. */
function pairRenames(moves: Move[]): Move[] {
  const gone = new Map(
    moves.filter(({ was, is }) => is === DELETED && blobOf(was)).map((move) => [move.was, move]),
  );
  const paired = new Set<Move>();
  const result = moves.map((move) => {
    const origin = move.was === DELETED ? gone.get(move.is) : undefined;
    if (origin === undefined || paired.has(origin)) return move;
    paired.add(origin);
    return { ...move, was: origin.was, from: origin.path };
  });
  return result.filter((move) => !paired.has(move));
}

function describe({ path, was, is, from }: Move, view: View): ChangedFile {
  const name = from ?? path;
  const brought = view.brought.flatMap((changes) => changes.get(path) ?? []);
  return {
    path,
    change: from !== null ? "renamed" : is === DELETED ? "deleted" : was === DELETED ? "added" : "modified",
    from,
    isDirty: view.after.has(path),
    isFromElsewhere: brought.some(({ after }) => (after ?? DELETED) === is),
    old: oldContent(name, was, view, brought),
  };
}

function oldContent(name: string, was: ContentId, { before }: View, brought: TreeChange[]): OldContent[] {
  const then = before.get(name);
  const kept = [then?.committed ?? null, ...brought.map(({ after }) => after)];
  const blobs = [...(then ? [] : [was]), ...kept].flatMap((content) => blobOf(content) ?? []);
  return [
    ...(then && was !== DELETED ? [{ in: "snapshot", path: name } as const] : []),
    ...[...new Set(blobs)].map((blob) => ({ in: "git", blob }) as const),
  ];
}

function byPath(dirty: DirtyFile[]): Map<string, DirtyFile> {
  return new Map(dirty.map((file) => [file.path, file]));
}

/** What the commits made before the start changed; when that cannot be told, all changes count as the session's. */
async function broughtFromElsewhere(
  start: TreeState,
  now: TreeState,
  git: Git,
): Promise<Map<string, TreeChange>[]> {
  if (start.head === now.head || now.head === null) return [];
  const commits = await commitsBetween(git, start.head, now.head);
  if (!commits.ok) return [];
  const tips = findTips(commits.value, now.head, start.at);
  const compared = await Promise.all(tips.map((tip) => compareCommits(git, start.head, tip)));
  return compared.flatMap((one) => (one.ok ? [one.value] : []));
}

/** The newest commits that were there before `since`. */
function findTips(commits: readonly Commit[], head: string, since: number): string[] {
  // Nothing new: the branch went back to an older commit.
  if (commits.length === 0) return [head];
  const old = new Set(commits.filter((one) => one.committedAt + SECOND_MS <= since).map((one) => one.id));
  const parentsOfNew = commits.filter((one) => !old.has(one.id)).flatMap((one) => one.parents);
  return [...new Set([head, ...parentsOfNew])].filter((id) => old.has(id)).slice(0, MAX_TIPS);
}
