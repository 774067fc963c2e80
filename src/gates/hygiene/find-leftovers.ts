// Finds debug statements, focused tests, merge markers, secrets, notes and stubs in added lines. Never in old lines.
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

/** "once": refuses a subagent, task or teammate the first time it is found in a session; otherwise advice. */
export type Weight = "block" | "once" | "advise";

/** Something in added lines that does not belong in finished work. */
export interface Leftover {
  /** The rule's id, as in the config. */
  rule: string;
  weight: Weight;
  path: string;
  /** From 1. */
  line: number;
  what: string;
  /** The line, shortened; never a secret. */
  shown: string;
  /** Depends on path, rule and text, not on the line number. */
  fingerprint: string;
}

export interface HygieneOptions {
  /** Globs of files to skip. */
  ignore: readonly string[];
  rules: Readonly<Record<string, Weight | "off">>;
}

const IGNORED = /\bholdfast-ignore\b/;
const IGNORES_NEXT = /\bholdfast-ignore-next-line\b/;
const MAX_SHOWN_LENGTH = 100;
const MAX_PER_RULE_AND_FILE = 20;

export interface Search {
  found: Leftover[];
  /** Files of which not every line was searched, for lack of time. */
  unfinished: string[];
  /** Every file was at least begun. */
  isComplete: boolean;
  /** The file that took longest. */
  slowest: { path: string; ms: number };
}

/** Earlier results, by a hash of the file's added and removed lines. */
export type KnownFiles = Map<string, Leftover[]>;

// Limits of one stop. A hostile text can keep the rules busy for a millisecond per line.
const MAX_MS = 3_000;
const MAX_CHARACTERS = 4_000_000;
/** Searched without a pause. */
const LINES_PER_PIECE = 16;

/** In the order of the files and lines. Skips files in `known`, and adds the files it searches. */
export async function findLeftovers(
  added: readonly AddedLine[],
  options: HygieneOptions,
  known: KnownFiles = new Map(),
  removed: readonly RemovedLine[] = [],
): Promise<Search> {
  const globs = options.ignore.map((pattern) => new Bun.Glob(pattern));
  const files = Map.groupBy(added, ({ path }) => path);
  const removedFrom = Map.groupBy(removed, ({ path }) => path);
  const allowance = new Allowance();
  const search: Search = {
    found: [],
    unfinished: [],
    isComplete: true,
    slowest: { path: "", ms: 0 },
  };
  for (const [path, lines] of files) {
    if (isGeneratedOrVendored(path) || globs.some((glob) => glob.match(path))) continue;
    const before = (removedFrom.get(path) ?? []).map(({ text }) => text);
    const parts = [path, lines.map(({ line, text }) => [line, text]), before];
    const key = Bun.hash(JSON.stringify(parts)).toString(36);
    let leftovers = known.get(key);
    if (leftovers === undefined) {
      const begunAt = nowMs();
      const { hits, isWhole, isBegun } = await findInFile(path, lines, allowance);
      leftovers = choose(withoutReworded(path, hits, before, allowance), lines, options);
      // A file that was not begun for lack of time is searched at the next stop.
      if (isBegun) known.set(key, leftovers);
      else search.isComplete = false;
      if (!isWhole) search.unfinished.push(path);
      const ms = nowMs() - begunAt;
      if (ms > search.slowest.ms) search.slowest = { path, ms };
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
  for (let from = 0; from < lines.length; from += LINES_PER_PIECE) {
    const piece = lines.slice(from, from + LINES_PER_PIECE);
    if (!(await allowance.covers(piece))) return { hits, isWhole: false, isBegun: from > 0 || isFirst };
    hits.push(
      ...findSecretLines(piece, lines[from + LINES_PER_PIECE]),
      ...findInLines(path, piece, byNumber),
      ...findEmptyBodies(path, piece, byNumber),
    );
  }
  return { hits: withoutOutput(hits, lines), isWhole: true, isBegun: true };
}

/** If most prints of a file are messages, printing is its purpose. */
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

  get isUsedUp(): boolean {
    return this.#characters < 0 || nowMs() >= this.#until;
  }

  async covers(lines: readonly AddedLine[]): Promise<boolean> {
    await this.#pacer.yieldIfDue();
    for (const { text } of lines) this.#characters -= text.length;
    return !this.isUsedUp;
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
    // An abstract method is a placeholder on purpose.
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

/** A line that replaces a similar one of the same kind is not new. Each removed line excuses one added line. */
function withoutReworded(path: string, hits: Hit[], removed: readonly string[], allowance: Allowance): Hit[] {
  const language = languageOf(path);
  if (!language || hits.length === 0 || removed.length === 0) return hits;
  const rules = rulesFor(path, language);
  /** The words outside of the rule's match; null when the rule does not match. */
  const otherWords = (text: string, id: string): Set<string> | null => {
    const parts = splitLine(text, language);
    for (const rule of rules.filter((candidate) => candidate.id === id)) {
      const [matched] = rule.pattern.exec(parts[rule.in]) ?? [];
      if (matched !== undefined) return wordsOf(text).difference(wordsOf(matched));
    }
    return null;
  };
  const left = removed.slice(-MAX_REMOVED).map((text) => ({ text, words: wordsOf(text) }));
  return hits.filter(({ rule, at }) => {
    const words = allowance.isUsedUp ? null : otherWords(at.text, rule);
    if (words === null) return true;
    const index = left.findIndex(
      (old) => !words.isDisjointFrom(old.words) && isMostlySame(words, otherWords(old.text, rule)),
    );
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** They share at least half the words of the smaller set. */
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
    shown: `"${quoteWork(redact(shown ?? at.text).text, MAX_SHOWN_LENGTH)}"`,
    fingerprint: Bun.hash(`${rule}\n${at.path}\n${at.text.trim()}`).toString(36),
  };
}
