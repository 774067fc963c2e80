// Splits a message into sentences and masks what is only quoted in them, so that patterns do not match it.

export interface Sentence {
  /** The original text without markup. */
  plain: string;
  /** In lower case, with code, links and quotations replaced by x. */
  masked: string;
  /** Is one of several options in a list. */
  isOption: boolean;
}

const MAX_LENGTH = 600;
const MAX_SENTENCES = 400;
const MIN_LENGTH = 3;
/** The end of a sentence. A full stop inside a number, a file name or an abbreviation is none. */
const endPattern = () =>
  /(?<!\b(?:e\.g|i\.e|etc|vs|approx|bzw|z\.b|p\. ?ej))[.!?]+["')\]]*(?=\s|$)|[。！？；]|;(?=\s)|\s(?=\d\)\s|(?:btw|by the way|oh and)\b)/gi;
const MASKED_SIGNS = ["`", "http", '"', "“", "„", "«", "「", "'"];
const maskedPattern = () =>
  /`[^`\n]{1,300}`|https?:\/\/\S+|"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|「[^」\n]{1,300}」|(?<=^|[\s(:])'[^'\n]{2,200}'(?=$|[\s.,;:!?)])/g;

const bulletPattern = () => /^\s*(?:[-*+•]|\d{1,2}[.)]|[a-h][.)]|\[[ x]\])\s+/i;
const letteredPattern = () => /^\s*(?:[-*+]\s+)?(?:\*\*)?[A-H](?:[.)](?:\*\*)?\s|\s?\([^)\n]{2,40}\))/;
const OPTION_WORDS =
  "option|alternativ|approach|variant|choice|possibility|opción|möglichkeit|方案|选项".split("|");
const optionLabelPattern = () =>
  /^(?:option|alternative|approach|variant|choice|possibility|opción|alternativa|möglichkeit|variante|方案|选项)\s*(?:[a-z]|\d|one|two|three|一|二|三)?\s*[:).（(–—-]/i;
const optionsFollowPattern = () =>
  /\b(?:options?|alternatives|approaches|choices|possibilities|possible|directions|ideas|ways|suggestions|candidates|routes|paths|proposals|trade-?offs|pros|cons|could|can either|opciones|alternativas|optionen|möglichkeiten)\b[^.!]*[:?]\s*$|(?:选项|方案)[^。]*[:：？]\s*$/i;
/** Code without a fence: declarations, comments, diffs, stack frames, log lines, shell prompts. */
const codePattern = () =>
  /^(?:\/\/|\/\*|\*\/|#include|#!|@@|[+-]{3}\s|\$ |> |import\s.+from|(?:const|let|var|function|class|def|return|public|private|async)\s+\w+.*[;{(=:]\s*$|at\s+\S+\s*\(|<\/?[a-z][^>]*>\s*$|\d{4}-\d\d-\d\d[T ]\d\d:|\[(?:INFO|WARN|ERROR|DEBUG)\])|[;{}]\s*$/;
/** Every line of code contains one of these. */
const codeSigns = () => /[/#@+$>;{}(=:<[-]|from/;
/** Text of holdfast itself, and notes of other tools to the model. */
const MACHINE_WORDS = ["holdfast", "[", "hook feedback", "system-reminder", "remembering", "after saving"];
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

/** The same for patterns that match at the beginning of the text. */
export function startsWithAny(text: string, words: readonly string[]): boolean {
  const lower = text.slice(0, MAX_LENGTH).toLowerCase();
  return words.some((word) => lower.startsWith(word));
}

let lastText = "";
let lastSentences: readonly Sentence[] = [];

/** Remembers the last result: several rules read the same message in a row. */
export function splitSentences(text: string): readonly Sentence[] {
  if (text !== lastText) {
    lastSentences = split(text);
    lastText = text;
  }
  return lastSentences;
}

function split(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const { line, isOption } of proseLines(text)) {
    const masked = mask(line);
    let start = 0;
    for (const end of [...endsIn(masked), line.length]) {
      const plain = line.slice(start, end).trim().slice(0, MAX_LENGTH);
      if (plain.length >= MIN_LENGTH)
        sentences.push({ plain, masked: masked.slice(start, end).trim().slice(0, MAX_LENGTH), isOption });
      if (sentences.length === MAX_SENTENCES) return sentences;
      start = end;
    }
  }
  return sentences;
}

interface ProseLine {
  line: string;
  isOption: boolean;
}

/** The lines of prose, without code, quotations, tables and text of tools. */
function proseLines(text: string): ProseLine[] {
  const lines: ProseLine[] = [];
  const [bullet, code, machine] = [bulletPattern(), codePattern(), machinePattern()];
  const signs = codeSigns();
  const isCode = (bare: string) => signs.test(bare) && code.test(bare);
  const isMachine = (raw: string) => hasAny(raw, MACHINE_WORDS) && machine.test(raw);
  let inFence = false;
  let inOptions = false;
  let isWrapped = false;
  for (const raw of text.split("\n")) {
    const bare = raw.trimStart();
    const isFence = bare.startsWith("```") || bare.startsWith("~~~");
    if (isFence) inFence = !inFence;
    const isSaid = !inFence && !isFence && !/^[>|]/.test(bare) && !isCode(bare) && !isMachine(raw);
    const isBullet = isSaid && bullet.test(bare);
    const line = isSaid ? withoutMarkup(isBullet ? bare.replace(bullet, "") : raw) : "";
    if (line === "") {
      isWrapped = false;
      continue;
    }
    if (!isBullet) inOptions = /[:?：？]$/.test(line) && optionsFollowPattern().test(line);
    const last = lines.at(-1);
    if (isWrapped && last && !isBullet && /^[a-z(]/.test(line)) last.line += ` ${line}`;
    else lines.push({ line, isOption: isOption(line, bare) || (isBullet && inOptions) });
    isWrapped = line.length > WRAP_WIDTH && !/[.!?:;]$/.test(line);
  }
  return lines;
}

function isOption(line: string, bare: string): boolean {
  return (hasAny(line, OPTION_WORDS) && optionLabelPattern().test(line)) || letteredPattern().test(bare);
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
  const masked = hasAny(straight, MASKED_SIGNS)
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
