// Scores what was said by words, category by category: the method of triage with mode "ask". A word that suggests a category counts
// more if another one nearby confirms it. Pure: the same messages give the same scores.
import { MAX_TITLE } from "../../memory.ts";
import { type Sentence, splitLines } from "../sentences.ts";
import { openingPattern } from "../statements/match-statements.ts";
import { makeTitle, runbookTitle } from "../title.ts";
import { withoutOptions } from "../typed-text.ts";
import { type Kind, TEXT_CATEGORIES, type TextCategory } from "./index-entries.ts";
import { type Language, languagesIn } from "./language.ts";

export interface Message {
  who: "user" | "claude";
  text: string;
  /** Byte offset in the transcript. */
  offset?: number;
}

/** A line that suggests a category. */
export interface ScoredLine {
  line: string;
  /** The sentence in it that does. */
  sentence: string;
  title: string;
  /** The text it was said in. */
  message: string;
  who: Message["who"];
  offset: number;
  /** Another word nearby confirms it. */
  isConfirmed: boolean;
  /** Only less clear words say it. */
  isVague: boolean;
}

export interface TextScore {
  /** From 0 to 1. */
  score: number;
  /** The confirmed ones first. */
  lines: ScoredLine[];
}

/** Why a line counts, shown to the user. */
export function whyScored(isConfirmed: boolean): string {
  return isConfirmed ? "says it plainly" : "suggests it";
}

/** Sentences of a message in which nothing is said in passing. */
const MAX_BRIEF = 3;
const LINES_BEFORE = 2;
const LINES_AFTER = 1;
const SUGGESTED = { points: 0.3, max: 3 };
const CONFIRMED = { points: 0.5, max: 2 };
/** An error counts only with its fix. */
const PAIR: TextCategory = "RUNBOOK";
/** One suggestion is enough where its words are clear, two or a confirmed one elsewhere. */
const DENOMINATORS: Record<TextCategory, number> = {
  DECISION: 1,
  RUNBOOK: 1,
  CONSTRAINT: 0.75,
  TECH_DEBT: 0.75,
  PREFERENCE: 0.75,
};

interface Line extends Pick<ScoredLine, "who" | "message" | "offset"> {
  sentences: readonly Sentence[];
  /** All sentences of the message. */
  whole: readonly Sentence[];
}

/** All lines, and their masked text by which they are searched at once. */
interface Text {
  lines: readonly Line[];
  all: string;
  /** Where each line begins in it. */
  starts: readonly number[];
}

export type TextScores = Record<TextCategory, TextScore>;

export function scoreMessages(messages: readonly Message[]): TextScores {
  const text = joinLines(messages.flatMap(readLines));
  const languages = languagesIn(text.all);
  const found = TEXT_CATEGORIES.map((category) => findLines(category, text, languages));
  const isSure = ({ isConfirmed, isVague }: ScoredLine) => isConfirmed && !isVague;
  const sure = new Set(found.flat().flatMap((one) => (isSure(one) ? [one.line] : [])));
  const scores = TEXT_CATEGORIES.map((category, at) => {
    const scored = (found[at] ?? []).filter(({ line, isVague }) => !isVague || !sure.has(line));
    return [category, { score: scoreLines(category, scored), lines: scored }];
  });
  return Object.fromEntries(scores);
}

function readLines({ who, text, offset = 0 }: Message): Line[] {
  const lines = splitLines(withoutOptions(text));
  const stripped = lines.map((sentences) => sentences.map(withoutOpening));
  const whole = stripped.flat();
  return stripped.map((sentences) => ({ who, message: text, offset, sentences, whole }));
}

function joinLines(lines: readonly Line[]): Text {
  const starts: number[] = [];
  let all = "";
  for (const { sentences } of lines) {
    starts.push(all.length);
    for (const { masked } of sentences) all += `${masked}\n`;
  }
  return { lines, all, starts };
}

/** The confirmed ones first. */
function findLines(category: TextCategory, text: Text, languages: readonly Language[]): ScoredLine[] {
  const found = new Map<string, ScoredLine>();
  for (const language of languages)
    for (const at of suggestedLines(category, language, text)) {
      const line = text.lines[at];
      if (!line?.sentences.some(({ masked }) => masked.search(language.spoken) !== -1)) continue;
      const near = text.lines.slice(Math.max(0, at - LINES_BEFORE), at + LINES_AFTER + 1);
      const one = scoreLine(category, language, line, near);
      // What is said twice counts once.
      if (one && !found.get(one.line.toLowerCase())?.isConfirmed) found.set(one.line.toLowerCase(), one);
    }
  return [...found.values()].toSorted((a, b) => Number(b.isConfirmed) - Number(a.isConfirmed));
}

/** The numbers of the lines that may have a word of the category. Most have none. */
function suggestedLines(category: TextCategory, language: Language, { all, starts }: Text): number[] {
  const lines = new Set<number>();
  for (const kind of ["primary", "alone", "weak", "brief"] as const) {
    const pattern = language.pattern(`${category}.${kind}`);
    let at = 0;
    for (const index of pattern === null ? [] : matchedSentences(all, pattern)) {
      while ((starts[at + 1] ?? all.length) <= index) at++;
      lines.add(at);
    }
  }
  return [...lines].toSorted((a, b) => a - b);
}

