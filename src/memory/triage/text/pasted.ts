// What of a prompt was typed and what was put in: a review, a log, a specification, another conversation.

export interface Part {
  text: string;
  origin: "typed" | "long" | "pasted";
}

/** Longer than this few people type. */
const LONG = 2500;
/** A line that announces what others wrote or printed. */
const announcedPattern = () =>
  /^[^\n]{0,120}\b(?:feedback|reviews?|reviewer|comments?|notes|output|logs?|message|response|report|transcript|prints|says|said|got this|ticket|e-?mail|board|thread|below)\b[^\n.?!]{0,40}:?[ \t]*$/im;
const headingPattern = () => /^#{1,4} \S/gm;
const labelPattern = () => /^\s*(?:[-*]\s+)?\*\*[^*\n]{2,60}\*\*/gm;
const emblemPattern = () => /^\s*(?:[-*]\s+)?\p{Extended_Pictographic}/gmu;
const dialoguePattern = () => /^(?:agent|assistant|user|human|claude|system|reviewer)\s*:/gim;
/** Lines of a terminal are filled up to its width. */
const paddedPattern = () => /^.*\S[ \t]{4,}$/gm;
const LONGEST_HEAD = 600;
const LONGEST_TAIL = 400;
const LEAST_REST = 200;

export function splitPasted(prompt: string): Part[] {
  // One line is not put in around others; most prompts are one.
  if (!hasLines(prompt)) return [{ text: prompt, origin: prompt.length > LONG ? "long" : "typed" }];
  return splitLines(prompt);
}

function hasLines(text: string): boolean {
  return text.includes("\n") || text.includes("\r") || text.includes("\u2028") || text.includes("\u2029");
}

function splitLines(prompt: string): Part[] {
  const text = countOf(prompt, paddedPattern()) < 2 ? prompt : prompt.replace(paddedPattern(), "");
  const opening = announcedPattern().exec(text);
  const end = opening ? opening.index + opening[0].length : 0;
  if (opening && end < LONGEST_HEAD && text.length - end > LEAST_REST) {
    return [typed(text.slice(0, end)), { text: text.slice(end), origin: "pasted" }];
  }
  if (!isDocument(text)) return [{ text, origin: text.length > LONG ? "long" : "typed" }];
  const paragraphs = text.split(/\n\s*\n/);
  const head = paragraphs.length > 1 && isTyped(paragraphs[0] ?? "", LONGEST_HEAD) ? 1 : 0;
  const tail = paragraphs.length > 2 && isTyped(paragraphs.at(-1) ?? "", LONGEST_TAIL) ? 1 : 0;
  const between = paragraphs.slice(head, paragraphs.length - tail).join("\n\n");
  return [
    ...paragraphs.slice(0, head).map(typed),
    { text: between, origin: "pasted" },
    ...(tail === 1 ? paragraphs.slice(-1).map(typed) : []),
  ];
}

/** People do not write headings to each other in a chat. */
function isDocument(text: string): boolean {
  return (
    countOf(text, headingPattern()) >= 2 ||
    countOf(text, labelPattern()) >= 3 ||
    countOf(text, emblemPattern()) >= 2 ||
    countOf(text, dialoguePattern()) >= 2
  );
}

function isTyped(paragraph: string, longest: number): boolean {
  return paragraph.length <= longest && !/^\s*(?:#|[-*|>]\s|\*\*|```|\d+\.\s)/m.test(paragraph);
}

function typed(text: string): Part {
  return { text, origin: "typed" };
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
