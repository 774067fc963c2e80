// Debug statements, focused tests, merge markers, secrets, notes and stubs in lines that were added. Never old lines.
import { quoteWork } from "../../text/quote-text.ts";
import { redact } from "../../text/redaction/redact.ts";
import type { AddedLine } from "../../worktree/added-lines.ts";
import { findEmptyBodies, findMergeMarkers, findSecretLines, type Hit } from "./file-rules.ts";
import { languageOf, splitLine } from "./languages.ts";
import { LINE_RULES } from "./line-rules.ts";
import { isGeneratedOrVendored } from "./path-kind.ts";

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

/** In the order of the files, line by line. */
export function findLeftovers(added: readonly AddedLine[], options: HygieneOptions): Leftover[] {
  const globs = options.ignore.map((pattern) => new Bun.Glob(pattern));
  const files = Map.groupBy(
    added.filter(({ isMoved }) => !isMoved),
    ({ path }) => path,
  );
  return [...files].flatMap(([path, lines]) => {
    if (isGeneratedOrVendored(path) || globs.some((glob) => glob.match(path))) return [];
    const hits = [
      ...findMergeMarkers(lines),
      ...findSecretLines(lines),
      ...findInLines(lines),
      ...findEmptyBodies(lines),
    ];
    return choose(hits, lines, options);
  });
}

function findInLines(lines: readonly AddedLine[]): Hit[] {
  const path = lines[0]?.path ?? "";
  const language = languageOf(path);
  if (!language) return [];
  const rules = LINE_RULES.filter(
    ({ languages, where }) => (!languages || languages.includes(language.name)) && (where?.(path) ?? true),
  );
  const byNumber = new Map(lines.map((line) => [line.line, line.text]));
  return lines.flatMap((at) => {
    if (at.text.trim() === "") return [];
    const { code, comment, quotedCode } = splitLine(at.text, language);
    const parts = { code, comment, quoted: quotedCode };
    // A method that others must write says so.
    const isAbstract = /abstract/i.test(
      `${byNumber.get(at.line - 1) ?? ""}\n${byNumber.get(at.line - 2) ?? ""}`,
    );
    return rules
      .filter((rule) => rule.pattern.test(parts[rule.in]) && !(rule.id === "placeholder" && isAbstract))
      .map(({ id, weight, what }) => ({ rule: id, weight, what, at }));
  });
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
