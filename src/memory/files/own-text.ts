// A memory's text beside its title. A text that only says the title again is none.

import { MAX_TITLE, type Memory } from "../memory.ts";
import { cleanBody, cleanTitle } from "./clean-memory.ts";

type Words = Pick<Memory, "title" | "body">;

/** As it stands in the file; "" where there is none. */
export function ownText({ title, body }: Words): string {
  return body === title ? "" : body;
}

/** What of a text still holds under another title: not the line that said the old one. */
export function textWithout({ title, body }: Words): string {
  const text = ownText({ title, body });
  const [first = "", ...rest] = text.split("\n");
  if (cleanTitle(first) === title) return rest.join("\n").trim();
  return cleanTitle(text) === title && !isTooLong(text) ? "" : text;
}

/** The text for a title as it was typed: what the title cannot take (markup, a great length) stays there. */
export function keepTyped(typed: string, body: string): string {
  const said = cleanBody(typed);
  const isWhole = said.replace(/\s+/g, " ") === cleanTitle(typed);
  if (isWhole || said === "") return body;
  if (body.trim() === "") return said;
  const isLost = isTooLong(typed) || losesTarget(said, `${cleanTitle(typed)}\n${body}`);
  return isLost && !body.startsWith(said) ? `${said}\n\n${body}` : body;
}

/** Markup only dresses words up, but where a link leads is something to know. */
function losesTarget(said: string, kept: string): boolean {
  const targets = said.matchAll(/\]\(([^()\s]+)\)|\b(?:href|src)=["']?([^"'\s>]+)/g);
  return [...targets].some(([, link, address]) => !kept.includes(link ?? address ?? ""));
}

export function isTooLong(title: string): boolean {
  return [...cleanBody(title).replace(/\s+/g, " ")].length > MAX_TITLE && cleanTitle(title).endsWith("…");
}
