// Identifies a work tree by its content alone: git's tree id, which stays the same when the content is committed. Compares it with
// other trees. Nothing is written to the repository.
import { pathBytes } from "../platform/libc.ts";
import { compareCommits } from "./git-objects.ts";
import { byPath, contentIdOf } from "./git-status.ts";
import { type Git, type GitOptions, openGit, runGit, splitRecords } from "./run-git.ts";
import {
  type ContentId,
  DELETED,
  type DirtyFile,
  differsFromCommit,
  hashAlgorithm,
  type TreeState,
  treeFingerprint,
} from "./tree-state.ts";

export interface ContentTree {
  /** What `git rev-parse HEAD^{tree}` would print if everything were committed; null when unknown. */
  id: string | null;
  /** By path relative to the root. */
  files: Map<string, ContentId>;
}

interface Folder {
  files: Map<string, ContentId>;
  folders: Map<string, Folder>;
}

const MAX_EARLIER_HEADS = 40;
const BLOB_ID = /^([0-9a-f]{40}|[0-9a-f]{64})(\+[xl])?$/;
const MODES: Record<string, string> = { "": "100644", "+x": "100755", "+l": "120000" };

/** null without a repository, or when git fails. */
export async function readContentTree(state: TreeState, options: GitOptions): Promise<ContentTree | null> {
  if (state.kind === "none" || state.root === null || state.problem !== null) return null;
  const files = state.head === null ? new Map() : await listFiles(openGit(state.root, options), state.head);
  if (files === null) return null;
  for (const { path, content } of state.dirty) {
    if (content === DELETED) files.delete(path);
    else files.set(path, content);
  }
  const isCut = state.truncated && state.dirty.length === 0;
  return { id: isCut ? null : hashTree(files, hashAlgorithm(state.head)), files };
}

/** The paths that differ from the tree with this id; null when the repository does not have it. */
export async function compareWithTree(
  { files }: ContentTree,
  id: string,
  root: string,
  options: GitOptions,
): Promise<string[] | null> {
  const before = BLOB_ID.test(id) ? await listFiles(openGit(root, options), id) : null;
  if (before === null) return null;
  const paths = [...new Set([...before.keys(), ...files.keys()])];
  return paths.filter((path) => before.get(path) !== files.get(path)).toSorted();
}

/** The states that have the same content, for each earlier position of HEAD: a commit does not change the content. */
export async function sameContentBefore(state: TreeState, options: GitOptions): Promise<TreeState[]> {
  const { root, head } = state;
  if (root === null || head === null || (state.truncated && state.dirty.length === 0)) return [state];
  const git = openGit(root, options);
  const lists = await Promise.all([
    runGit(git, ["rev-list", "--walk-reflogs", `--max-count=${MAX_EARLIER_HEADS}`, "HEAD"]),
    runGit(git, ["rev-list", `--max-count=${MAX_EARLIER_HEADS}`, "HEAD"]),
  ]);
  const heads = lists.flatMap((run) => (run.ok ? new TextDecoder().decode(run.value).split("\n") : []));
  const others = new Set(heads.filter((id) => BLOB_ID.test(id) && id !== head));
  const states = [state];
  for (const before of [...others, null]) {
    const changes = await compareCommits(git, before, head);
    if (!changes.ok) continue;
    const dirty = new Map<string, DirtyFile>();
    for (const [path, { before: committed, after }] of changes.value)
      dirty.set(path, { path, status: "", content: after ?? DELETED, committed });
    for (const file of state.dirty) {
      const change = changes.value.get(file.path);
      dirty.set(file.path, { ...file, committed: change ? change.before : file.committed });
    }
    const different = [...dirty.values()].filter(differsFromCommit).toSorted(byPath);
    states.push({
      ...state,
      head: before,
      dirty: different,
      fingerprint: treeFingerprint(before, different),
    });
  }
  return states;
}

/** `100644 blob <id>`, a tab, the path. */
async function listFiles(git: Git, tree: string): Promise<Map<string, ContentId> | null> {
  const run = await runGit(git, ["ls-tree", "-r", "-z", "--full-tree", tree]);
  if (!run.ok) return null;
  const files = new Map<string, ContentId>();
  for (const record of splitRecords(run.value)) {
    const tab = record.indexOf("\t");
    const [mode = "", , id = ""] = record.slice(0, tab).split(" ");
    const content = contentIdOf(mode, id);
    if (content !== null) files.set(record.slice(tab + 1), content);
  }
  return files;
}

/** null when the content of a file is not known, such as that of a nested repository with changes. */
function hashTree(files: ReadonlyMap<string, ContentId>, algorithm: "sha1" | "sha256"): string | null {
  const top: Folder = { files: new Map(), folders: new Map() };
  for (const [path, content] of files) {
    const names = path.split("/");
    let folder = top;
    for (const name of names.slice(0, -1)) {
      const inner = folder.folders.get(name) ?? { files: new Map(), folders: new Map() };
      folder.folders.set(name, inner);
      folder = inner;
    }
    folder.files.set(names.at(-1) ?? "", content);
  }
  return hashFolder(top, algorithm);
}

function hashFolder({ files, folders }: Folder, algorithm: "sha1" | "sha256"): string | null {
  const entries: { key: Buffer; bytes: Buffer }[] = [];
  const add = (mode: string, name: string, id: string) => {
    const bytes = Buffer.from(pathBytes(name).subarray(0, -1));
    // Git sorts a folder as if its name ended in a slash.
    const key = mode === "40000" ? Buffer.concat([bytes, Buffer.from("/")]) : bytes;
    entries.push({
      key,
      bytes: Buffer.concat([Buffer.from(`${mode} `), bytes, Buffer.from([0]), Buffer.from(id, "hex")]),
    });
  };
  for (const [name, content] of files) {
    const [, id, kind = ""] = BLOB_ID.exec(content) ?? [];
    const commit = /^commit:([0-9a-f]+)$/.exec(content)?.[1];
    if (id !== undefined) add(MODES[kind] ?? "", name, id);
    else if (commit !== undefined) add("160000", name, commit);
    else return null;
  }
  for (const [name, folder] of folders) {
    const id = hashFolder(folder, algorithm);
    if (id === null) return null;
    add("40000", name, id);
  }
  const body = Buffer.concat(entries.toSorted((a, b) => a.key.compare(b.key)).map(({ bytes }) => bytes));
  return new Bun.CryptoHasher(algorithm).update(`tree ${body.length}\0`).update(body).digest("hex");
}
