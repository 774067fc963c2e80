// What an export does to a folder that may be in use: only files of an earlier export that nobody changed are ours.

/** What lies in the folder, by its path below it; null where it is no file that could be one of ours. */
export type ExistingFiles = ReadonlyMap<string, string | null>;

export interface ExportFiles {
  /** Paths below the folder, with their texts. */
  write: Map<string, string>;
  /** Of an earlier export, for memories that are not part of this one. */
  remove: string[];
  /** Of an earlier export, but changed since: left as they are. */
  changed: string[];
}

/** Of an earlier export. */
export interface OwnEntry {
  file: string;
  id: string;
  personal: boolean;
  isAsWritten: boolean;
}

interface Named {
  id: string;
  personal: boolean;
}

export function ownerOf({ id, personal }: Named): string {
  return `${personal ? "personal" : "project"}\0${id}`;
}

/** Some file systems take `A.md` and `a.md` for the same. */
export function takenNames(lying: ExistingFiles): Set<string> {
  return new Set([...lying.keys()].map((name) => name.toLowerCase()));
}
