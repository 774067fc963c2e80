import type { Block } from "./rule.ts";

const OPENING = /(?:<|\\u003c)private\s*(?:>|\\u003e)/iy;
const EITHER = /(?:<|\\u003c)(\/?|\\\/)private\s*(?:>|\\u003e)/gi;

/** From a tag to the one that closes it, tags inside it counted; to the end of the text when nothing does. */
export function findPrivateTag(text: string, at: number): Block[] {
  OPENING.lastIndex = at;
  if (!OPENING.test(text)) return [];
  EITHER.lastIndex = at;
  let depth = 0;
  for (let tag = EITHER.exec(text); tag; tag = EITHER.exec(text)) {
    depth += tag[1] === "" ? 1 : -1;
    if (depth === 0) return [{ start: at, end: EITHER.lastIndex }];
  }
  return [{ start: at, end: text.length }];
}
