// A message of Claude's as paragraphs and list entries, each with the heading it stands under. Code, tables and quotations
// are left out.
import { plainLine } from "../title.ts";

export interface Block {
  /** The last heading above it: "## Root cause", or a line that is all bold or ends with a colon. */
  heading: string;
  /** Nothing else stands between the heading and this block. */
  isFirst: boolean;
  /** The bold words it begins with: "**The bug.** Both editors …". */
  lead: string;
  /** Without the lead, with its markup. */
  text: string;
}

const MAX_LINES = 400;
const bulletPattern = () => /^\s*(?:[-*+•]|\d{1,2}[.)]|[a-z]\))\s+(?=\S)/;
const headingPattern = () => /^\s*#{1,6}\s+(\S.*)$|^\s*\*\*([^*]{2,70})\*\*:?\s*$|^([A-Z][^.!?`]{2,60}):\s*$/;
const leadPattern = () => /^\*\*([^*]{2,80}?)[.:,]?\*\*\s*(?:\([^)]{0,30}\)\s*)?(?:[–—:-]\s*)?(?=\S)/;

export function readBlocks(message: string): Block[] {
  const blocks: (Block & { isEntry: boolean; indent: number })[] = [];
  let [heading, isFirst, isOpen, inFence] = ["", false, false, false];
  for (const line of message.split("\n", MAX_LINES)) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) inFence = !inFence;
    const isRule = /^\s*(?:-{3,}|\*{3,})\s*$/.test(line);
    if (isRule) heading = "";
    if (isFence || inFence || isRule || line.trim() === "" || /^\s*[|>]/.test(line)) {
      isOpen = false;
      continue;
    }
    const named = headingPattern().exec(line);
    if (named !== null) {
      heading = plainLine(named[1] ?? named[2] ?? named[3] ?? "").replace(/:$/, "");
      isFirst = true;
      isOpen = false;
      continue;
    }
    const isEntry = bulletPattern().test(line);
    const indent = line.length - line.trimStart().length;
    const text = line.replace(bulletPattern(), "").trim();
    const last = blocks.at(-1);
    // A wrapped line, or a list inside of an entry, goes on with the block above.
    if (isOpen && last !== undefined && (!isEntry || (last.isEntry && indent > last.indent)))
      last.text += ` ${text}`;
    else {
      blocks.push({ heading, isFirst, lead: "", text, isEntry, indent });
      isFirst = false;
    }
    isOpen = true;
  }
  return blocks.map(({ heading, isFirst, text }) => {
    const lead = leadPattern().exec(text);
    return {
      heading,
      isFirst,
      lead: plainLine(lead?.[1] ?? ""),
      text: text.slice(lead?.[0].length ?? 0),
    };
  });
}
