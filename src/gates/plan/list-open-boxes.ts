// Open boxes in a message, outside of code, quotes and comments.
import { readMarkdown } from "./read-markdown.ts";

const OPEN_BOX = /^ {0,8}(?:[-*+]|\d+[.)])\s+\[ \]\s+(\S.*)$/;

export function listOpenBoxes(message: string): string[] {
  if (!message.includes("[ ]")) return [];
  return readMarkdown(message).flatMap(({ text }) => {
    const found = OPEN_BOX.exec(text)?.[1];
    return found ? [found.replaceAll(/\s+/g, " ").trim()] : [];
  });
}
