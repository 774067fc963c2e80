import type { Block } from "./rule.ts";

const OPEN = "(?:<|\\\\{1,7}u003c|&lt;|%3c)\\s{0,5}";
const SPACE = "(?:\\s|\\\\{1,7}[nrt]){0,20}";
const CLOSE = `${SPACE}(?:>|\\\\{1,7}u003e|&gt;|%3e)`;
const ATTRIBUTE = `(?:\\s{1,5}[\\w-]{1,20}=\\\\{0,7}["'][^"'<>\\\\]{0,100}\\\\{0,7}["']){0,3}`;

const makePatterns = () => ({
  opening: new RegExp(`${OPEN}private${ATTRIBUTE}${CLOSE}`, "iy"),
  either: new RegExp(`${OPEN}(\\\\{0,7}/|%2f|)\\s{0,5}private${ATTRIBUTE}${CLOSE}`, "gi"),
});
let patterns: ReturnType<typeof makePatterns> | undefined;

/** From a tag to the one that closes it, tags inside it counted; to the end of the text when nothing does. */
export function findPrivateTag(text: string, at: number): Block[] {
  patterns ??= makePatterns();
  const { opening, either } = patterns;
  opening.lastIndex = at;
  if (!opening.test(text)) return [];
  either.lastIndex = at;
  let depth = 0;
  for (let tag = either.exec(text); tag; tag = either.exec(text)) {
    depth += tag[1] === "" ? 1 : -1;
    if (depth === 0) return [{ start: at, end: either.lastIndex }];
  }
  return [{ start: at, end: text.length }];
}
