// Recorded text as it is shown to Claude again. It may come from a tool or a web page, so it must not pass for markup,
// for somebody speaking, or for an instruction: one line, in quotes, without what addresses a model.

const LEFT_OUT = "[left out: it addressed the reader]";

/** A line with one of the words is looked at closely. A pattern that is never needed is never set up. */
interface Address {
  words: readonly string[];
  pattern: RegExp;
}

/** Whoever says it, it is no record of work. */
const COMMANDING: readonly Address[] = [
  {
    words: ["ignore", "disregard", "forget", "override", "bypass"],
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instruction|prompt|rule|message|context|guideline|direction)s?\b/,
  },
  { words: ["system"], pattern: /\bsystem[\s_-]?(?:prompt|reminder|message|instruction)s?\b/ },
  {
    words: ["instruction"],
    pattern: /\b(?:new|updated?|important|following|secret|hidden)\s+instructions?\b/,
  },
  {
    words: ["user"],
    pattern: /\b(?:do not|don't|never)\s+(?:tell|inform|mention|reveal|show|ask)\b.{0,40}\buser\b/,
  },
];

/** What people say to Claude, and a page or a program should not. */
const ADDRESSING: readonly Address[] = [
  {
    words: ["you are", "you're", "act as", "pretend to be"],
    pattern:
      /\b(?:you are|you're|act as|pretend to be)\b.{0,30}\b(?:ai|assistant|claude|model|agent|bot|system)\b/,
  },
  {
    words: ["system", "assistant", "human", "user", "developer", "claude"],
    pattern: /^\W*(?:system|assistant|human|user|developer|claude)\s*:/,
  },
  {
    words: ["claude", "assistant", "ai", "llm", "language model", "agent"],
    pattern:
      /\b(?:claude|assistant|ai|llm|language model|agent)\b[\s,:!]*(?:you\s+)?(?:must|should|shall|please|need to|have to|are to|will now)\b/,
  },
  {
    words: ["dear", "hey", "attention", "note to"],
    pattern: /\b(?:dear|hey|attention|note to)\s*,?\s*(?:the\s+)?(?:claude|assistant|ai|llm|model|agent)\b/,
  },
];

/** Controls, and what is not seen or turns text around. */
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+|\udb40[\udc00-\uddef]/g;

/** What a tool printed. `most`: characters. */
export function quoteOutput(text: string, most: number): string {
  return quotable(text, most, [...COMMANDING, ...ADDRESSING]);
}

/** What the user or Claude said: they may call each other by name. */
export function quoteSpeech(text: string, most: number): string {
  return quotable(text, most, COMMANDING);
}

/** What was kept on purpose: whether it addresses the model was judged then. */
export function quoteMemory(text: string, most: number): string {
  return quotable(text, most, []);
}

function quotable(text: string, most: number, addresses: readonly Address[]): string {
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => plain(line))
    .filter((line) => line !== "")
    .map((line) => (addressesReader(line, addresses) ? LEFT_OUT : line));
  return clip(lines.filter((line, n) => line !== LEFT_OUT || lines[n - 1] !== LEFT_OUT).join(" / "), most);
}

function addressesReader(line: string, addresses: readonly Address[]): boolean {
  const lower = line.toLowerCase();
  return addresses.some(
    ({ words, pattern }) => words.some((word) => lower.includes(word)) && pattern.test(lower),
  );
}

/** Without invisible characters, tags, quotes and the marks of a heading. */
function plain(line: string): string {
  return line
    .normalize("NFKC")
    .replace(INVISIBLE, " ")
    .replaceAll("<", "‹")
    .replaceAll('"', "'")
    .replace(/\s+/g, " ")
    .replace(/^[\s#*=]+(?=\S)/, "")
    .trim();
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
