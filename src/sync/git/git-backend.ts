// Rows in a branch of a git remote: one file per row, one commit per push. Nothing is checked out. Only a machine itself writes its
// files, so a push that comes second is made again on top of the first.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { parseJson } from "../../text/unknown-values.ts";
import { type Backend, type Batch, RemoteError } from "../backend.ts";
import { MAX_ROW_BYTES, type PulledRow, type Row, readRow } from "../row.ts";
import { deletedFolderOf, isRowPath, liveFolderOf, pathOf } from "./row-paths.ts";
import { type RemoteGit, runRemoteGit } from "./run-remote-git.ts";

const BRANCH = "refs/heads/holdfast/rows";
const TRACKED = "refs/remotes/origin/rows";
/** The commit to push; each process has its own, because the git of a killed one may still run. */
const NEXT = "refs/holdfast/next-";
/** Made by a newer holdfast if it is higher. */
const FORMAT = 1;
const FORMAT_FILE = "holdfast-format";
/** JSON may need six characters for one. */
const MAX_FILE_BYTES = 2 * MAX_ROW_BYTES;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;
/** 256 MB. */
const MAX_FETCH_BLOCKS = 512 * 1024;
const MAX_PUSHES = 6;
const MAX_PAUSE_MS = 400;

/** `variables`: for git and ssh. */
export interface GitRemote {
  url: string;
  /** Of our own; created here. */
  dir: string;
  variables: Record<string, string | undefined>;
  deadlineMs?: number;
}

export async function openGitBackend({
  url,
  dir,
  variables,
  deadlineMs = 120_000,
}: GitRemote): Promise<Backend> {
  const git: RemoteGit = { dir, variables, deadlineMs };
  const next = `${NEXT}${crypto.randomUUID()}`;
  await prepareRepository(git);
  const ssh = await runRemoteGit(git, ["config", "--get", "core.sshCommand"], { isAllowedToFail: true });
  if (ssh !== null) git.variables = { GIT_SSH_COMMAND: textOf(ssh).trim(), ...variables };
  let isRestarted = false;
  return {
    findTeam: async () => null,
    pull: async function* (since) {
      for await (const batch of pull(git, url, since)) {
        isRestarted ||= batch.isRestarted;
        yield batch;
      }
    },
    push: (rows) => push(git, { url, next }, rows),
    close: async () => {
      await runRemoteGit(git, ["update-ref", "-d", next], { isAllowedToFail: true });
      // Somebody may have rewritten the history to be rid of a text.
      const how = isRestarted ? ["--prune=now"] : ["--auto"];
      await runRemoteGit(git, ["-c", "gc.auto=2000", "-c", "gc.autoDetach=false", "gc", "--quiet", ...how], {
        isAllowedToFail: true,
      });
    },
  };
}

interface TreeFile {
  object: string;
  path: string;
}

async function* pull(git: RemoteGit, url: string, since: string | null): AsyncGenerator<Batch> {
  const head = await fetchHead(git, url);
  const known = since === "" ? null : since;
  const isKnown = known !== null && head !== null && (await isAncestor(git, known, head));
  if (isKnown && known === head) return;
  const isRestarted = known !== null && !isKnown;
  if (head === null) {
    if (isRestarted || since === null) yield { rows: [], cursor: "", isRestarted, ignored: 0 };
    return;
  }
  await checkFormat(git, head);
  const files = isKnown ? await listChanged(git, known, head) : await listFiles(git, head);
  const named = files.filter(({ path }) => isRowPath(path));
  const foreign = files.filter(({ path }) => path !== FORMAT_FILE).length - named.length;
  const sized = await readSizes(git, named);
  let ignored = foreign + named.length - sized.length;
  const slices = sliceBySize(sized);
  for (const [n, slice] of slices.entries()) {
    const rows = await readRows(git, slice);
    ignored += slice.length - rows.length;
    const isLast = n === slices.length - 1;
    // Only a complete pull has a cursor of its own.
    yield { rows, cursor: isLast ? head : (since ?? ""), isRestarted, ignored: isLast ? ignored : 0 };
  }
  if (slices.length === 0) yield { rows: [], cursor: head, isRestarted, ignored };
}

