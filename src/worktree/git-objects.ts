// Reads objects of git by id, so that no path, filter or conversion is involved.
import { contentIdOf } from "./git-status.ts";
import { MAX_BYTES } from "./read-content.ts";
import { type Git, type GitResult, runGit, splitRecords } from "./run-git.ts";
import type { ContentId } from "./tree-state.ts";

export interface TreeChange {
  before: ContentId | null;
  after: ContentId | null;
}

export interface Commit {
  id: string;
  parents: string[];
  /** In ms. */
  committedAt: number;
}

const EMPTY_TREES: Record<number, string> = {
  40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};
const MAX_COMMITS = 5000;
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

/** The changes between two commits, by path. null stands for the state before the first commit. */
export async function compareCommits(
  git: Git,
  before: string | null,
  after: string | null,
): Promise<GitResult<Map<string, TreeChange>>> {
  if (before === after) return { ok: true, value: new Map() };
  const empty = EMPTY_TREES[(before ?? after ?? "").length] ?? "";
  const options = ["-r", "-z", "--raw", "--no-abbrev", "--no-renames"];
  const run = await runGit(git, ["diff-tree", ...options, before ?? empty, after ?? empty]);
  return run.ok ? { ok: true, value: parseRawDiff(splitRecords(run.value)) } : run;
}

/** The commits reachable from `after` and not from `before`, newest first. */
export async function commitsBetween(
  git: Git,
  before: string | null,
  after: string,
): Promise<GitResult<Commit[]>> {
  const range = before === null ? [after] : [after, `^${before}`];
  const options = ["--parents", "--timestamp", `--max-count=${MAX_COMMITS}`];
  const run = await runGit(git, ["rev-list", ...options, ...range]);
  if (!run.ok) return run;
  const lines = new TextDecoder().decode(run.value).split("\n").filter(Boolean);
  return {
    ok: true,
    value: lines.map((line) => {
      const [seconds, id = "", ...parents] = line.split(" ");
      return { id, parents, committedAt: Number(seconds) * 1000 };
    }),
  };
}

/** The content of each blob that exists and is not too large. One process reads them all. */
export async function readBlobs(
  git: Git,
  ids: readonly string[],
): Promise<GitResult<Map<string, Uint8Array>>> {
  if (ids.length === 0) return { ok: true, value: new Map() };
  const sizes = await runGit(git, ["cat-file", "--batch-check"], `${ids.join("\n")}\n`);
  if (!sizes.ok) return sizes;
  const small = parseSizes(sizes.value);
  if (small.length === 0) return { ok: true, value: new Map() };
  const run = await runGit(git, ["cat-file", "--batch"], `${small.join("\n")}\n`);
  return run.ok ? { ok: true, value: parseBatch(run.value) } : run;
}

/** `:100644 100755 <before> <after> M`, then the path. */
function parseRawDiff(records: string[]): Map<string, TreeChange> {
  const changes = new Map<string, TreeChange>();
  for (let index = 0; index + 1 < records.length; index += 2) {
    const [oldMode = "", newMode = "", oldBlob = "", newBlob = ""] = (records[index] as string)
      .slice(1)
      .split(" ");
    changes.set(records[index + 1] as string, {
      before: contentIdOf(oldMode, oldBlob),
      after: contentIdOf(newMode, newBlob),
    });
  }
  return changes;
}

function parseSizes(output: Uint8Array): string[] {
  let left = MAX_TOTAL_BYTES;
  return new TextDecoder()
    .decode(output)
    .split("\n")
    .flatMap((line) => {
      const [id = "", type, size] = line.split(" ");
      if (type !== "blob" || Number(size) > MAX_BYTES || Number(size) > left) return [];
      left -= Number(size);
      return [id];
    });
}

/** `<id> blob <size>`, a newline, the content, a newline; or `<id> missing`. */
function parseBatch(output: Uint8Array): Map<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  let at = 0;
  while (at < output.length) {
    const end = output.indexOf(0x0a, at);
    if (end === -1) break;
    const [id = "", type, size] = new TextDecoder().decode(output.subarray(at, end)).split(" ");
    at = end + 1;
    if (size === undefined) continue;
    if (type === "blob") blobs.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
