// Runs and parses `git status --porcelain=v2 -z --branch`, see git-status(1), without the filters that a repository may define,
// and reads the content of each path in it, within limits that depend only on the tree.
import type { Repository } from "../platform/repository.ts";
import { identify, identifyByStat, readContent } from "./read-content.ts";
import { filterOverrides, type Git, type GitResult, runGit, splitRecords } from "./run-git.ts";
import { type ContentId, DELETED, type DirtyFile, hashAlgorithm, type TreeState } from "./tree-state.ts";

export interface GitStatus {
  head: string | null;
  branch: string | null;
  entries: StatusEntry[];
}

export interface StatusEntry {
  path: string;
  /** Two letters, index then work tree. */
  status: string;
  committed: ContentId | null;
  /** A submodule, or an untracked repository. */
  isRepository: boolean;
}

const STATUS = [
  ...["status", "--porcelain=v2", "-z", "--branch", "--untracked-files=all"],
  // By default git would walk the history, read blobs, and run under the config of each submodule.
  ...["--no-ahead-behind", "--no-renames", "--ignore-submodules=dirty"],
];

/** Beyond these limits a file is identified by size and time. */
const MAX_FILES = 5000;
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;

// holdfast's own logs and locks, which change while we read.
const HOLDFAST_FILES = /(^|\/)\.claude\/runtime\//;

/** Of the whole work tree, or of `paths` only: git then reads no other file. */
export async function readStatus(
  repository: Repository,
  git: Git,
  paths: readonly string[] = [],
): Promise<GitResult<GitStatus>> {
  const filters = await filterOverrides(repository, git);
  if (!filters.ok) return filters;
  // Literal, because a path may begin with a colon or contain a star.
  const pathspecs = paths.map((path) => `:(top,literal)${path}`);
  const args = paths.length === 0 ? STATUS : [...STATUS, "--", ...pathspecs];
  const run = await runGit({ ...git, config: filters.value }, args);
  return run.ok ? { ok: true, value: parseStatus(run.value) } : run;
}

function parseStatus(output: Uint8Array): GitStatus {
  const status: GitStatus = { head: null, branch: null, entries: [] };
  for (const record of splitRecords(output)) {
    if (record.startsWith("# ")) parseHeader(record, status);
    else if (record.startsWith("? ")) status.entries.push(untracked(record.slice(2)));
    else if (record.startsWith("1 ")) status.entries.push(...tracked(record, 8, [3, 6]));
    else if (record.startsWith("u ")) status.entries.push(...tracked(record, 10, [4, 8]));
  }
  return { ...status, entries: mergeTwins(status.entries) };
}

function parseHeader(record: string, status: GitStatus): void {
  const [, name, value = ""] = record.split(" ");
  if (name === "branch.oid" && value !== "(initial)") status.head = value;
  if (name === "branch.head" && value !== "(detached)") status.branch = value;
}

function untracked(path: string): StatusEntry {
  const isRepository = path.endsWith("/");
  return { path: isRepository ? path.slice(0, -1) : path, status: "??", committed: null, isRepository };
}

/** The path follows `before` other fields, and may contain spaces. */
function tracked(record: string, before: number, [mode, blob]: [number, number]): StatusEntry[] {
  const fields = record.split(" ");
  const path = fields.slice(before).join(" ");
  const [, status = "", submodule = ""] = fields;
  if (path === "") return [];
  const committed = contentIdOf(fields[mode] ?? "", fields[blob] ?? "");
  return [{ path, status, committed, isRepository: submodule.startsWith("S") }];
}

/** null when there is no content. */
export function contentIdOf(mode: string, blob: string): ContentId | null {
  if (/^0*$/.test(blob)) return null;
  if (mode === "160000") return `commit:${blob}`;
  if (mode === "100755") return `${blob}+x`;
  return mode === "120000" ? `${blob}+l` : blob;
}

/** A file that is removed from the index but still on disk is listed twice: as deleted and as untracked. */
function mergeTwins(entries: StatusEntry[]): StatusEntry[] {
  const merged = new Map<string, StatusEntry>();
  for (const entry of entries) {
    const twin = merged.get(entry.path);
    merged.set(entry.path, twin ? { ...entry, committed: twin.committed ?? entry.committed } : entry);
  }
  return [...merged.values()];
}

/** null when time ran out. `nested`: the states of the repositories among the entries. */
export function describeDirtyFiles(
  entries: readonly StatusEntry[],
  nested: ReadonlyMap<string, TreeState>,
  git: Git,
  head: string | null,
): { dirty: DirtyFile[]; truncated: boolean } | null {
  const algorithm = hashAlgorithm(head);
  const dirty: DirtyFile[] = [];
  let [files, bytes, truncated] = [0, 0, false];
  const contentOnDisk = (path: string): ContentId => {
    if (files++ >= MAX_FILES || bytes >= MAX_TOTAL_BYTES) {
      truncated = true;
      return identifyByStat(git.root, path);
    }
    const content = readContent(git.root, path);
    if (content.kind === "file") bytes += content.bytes.length;
    return identify(content, algorithm);
  };
  for (const entry of entries.toSorted(byPath)) {
    const { path, status, committed } = entry;
    if (isHoldfastFile(path)) continue;
    if (dirty.length % 64 === 63 && performance.now() > git.until) return null;
    const content = isDeleted(entry)
      ? DELETED
      : entry.isRepository
        ? nestedContent(nested.get(path))
        : contentOnDisk(path);
    dirty.push({ path, status, content, committed });
  }
  return { dirty, truncated };
}

export function isHoldfastFile(path: string): boolean {
  return HOLDFAST_FILES.test(path);
}

export function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}

/** According to git, not the disk: an ignored file may have replaced it, or a link may lead elsewhere. */
function isDeleted({ status }: StatusEntry): boolean {
  return status[1] === "D" || status === "D.";
}

function nestedContent(state: TreeState | undefined): ContentId {
  return state?.kind === "git" ? `tree:${state.fingerprint}` : "unreadable";
}
