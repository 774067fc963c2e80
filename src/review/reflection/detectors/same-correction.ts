// What the person had to say more than once: the same correction, or that something still is as it was.
import { queryWords } from "../../../text/query-words.ts";
import { stem } from "../../../text/stem.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { type Correction, ownWords, readCorrection } from "../../../transcript/selectors/corrections.ts";
import { PromptQueue } from "../../../transcript/selectors/person-input.ts";
import type { Suggestion } from "../reflection.ts";
import { advise, cutAtWord, type Sighting, type TranscriptDetector } from "./detector.ts";

interface Message extends Sighting {
  words: ReadonlySet<string>;
  correction: Correction | null;
  /** The message it repeats. */
  repeats: Message | null;
}

const MAX_MESSAGES = 300;
const MAX_PATTERNS = 2;
const MAX_TEXT = 600;
const MAX_TITLE = 100;
const MIN_WORD = 3;
/** A word in more messages than this is what the session is about. */
const MAX_COMMON = 4;
/** So short, it can only be about the message before. */
const MAX_REFERRING_WORDS = 8;

const LASTING =
  /\b(?:do not|don['’]?t|dont|never|always|stop \w+ing|every time|go through this|told you|you keep|you cannot|you can['’]?t)\b/i;

export const sameCorrection: TranscriptDetector = ({ same_correction: min }) => {
  const messages: Message[] = [];
  const queue = new PromptQueue();
  const add = (at: number, said: string) => {
    const text = said.trim();
    // Sent again after an error or an interruption.
    if (text === "" || messages.some((earlier) => earlier.text === cutAtWord(text, MAX_TEXT))) return;
    const message = {
      at,
      text: cutAtWord(text, MAX_TEXT),
      words: wordsOf(ownWords(text)),
      correction: readCorrection(text),
    };
    messages.push({ ...message, repeats: findRepeated(message, messages) });
    if (messages.length > MAX_MESSAGES) messages.shift();
  };
  return {
    see(item) {
      queue.follow(item);
      for (const taken of queue.taken.splice(0)) add(taken.offset, taken.text);
      for (const said of saidIn(item)) add(item.offset, said);
    },
    found: () =>
      chainsOf(messages, min)
        .slice(0, MAX_PATTERNS)
        .map((chain) => ({
          id: "SAME_CORRECTION",
          count: timesSaid(chain),
          title: `You had to say it again: ${sentenceOf(chain)}`,
          // Of one session only: it is reported even when that of an earlier session was dismissed.
          subject: chain.map(({ text }) => text).join("\n"),
          evidence: chain.map(({ at, text }) => ({ at, text })),
          suggestion: suggest(chain),
        })),
  };
};

function saidIn(item: TranscriptItem): string[] {
  if (item.kind === "prompt") return [item.text];
  if (item.kind === "rejection") return item.reason === null ? [] : [item.reason];
  return item.kind === "answers" ? item.answers.map(({ answer }) => answer) : [];
}

/** The message with the most rare words in common, where this one says that it comes again. */
function findRepeated(message: Omit<Message, "repeats">, earlier: readonly Message[]): Message | null {
  const { correction, text } = message;
  const before = earlier.at(-1) ?? null;
  const words = correction === null ? message.words : wordsOf(correction.sentence);
  const isRare = (word: string) => earlier.filter((other) => other.words.has(word)).length <= MAX_COMMON;
  const shared = (other: Message) =>
    [...words].filter((word) => other.words.has(word) && isRare(word)).length;
  // What they add to it at once.
  if (correction === null)
    return before?.correction?.kind === "said-before" && shared(before) > 0 ? before : null;
  const isStrong = correction.kind !== "correcting";
  const refersBack = correction.kind === "said-before" || correction.kind === "meant";
  const needed = (other: Message) => {
    if (other.correction === null) return refersBack ? 1 : isStrong ? 2 : Number.POSITIVE_INFINITY;
    return isStrong ? 1 : 2;
  };
  const isSame = (other: Message) => shared(other) >= needed(other);
  const [best] = earlier.filter(isSame).sort((a, b) => shared(b) - shared(a) || Number(b.at) - Number(a.at));
  if (best) return best;
  return isStrong && text.split(/\s+/).length <= MAX_REFERRING_WORDS ? before : null;
}

function wordsOf(text: string): Set<string> {
  const stems = queryWords(text).map(stem);
  return new Set(stems.filter((word) => word.length >= MIN_WORD && word !== "still"));
}

/** Each wish once, with every message that said it, the most frequent first. */
function chainsOf(messages: readonly Message[], min: number): Message[][] {
  if (min === 0) return [];
  const isRepeated = new Set(messages.map(({ repeats }) => repeats));
  return messages
    .filter((message) => !isRepeated.has(message))
    .map((last) => {
      const chain = [last];
      for (let at = last.repeats; at !== null; at = at.repeats) chain.unshift(at);
      return chain;
    })
    .filter((chain) => timesSaid(chain) >= min)
    .sort((a, b) => timesSaid(b) - timesSaid(a));
}

/** One that says it was said before counts for both. */
function timesSaid(chain: readonly Message[]): number {
  const first = chain[0]?.correction?.kind;
  return chain.length + (first === "said-before" || first === "meant" ? 1 : 0);
}

/** Only what holds beyond the moment is worth a memory. */
function suggest(chain: readonly Message[]): Suggestion {
  const wish = chain.findLast(({ correction }) => correction !== null && LASTING.test(correction.sentence));
  if (wish === undefined && chain.some(({ correction }) => correction?.kind === "meant"))
    return advise(
      "Name the file, the folder or an example in the request, so that it cannot be taken for another.",
    );
  if (wish === undefined)
    return advise(
      'Ask first for a test or a command that shows the fault, and let a loop hold Claude to it: `holdfast loop start --verify "…"`.',
    );
  return {
    kind: "memory",
    text: "Save it as a preference, so that it is known from the start.",
    payload: {
      category: "PREFERENCE",
      title: sentenceOf([wish]),
      body: chain.map(({ text }) => text).join("\n"),
    },
  };
}

function sentenceOf(chain: readonly Message[]): string {
  const message = chain.findLast(({ correction }) => correction !== null);
  return (message?.correction?.sentence ?? "").slice(0, MAX_TITLE);
}
