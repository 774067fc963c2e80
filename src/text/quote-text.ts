// Quotes foreign text, such as recorded work and files of a project, to Claude. It may come from a tool, a web page or a stranger's
// repository, so it must not look like markup, a speaker or an instruction: it becomes one line without quotes. Quoting
// is the defence; leaving out English sentences that address a model only helps.
import { clip } from "./clip.ts";

/** For lower case. The pattern is tried only on a text with one of the words, so most are never compiled. */
interface AddressRule {
  words: readonly string[];
  pattern: () => RegExp;
}

/** In a line of which the text in quotes addressed the reader: it says nothing. */
export const EMPTY_QUOTE = '""';

/** Blatant injections, which no plan or goal has a reason to contain. */
const BLATANT: readonly AddressRule[] = [
  {
    words: ["instruction", "prompt"],
    pattern: () =>
      /\b(?:ignore|disregard|forget)\b.{0,20}\b(?:previous|prior|above|earlier|all|any|your|system)\b.{0,20}\b(?:instruction|prompt)s?\b/,
  },
];

/** Not part of any record of work, whoever says it. */
const COMMANDING: readonly AddressRule[] = [
  {
    words: ["ignore", "disregard", "forget", "override", "bypass"],
    pattern: () =>
      /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instruction|prompt|rule|message|context|guideline|direction)s?\b/,
  },
  { words: ["system"], pattern: () => /\bsystem[\s_-]?(?:prompt|reminder|message|instruction)s?\b/ },
  {
    words: ["instruction"],
    pattern: () => /\b(?:new|updated?|important|following|secret|hidden)\s+instructions?\b/,
  },
  {
    words: ["user"],
    pattern: () => /\b(?:do not|don't|never)\s+(?:tell|inform|mention|reveal|show|ask)\b.{0,40}\buser\b/,
  },
];

/** People may say this to Claude; a web page or a program should not. */
const ADDRESSING: readonly AddressRule[] = [
  {
    words: ["you are", "you're", "act as", "pretend to be"],
    pattern: () =>
      /\b(?:you are|you're|act as|pretend to be)\b.{0,30}\b(?:ai|assistant|claude|model|agent|bot|system)\b/,
  },
  {
    words: ["system", "assistant", "human", "user", "developer", "claude"],
    pattern: () => /^\W*(?:system|assistant|human|user|developer|claude)\s*:/,
  },
  {
    words: ["claude", "assistant", "ai", "llm", "language model", "agent"],
    pattern: () =>
      /\b(?:claude|assistant|ai|llm|language model|agent)\b[\s,:!]*(?:you\s+)?(?:must|should|shall|please|need to|have to|are to|will now)\b/,
  },
  {
    words: ["dear", "hey", "attention", "note to"],
    pattern: () =>
      /\b(?:dear|hey|attention|note to)\s*,?\s*(?:the\s+)?(?:claude|assistant|ai|llm|model|agent)\b/,
  },
];

/** Control characters, and those that are invisible or reverse text. */
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+|\udb40[\udc00-\uddef]/g;

/** For output of a tool, and files of a repository. */
export function quoteOutput(text: string, max: number): string {
  return toQuotable(text, max, [...COMMANDING, ...ADDRESSING]);
}

/** For what the user or Claude said, who may address each other by name. */
export function quoteSpeech(text: string, max: number): string {
  return toQuotable(text, max, COMMANDING);
}

/** For a project's plan or a lock's goal, which say what to do. Never empty: that there is an item must be said. */
export function quoteWork(text: string, max: number): string {
  return toQuotable(text, max, BLATANT) || (text.trim() === "" ? "" : "…");
}

/** For a memory, which was judged when it was indexed. */
export function quoteMemory(text: string, max: number): string {
  return toQuotable(text, max, []);
}

/** Without the lines that address the reader; "" if nothing is left. */
function toQuotable(text: string, max: number, rules: readonly AddressRule[]): string {
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .map(plain)
    .filter((line) => line !== "" && !isRule(line) && !addressesReader(line, rules));
  return clip(lines.join(" / "), max);
}

/** "--------" */
function isRule(line: string): boolean {
  return /^(\W|_)\1{3,}$/.test(line);
}

function addressesReader(text: string, rules: readonly AddressRule[]): boolean {
  const lower = text.toLowerCase();
  return rules.some(
    ({ words, pattern }) => words.some((word) => lower.includes(word)) && pattern().test(lower),
  );
}

/** Without invisible characters, tags, quotes, heading marks and what continues a line in a terminal. */
function plain(line: string): string {
  return line
    .normalize("NFKC")
    .replace(INVISIBLE, " ")
    .replaceAll("<", "‹")
    .replaceAll('"', "'")
    .replace(/\s+/g, " ")
    .replace(/^[\s#*=]+(?=\S)|\s*\\$/g, "")
    .trim();
}
