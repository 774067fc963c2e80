// A memory file that is written again keeps what a person wrote into it.
import { hasSecret } from "./clean-memory.ts";

const OWN_KEYS = "id title category tags created updated source confidence status supersedes".split(" ");
const FRONT_MATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/;

/** Keeps what a person wrote into the front matter: fields that are not ours, and `keys`, whose values were not understood. */
export function keepHandWritten(before: string, after: string, keys: readonly string[]): string {
  const old = blocksOf(before);
  const own = blocksOf(after).map((block) => {
    const key = keyOf(block);
    const kept = keys.includes(key) ? old.findLast((lines) => keyOf(lines) === key) : undefined;
    return kept && !hasSecret(kept) ? kept : block;
  });
  const foreign = old.filter((block) => /^\S/.test(block[0] ?? "") && !OWN_KEYS.includes(keyOf(block)));
  return after.replace(FRONT_MATTER, () => `---\n${[...own, ...foreign].flat().join("\n")}\n---\n`);
}

function keyOf([first = ""]: readonly string[]): string {
  return /^(\w+)[ \t]*:/.exec(first)?.[1] ?? "";
}

/** Each line with a key, together with its continuation lines. */
function blocksOf(text: string): string[][] {
  const front = FRONT_MATTER.exec(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"))?.[1];
  const blocks: string[][] = [];
  for (const line of front?.split("\n") ?? []) {
    const last = blocks.at(-1);
    if (last && !(/^\S/.test(line) && !line.startsWith("- "))) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}
