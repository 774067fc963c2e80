// What of a prompt was typed and what was put in: a review, a log, a specification, another conversation.

export interface Part {
  text: string;
  origin: "typed" | "long" | "pasted";
}

/** Longer than this few people type. */
const LONG = 2500;
/** A line that announces what others wrote or printed. */
const ANNOUNCED =
  /^[^\n]{0,120}\b(?:feedback|reviews?|reviewer|comments?|notes|output|logs?|message|response|report|transcript|prints|says|said|got this|ticket|e-?mail|board|thread|below)\b[^\n.?!]{0,40}:?[ \t]*$/im;
const HEADING = /^#{1,4} \S/gm;
const LABEL = /^\s*(?:[-*]\s+)?\*\*[^*\n]{2,60}\*\*/gm;
const EMBLEM = /^\s*(?:[-*]\s+)?\p{Extended_Pictographic}/gmu;
const DIALOGUE = /^(?:agent|assistant|user|human|claude|system|reviewer)\s*:/gim;
/** Lines of a terminal are filled up to its width. */
const PADDED = /^.*\S[ \t]{4,}$/gm;
const LONGEST_HEAD = 600;
const LONGEST_TAIL = 400;
const LEAST_REST = 200;

export function splitPasted(prompt: string): Part[] {
  const text = countOf(prompt, PADDED) < 2 ? prompt : prompt.replace(PADDED, "");
  const announced = ANNOUNCED.exec(text);
  const end = announced ? announced.index + announced[0].length : 0;
  if (announced && end < LONGEST_HEAD && text.length - end > LEAST_REST) {
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
    countOf(text, HEADING) >= 2 ||
    countOf(text, LABEL) >= 3 ||
    countOf(text, EMBLEM) >= 2 ||
    countOf(text, DIALOGUE) >= 2
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
