// Two versions of a memory file, from two branches, become one: with the function that also merges what machines say. For git's merge
// driver, and for files in which git left conflict markers.
import { readFrontMatter } from "../../text/front-matter.ts";
import { contentHash, type Memory } from "../memory.ts";
import { type Edit, editMemory, mergeEdits } from "../merge-edits.ts";
import { keepHandWritten } from "./keep-hand-written.ts";
import { parseMemory, renderMemory } from "./memory-file.ts";

export interface Versions {
  /** What both started from; null if unknown. */
  base: string | null;
  ours: string;
  theirs: string;
}

export interface MergedFile {
  memory: Memory;
  text: string;
}

interface Text {
  title: string;
  body: string;
}

/** A front matter that is longer is not read. */
const MAX_LOST = 12_000;

/**
 * null when a version cannot be read, when they are different memories, or when a text that loses does not fit: then a person has to
 * merge them. `place`: of the file, relative to the memory folder; `modifiedAt` replaces missing dates.
 */
export function mergeFiles(
  { base, ours, theirs }: Versions,
  place: string,
  modifiedAt: number,
): MergedFile | null {
  const read = (text: string) =>
    readFrontMatter(text).state === "read" ? parseMemory(text, place, modifiedAt).memory : null;
  const start = base === null ? null : read(base);
  const [one, other] = [read(ours), read(theirs)];
  if (!one || !other) return null;
  const edits = [
    editOf(start, "", null),
    // Named after the text, so that it does not matter who merges into whose branch.
    editOf(one, contentHash(ours), start),
    editOf(other, contentHash(theirs), start),
  ];
  const [merged, ...more] = mergeEdits(edits.flatMap((edit) => edit ?? []));
  if (merged === undefined || more.length > 0) return null;
  const lost = JSON.stringify(
    [...merged.lost, ...lostIn(ours), ...lostIn(theirs)].map(({ title, body }) =>
      body === title ? title : `${title}\n${body}`,
    ),
  );
  if (lost.length > MAX_LOST) return null;
  const text = keepHandWritten(ours, renderMemory(merged.memory), []);
  return { memory: merged.memory, text: withLost(text, [...new Set(JSON.parse(lost) as string[])]) };
}

function editOf(memory: Memory | null, machine: string, base: Memory | null): Edit | null {
  if (memory === null) return null;
  const { id } = memory;
  const before = base?.id === id ? editOf(base, "", null) : null;
  const [merged = null] = before ? mergeEdits([before]) : [];
  return editMemory({ id, machine, counter: merged ? 2 : 1 }, merged, null, memory);
}

/** In the front matter, so that it stays in the file. */
function withLost(text: string, lost: readonly string[]): string {
  return text.replace(/^---\n([\s\S]*?)\n---\n/, (_, front: string) => {
    const others = front.split("\n").filter((line) => !line.startsWith("lost:"));
    const list = lost.length === 0 ? [] : [`lost: [${lost.map((one) => JSON.stringify(one)).join(", ")}]`];
    return `---\n${[...others, ...list].join("\n")}\n---\n`;
  });
}

/** What lost when the file was merged. */
export function lostIn(text: string): Text[] {
  const front = readFrontMatter(text);
  const list = front.state === "read" ? front.fields.get("lost") : undefined;
  return (Array.isArray(list) ? list : []).map((one) => {
    const [title = "", ...body] = one.split("\n");
    return { title, body: body.join("\n") || title };
  });
}

/** null when git left no conflict markers. */
export function splitConflict(text: string): Versions | null {
  if (!text.includes("<<<<<<< ")) return null;
  const sides = { ours: [] as string[], base: [] as string[], theirs: [] as string[] };
  let side: keyof typeof sides | null = null;
  let hasBase = false;
  let hasConflict = false;
  for (const line of text.replace(/\r\n/g, "\n").split("\n")) {
    if (side === null && line.startsWith("<<<<<<< ")) [side, hasConflict] = ["ours", true];
    else if (side === "ours" && /^\|{7}(?: |$)/.test(line)) [side, hasBase] = ["base", true];
    else if ((side === "ours" || side === "base") && line === "=======") side = "theirs";
    else if (side === "theirs" && line.startsWith(">>>>>>> ")) side = null;
    else if (side === null) for (const lines of Object.values(sides)) lines.push(line);
    else sides[side].push(line);
  }
  if (!hasConflict || side !== null) return null;
  const [ours = "", base = "", theirs = ""] = [sides.ours, sides.base, sides.theirs].map((one) =>
    one.join("\n"),
  );
  return { base: hasBase ? base : null, ours, theirs };
}
