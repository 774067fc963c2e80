// What an export does to a folder that may be in use: it replaces only files of an earlier export that nobody changed.

/** The files in the folder, by path; null for a file that cannot be one of ours. */
export type ExistingFiles = ReadonlyMap<string, string | null>;

export interface ExportFiles {
  /** Paths below the folder, with their texts. */
  write: Map<string, string>;
  /** From an earlier export, for memories that are not in this one. */
  remove: string[];
  /** From an earlier export, but changed since: left as they are. */
  changed: string[];
}

/** A file of an earlier export. */
export interface OwnEntry {
  file: string;
  id: string;
  personal: boolean;
  /** Nobody changed it since we wrote it. */
  isUnchanged: boolean;
}

export function ownerOf({ id, personal }: Pick<OwnEntry, "id" | "personal">): string {
  return `${personal ? "personal" : "project"}\0${id}`;
}

/** In lower case, as some file systems treat `A.md` and `a.md` as the same. */
export function takenNames(existing: ExistingFiles): Set<string> {
  return new Set([...existing.keys()].map((name) => name.toLowerCase()));
}
