// What may go into a memory file: no secrets, nothing that hides or reorders text, within limits.
import { stripEscapeSequences, stripMarkup } from "../../text/markup.ts";
import { redact } from "../../text/redaction/redact.ts";
import { UserError } from "../../text/user-error.ts";
import { MAX_BODY, MAX_ID, MAX_TAG, MAX_TAGS, MAX_TITLE, type Memory } from "../memory.ts";

// Control and format characters (zero-width, bidirectional) and lone surrogates, except newline and tab.
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
// They join the parts of an emoji, and shape letters in some scripts.
const JOINERS = new Set(["\u200c", "\u200d"]);
/** With the "…". */
const MAX_VALUE = 61;
/** Front matter is only read up to a limit: no file may be written beyond it. */
const MAX_WRITTEN_TAGS = 100;
const MAX_ROUNDS = 20;

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

/** One line without markup. Cleaning it again changes nothing. */
export function cleanTitle(text: string): string {
  let title = redact(visible(text.slice(0, MAX_TITLE * 8))).text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const plain = clipCharacters(stripMarkup(title), MAX_TITLE);
    if (plain === title) break;
    // Markup may have split a secret, and the cut a pair of marks.
    title = redact(plain).text;
  }
  return title;
}

export function cleanBody(text: string): string {
  const plain = redact(visible(text.replace(/\r\n?/g, "\n"))).text;
  return plain.replace(/[ \t]+$/gm, "").trim();
}

export function cleanTags(tags: readonly string[]): string[] {
  const plain = tags.slice(0, MAX_WRITTEN_TAGS * 4).map((tag) =>
    redact(visible(tag.slice(0, MAX_TAG * 4)))
      .text.toLowerCase()
      .replace(/[\s,[\]{}"'#]+/g, "-")
      .replace(/^-+/, "")
      .slice(0, MAX_TAG)
      .replace(/[\ud800-\udbff]$/, "")
      .replace(/-+$/, ""),
  );
  return [...new Set(plain.filter((tag) => tag !== ""))].slice(0, MAX_WRITTEN_TAGS);
}

/** As given, as far as it fits on one line. */
export function cleanId(text: string): string {
  return visible(text.slice(0, MAX_ID)).replace(/\s+/g, " ").trim();
}

/** An invalid value as it is quoted in a message. */
export function cleanQuotedValue(text: string): string {
  const plain = redact(visible(text.slice(0, MAX_VALUE * 40))).text.replace(/\s+/g, " ");
  return clipCharacters(plain.trim(), MAX_VALUE);
}

export function hasSecret(texts: readonly string[]): boolean {
  return texts.some((text) => redact(visible(text)).count > 0);
}

/** What does not fit into a memory is refused, never cut silently. */
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
      `the text has ${bytes} bytes, a memory takes ${MAX_BODY} (128 KB)`,
      "Keep the gist, and name the file that has the rest.",
    );
  }
}

/** Tags that a person gives. An import may bring more. */
export function checkTags(tags: readonly string[]): void {
  const long = tags.find((tag) => [...tag].length > MAX_TAG);
  const count = cleanTags(tags).length;
  if (long === undefined && count <= MAX_TAGS) return;
  throw new UserError(
    "usage",
    long === undefined
      ? `${count} tags are more than the ${MAX_TAGS} a memory takes`
      : `the tag ${long.slice(0, MAX_TAG)}… is longer than ${MAX_TAG} characters`,
    "Give fewer or shorter ones, between commas.",
  );
}

function clipCharacters(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const kept = characters.slice(0, max - 1).join("");
  return `${kept.trimEnd()}…`;
}

/** Before redaction: an invisible character must not split a secret. */
function visible(text: string): string {
  return stripEscapeSequences(text).replace(HIDDEN, (character) => (JOINERS.has(character) ? character : ""));
}
