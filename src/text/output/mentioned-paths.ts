// The files that the output of a failing command mentions, as they stand there.
import { dropNoise } from "./noise.ts";
import { plainLines } from "./plain-lines.ts";

export interface MentionedPath {
  path: string;
  /** With a line number: certainly a place in a file, whatever it is called. */
  hasLine: boolean;
}

export const MAX_PATHS = 500;
const BETWEEN = /[\s"'`<>|,;=]+/;
const BEFORE = /^(?:file:\/\/|[([{])+(?:\.\/)*|^(?:\.\/)+/;
const AFTER = /[)\]}.:]+$/;
/** `a.ts:12`, `a.ts:12:5: text`, `a.ts(12,5)`, `A.java:[12,5]`. */
const WITH_LINE = /^(.*?[^:(])(?::\[?|\()\d+(?:[:,)\]].*)?$/;
const LOOKS_LIKE_FILE = /\/[^/]|^[^.].*\.\w+$|^\.\w/;

/** Each once; lines that say nothing about the failure are left out. */
export function mentionedPaths(output: string): MentionedPath[] {
  const found = new Map<string, MentionedPath>();
  for (const line of dropNoise(plainLines(output))) {
    for (const word of line.split(BETWEEN)) {
      const mention = readWord(word);
      if (mention === null) continue;
      const { path, hasLine } = mention;
      if (hasLine || !found.has(path)) found.set(path, { path, hasLine });
      if (found.size >= MAX_PATHS) return [...found.values()];
    }
  }
  return [...found.values()];
}

function readWord(word: string): MentionedPath | null {
  const trimmed = word.replace(BEFORE, "");
  const withLine = WITH_LINE.exec(trimmed)?.[1];
  const path = (withLine ?? trimmed).replace(AFTER, "");
  // A clock or an address with a port has numbers alone, or dots between numbers.
  const hasLine = withLine !== undefined && /[^\d.:]/.test(path) && !path.includes("://");
  return hasLine || LOOKS_LIKE_FILE.test(path) ? { path, hasLine } : null;
}
