// What a prompt is about, in the words of the index. Pure.
import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";

export interface Term {
  /** As the index has it. */
  stem: string;
  /** As the prompt has it, folded: what is searched for. */
  word: string;
}

const LEAST_CHARACTERS = 12;
/** Of a long prompt, a pasted log perhaps, the beginning and the end say what is wanted. */
const MOST_CHARACTERS = 4000;
const MOST_TERMS = 40;

/** Nothing for a command, and for a prompt too short to be about something. */
export function pickTerms(prompt: string): Term[] {
  const text = prompt.trim();
  if (text.length < LEAST_CHARACTERS || /^[/!#]\S/.test(text)) return [];
  const terms = new Map<string, Term>();
  for (const word of wordsOf(withoutPlaces(shorten(text)))) {
    if (STOP_WORDS.has(word) || !isTelling(word)) continue;
    const root = stem(word);
    if (!terms.has(root)) terms.set(root, { stem: root, word });
    if (terms.size === MOST_TERMS) break;
  }
  return [...terms.values()];
}

/** Marks where a secret stood, addresses, and the folders above a file: they are the same all over a project. */
function withoutPlaces(text: string): string {
  if (!/[/[]/.test(text)) return text;
  return text
    .replace(/\[redacted:[^\]]*\]|\b\w+:\/\/\S+/g, " ")
    .replace(/(?<!\S)~?(?:\/[\w.@-]+)+(?=(?:\/[\w.@-]+){2})/g, " ");
}

/** As FTS5's unicode61 cuts them: letters and digits, lower case, without accents. */
function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  // Most prompts; the classes of Unicode take a while to set up.
  if (isAscii(lower)) return lower.match(/[a-z0-9]+/g) ?? [];
  const folded = lower.normalize("NFD").replace(/\p{M}+/gu, "");
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isAscii(text: string): boolean {
  return text.length === Buffer.byteLength(text);
}

/** One letter, a small number or a hash tells nothing. */
function isTelling(word: string): boolean {
  if (word.length < 2 || word.length > 40) return false;
  return !/^\d{1,2}$/.test(word) && !/^(?=.*\d)[0-9a-f]{7,}$/.test(word);
}

function shorten(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  return `${text.slice(0, MOST_CHARACTERS / 2)} ${text.slice(-MOST_CHARACTERS / 2)}`;
}
