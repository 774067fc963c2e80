// Separates what the user typed in a prompt from what was pasted: a review, a log, a specification, another conversation.
import { splitSentences, wordsIn } from "./sentences.ts";
import { plainLine } from "./title.ts";

/** Of a message, only the beginning is read. */
export const MAX_CHARACTERS = 20_000;
const MIN_ANNOUNCED = 200;
const mayBePrinted = (line: string) => /^\s*(?:[^\sA-Za-z]|[A-Z]{2}|Tr)/.test(line);
/** A line that a console, a program or another Claude printed. The lines below it belong to it. */
const printedPattern = () =>
  /^\s*(?:[❯⏺⎿✻✽●│├└┌╭╰]|={3,}|\$ \S|[{}]|"[^"\n]{1,60}"\s*:|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|FAIL|PASS)\b[:\s\]]|Traceback \()/;
/** A long quotation of what others wrote. Names and labels are shorter. */
const quotationPattern = () => /(?<=^|[\s(:])(?:"[^"\n]{80,}"|“[^”\n]{80,}”)/g;
/** A line that introduces text of others: "here is the feedback:" */
const announcedPattern = () =>
  /^[^\n]{0,120}\b(?:feedback|reviews?|reviewer|comments?|notes|output|logs?|message|response|report|transcript|prints|says|said|got this|ticket|e-?mail|board|thread|below)\b[^\n.?!]{0,40}:?[ \t]*$/im;
/** Signs of a document in contrast to a chat message, each with how often it must occur. */
const documentPatterns = (): readonly (readonly [RegExp, number])[] => [
  [/^#{1,4} \S/gm, 2],
  [/^[ \t]*(?:[-*]\s+)?\*\*[^*\n]{2,60}\*\*/gm, 3],
  [/^[ \t]*(?:[-*]\s+)?\p{Extended_Pictographic}/gmu, 2],
  [
    /^[ \t]*(?:\d{4}-\d\d-\d\d[T ]\d|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d|\[?(?:INFO|DEBUG|ERROR|WARN)\b)/gm,
    1,
  ],
  [/^(?:agent|assistant|user|human|claude|system|reviewer)\s*:/gim, 2],
];
const listPattern = () => /^[ \t]*(?:[-*+•]|\d{1,2}[.)]|[a-h][.)])[ \t].*$/gim;
/** "I see two options:", "which one is better?" */
const choicePattern = () =>
  /\b(?:options|alternatives|approaches|which (?:one|of|way|is|are|would|should|do))\b[^.!\n]*[:?][ \t]*$/im;

export function typedText(prompt: string): string {
  const said = withoutPrinted(prompt.slice(0, MAX_CHARACTERS));
  const text = /["“]/.test(said) ? said.replace(quotationPattern(), "…") : said;
  if (!text.includes("\n")) return text;
  const opening = announcedPattern().exec(text);
  const end = opening ? opening.index + opening[0].length : text.length;
  if (text.length - end > MIN_ANNOUNCED) return text.slice(0, end);
  const isDocument = documentPatterns().some(([sign, min]) => (text.match(sign)?.length ?? 0) >= min);
  return isDocument ? "" : withoutOptions(text);
}

/** Removes a list from which Claude should choose: its entries are no orders. */
export function withoutOptions(text: string): string {
  if (!text.includes("\n")) return text;
  const rest = text.replace(listPattern(), "");
  return choicePattern().test(rest) ? rest : text;
}

/** Removes printed lines. An empty line ends them. */
function withoutPrinted(prompt: string): string {
  let [isPrinted, inFence] = [false, false];
  const lines = prompt.split("\n");
  // Lines copied from a terminal are padded with blanks.
  const isPadded = (line: string) => line.endsWith("    ") && line.trim() !== "";
  const isFromTerminal = lines.filter(isPadded).length > 1;
  const typed = lines.filter((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    isPrinted = !inFence && line.trim() !== "" && (isPrinted || isPrintedLine(line));
    return !isPrinted && !(isFromTerminal && isPadded(line));
  });
  const text = typed.join("\n");
  if (!isPrintedLine(prompt.trimStart())) return text;
  // A prompt that begins with output is all output, except a last paragraph that ends like a sentence.
  const last =
    text
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? "";
  return /[.?!]$/.test(last) ? last : "";
}

function isPrintedLine(line: string): boolean {
  return mayBePrinted(line) && printedPattern().test(line);
}

/** A sentence with so many words in common with Claude's messages is no coincidence. */
const MIN_COPIED = 6;

/** What a message of Claude tells, on one line. Who repeats the words of a question answers it. */
export function copyableText(message: string): string {
  const sentences = splitSentences(message).map(({ plain }) => plain);
  return plainLine(sentences.filter((plain) => !/[?？]\W*$/.test(plain)).join(" "));
}

/** Removes sentences of Claude that the user sends back: "what do you mean by: …" */
export function withoutCopied(text: string, claudeText: string): string {
  const parts = splitSentences(text).flatMap(({ plain }) => plain.split(/(?<=:) /));
  const isCopied = (part: string) => claudeText.includes(plainLine(part));
  if (!parts.some((part) => wordsIn(part).length >= MIN_COPIED && isCopied(part))) return text;
  return parts.filter((part) => !isCopied(part)).join("\n");
}
