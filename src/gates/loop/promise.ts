// Did Claude give the agreed line? Alone on a line, exact; not in code, not quoted, not while talking about it.

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const INDENTED = /^(?: {4}|\t)/;
const QUOTED = /^ {0,3}>/;
const ENDS_SENTENCE = /[.!?…)\]*_`"”»|]$|^#{1,6} |^ {0,3}([-*_])( ?\1){2,}$/;
/** Words of somebody who speaks about the line instead of giving it. */
const TALK =
  /\b(promise|protocol|completion (line|phrase|marker)|(this|that|the|a|following|exact|agreed) (line|phrase|word|string|marker|text)|(will|would|should|must|shall|could|can|may|to|not|n't|never|when|once|until|unless|before|if|only|then) (then |only |now |yet |also )?(say|write|print|output|emit|give|send|answer|reply|respond|end with|finish with|add))\b|not yet/i;

export function keepsPromise(message: string, promise: string | null): boolean {
  if (!promise?.trim()) return false;
  const lines = outsideCode(message.split(/\r\n|\r|\n/));
  return lines.some((line, index) => line?.trim() === promise.trim() && standsAlone(lines, index));
}

/** null stands for a line that is code or quoted. */
function outsideCode(lines: string[]): (string | null)[] {
  let fence: string | null = null;
  let tag: string | null = null;
  return lines.map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark && mark[0] === fence[0] && mark.length >= fence.length) fence = null;
      return null;
    }
    if (tag !== null) {
      if (line.includes(`</${tag}>`)) tag = null;
      return null;
    }
    if (mark) {
      fence = mark;
      return null;
    }
    const opened = /<(pre|code|blockquote|example)\b[^>]*>(?!.*<\/\1>)/i.exec(line)?.[1];
    if (opened) {
      tag = opened;
      return null;
    }
    return INDENTED.test(line) || QUOTED.test(line) ? null : line;
  });
}

function standsAlone(lines: (string | null)[], index: number): boolean {
  const before = lines.slice(0, index);
  const paragraph = before.slice(before.findLastIndex((line) => line === null || line.trim() === "") + 1);
  if (isOpen(paragraph.join("\n"))) return false;
  // A sentence that runs on into the line, or on from it.
  const last = paragraph.at(-1)?.trim();
  if (last && !ENDS_SENTENCE.test(last)) return false;
  const next = lines[index + 1]?.trim();
  if (next && /^[\p{Ll},;:.]/u.test(next)) return false;
  return !isTalk(nearest(before.toReversed())) && !isTalk(nearest(lines.slice(index + 1)));
}

/** A quote or code span was begun and not ended. */
function isOpen(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  return count('"') % 2 === 1 || count("`") % 2 === 1 || count("“") > count("”") || count("«") > count("»");
}

function nearest(lines: (string | null)[]): string {
  return lines.find((line) => line !== null && line.trim() !== "")?.trim() ?? "";
}

function isTalk(line: string): boolean {
  return /[:：]\W*$/.test(line) || TALK.test(line);
}
