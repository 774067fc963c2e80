// Debug statements, focused tests, merge markers, secrets, notes and stubs in lines that were added. Never old lines.
import { Pacer } from "../../platform/pacer.ts";
import { quoteWork } from "../../text/quote-text.ts";
import { redact } from "../../text/redaction/redact.ts";
import { nowMs } from "../../text/redaction/time-limit.ts";
import type { AddedLine, RemovedLine } from "../../worktree/added-lines.ts";
import {
  findEmptyBodies,
  findMergeMarkers,
  findSecretLines,
  type Hit,
  isGeneratedOrVendored,
  type Language,
  languageOf,
  splitLine,
} from "./file-rules.ts";
import { isMessage, LINE_RULES, type LineRule } from "./line-rules.ts";

/** "once": refused the first time it is met in a session, advice from then on. */
export type Weight = "block" | "once" | "advise";

/** Something in added lines that does not belong into finished work. */
export interface Leftover {
  /** The rule's id, as in the config. */
  rule: string;
  weight: Weight;
  path: string;
  /** From 1. */
  line: number;
  /** What it is, in a few words. */
  what: string;
  /** The line, shortened; never a secret. */
  shown: string;
  /** The same while path, rule and line text are the same, wherever the line moves. */
  fingerprint: string;
}

export interface HygieneOptions {
  /** Globs of files that are not looked at. */
  ignore: readonly string[];
  /** Rule id → what it weighs here. */
  rules: Readonly<Record<string, Weight | "off">>;
}

const IGNORED = /\bholdfast-ignore\b/;
const IGNORES_NEXT = /\bholdfast-ignore-next-line\b/;
const MAX_SHOWN = 100;
const MAX_PER_RULE_AND_FILE = 20;

export interface Search {
  found: Leftover[];
  /** Files of which not every line was looked at, because there was no time left. */
  unfinished: string[];
  /** No file was left for the next stop. */
  isComplete: boolean;
}

/** What was found before, by a mark of the file's added lines. */
export type KnownFiles = Map<string, Leftover[]>;

// What one stop looks at. Text that was made for it keeps the rules busy for a millisecond a line.
const MAX_MS = 3_000;
const MAX_CHARACTERS = 4_000_000;
/** Looked at without a break. */
const PIECE = 16;

/** In the order of the files, line by line. What is looked at is added to `known`, and what is known is not looked at. */
export async function findLeftovers(
  added: readonly AddedLine[],
  options: HygieneOptions,
  known: KnownFiles = new Map(),
  removed: readonly RemovedLine[] = [],
): Promise<Search> {
  const globs = options.ignore.map((pattern) => new Bun.Glob(pattern));
  const files = Map.groupBy(
    added.filter(({ isMoved }) => !isMoved),
    ({ path }) => path,
  );
  const removedFrom = Map.groupBy(removed, ({ path }) => path);
  const allowance = new Allowance();
  const search: Search = { found: [], unfinished: [], isComplete: true };
  for (const [path, lines] of files) {
    if (isGeneratedOrVendored(path) || globs.some((glob) => glob.match(path))) continue;
    const before = (removedFrom.get(path) ?? []).map(({ text }) => text);
    const parts = [path, lines.map(({ line, text }) => [line, text]), before];
    const mark = Bun.hash(JSON.stringify(parts)).toString(36);
    let leftovers = known.get(mark);
    if (leftovers === undefined) {
      const { hits, isWhole, isBegun } = await findInFile(path, lines, allowance);
      leftovers = choose(withoutReworded(path, hits, before), lines, options);
      // A file that there was no time to begin with has its turn at the next stop.
      if (isBegun) known.set(mark, leftovers);
      else search.isComplete = false;
      if (!isWhole) search.unfinished.push(path);
    }
    search.found.push(...leftovers);
  }
  return search;
}

async function findInFile(
  path: string,
  lines: readonly AddedLine[],
  allowance: Allowance,
): Promise<{ hits: Hit[]; isWhole: boolean; isBegun: boolean }> {
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  const hits = findMergeMarkers(lines);
  const isFirst = allowance.isUnused;
  for (let from = 0; from < lines.length; from += PIECE) {
    const piece = lines.slice(from, from + PIECE);
    if (!(await allowance.covers(piece))) return { hits, isWhole: false, isBegun: from > 0 || isFirst };
    hits.push(
      ...findSecretLines(piece, lines[from + PIECE]),
      ...findInLines(path, piece, byNumber),
      ...findEmptyBodies(path, piece, byNumber),
    );
  }
  return { hits: withoutOutput(hits, lines), isWhole: true, isBegun: true };
}

