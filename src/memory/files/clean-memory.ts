// Cleans and limits what goes into a memory file: no secrets, no characters that hide or reorder text.
import { stripEscapeSequences, stripMarkup } from "../../text/markup.ts";
import { isPlainName } from "../../text/printable.ts";
import { redact } from "../../text/redaction/redact.ts";
import { UserError } from "../../text/user-error.ts";
import { MAX_BODY, MAX_ID, MAX_TAG, MAX_TAGS, MAX_TITLE, type Memory } from "../memory.ts";

// Control and format characters (zero-width, bidirectional) and lone surrogates, except newline and tab.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
// They join parts of emoji and shape letters in some scripts.
const JOINERS = new Set(["\u200c", "\u200d"]);
/** Including the "…". */
const MAX_VALUE = 61;
/** Written front matter must stay within the limit for reading it. */
const MAX_WRITTEN_TAGS = 100;
const MAX_ROUNDS = 20;

export function cleanMemory(memory: Memory): Memory {
  const title = cleanTitle(memory.title);
  return {
    ...memory,
    id: cleanId(memory.id),
    title,
    tags: cleanTags(memory.tags),
    session: cleanId(memory.session ?? "") || null,
    supersedes: memory.supersedes.map(cleanId).filter((id) => id !== ""),
    body: cleanBody(memory.body) || title,
  };
}

/** One line without markup. Cleaning it again changes nothing. */
export function cleanTitle(text: string): string {
  let title = redact(stripHidden(text.slice(0, MAX_TITLE * 8))).text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const plain = clipCharacters(stripMarkup(title), MAX_TITLE);
    if (plain === title) break;
    // Removing markup may have joined a secret, and the cut may have split a pair of marks.
    title = redact(plain).text;
  }
  return title;
}

export function cleanBody(text: string): string {
  const plain = redact(stripHidden(text.replace(/\r\n?/g, "\n"))).text;
  return plain.replace(/[ \t]+$/gm, "").trim();
}

export function cleanTags(tags: readonly string[]): string[] {
  const plain = tags.slice(0, MAX_WRITTEN_TAGS * 4).map((tag) =>
    redact(stripHidden(tag.slice(0, MAX_TAG * 4)))
      .text.toLowerCase()
      .replace(/[\s,[\]{}"'#]+/g, "-")
      .replace(/^-+/, "")
      .slice(0, MAX_TAG)
      .replace(/[\ud800-\udbff]$/, "")
      .replace(/-+$/, ""),
  );
  return [...new Set(plain.filter((tag) => tag !== ""))].slice(0, MAX_WRITTEN_TAGS);
}

/** "" for what is not a plain name: people and Claude paste ids into commands. */
export function cleanId(text: string): string {
  const id = text.slice(0, MAX_ID).trim();
  return isPlainName(id) ? id : "";
}

/** For quoting an invalid value in a message. */
export function cleanQuotedValue(text: string): string {
  const plain = redact(stripHidden(text.slice(0, MAX_VALUE * 40))).text.replace(/\s+/g, " ");
  return clipCharacters(plain.trim(), MAX_VALUE);
}

export function hasSecret(texts: readonly string[]): boolean {
  return texts.some((text) => redact(stripHidden(text)).count > 0);
}

/** Refuses what does not fit, instead of cutting it silently. */
export function checkTitleAndBody({ title, body }: Partial<Pick<Memory, "title" | "body">>): void {
  if (title !== undefined && cleanTitle(title) === "") {
    throw new UserError(
      "usage",
      "a title is needed",
      'Such as: holdfast memory save "Use pnpm" --category preference',
    );
  }
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  if (bytes > MAX_BODY) {
    throw new UserError(
      "too-long",
      `the text has ${bytes} bytes; the limit is ${MAX_BODY} (128 KB)`,
      "Shorten it, and name the file that has the rest.",
    );
  }
}

/** For tags given by a person. An import may have more. */
export function checkTags(tags: readonly string[]): void {
  const long = tags.find((tag) => [...tag].length > MAX_TAG);
  const count = cleanTags(tags).length;
  if (long === undefined && count <= MAX_TAGS) return;
  throw new UserError(
    "usage",
    long === undefined
      ? `${count} tags are more than the limit of ${MAX_TAGS}`
      : `the tag ${long.slice(0, MAX_TAG)}… is longer than ${MAX_TAG} characters`,
    "Give fewer or shorter tags, separated by commas.",
  );
}

function clipCharacters(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const kept = characters.slice(0, max - 1).join("");
  return `${kept.trimEnd()}…`;
}

/** For use before redaction: an invisible character must not split a secret. */
function stripHidden(text: string): string {
  return stripEscapeSequences(text).replace(HIDDEN, (character) => (JOINERS.has(character) ? character : ""));
}
