// Splits a message into sentences and masks what is only quoted in them, so that patterns do not match it.

export interface Sentence {
  /** The original text without markup. */
  plain: string;
  /** In lower case, with code, links and quotations replaced by x. */
  masked: string;
}

const MAX_LENGTH = 600;
const MAX_SENTENCES = 400;
const MIN_LENGTH = 3;
/** The end of a sentence. A full stop inside a number, a file name or an abbreviation is none. */
const endPattern = () => /(?<!\b(?:e\.g|i\.e|etc|vs|bzw|z\.b))[.!?]+["')\]]*(?=\s|$)|[。！？；]|;(?=\s)/gi;
const quotePattern = () => /[`'"“„«「]|:\/\//;
const maskedPattern = () =>
  /`[^`\n]{1,300}`|https?:\/\/\S+|"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|「[^」\n]{1,300}」|(?<=^|[\s(:])'[^'\n]{2,200}'(?=$|[\s.,;:!?)])/g;

const bulletPattern = () => /^\s*(?:[-*+•]|\d{1,2}[.)]|[a-h][.)]|\[[ x]\])\s+/i;
/** Text of holdfast itself, and notes of other tools to the model. */
const MACHINE_WORDS = ["holdfast", "[", "feedback:", "<", "worth remembering", "you may stop"];
const machinePattern = () =>
  /\bholdfast (?:memory|triage|inbox|pause|unlock|explain|wrong)\b|\bholdfast: |^\s*-? ?\[(?:DECISION|RUNBOOK|CONSTRAINT|TECH_DEBT|PREFERENCE|SESSION_SUMMARY)\]|hook feedback:|<\/?system-reminder>|things? worth remembering|after saving,? you may stop/i;
/** A line longer than this without an end was wrapped and continues in the next one. */
const WRAP_WIDTH = 60;

/**
 * Whether one of the words, in lower case, is in a text. Asked before a long pattern of which every match has one of them:
 * to compile it takes longer than to search a message for the words, and somebody waits for a stop.
 */
export function hasAny(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
}

export function splitSentences(text: string): Sentence[] {
  return splitLines(text).flat();
}

/** The sentences of each line of prose. */
export function splitLines(text: string): Sentence[][] {
  let count = 0;
  return proseLines(text).flatMap((line) => {
    const sentences = splitLine(line).slice(0, MAX_SENTENCES - count);
    count += sentences.length;
    return sentences.length > 0 ? [sentences] : [];
  });
}

function splitLine(line: string): Sentence[] {
  const sentences: Sentence[] = [];
  const masked = mask(line);
  let start = 0;
  for (const end of [...endsIn(masked), line.length]) {
    const plain = line.slice(start, end).trim().slice(0, MAX_LENGTH);
    if (plain.length >= MIN_LENGTH)
      sentences.push({ plain, masked: masked.slice(start, end).trim().slice(0, MAX_LENGTH) });
    start = end;
  }
  return sentences;
}

/** The lines of prose, without code, quotations, tables and text of tools. */
function proseLines(text: string): string[] {
  const lines: string[] = [];
  let inFence = false;
  let isWrapped = false;
  for (const raw of text.split("\n")) {
    const bare = raw.trimStart();
    const isFence = bare.startsWith("```") || bare.startsWith("~~~");
    if (isFence) inFence = !inFence;
    const isSaid =
      !inFence &&
      !isFence &&
      !/^[>|]/.test(bare) &&
      !(hasAny(raw, MACHINE_WORDS) && machinePattern().test(raw));
    const line = isSaid ? withoutMarkup(bare.replace(bulletPattern(), "")) : "";
    const isContinued = isWrapped && /^[a-z(]/.test(bare);
    if (isContinued && line !== "") lines.push(`${lines.pop() ?? ""} ${line}`);
    else if (line !== "") lines.push(line);
    isWrapped = line.length > WRAP_WIDTH && !/[.!?:;]$/.test(line);
  }
  return lines;
}

function withoutMarkup(raw: string): string {
  if (!/[#*_~\]]/.test(raw)) return raw.trim();
  return raw
    .replace(/^\s*#{1,6}\s+/, "")
    .replace(/\[([^\]\n]{1,200})\]\([^)\n]{1,300}\)/g, "$1")
    .replace(/(\*\*|__|~~)/g, "")
    .replace(/(^|\s)[*_]([^*_\n]{1,200})[*_](?=\s|[.,;:!?]|$)/g, "$1$2")
    .trim();
}

function endsIn(masked: string): number[] {
  return [...masked.matchAll(endPattern())].map((match) => match.index + match[0].length);
}

/** The result has the same length as the line. */
function mask(line: string): string {
  const straight = line.replaceAll("’", "'");
  const masked = quotePattern().test(straight)
    ? straight.replace(maskedPattern(), (span) => "x".repeat(span.length))
    : straight;
  const lower = masked.toLowerCase();
  return lower.length === masked.length ? lower : masked;
}

/** In scripts without spaces between words, each character counts as a word. */
export function wordsIn(text: string): string[] {
  if (/^[\x00-\x7f]*$/.test(text)) return text.match(/[\w']+/g) ?? [];
  return (
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}'’]+/gu) ??
    []
  );
}
