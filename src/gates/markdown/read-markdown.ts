// Reads Markdown line by line, for lists and headings. Leaves out code blocks and comments.

export interface MarkdownLine {
  text: string;
  /** From 1. */
  line: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const OPEN_BOX = /^ {0,8}(?:[-*+]|\d+[.)])\s+\[ \]\s+(\S.*)$/;

export function readMarkdown(text: string): MarkdownLine[] {
  let fence = "";
  let inComment = false;
  const lines: MarkdownLine[] = [];
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const fenceHere = FENCE.exec(raw)?.[1];
    if (fence !== "") {
      if (fenceHere?.startsWith(fence)) fence = "";
      continue;
    }
    if (fenceHere && !inComment) {
      fence = fenceHere;
      continue;
    }
    const { kept, open } = dropComments(raw, inComment);
    inComment = open;
    lines.push({ text: kept, line: index + 1 });
  }
  return lines;
}

/** Open boxes in a message, outside of code, quotes and comments. */
export function listOpenBoxes(message: string): string[] {
  if (!message.includes("[ ]")) return [];
  return readMarkdown(message).flatMap(({ text }) => {
    const box = OPEN_BOX.exec(text)?.[1];
    return box ? [box.replaceAll(/\s+/g, " ").trim()] : [];
  });
}

function dropComments(text: string, inComment: boolean): { kept: string; open: boolean } {
  let kept = "";
  let rest = text;
  let open = inComment;
  for (;;) {
    const at = rest.indexOf(open ? "-->" : "<!--");
    if (at === -1) return { kept: open ? kept : kept + rest, open };
    if (!open) kept += rest.slice(0, at);
    rest = rest.slice(at + (open ? 3 : 4));
    open = !open;
  }
}
