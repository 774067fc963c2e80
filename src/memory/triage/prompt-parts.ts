// Splits a prompt into what was typed and what was pasted, and removes sentences of Claude that the user pasted back.

export interface PromptPart {
  text: string;
  /** A review, a log, a specification or another conversation, mostly written by others. */
  isPasted: boolean;
}

/** Of a message, only the beginning is read. */
export const MAX_CHARACTERS = 20_000;
/** A longer prompt was pasted: few people type so much. */
const MAX_TYPED = 2500;
const MAX_HEAD = 600;
const MAX_TAIL = 400;
const MIN_REST = 200;
/** A line that a console, a program or another Claude printed. The lines below it belong to it. */
const printedPattern = () =>
  /^\s*(?:[❯⏺⎿✻✽●│├└┌╭╰]|={3,}|\$ \S|[{}]|"[^"\n]{1,60}"\s*:|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|FAIL|PASS)\b[:\s\]]|Traceback \()/;
/** A cheap test: a prompt without one of these contains nothing printed or quoted. */
const PRINTED_SIGNS = [
  ...'❯⏺⎿✻✽●│├└┌╭╰{}"“',
  ...["===", "$ ", "ERROR", "WARN", "INFO", "DEBUG", "FATAL", "FAIL", "PASS", "Traceback ("],
];
/** A long quotation of what others wrote. Names and labels are shorter. */
const quotationPattern = () => /(?<=^|[\s(:])(?:"[^"\n]{80,}"|“[^”\n]{80,}”)/g;
/** A line that introduces text of others: "here is the feedback:" */
const announcedPattern = () =>
  /^[^\n]{0,120}\b(?:feedback|reviews?|reviewer|comments?|notes|output|logs?|message|response|report|transcript|prints|says|said|got this|ticket|e-?mail|board|thread|below)\b[^\n.?!]{0,40}:?[ \t]*$/im;
/** Lines copied from a terminal, which pads them with blanks. */
const paddedPattern = () => /^.*\S[ \t]{4,}$/gm;
/** Signs of a document in contrast to a chat message, each with how often it must occur. */
const documentPatterns = (): readonly (readonly [RegExp, number])[] => [
  [/^#{1,4} \S/gm, 2],
  [/^\s*(?:[-*]\s+)?\*\*[^*\n]{2,60}\*\*/gm, 3],
  [/^\s*(?:[-*]\s+)?\p{Extended_Pictographic}/gmu, 2],
  // Terminal output.
  [
    /^\s*(?:[⏺⎿❯│├└]|={3,}|\d{4}-\d\d-\d\d[T ]\d|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d|\[?(?:INFO|DEBUG|ERROR|WARN)\b)/gm,
    1,
  ],
  [/^(?:agent|assistant|user|human|claude|system|reviewer)\s*:/gim, 2],
];

export function splitPrompt(prompt: string): PromptPart[] {
  const whole = withoutPrinted(prompt.slice(0, MAX_CHARACTERS));
  if (whole.trim() === "") return prompt === "" ? [] : [pasted(prompt.slice(0, MAX_CHARACTERS))];
  if (!whole.includes("\n")) return [byLength(whole)];
  const text = countOf(whole, paddedPattern()) < 2 ? whole : whole.replace(paddedPattern(), "");
  const opening = announcedPattern().exec(text);
  const end = opening ? opening.index + opening[0].length : 0;
  if (end > 0 && end < MAX_HEAD && text.length - end > MIN_REST)
    return [typed(text.slice(0, end)), pasted(text.slice(end))];
  if (!documentPatterns().some(([pattern, min]) => countOf(text, pattern) >= min)) return [byLength(text)];
  const paragraphs = text.split(/\n\s*\n/);
  const head = paragraphs.length > 1 && isChat(paragraphs[0] ?? "", MAX_HEAD) ? 1 : 0;
  const tail = paragraphs.length > 2 && isChat(paragraphs.at(-1) ?? "", MAX_TAIL) ? 1 : 0;
  return [
    ...paragraphs.slice(0, head).map(typed),
    pasted(paragraphs.slice(head, paragraphs.length - tail).join("\n\n")),
    ...paragraphs.slice(paragraphs.length - tail).map(typed),
  ];
}

/** Removes printed lines. An empty line ends them. */
function withoutPrinted(prompt: string): string {
  if (!PRINTED_SIGNS.some((sign) => prompt.includes(sign))) return prompt;
  let [isPrinted, inFence] = [false, false];
  const kept: string[] = [];
  for (const line of prompt.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    isPrinted = !inFence && line.trim() !== "" && (isPrinted || printedPattern().test(line));
    if (!isPrinted) kept.push(line);
    else dropAnnouncement(kept);
  }
  const rest = kept.join("\n").replace(quotationPattern(), " ");
  if (!printedPattern().test(prompt.trimStart())) return rest;
  // If the prompt begins with output, the rest is output too, unless it ends like a sentence.
  const last =
    rest
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? "";
  return /[.?!]$/.test(last) ? last : "";
}

/** Removes an introduction such as "this is the console:" when its text is removed. */
function dropAnnouncement(kept: string[]): void {
  const at = kept.findLastIndex((text) => text.trim() !== "");
  const text = kept[at] ?? "";
  if (!/:\s*$/.test(text)) return;
  const before = /(?:[.!?]\s|\n)(?=[^.!?\n]*:\s*$)/.exec(text);
  kept[at] = before === null ? "" : text.slice(0, before.index + 1);
}

function isChat(paragraph: string, maxLength: number): boolean {
  return paragraph.length <= maxLength && !/^\s*(?:#|[-*|>]\s|\*\*|```|\d+\.\s)/m.test(paragraph);
}

function byLength(text: string): PromptPart {
  return { text, isPasted: text.length > MAX_TYPED };
}

function typed(text: string): PromptPart {
  return { text, isPasted: false };
}

function pasted(text: string): PromptPart {
  return { text, isPasted: true };
}

/** So many equal words in a row are no coincidence. */
const MIN_COPIED = 6;

/** Hashes of the first words of each of Claude's sentences and headings. */
export function sentenceStarts(text: string): string[] {
  const sentences = text.replaceAll(/[*_`]/g, "").split(/[\n|]|(?<=[.!?:;])\s/);
  const parts = sentences.flatMap((sentence) => sentence.split(/\s[–—-]\s/).slice(1));
  return [...sentences, ...parts]
    .map((sentence) => wordPlaces(sentence).slice(0, MIN_COPIED))
    .filter((words) => words.length === MIN_COPIED)
    .map(hashWords);
}

/** Removes sentences of Claude's that the user pasted back, with their introduction. */
export function withoutCopied(text: string, heard: ReadonlySet<string>): string {
  const words = wordPlaces(text);
  const kept: string[] = [];
  let from = 0;
  for (let at = 0; heard.size > 0 && at + MIN_COPIED <= words.length; at++) {
    const start = words[at]?.index ?? 0;
    if (start < from || !heard.has(hashWords(words.slice(at, at + MIN_COPIED)))) continue;
    kept.push(text.slice(from, start));
    dropAnnouncement(kept);
    const last = words[at + MIN_COPIED - 1]?.index ?? start;
    const end = /[.!?](?=\s|$)|\n\s*\n|$/.exec(text.slice(last));
    from = last + (end?.index ?? 0) + (end?.[0].length ?? 0);
  }
  return from === 0 ? text : [...kept, text.slice(from)].join("").trim();
}

function wordPlaces(text: string): { 0: string; index: number }[] {
  const plain = text.replaceAll(/[*_`]/g, " ");
  return [...plain.matchAll(/^[\x00-\x7f]*$/.test(plain) ? /[\w']+/g : /[\p{L}\p{N}']+/gu)];
}

function hashWords(words: readonly { 0: string }[]): string {
  return Bun.hash.xxHash32(words.map((word) => word[0].toLowerCase()).join(" ")).toString(36);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