/** A file in which most of what is printed are messages prints because that is what it is for. */
function withoutOutput(hits: Hit[], lines: readonly AddedLine[]): Hit[] {
  const prints = hits.filter(({ rule }) => rule === "print").length;
  if (prints === 0) return hits;
  const messages = lines.filter(({ text }) => isMessage({ quoted: text })).length;
  return messages >= prints ? hits.filter(({ rule }) => rule !== "print") : hits;
}

/** Time and characters for all files together. */
class Allowance {
  readonly #until = nowMs() + MAX_MS;
  readonly #pacer = new Pacer();
  #characters = MAX_CHARACTERS;

  get isUnused(): boolean {
    return this.#characters === MAX_CHARACTERS;
  }

  async covers(lines: readonly AddedLine[]): Promise<boolean> {
    await this.#pacer.yieldIfDue();
    for (const { text } of lines) this.#characters -= text.length;
    return this.#characters >= 0 && nowMs() < this.#until;
  }
}

function findInLines(
  path: string,
  lines: readonly AddedLine[],
  byNumber: ReadonlyMap<number, AddedLine>,
): Hit[] {
  const language = languageOf(path);
  if (!language) return [];
  const rules = rulesFor(path, language);
  return lines.flatMap((at) => {
    if (at.text.trim() === "") return [];
    const parts = splitLine(at.text, language);
    const above = byNumber.get(at.line - 1)?.text ?? "";
    // A method that others must write says so.
    const isAbstract = /abstract/i.test(`${above}\n${byNumber.get(at.line - 2)?.text ?? ""}`);
    return rules
      .filter((rule) => rule.pattern.test(parts[rule.in]) && !(rule.id === "placeholder" && isAbstract))
      .filter(({ unless }) => !unless?.({ ...parts, above }))
      .map(({ id, weight, what }) => ({ rule: id, weight, what, at }));
  });
}

function rulesFor(path: string, { name }: Language): LineRule[] {
  return LINE_RULES.filter(
    ({ languages, where }) => (!languages || languages.includes(name)) && (where?.(path) ?? true),
  );
}

const MAX_REMOVED = 2000;

/** A line of the same kind that stood in the file before, in other words, is not new. Each excuses one. */
function withoutReworded(path: string, hits: Hit[], removed: readonly string[]): Hit[] {
  const language = languageOf(path);
  if (!language || hits.length === 0 || removed.length === 0) return hits;
  const rules = rulesFor(path, language);
  /** Its words beside those that make it what it is; null when it is nothing of that kind. */
  const wordsBeside = (text: string, id: string): Set<string> | null => {
    const parts = splitLine(text, language);
    for (const rule of rules.filter((one) => one.id === id)) {
      const [matched] = rule.pattern.exec(parts[rule.in]) ?? [];
      if (matched !== undefined) return wordsOf(text).difference(wordsOf(matched));
    }
    return null;
  };
  const left = removed.slice(-MAX_REMOVED).map((text) => ({ text, words: wordsOf(text) }));
  return hits.filter(({ rule, at }) => {
    const words = wordsBeside(at.text, rule);
    if (words === null) return true;
    const index = left.findIndex(
      (old) => !words.isDisjointFrom(old.words) && isMostlySame(words, wordsBeside(old.text, rule)),
    );
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** At least half of the words, of the one that has fewer. */
function isMostlySame(words: ReadonlySet<string>, others: ReadonlySet<string> | null): boolean {
  if (others === null) return false;
  const shared = words.intersection(others).size;
  return shared > 0 && shared * 2 >= Math.min(words.size, others.size);
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
}

function choose(hits: readonly Hit[], lines: readonly AddedLine[], { rules }: HygieneOptions): Leftover[] {
  const excused = new Set(
    lines.flatMap(({ line, text }) => [
      ...(IGNORED.test(text) ? [line] : []),
      ...(IGNORES_NEXT.test(text) ? [line + 1] : []),
    ]),
  );
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return hits
    .toSorted((a, b) => a.at.line - b.at.line)
    .flatMap((hit) => {
      const weight = rules[hit.rule] ?? hit.weight;
      const key = `${hit.rule}:${hit.at.line}`;
      const count = counts.get(hit.rule) ?? 0;
      if (weight === "off" || excused.has(hit.at.line) || seen.has(key) || count >= MAX_PER_RULE_AND_FILE)
        return [];
      seen.add(key);
      counts.set(hit.rule, count + 1);
      return [toLeftover(hit, weight)];
    });
}

function toLeftover({ rule, what, at, shown }: Hit, weight: Weight): Leftover {
  return {
    rule,
    weight,
    path: at.path,
    line: at.line,
    what,
    shown: `"${quoteWork(redact(shown ?? at.text).text, MAX_SHOWN)}"`,
    fingerprint: Bun.hash(`${rule}\n${at.path}\n${at.text.trim()}`).toString(36),
  };
}
