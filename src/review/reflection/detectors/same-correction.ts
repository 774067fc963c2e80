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
import type { Suggestion } from "../reflection.ts";
import { advise, cutAtWord, type Sighting, type TranscriptDetector } from "./detector.ts";

interface Message extends Sighting {
  words: ReadonlySet<string>;
  correction: Correction | null;
  /** Shell commands run in the session so far. */
  commands: number;
  /** The earlier message with the same content. */
  repeats: Message | null;
}

const MAX_MESSAGES = 300;
const MAX_PATTERNS = 2;
const MAX_TEXT = 600;
/** The maximum length in a finding. */
const MAX_QUOTE = 240;
const MAX_TITLE = 100;
const MIN_WORD = 3;
/** A word in more messages than this is the topic of the session. */
const MAX_COMMON = 4;
/** Common words say less, so more of them must match. */
const MIN_COMMON = 2;
/** A message this short can only refer to the previous one. */
const MAX_REFERRING_WORDS = 8;

const LASTING =
  /\b(?:do not|don['’]?t|dont|never|always|stop \w+ing|every time|go through this|told you|you keep|you cannot|you can['’]?t)\b/i;
/** "Too much" of something, which no command can check. */
const OF_DEGREE = /\btoo\s+\w+/i;

export const sameCorrection: TranscriptDetector = ({ same_correction: min }) => {
  const messages: Message[] = [];
  const queue = new PromptQueue();
  let commands = 0;
  const add = (at: number, said: string) => {
    const text = said.trim();
    // Sent again after an error or an interruption.
    if (text === "" || messages.some((earlier) => earlier.text === cutAtWord(text, MAX_TEXT))) return;
    const message = {
      at,
      text: cutAtWord(text, MAX_TEXT),
      words: wordsOf(ownWords(text)),
      correction: readCorrection(text),
      commands,
    };
    messages.push({ ...message, repeats: findRepeated(message, messages) });
    if (messages.length > MAX_MESSAGES) messages.shift();
  };
  return {
    follow(item) {
      if (item.kind === "tool-result" && item.call?.tool === "Bash") commands++;
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
          title: `You had to say it again: ${sentenceOf(chain)}`,
          // Unique per session, so that it is reported even if an earlier session's finding was dismissed.
          subject: chain.map(({ text }) => text).join("\n"),
          evidence: chain.map((message, index) => ({
            at: message.at,
            text: quoteMessage(message, chain[index + 1] ?? chain[index - 1]),
          })),
          suggestion: suggest(chain),
        })),
  };
};

function saidIn(item: TranscriptItem): string[] {
  if (item.kind === "prompt") return [item.text];
  if (item.kind === "rejection") return item.reason === null ? [] : [item.reason];
  return item.kind === "answers" ? item.answers.map(({ answer }) => answer) : [];
}

