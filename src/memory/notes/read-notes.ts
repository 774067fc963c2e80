// Reads what a model wrote about a session. A memory without literal quotes of one message is dropped.
import { type AnswerReading, isQuoteOf, readObject, unusable } from "../../judge/read-answer.ts";
import { clipLine, oneLine } from "../../text/clip.ts";
import { stripMarkup } from "../../text/markup.ts";
import { redact } from "../../text/redaction/redact.ts";
import { isRecord } from "../../text/unknown-values.ts";
import { cleanBody, cleanTitle } from "../files/clean-memory.ts";
import { mayBePlanted, quarantineReason } from "../files/trust.ts";
import { stemsOf } from "../index/find-similar.ts";
import { type Category, MAX_TITLE, toCategory } from "../memory.ts";
import { type Candidate, makeCandidate } from "../triage/candidate.ts";
import type { Said } from "./conversation.ts";

export interface SessionNotes {
  summary: string;
  memories: NotedMemory[];
  facts: string[];
  /** Numbers of unclear items that are worth keeping. */
  keep: number[];
}

/** A candidate, and the last item that it quotes. */
export interface NotedMemory {
  candidate: Candidate;
  at: number;
}

type Quoted = Said & { quote: string };

const MAX_SENTENCES = 5;
const MAX_SUMMARY = 1000;
const MAX_MEMORIES = 3;
const MAX_QUOTES = 3;
const MIN_SHARED_WORDS = 2;
export const MAX_FACTS = 12;
const MAX_FACT = 160;
/** Why a line is evidence. */
export const WRITTEN = "written by a model";
const QUOTED = "quoted by the model";

export function readNotes(text: string, said: readonly Said[]): AnswerReading<SessionNotes> {
  const reading = readObject(text);
  if (!reading.usable) return reading;
  const { summary, memories, facts, keep } = reading.answer;
  if (typeof summary !== "string" || summary.trim() === "") return unusable("it had no summary");
  return {
    usable: true,
    answer: {
      summary: mayBePlanted(summary) ? "" : firstSentences(cleanLine(summary, MAX_SUMMARY)),
      memories: listOf(memories)
        .flatMap((one) => readMemory(one, said) ?? [])
        .slice(0, MAX_MEMORIES),
      facts: [...new Set(listOf(facts).flatMap(readFact))].slice(0, MAX_FACTS),
      keep: listOf(keep).filter((one) => Number.isInteger(one)) as number[],
    },
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The title of a longer memory is its beginning. */
function readMemory(value: unknown, said: readonly Said[]): NotedMemory | null {
  if (!isRecord(value) || typeof value.text !== "string") return null;
  const text = cleanLine(value.text, 2 * MAX_TITLE);
  const category = toCategory(String(value.category));
  const quotes = listOf(value.quotes)
    .filter((one) => typeof one === "string")
    .slice(0, MAX_QUOTES);
  const found = quotes.flatMap((quote) => findQuoted(quote, said) ?? []);
  const isQuoted = quotes.length > 0 && found.length === quotes.length;
  if (text === "" || category === null || category === "SESSION_SUMMARY" || !isQuoted) return null;
  if (!isSupported(text, found) || mayBeObeyed(text, found)) return null;
  return {
    candidate: toCandidate(category, text, found),
    at: Math.max(...found.map(({ at }) => at)),
  };
}

function toCandidate(category: Category, text: string, found: readonly Quoted[]): Candidate {
  const quotes = found.map(({ who, quote }) => ({ line: quote, who, why: QUOTED }));
  return makeCandidate(
    {
      ...{ source: "model", category, identity: text, title: cleanTitle(text) },
      evidence: [{ line: text, who: "claude", why: WRITTEN }, ...quotes],
    },
    null,
  );
}

/** The person's own words first. */
function findQuoted(quote: string, said: readonly Said[]): Quoted | null {
  const matches = said.filter(({ text }) => isQuoteOf(quote, text));
  const message = matches.findLast(({ who }) => who === "user") ?? matches.at(-1);
  return message ? { ...message, quote: clipLine(oneLine(quote), MAX_TITLE) } : null;
}

/** A quote about something else supports nothing. */
function isSupported(text: string, found: readonly Quoted[]): boolean {
  const quoted = stemsOf(found.map(({ quote }) => quote).join(" "));
  return stemsOf(text).intersection(quoted).size >= MIN_SHARED_WORDS;
}

/** Claude may repeat what it read, and the model that writes this may obey it. */
function mayBeObeyed(text: string, found: readonly Quoted[]): boolean {
  const others = found.filter(({ who }) => who === "claude");
  const isClaudes = others.length === found.length;
  const isRule = isClaudes && quarantineReason({ title: text, body: "", tags: [], who: "tool" }) !== null;
  return isRule || [text, ...others.map((one) => one.text)].some(mayBePlanted);
}

function readFact(value: unknown): string[] {
  const fact = typeof value === "string" ? cleanLine(value, MAX_FACT) : "";
  return fact === "" || mayBePlanted(fact) ? [] : [fact];
}

/** One line, without markup and secrets. */
function cleanLine(text: string, max: number): string {
  const line = stripMarkup(cleanBody(text.slice(0, 4 * max)));
  // Removing markup may have joined a secret.
  return clipLine(redact(line).text, max);
}

function firstSentences(text: string): string {
  const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text);
  const first = [...sentences].slice(0, MAX_SENTENCES);
  return first
    .map(({ segment }) => segment)
    .join("")
    .trim();
}
