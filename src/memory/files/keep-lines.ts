// What a person wrote into the front matter of a memory stays when holdfast writes the file anew.
import { hasSecret } from "./clean-memory.ts";

const OWN_KEYS = /^(?:id|title|category|tags|created|updated|source|confidence|status|supersedes)[ \t]*:/;
const FRONT = /^---\n([\s\S]*?)\n---(?:\n|$)/;

/** The new text with what a person added to the old one's front matter for themselves. */
export function keepForeignLines(before: string, after: string): string {
  const foreign = blocksOf(before).filter(([first = ""]) => /^\S/.test(first) && !OWN_KEYS.test(first));
  if (foreign.length === 0) return after;
  return after.replace("\n---\n", () => `\n${foreign.flat().join("\n")}\n---\n`);
}

/** The new text with the old lines of these keys: nobody knows what they were to say. */
export function keepOddLines(before: string, after: string, keys: readonly string[]): string {
  const old = blocksOf(before);
  return keys.reduce((text, key) => {
    const kept = old.findLast((lines) => isOf(key, lines));
    const written = blocksOf(text).find((lines) => isOf(key, lines));
    if (!kept || !written || hasSecret(kept)) return text;
    return text.replace(`\n${written.join("\n")}\n`, () => `\n${kept.join("\n")}\n`);
  }, after);
}

function isOf(key: string, [first = ""]: readonly string[]): boolean {
  return first.startsWith(key) && /^[ \t]*:/.test(first.slice(key.length));
}

/** A line with a key, and those that belong to it. */
function blocksOf(text: string): string[][] {
  const front = FRONT.exec(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"))?.[1];
  const blocks: string[][] = [];
  for (const line of front?.split("\n") ?? []) {
    const last = blocks.at(-1);
    if (last && !(/^\S/.test(line) && !line.startsWith("- "))) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}