async function push(
  git: RemoteGit,
  { url, next }: { url: string; next: string },
  rows: readonly Row[],
): Promise<void> {
  for (let round = 1; ; round++) {
    const head = await fetchHead(git, url);
    if (head !== null) await checkFormat(git, head);
    const changes = await planChanges(git, head, rows);
    if (changes.length === 0) return;
    await commit(git, next, head, changes);
    const sent = await runRemoteGit(
      git,
      ["push", "--quiet", "--no-verify", "--porcelain", url, `${next}:${BRANCH}`],
      {
        isAllowedToFail: round < MAX_PUSHES,
      },
    );
    if (sent !== null) return;
    // Another machine was first, or the remote is gone, which the next fetch says.
    await Bun.sleep(Math.random() * MAX_PAUSE_MS * round);
  }
}

/** `text` null removes the file. */
interface Change {
  path: string;
  text: string | null;
}

async function planChanges(git: RemoteGit, head: string | null, rows: readonly Row[]): Promise<Change[]> {
  const files = head === null ? [] : await listFiles(git, head);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
  const wanted = rows.filter((row) => row.deleted || !folders.has(deletedFolderOf(row)));
  const present = wanted.flatMap((row) => byPath.get(pathOf(row)) ?? []);
  const stored = new Map<string, number>();
  for (const slice of sliceBySize(await readSizes(git, present)))
    for (const row of await readRows(git, slice)) stored.set(pathOf(row), row.version);
  const newer = wanted.filter((row) => row.version > (stored.get(pathOf(row)) ?? 0));
  const removed = newer
    .filter((row) => row.deleted)
    .flatMap((row) => folders.get(liveFolderOf(row)) ?? [])
    .map(({ path }) => path);
  const changes: Change[] = [
    ...[...new Set(removed)].map((path) => ({ path, text: null })),
    ...newer.map((row) => ({ path: pathOf(row), text: JSON.stringify(row) })),
  ];
  if (changes.length === 0 || byPath.has(FORMAT_FILE)) return changes;
  return [{ path: FORMAT_FILE, text: `${FORMAT}\n` }, ...changes];
}

