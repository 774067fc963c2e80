// Finds what the person had to say more than once: the same correction, or that something is still not fixed.
import { guessCategory, withoutReproach } from "../../../memory/triage/messages.ts";
import { makeTitle } from "../../../memory/triage/title.ts";
import { contentWords } from "../../../memory/triage/topic.ts";
import { oneLine } from "../../../text/clip.ts";
import { queryWords } from "../../../text/query-words.ts";
import { stem } from "../../../text/stem.ts";
import type { TranscriptItem } from "../../../transcript/item.ts";
import { type Correction, ownWords, readCorrection } from "../../../transcript/selectors/corrections.ts";
import { PromptQueue } from "../../../transcript/selectors/person-input.ts";
import { cutAtWord, type Sighting, type TranscriptDetector } from "./detector.ts";

interface Message extends Sighting {
  words: ReadonlySet<string>;
  correction: Correction | null;
  /** The earlier message with the same content. */
  repeats: Message | null;
}

const MAX_MESSAGES = 300;
const MAX_PATTERNS = 2;
const MAX_TEXT = 600;
const MAX_TITLE = 100;
const MIN_WORD = 3;
/** A word in more messages than this is the topic of the session. */
const MAX_COMMON = 4;
/** A message this short can only refer to the previous one. */
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
    follow(item) {
      queue.follow(item);
      for (const taken of queue.taken.splice(0)) add(taken.offset, taken.text);
      for (const said of saidIn(item)) add(item.offset, said);
    },
    listPatterns: () =>
      chainsOf(messages, min)
        .slice(0, MAX_PATTERNS)
        .map((chain) => ({
          id: "SAME_CORRECTION",
          count: timesSaid(chain),
          title: `You had to say it again: ${cutAtWord(namingSentence(chain), MAX_TITLE)}`,
          // Unique per session, so that it is reported even if an earlier session's finding was dismissed.
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

/** For a correction, the earlier message with the most rare words in common; null for other messages. */
function findRepeated(message: Omit<Message, "repeats">, earlier: readonly Message[]): Message | null {
  const { correction, text } = message;
  if (correction === null) return null;
  // Corrections share their form, so the things they mention must be the same.
  const isPlain = correction.kind === "correcting";
  const words = isPlain ? thingsIn(correction.sentence) : wordsOf(correction.sentence);
  const isRare = (word: string) => earlier.filter((other) => other.words.has(word)).length <= MAX_COMMON;
  const wordsIn = (other: Message) =>
    isPlain && other.correction !== null ? wordsOf(other.correction.sentence) : other.words;
  const shared = (other: Message) =>
    [...words.intersection(wordsIn(other))].filter((word) => isRare(word)).length;
  const refersBack = correction.kind === "said-before" || correction.kind === "meant";
  const needed = (other: Message) => {
    if (other.correction === null) return refersBack ? 1 : isPlain ? Number.POSITIVE_INFINITY : 2;
    return isPlain ? 2 : 1;
  };
  const isSame = (other: Message) => shared(other) >= needed(other);
  const [best] = earlier.filter(isSame).sort((a, b) => shared(b) - shared(a) || Number(b.at) - Number(a.at));
  const refersToLast = !isPlain && text.split(/\s+/).length <= MAX_REFERRING_WORDS;
  return best ?? (refersToLast ? (earlier.at(-1) ?? null) : null);
}

function wordsOf(text: string): Set<string> {
  const stems = queryWords(text).map(stem);
  return new Set(
    stems.filter((word) => (word.length >= MIN_WORD || /^\w*\d/.test(word)) && word !== "still"),
  );
}

/** Only words for things, not those for how or when. */
function thingsIn(text: string): Set<string> {
  return wordsOf(contentWords(text).join(" "));
}

/** Chains of messages that repeat each other, the longest first. */
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

/** A first message that says "I said before" counts twice. */
function timesSaid(chain: readonly Message[]): number {
  const first = chain[0]?.correction?.kind;
  return chain.length + (first === "said-before" || first === "meant" ? 1 : 0);
}

/** Suggests a memory only for what applies beyond the moment. */
function suggest(chain: readonly Message[]): string {
  const wish = chain.findLast(({ correction }) => correction !== null && LASTING.test(correction.sentence));
  const sentence = wish?.correction?.sentence;
  if (sentence === undefined && chain.some(({ correction }) => correction?.kind === "meant"))
    return "In the request, name the file, the folder or an example, so that it cannot be mistaken for another.";
  if (sentence === undefined)
    return 'In the request, give an example of how it should be, or a command that shows the fault: `holdfast loop start --verify "…"`.';
  const isGiven = guessCategory(sentence, "CONSTRAINT") === "CONSTRAINT";
  const title = makeTitle(withoutReproach(sentence).replace(/[.!]*$/, "."));
  return `Save it as a ${isGiven ? "constraint" : "preference"} (\`holdfast memory save\`), so that it is known from the start: ${title}`;
}

/** The last correction or, if it does not name the thing, the message that does. */
function namingSentence(chain: readonly Message[]): string {
  const last = chain.findLast(({ correction }) => correction !== null)?.correction?.sentence ?? "";
  const naming = thingsIn(last).size > 1 ? undefined : chain.findLast(({ words }) => words.size > 1);
  return naming ? oneLine(naming.text) : last;
}
