// Whether Claude gave the agreed line that ends a loop without a verify command.
import { type MarkdownLine, readMarkdown } from "../markdown/read-markdown.ts";

/** Of a message that repeats the line: each is compared with the whole message. */
const MAX_GIVEN = 100;

const INDENTED = /^(?: {4}|\t)/;
const ENDS_SENTENCE = /[.!?…)\]*_`"”»|]$|^#{1,6} |^ {0,3}([-*_])( ?\1){2,}$/;

const OPENS_ELEMENT = /^<(pre|code|blockquote|example)\b/i;
const CLOSES_ELEMENT = /<\/(pre|code|blockquote|example)>/i;

/** Words that talk about the line instead of giving it. */
const TALK =
  /\b(promise|protocol|completion (line|phrase|marker)|(this|that|the|a|following|exact|agreed) (line|phrase|word|string|marker|text)|(will|would|should|must|shall|could|can|may|to|not|n't|never|when|once|until|unless|before|if|only|then) (then |only |now |yet |also )?(say|write|print|output|emit|give|send|answer|reply|respond|end with|finish with|add))\b|not yet/i;

/** True when the message has the agreed line, exactly and alone: not in code, quoted, or while talking about it. */
export function hasAgreedLine(message: string, promise: string | null): boolean {
  if (!promise?.trim()) return false;
  const lines = readMarkdown(message);
  const given = lines.flatMap(({ text }, index) =>
    text.trim() === promise.trim() && !INDENTED.test(text) ? [index] : [],
  );
  return given.slice(-MAX_GIVEN).some((index) => standsAlone(lines, index));
}

function standsAlone(lines: readonly MarkdownLine[], index: number): boolean {
  const textAt = (line: number) => lines.find((other) => other.line === line)?.text.trim() ?? "";
  const line = lines[index]?.line ?? 0;
  const before = lines.slice(0, index).map(({ text }) => text.trim());
  if (isOpen(before.slice(before.lastIndexOf("") + 1).join("\n"))) return false;
  const lastIndexOf = (pattern: RegExp) => before.findLastIndex((text) => pattern.test(text));
  if (lastIndexOf(OPENS_ELEMENT) > lastIndexOf(CLOSES_ELEMENT)) return false;
  // The line is part of a sentence that begins before it or continues after it.
  const last = textAt(line - 1);
  if (last !== "" && !ENDS_SENTENCE.test(last)) return false;
  if (/^[\p{Ll},;:.]/u.test(textAt(line + 1))) return false;
  return !isTalk(nearest(lines.slice(0, index).toReversed())) && !isTalk(nearest(lines.slice(index + 1)));
}

/** A quotation or code span is not closed. */
function isOpen(paragraph: string): boolean {
  const count = (mark: string) => paragraph.split(mark).length - 1;
  return count('"') % 2 === 1 || count("`") % 2 === 1 || count("“") > count("”") || count("«") > count("»");
}

function nearest(lines: readonly MarkdownLine[]): string {
  return lines.find(({ text }) => text.trim() !== "")?.text.trim() ?? "";
}

function isTalk(line: string): boolean {
  return /[:：]\W*$/.test(line) || TALK.test(line);
}
