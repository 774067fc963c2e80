// Scores what was said by words, category by category: the method of triage with mode "ask". A word that suggests a category counts
// more if another one nearby confirms it. Pure: the same messages give the same scores.
import { MAX_TITLE } from "../../memory.ts";
import { type Sentence, splitLines } from "../sentences.ts";
import { openingPattern } from "../statements/match-statements.ts";
import { makeTitle, runbookTitle } from "../title.ts";
import { withoutOptions } from "../typed-text.ts";
import { type Language, TEXT_CATEGORIES, type TextCategory } from "./language.ts";
import { languagesIn } from "./words/languages.ts";

export interface Message {
  who: "user" | "claude";
  text: string;
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
/** One suggestion is enough where its words are clear, two or a confirmed one elsewhere. */
const DENOMINATORS: Record<TextCategory, number> = {
  DECISION: 1,
  RUNBOOK: 1,
  CONSTRAINT: 0.75,
  TECH_DEBT: 0.75,
  PREFERENCE: 0.75,
};

interface Line extends Pick<ScoredLine, "who" | "message"> {
  sentences: readonly Sentence[];
  /** All sentences of the message. */
  whole: readonly Sentence[];
}

export type TextScores = Record<TextCategory, TextScore>;

export function scoreMessages(messages: readonly Message[]): TextScores {
  const lines = messages.flatMap(readLines);
  const all = lines.flatMap(({ sentences }) => sentences.map(({ masked }) => masked)).join("\n");
  const languages = languagesIn(all);
  const found = TEXT_CATEGORIES.map((category) => findLines(category, lines, languages, all));
  const isSure = ({ isConfirmed, isVague }: ScoredLine) => isConfirmed && !isVague;
  const sure = new Set(found.flat().flatMap((one) => (isSure(one) ? [one.line] : [])));
  const scores = TEXT_CATEGORIES.map((category, at) => {
    const scored = (found[at] ?? []).filter(({ line, isVague }) => !isVague || !sure.has(line));
    return [category, { score: scoreLines(category, scored), lines: scored }];
  });
  return Object.fromEntries(scores);
}

function readLines({ who, text }: Message): Line[] {
  const lines = splitLines(withoutOptions(text));
  const stripped = lines.map((sentences) => sentences.map(withoutOpening));
  const whole = stripped.flat();
  return stripped.map((sentences) => ({ who, message: text, sentences, whole }));
}

/** The confirmed ones first. */
function findLines(
  category: TextCategory,
  lines: readonly Line[],
  languages: readonly Language[],
  all: string,
): ScoredLine[] {
  const found = new Map<string, ScoredLine>();
  for (const language of languages) {
    const { primary, alone, weak, brief } = language.patterns(category);
    // Most languages are not spoken.
    if ([primary, alone, weak, brief].every((pattern) => all.search(pattern) === -1)) continue;
    for (const [at, line] of lines.entries()) {
      if (!line.sentences.some(({ masked }) => masked.search(language.spoken) !== -1)) continue;
      const one = scoreLine(
        category,
        language,
        line,
        lines.slice(Math.max(0, at - LINES_BEFORE), at + LINES_AFTER + 1),
      );
      // What is said twice counts once.
      if (one && !found.get(one.line.toLowerCase())?.isConfirmed) found.set(one.line.toLowerCase(), one);
    }
  }
  return [...found.values()].toSorted((a, b) => Number(b.isConfirmed) - Number(a.isConfirmed));
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
  { who, message, sentences, whole }: Line,
  near: readonly Line[],
): ScoredLine | null {
  const { primary, booster, alone, weak, brief, unless, isPair } = language.patterns(category);
  const stated = sentences.filter((one) => isStatement(language, one) && one.masked.search(unless) === -1);
  const find = (pattern: RegExp, among = stated) => findStatement(language, pattern, among);
  const isBrief = () => whole.length <= MAX_BRIEF && whole.every((one) => isStatement(language, one));
  const clear = find(alone);
  const suggesting = clear ?? find(primary);
  const nearby = () => near.flatMap((one) => one.sentences);
  const confirming = suggesting && find(booster, nearby());
  const both = suggesting
    ? null
    : find(
        weak,
        stated.filter((one) => find(booster, [one]) !== null),
      );
  const confirmed = clear ?? confirming ?? both;
  const vague = confirmed === null && isBrief() ? find(brief) : null;
  const main = vague ?? suggesting ?? both;
  const isConfirmed = (confirmed ?? vague) !== null;
  if (main === null || (isPair && !isConfirmed)) return null;
  const line = sentences.map(({ plain }) => plain).join(" ");
  const title = isPair ? pairTitle([find(primary), main, confirming]) : titleOf(main);
  return { line, sentence: main.sentence.plain, title, message, who, isConfirmed, isVague: vague !== null };
}

/** A sentence, and where in it the words were found. */
interface Statement {
  sentence: Sentence;
  at: number;
}

/** The first sentence that says it: neither denied nor only supposed. */
function findStatement(
  { not, supposed }: Language,
  pattern: RegExp,
  sentences: readonly Sentence[],
): Statement | null {
  for (const sentence of sentences)
    for (const { index: at } of sentence.masked.matchAll(pattern)) {
      const before = sentence.masked.slice(0, at);
      if (before === "" || (!not.test(before) && before.search(supposed) === -1)) return { sentence, at };
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

function isStatement({ asked }: Language, sentence: Sentence): boolean {
  return !isQuestion(sentence) && sentence.masked.search(asked) === -1;
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
