// What goes into a memory file: without secrets, without what hides or moves text, within bounds.
import { redact } from "../redaction/redact.ts";
import { LONGEST_BODY, LONGEST_TITLE, type Memory, MOST_TAGS } from "./memory.ts";

// Control and format characters (zero-width, bidirectional), lone surrogates; a line's end and a tab are text.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
// Joins the parts of an emoji, and shapes letters in some scripts.
const JOINERS = new Set(["\u200c", "\u200d"]);
const LONGEST_ID = 200;
const LONGEST_TAG = 40;

export function cleanMemory(memory: Memory): Memory {
  const title = cleanTitle(memory.title);
  return {
    ...memory,
    id: cleanId(memory.id),
    title,
    tags: cleanTags(memory.tags),
    session: memory.session === null ? null : cleanId(memory.session),
    supersedes: memory.supersedes.map(cleanId).filter((id) => id !== ""),
    body: cleanBody(memory.body) || title,
  };
}

/** One line. What was cut off stays nowhere: a long title belongs into the body. */
export function cleanTitle(text: string): string {
  const start = text.slice(0, LONGEST_TITLE * 8);
  const plain = withoutMarkup(redact(visible(start)).text)
    .replace(/^[\s#>*`-]+/, "")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...plain];
  if (characters.length <= LONGEST_TITLE) return plain;
  return `${characters
    .slice(0, LONGEST_TITLE - 1)
    .join("")
    .trimEnd()}…`;
}

export function cleanBody(text: string): string {
  const plain = redact(visible(text.slice(0, LONGEST_BODY).replace(/\r\n?/g, "\n"))).text;
  return plain.replace(/[ \t]+$/gm, "").trim();
}

export function cleanTags(tags: readonly string[]): string[] {
  const plain = tags.slice(0, MOST_TAGS * 4).map((tag) =>
    redact(visible(tag.slice(0, LONGEST_TAG * 4)))
      .text.toLowerCase()
      .replace(/[\s,[\]{}"'#]+/g, "-")
      .replace(/^-+/, "")
      .slice(0, LONGEST_TAG)
      .replace(/[\ud800-\udbff]$/, "")
      .replace(/-+$/, ""),
  );
  return [...new Set(plain.filter((tag) => tag !== ""))].slice(0, MOST_TAGS);
}

/** Kept as given, as far as it can be written on one line. */
export function cleanId(text: string): string {
  return visible(text.slice(0, LONGEST_ID)).replace(/\s+/g, " ").trim();
}

/** Until none is left: what is cleaned once must stay as it is. */
function withoutMarkup(text: string): string {
  const plain = text.replace(/<[^<>]{0,200}>/g, " ");
  return plain === text ? plain : withoutMarkup(plain);
}

/** Before redaction: a sign that nobody sees must not part a secret. */
function visible(text: string): string {
  return text.replace(HIDDEN, (character) => (JOINERS.has(character) ? character : ""));
}
