// What goes into a memory file: without secrets, without what hides or moves text, within bounds.

import { stripEscapeSequences, stripMarkup } from "../../text/markup.ts";
import { redact } from "../../text/redaction/redact.ts";
import { LONGEST_TAG, LONGEST_TITLE, type Memory } from "../memory.ts";

// Control and format characters (zero-width, bidirectional), lone surrogates; a line's end and a tab are text.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
// Joins the parts of an emoji, and shapes letters in some scripts.
const JOINERS = new Set(["\u200c", "\u200d"]);
const LONGEST_ID = 200;
const LONGEST_VALUE = 60;
/** Front matter is read up to a bound: no file may be written that is over it. */
const MOST_WRITTEN_TAGS = 100;
const MOST_ROUNDS = 20;

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

/** One line without markup. What is cleaned once stays as it is. */
export function cleanTitle(text: string): string {
  let title = redact(visible(text.slice(0, LONGEST_TITLE * 8))).text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const plain = cut(stripMarkup(title));
    if (plain === title) break;
    // Markup may have parted a secret, and a cut a pair of marks.
    title = redact(plain).text;
  }
  return title;
}

function cut(title: string): string {
  const characters = [...title];
  if (characters.length <= LONGEST_TITLE) return title;
  return `${characters
    .slice(0, LONGEST_TITLE - 1)
    .join("")
    .trimEnd()}…`;
}

export function cleanBody(text: string): string {
  const plain = redact(visible(text.replace(/\r\n?/g, "\n"))).text;
  return plain.replace(/[ \t]+$/gm, "").trim();
}

export function cleanTags(tags: readonly string[]): string[] {
  const plain = tags.slice(0, MOST_WRITTEN_TAGS * 4).map((tag) =>
    redact(visible(tag.slice(0, LONGEST_TAG * 4)))
      .text.toLowerCase()
      .replace(/[\s,[\]{}"'#]+/g, "-")
      .replace(/^-+/, "")
      .slice(0, LONGEST_TAG)
      .replace(/[\ud800-\udbff]$/, "")
      .replace(/-+$/, ""),
  );
  return [...new Set(plain.filter((tag) => tag !== ""))].slice(0, MOST_WRITTEN_TAGS);
}

/** Kept as given, as far as it can be written on one line. */
export function cleanId(text: string): string {
  return visible(text.slice(0, LONGEST_ID)).replace(/\s+/g, " ").trim();
}

/** A value that makes no sense, for who has to find it in the file. */
export function cleanValue(text: string): string {
  const plain = redact(visible(text.slice(0, LONGEST_VALUE * 40))).text.replace(/\s+/g, " ");
  const characters = [...plain.trim()];
  return characters.length <= LONGEST_VALUE
    ? characters.join("")
    : `${characters.slice(0, LONGEST_VALUE).join("")}…`;
}

export function hasSecret(texts: readonly string[]): boolean {
  return texts.some((text) => redact(visible(text)).count > 0);
}

/** Before redaction: a sign that nobody sees must not part a secret. */
function visible(text: string): string {
  return stripEscapeSequences(text).replace(HIDDEN, (character) => (JOINERS.has(character) ? character : ""));
}