/** A place in each sentence of a text where a pattern matches or, across a line break, seems to. */
function matchedSentences(all: string, pattern: RegExp): number[] {
  const found: number[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(all); match; match = pattern.exec(all)) {
    found.push(match.index);
    pattern.lastIndex = all.indexOf("\n", match.index) + 1;
  }
  return found;
}

/** Where a pattern matches, without the copy of it that `matchAll` makes. */
function matchesIn(text: string, pattern: RegExp | null): number[] {
  const found: number[] = [];
  if (pattern === null) return found;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) found.push(match.index);
  return found;
}

/** The document's sum. */
export function scoreLines(category: TextCategory, lines: readonly ScoredLine[]): number {
  const confirmed = lines.filter(({ isConfirmed }) => isConfirmed).length;
  const points =
    Math.min(confirmed, CONFIRMED.max) * CONFIRMED.points +
    Math.min(lines.length - confirmed, SUGGESTED.max) * SUGGESTED.points;
  return Math.round(Math.min(1, points / DENOMINATORS[category]) * 100) / 100;
}

function scoreLine(
  category: TextCategory,
  language: Language,
  { sentences, whole, ...said }: Line,
  near: readonly Line[],
): ScoredLine | null {
  const pattern = (kind: Kind) => language.pattern(`${category}.${kind}`);
  const unless = pattern("unless");
  const stated = sentences.filter((one) => isStatement(language, one) && !isIn(one, unless));
  const find = (kind: Kind, among = stated) => findStatement(language, pattern(kind), among);
  const isBrief = () => whole.length <= MAX_BRIEF && whole.every((one) => isStatement(language, one));
  const clear = find("alone");
  const suggesting = clear ?? find("primary");
  const nearby = () => near.flatMap((one) => one.sentences);
  const confirming = suggesting && find("booster", nearby());
  const both = suggesting
    ? null
    : find(
        "weak",
        stated.filter((one) => find("booster", [one]) !== null),
      );
  const confirmed = clear ?? confirming ?? both;
  const vague = confirmed === null && isBrief() ? find("brief") : null;
  const main = vague ?? suggesting ?? both;
  const isConfirmed = (confirmed ?? vague) !== null;
  const isPair = category === PAIR;
  if (main === null || (isPair && !isConfirmed)) return null;
  const line = sentences.map(({ plain }) => plain).join(" ");
  const title = isPair ? pairTitle([find("primary"), main, confirming]) : titleOf(main);
  return { ...said, line, sentence: main.sentence.plain, title, isConfirmed, isVague: vague !== null };
}

/** A sentence, and where in it the words were found. */
interface Statement {
  sentence: Sentence;
  at: number;
}

/** The first sentence that says it: neither denied nor only supposed. */
function findStatement(
  language: Language,
  pattern: RegExp | null,
  sentences: readonly Sentence[],
): Statement | null {
  for (const sentence of sentences)
    for (const at of matchesIn(sentence.masked, pattern)) {
      const before = sentence.masked.slice(0, at);
      const isVoid = language.negation.test(before) || isFound(before, language.pattern("supposed"));
      if (before === "" || !isVoid) return { sentence, at };
    }
  return null;
}

function titleOf(main: Statement): string {
  const { plain } = main.sentence;
  return makeTitle(plain.length <= MAX_TITLE ? plain : clauseAt(main));
}

/** The error with its fix, if they are in different sentences. */
function pairTitle(statements: readonly (Statement | null)[]): string {
  const found = statements.filter((one) => one !== null);
  const [first, ...others] = new Set(found.map(({ sentence }) => sentence.plain));
  const main = found[0];
  return others.length === 0 && main ? titleOf(main) : runbookTitle([first, ...others].join(" "));
}

/** A long sentence from the clause on in which the words are. */
function clauseAt({ sentence: { plain, masked }, at }: Statement): string {
  // The masked text may lack an opening.
  const place = at + plain.length - masked.length;
  const starts = [...plain.matchAll(/(?<=[;:]\s|\s[–—-]\s)/g)].map(({ index }) => index);
  return plain.slice(starts.findLast((start) => start <= place) ?? 0);
}

function isStatement(language: Language, sentence: Sentence): boolean {
  return !isQuestion(sentence) && !isIn(sentence, language.pattern("asked"));
}

function isIn({ masked }: Sentence, pattern: RegExp | null): boolean {
  return isFound(masked, pattern);
}

function isFound(text: string, pattern: RegExp | null): boolean {
  return pattern !== null && text.search(pattern) !== -1;
}

function isQuestion({ masked }: Sentence): boolean {
  return /[?？]\W*$|^¿/.test(masked);
}

/** Without words such as "ok, please" at the beginning. */
function withoutOpening({ plain, masked }: Sentence): Sentence {
  // "No" may deny what follows.
  return {
    plain,
    masked: masked.replace(openingPattern(), (opening) => (/\bno\s+$/.test(opening) ? opening : "")),
  };
}