async function commit(
  git: RemoteGit,
  next: string,
  head: string | null,
  changes: readonly Change[],
): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000);
  const message = "holdfast sync\n";
  const lines = [
    `commit ${next}\ncommitter holdfast <holdfast@localhost> ${seconds} +0000\ndata ${message.length}\n${message}`,
    head === null ? "" : `from ${head}\n`,
    ...changes.map(({ path, text }) =>
      text === null ? `D ${path}\n` : `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    ),
    "\n",
  ];
  await runRemoteGit(git, ["update-ref", "-d", next], { isAllowedToFail: true });
  await runRemoteGit(git, ["fast-import", "--quiet", "--force"], { input: lines.join("") });
}

/** null when the remote has no such branch. */
async function fetchHead(git: RemoteGit, url: string): Promise<string | null> {
  // A pattern, because the name of a branch that does not exist is an error.
  const refspec = `+${BRANCH}*:${TRACKED}*`;
  const args = ["fetch", "--quiet", "--prune", "--no-tags", "--no-write-fetch-head"];
  await runRemoteGit(git, [...args, `--filter=blob:limit=${MAX_FILE_BYTES}`, url, refspec], {
    maxBlocks: MAX_FETCH_BLOCKS,
  });
  const head = await runRemoteGit(git, ["rev-parse", "--verify", "--quiet", `${TRACKED}^{commit}`], {
    isAllowedToFail: true,
  });
  return head === null ? null : textOf(head).trim();
}

async function isAncestor(git: RemoteGit, old: string, head: string): Promise<boolean> {
  if (!/^[0-9a-f]{40,64}$/.test(old)) return false;
  return (
    (await runRemoteGit(git, ["merge-base", "--is-ancestor", old, head], { isAllowedToFail: true })) !== null
  );
}

async function checkFormat(git: RemoteGit, head: string): Promise<void> {
  const file = await runRemoteGit(git, ["cat-file", "blob", `${head}:${FORMAT_FILE}`], {
    isAllowedToFail: true,
  });
  const format = file === null ? FORMAT : Number(textOf(file.slice(0, 20)));
  if (format > FORMAT) throw new RemoteError("newer", `was written by a newer holdfast (format ${format})`);
}

async function listFiles(git: RemoteGit, head: string): Promise<TreeFile[]> {
  const output = await runRemoteGit(git, ["ls-tree", "-r", "-z", "--full-tree", head]);
  return recordsOf(output).flatMap((record) => {
    const [, object, path] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(record) ?? [];
    return object === undefined || path === undefined ? [] : [{ object, path }];
  });
}

/** Added or changed; removed files say nothing. */
async function listChanged(git: RemoteGit, from: string, to: string): Promise<TreeFile[]> {
  const args = [
    "diff-tree",
    "-r",
    "-z",
    "--raw",
    "--no-renames",
    "--no-abbrev",
    "--diff-filter=AM",
    from,
    to,
  ];
  const records = recordsOf(await runRemoteGit(git, args));
  return records.flatMap((record, n) => {
    const object = /^:\d+ 100\d{3} [0-9a-f]+ ([0-9a-f]+) [AM]$/.exec(record)?.[1];
    const path = records[n + 1];
    return object === undefined || path === undefined ? [] : [{ object, path }];
  });
}

interface SizedFile extends TreeFile {
  size: number;
}

/** Without files that are too large, or were not fetched because of that. */
async function readSizes(git: RemoteGit, files: readonly TreeFile[]): Promise<SizedFile[]> {
  if (files.length === 0) return [];
  const input = files.map(({ object }) => `${object}\n`).join("");
  const output = textOf(
    await runRemoteGit(git, ["cat-file", "--batch-check=%(objecttype) %(objectsize)"], { input }),
  );
  const sizes = output.split("\n");
  return files.flatMap((file, n) => {
    const size = Number(/^blob (\d+)$/.exec(sizes[n] ?? "")?.[1] ?? Number.NaN);
    return size <= MAX_FILE_BYTES ? [{ ...file, size }] : [];
  });
}

function sliceBySize(files: readonly SizedFile[]): SizedFile[][] {
  const slices: SizedFile[][] = [];
  let left = 0;
  for (const file of files) {
    if (file.size > left) {
      slices.push([]);
      left = MAX_BATCH_BYTES;
    }
    slices.at(-1)?.push(file);
    left -= file.size;
  }
  return slices;
}

/** Without what is not a row, or not the row that its path names. */
async function readRows(git: RemoteGit, files: readonly SizedFile[]): Promise<PulledRow[]> {
  if (files.length === 0) return [];
  const input = files.map(({ object }) => `${object}\n`).join("");
  const output = await runRemoteGit(git, ["cat-file", "--batch"], { input });
  const rows: PulledRow[] = [];
  let at = 0;
  for (const { path, size } of files) {
    // A line with the object's name, type and size comes before each content.
    const start = (output?.indexOf(10, at) ?? -1) + 1;
    const row = readRow(parseJson(textOf(output?.slice(start, start + size) ?? null)));
    if (row && pathOf(row) === path) rows.push({ ...row, author: null });
    at = start + size + 1;
  }
  return rows;
}

/** Locks of a process that was killed are removed: only one sync runs at a time. */
async function prepareRepository(git: RemoteGit): Promise<void> {
  const { dir } = git;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (!existsSync(`${dir}/HEAD`) || !existsSync(`${dir}/objects`)) {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    await runRemoteGit(git, ["init", "--quiet", "--bare", "--template=", dir]);
  }
  for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" }))
    if (name.endsWith(".lock") || name.startsWith(NEXT)) rmSync(`${dir}/${name}`, { force: true });
}

function recordsOf(output: Uint8Array | null): string[] {
  return textOf(output).split("\0").filter(Boolean);
}

function textOf(output: Uint8Array | null): string {
  return new TextDecoder().decode(output ?? new Uint8Array());
}
