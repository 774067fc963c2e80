// MEMORY.md of the client's auto-memory: a line per memory (`- [Title](file.md) — hook`), and in older versions the notes
// themselves. Only the lines that link to our files are ours.
import { posix } from "node:path";
import { findNumberedName, type MemoryDraft } from "../files/save-memory.ts";
import { slugOf } from "../files/slug.ts";
import type { Memory } from "../memory.ts";

export const INDEX_FILE = "MEMORY.md";

const POINTER = /^\s*[-*]\s*\[[^\]]*\]\(([^)\n]+)\)(?:\s*—\s*([^\r\n]*))?/;
const LINK = /\[[^\]\n]*\]\(([^)\n]+)\)/g;

export interface ClientIndex {
  drafts: MemoryDraft[];
  /** Distinct paths relative to the folder. */
  links: string[];
  /** Links out of the folder, which are not followed. */
  outsideLinks: string[];
}

/** Makes a memory of each heading that has text other than pointers. */
export function parseClientIndex(text: string, modifiedAt: number): ClientIndex {
  const plain = text.replace(/\r\n?/g, "\n");
  const targets = [...plain.matchAll(LINK)].map((match) => match[1] ?? "").filter(isLocal);
  const ids = new Set<string>();
  const drafts = plain.split(/^(?=#{1,6}[ \t])/m).flatMap((section): MemoryDraft[] => {
    const heading = /^#{1,6}[ \t]+(.+)$/m.exec(section)?.[1] ?? "";
    const body = section
      .replace(/^#{1,6}[ \t]+.+$/m, "")
      .split("\n")
      .filter((line) => !isPointer(line))
      .join("\n")
      .trim();
    if (body === "") return [];
    const title = heading || (body.split("\n", 1)[0] ?? "");
    const id = findNumberedName(slugOf(title), (name) => ids.has(name));
    ids.add(id);
    return [{ id, title, body, category: "DECISION", created: modifiedAt, who: "claude" }];
  });
  return {
    drafts,
    links: unique(targets.filter((target) => isInside(target) && target.endsWith(".md")).map(placeOf)),
    outsideLinks: unique(targets.filter((target) => !isInside(target))),
  };
}

/** By a link, or by name as in "see `debugging.md`". */
export function isNamedIn(text: string, place: string): boolean {
  const name = place.replaceAll(/[^\w/-]/g, "\\$&");
  if (new RegExp(`(?<![\\w./-])(?:\\./)?${name}(?![\\w-])`).test(text)) return true;
  return [...text.matchAll(LINK)].some((match) => placeOf(match[1] ?? "") === place);
}

export function pointerTo({ title, category }: Pick<Memory, "title" | "category">, file: string): string {
  return `- [${title.replaceAll(/[[\]]/g, "")}](${file}) — ${hookOf(category)}`;
}

/** Puts our lines, those that link to `ours`, where the first of them was, and keeps all other lines. */
export function mergeIndex(before: string, pointers: readonly string[], ours: ReadonlySet<string>): string {
  const end = before.includes("\r\n") ? "\r\n" : "\n";
  const lines = before.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const first = lines.findIndex(isOwnLine);
  const kept = (part: readonly string[]) => part.filter((line) => !isOwnLine(line));
  const above = first === -1 ? lines : lines.slice(0, first);
  const last = above.at(-1) ?? "";
  const isApart = first !== -1 || above.length === 0 || last.trim() === "" || POINTER.test(last);
  const gap = isApart || pointers.length === 0 ? [] : [""];
  const below = first === -1 ? [] : kept(lines.slice(first));
  return [...above, ...gap, ...pointers, ...below].map((line) => `${line}${end}`).join("");

  function isOwnLine(line: string): boolean {
    const target = POINTER.exec(line)?.[1];
    return target !== undefined && isLocal(target) && ours.has(placeOf(target));
  }
}

function hookOf(category: Memory["category"]): string {
  return category.toLowerCase().replace("_", " ");
}

function isPointer(line: string): boolean {
  const target = POINTER.exec(line)?.[1];
  return target !== undefined && isLocal(target) && (target.endsWith(".md") || !isInside(target));
}

/** Not a URL, and not an anchor in the same file. */
function isLocal(target: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]+:|#)/i.test(target) || /^file:/i.test(target);
}

function isInside(target: string): boolean {
  const place = placeOf(target);
  return !/^(?:\/|~|\.\.(?:\/|$)|file:)/i.test(place) && !target.includes("\\");
}

function placeOf(target: string): string {
  return posix.normalize(decode(target.replace(/#.*$/, "")));
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target; // A percent sign in a name.
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