/** For a correction, the earlier message with the most rare words in common. */
function findRepeated(message: Omit<Message, "repeats">, earlier: readonly Message[]): Message | null {
  const { correction, text } = message;
  const before = earlier.at(-1) ?? null;
  // Corrections share their form, so the things they mention must be the same.
  const isPlain = correction?.kind === "correcting";
  const sentence = correction?.sentence ?? "";
  const words = correction === null ? message.words : isPlain ? thingsIn(sentence) : wordsOf(sentence);
  const isRare = (word: string) => earlier.filter((other) => other.words.has(word)).length <= MAX_COMMON;
  const wordsIn = (other: Message) =>
    isPlain && other.correction !== null ? wordsOf(other.correction.sentence) : other.words;
  const shared = (other: Message) => {
    const theirs = wordsIn(other);
    return [...words].filter((word) => theirs.has(word) && isRare(word)).length;
  };
  // An addition to the message right before.
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
  // The person says that they asked before, but in words that are common in this session.
  if (refersBack) {
    const parts = wordsOf(correction.sentence.replace(/[/_.-]/g, " "));
    const common = (other: Message) => parts.intersection(other.words).size;
    const most = Math.max(MIN_COMMON, ...earlier.map(common));
    const likely = earlier.findLast((one) => common(one) === most);
    if (likely !== undefined) return likely;
  }
  return isStrong && text.split(/\s+/).length <= MAX_REFERRING_WORDS ? before : null;
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
function suggest(chain: readonly Message[]): Suggestion {
  const wish = chain.findLast(({ correction }) => correction !== null && LASTING.test(correction.sentence));
  if (wish === undefined && chain.some(({ correction }) => correction?.kind === "meant"))
    return advise(
      "Name the file, the folder or an example in the request, so that it cannot be mistaken for another.",
    );
  if (wish === undefined && OF_DEGREE.test(lastSentence(chain)))
    return advise("Give a value or an example of how it should be.");
  if (wish === undefined && !wasTried(chain))
    return advise(
      'If it applies to other sessions too, save it: `holdfast memory save "…" --category preference`.',
    );
  if (wish === undefined)
    return advise(
      'Ask first for a test or a command that shows the fault, then start a loop with it: `holdfast loop start --verify "…"`.',
    );
  // A constraint, unlike a preference, includes what the person added right after it.
  const isGiven = guessCategory(wish.correction?.sentence ?? "", "CONSTRAINT") === "CONSTRAINT";
  const added = chain.slice(chain.indexOf(wish) + 1).filter(({ correction }) => correction === null);
  const said = [
    withoutReproach(wish.correction?.sentence ?? ""),
    ...(isGiven ? added : []).map(({ text }) => text),
  ];
  const title = makeTitle(said.map((text) => text.replace(/[.!]*$/, ".")).join(" "));
  return {
    kind: "memory",
    text: `Save it as a ${isGiven ? "constraint" : "preference"}, so that it is known from the start: ${title}`,
    payload: {
      category: isGiven ? "CONSTRAINT" : "PREFERENCE",
      title,
      body: chain.map(({ text }) => text).join("\n"),
    },
  };
}

/** A command ran between the messages, and could have shown that it was not right yet. */
function wasTried(chain: readonly Message[]): boolean {
  return chain.some(({ commands }) => commands > (chain[0]?.commands ?? 0));
}

/** The whole message if it fits, otherwise starting at the repeated sentence and ending with a clause. */
function quoteMessage({ text, correction, words }: Message, other: Message | undefined): string {
  const whole = oneLine(text);
  if (whole.length <= MAX_QUOTE) return whole;
  const sentences = whole.split(/(?<=[.!?])\s+/);
  const shared = (sentence: string) =>
    [...wordsOf(sentence)].filter((word) => words.has(word) && other?.words.has(word)).length;
  const wanted = oneLine(
    correction?.sentence ?? sentences.toSorted((a, b) => shared(b) - shared(a))[0] ?? "",
  );
  const from = Math.max(0, whole.indexOf(wanted));
  const rest = from === 0 ? whole : `… ${whole.slice(from)}`;
  if (rest.length <= MAX_QUOTE) return rest;
  const [clauses = ""] = /^.*[.!?;,:](?=\s)/.exec(rest.slice(0, MAX_QUOTE - 1)) ?? [];
  return clauses.length > MAX_QUOTE / 3 ? `${clauses} …` : cutAtWord(rest, MAX_QUOTE - 1);
}

/** The last correction or, if it does not name the thing, the message that does. */
function sentenceOf(chain: readonly Message[]): string {
  const last = lastSentence(chain);
  const naming = thingsIn(last).size > 1 ? undefined : chain.findLast(({ words }) => words.size > 1);
  return cutAtWord(naming === undefined ? last : oneLine(naming.text), MAX_TITLE);
}

function lastSentence(chain: readonly Message[]): string {
  return chain.findLast(({ correction }) => correction !== null)?.correction?.sentence ?? "";
}
