// One file against what it was.
import type { ChangedFile, OldContent } from "./changed-files.ts";
import { lineIds, textLines } from "./lines.ts";
import { matchLines } from "./match-lines.ts";
import { type Content, readContent } from "./read-content.ts";

export type Comparison =
  | { path: string; why?: undefined; added: NewLine[]; removed: number[] }
  | { path: string; why: string; added?: undefined; removed?: undefined };

interface NewLine {
  line: number;
  text: string;
  id: number;
}

/** null when that content is not known, or is not text. */
export type LinesOf = (old: OldContent) => number[] | null;

export function compareFile(root: string, file: ChangedFile, linesOf: LinesOf): Comparison {
  const { path, change } = file;
  const [first, ...others] = file.old;
  const before = first ? linesOf(first) : [];
  if (change === "deleted") return { path, added: [], removed: before ?? [] };
  const now = linesNow(readContent(root, path));
  if (typeof now === "string") return { path, why: now };
  if (before === null) return { path, why: "its old content is not known or is not text" };
  const ids = lineIds(now);
  const { added, removed } = matchLines(before, ids);
  // What the commit had when the session began with other changes, or what a merge brought, is old as well.
  const alsoOld = new Set(others.flatMap((old) => linesOf(old) ?? []));
  return {
    path,
    added: added.flatMap((index) => {
      const [text = "", id = 0] = [now[index], ids[index]];
      return alsoOld.has(id) ? [] : [{ line: index + 1, text, id }];
    }),
    removed: removed.map((index) => before[index] as number),
  };
}

function linesNow(content: Content): string[] | string {
  if (content.kind === "large") return "it is too large";
  if (content.kind !== "file") return "it is not a plain file";
  return textLines(content.bytes) ?? "it is not text";
}
