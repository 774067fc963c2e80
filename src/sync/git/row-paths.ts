// Where a row is in the tree of the remote's branch. Deleted rows have a folder of their own: their paths alone tell what must
// not be stored again.
import type { RowKey } from "../row.ts";

export function pathOf(row: RowKey & { deleted: boolean }): string {
  return row.deleted
    ? `deleted/${row.kind}/${nameOf(row)}/${row.machine}.json`
    : `rows/${row.kind}/${nameOf(row)}/${row.machine}.json`;
}

/** The folder that says that somebody deleted what the row is about. */
export function deletedFolderOf(row: RowKey): string {
  return `deleted/${row.kind}/${nameOf(row)}/`;
}

export function liveFolderOf(row: RowKey): string {
  return `rows/${row.kind}/${nameOf(row)}/`;
}

export function isRowPath(path: string): boolean {
  return /^(?:rows|deleted)\/[a-z]+\/[0-9a-f]{40}\/[0-9a-f]{32}\.json$/.test(path);
}

/** An id may have characters that some file systems refuse. */
function nameOf({ kind, id }: RowKey): string {
  return new Bun.CryptoHasher("sha256").update(`${kind} ${id}`).digest("hex").slice(0, 40);
}
