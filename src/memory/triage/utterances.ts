// What the person and Claude said in an item; of a prompt, what was typed and what was pasted into it.
import type { TranscriptItem } from "../../transcript/item.ts";

export interface Utterance {
  who: "user" | "claude";
  text: string;
  /** A review, a log, a specification, another conversation: written somewhere already, and mostly by others. */
  isPasted: boolean;
}

const MAX_CHARACTERS = 20_000;
/** Few people type more. */
const MAX_TYPED = 2500;
const MAX_HEAD = 600;
const MAX_TAIL = 400;
const MIN_REST = 200;
/** A line that announces what others wrote or printed. */
const announcedPattern = () =>
  /^[^\n]{0,120}\b(?:feedback|reviews?|reviewer|comments?|notes|output|logs?|message|response|report|transcript|prints|says|said|got this|ticket|e-?mail|board|thread|below)\b[^\n.?!]{0,40}:?[ \t]*$/im;
/** Terminals fill their lines with blanks. */
const paddedPattern = () => /^.*\S[ \t]{4,}$/gm;
/** How documents look, and messages in a chat do not; each with how often it must be there. */
const documentPatterns = (): readonly (readonly [RegExp, number])[] => [
  [/^#{1,4} \S/gm, 2],
  [/^\s*(?:[-*]\s+)?\*\*[^*\n]{2,60}\*\*/gm, 3],
  [/^\s*(?:[-*]\s+)?\p{Extended_Pictographic}/gmu, 2],
  // What a terminal printed.
  [
    /^\s*(?:[⏺⎿❯│├└]|={3,}|\d{4}-\d\d-\d\d[T ]\d|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d|\[?(?:INFO|DEBUG|ERROR|WARN)\b)/gm,
    1,
  ],
  [/^(?:agent|assistant|user|human|claude|system|reviewer)\s*:/gim, 2],
];

export function utterancesOf(item: TranscriptItem): Utterance[] {
  switch (item.kind) {
    case "prompt":
    // One that waited mostly comes again as a prompt: the same words count once.
    case "queued-prompt":
      return splitPrompt(item.text);
    case "slash-command":
      return splitPrompt(item.args);
    case "rejection":
      return splitPrompt(item.reason ?? "");
    case "assistant-text":
      return [{ who: "claude", text: item.text.slice(0, MAX_CHARACTERS), isPasted: false }];
    default:
      return [];
  }
}

function splitPrompt(prompt: string): Utterance[] {
  const whole = prompt.slice(0, MAX_CHARACTERS);
  if (!whole.includes("\n")) return whole === "" ? [] : [byLength(whole)];
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

function isChat(paragraph: string, maxLength: number): boolean {
  return paragraph.length <= maxLength && !/^\s*(?:#|[-*|>]\s|\*\*|```|\d+\.\s)/m.test(paragraph);
}

function byLength(text: string): Utterance {
  return text.length > MAX_TYPED ? pasted(text) : typed(text);
}

function typed(text: string): Utterance {
  return { who: "user", text, isPasted: false };
}

function pasted(text: string): Utterance {
  return { who: "user", text, isPasted: true };
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
