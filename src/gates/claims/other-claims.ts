// Claims that only a look at past sessions weighs, never a stop: lint, types and builds that pass, files that were written,
// and that the work is done. As careful as with tests: in doubt it is no claim, or nobody can tell.
import { findOtherChecks, readOtherCheck } from "../../recording/runs/other-checks.ts";
import type { Run } from "../../recording/runs/run.ts";
import type { WorkEntry } from "../../recording/runs/session-work.ts";
import { hidesExitCode } from "../../text/test-runs/test-command.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isReadOnlyPart } from "../../transcript/selectors/read-only-command.ts";
import { splitCommand } from "../../transcript/selectors/split-command.ts";
import type { ToolResult } from "../../transcript/tool-item.ts";
import { isOpenClause, isReserved, sentencesOf } from "./read-claims.ts";
import type { WeighedClaim } from "./weigh-claim.ts";

type CheckKind = Extract<Run["kind"], "lint" | "types" | "build">;

export interface OtherClaim {
  kind: CheckKind | "file" | "done";
  /** Words that say which part of the project it is about. */
  scope: readonly string[];
  /** Of a claim about a file. */
  path: string;
  text: string;
}

export interface WeighedOther {
  verdict: WeighedClaim["verdict"];
  commands: string[];
  files: string[];
  why: string | null;
}

const NOUNS: Readonly<Record<CheckKind, string>> = {
  lint: "lint(?:ing|ers?)?|eslint|ruff(?: check)?|biome(?: check| lint)?|golangci-lint|(?:cargo )?clippy|go vet",
  types: "type[ -]?check(?:s|ing|er)?|tsc(?: --noEmit)?|typescript|mypy|pyright|types",
  build: "build|builds|compilation|cargo build|go build",
};
const NOUN = Object.values(NOUNS).join("|");
const EVERY_NOUN = new RegExp(`(?<![\\w-])(?:${NOUN})(?![\\w-])`, "gi");
/** Words that may stand before what passed and name no part of the project. */
const PLAIN =
  /^(?:all|the|our|both|and|now|tests?|suites?|full|formatting|fmt|npm|pnpm|yarn|bun|npx|mise|make|just|run|ruff|linting|it|also|finally|type|lint|build|checks?|code)$/i;
const PASSES = new RegExp(
  `^((?:[\\w/.'’+-]+,? ){0,6}?)(${NOUN})((?:(?:,? and|,| &|/) ?(?:[\\w-]+ )?[\\w-]+){0,4}) (?:(?:are|is|now|all|also|still|both|comes? back|run|runs|completed?) )*(pass(?:es|ed|ing)?|clean(?:ly)?|green|succeed(?:s|ed)?|successful(?:ly)?|happy)\\b(.*)$`,
  "i",
);
const NO_ERRORS =
  /^(?:no|zero|0) (lint(?:ing|er)?|eslint|type(?:script)?|build|compil(?:er|ation|e)) (?:errors?|issues?|warnings?|problems?)\b/i;
const BUILDS =
  /^(?:it|everything|(?:the )?(?:code|project|app|site|package)) (?:now |also |still |all )*(builds|compiles|type-?checks)(?: (?:cleanly|successfully|fine|again|without (?:any )?errors))*\W*$/i;
const COMPILED = /^([\w-]+ )?compiled (?:cleanly|successfully)\W*$/i;
/** A result that stands apart from what it is about. */
const APART = /\s*(?:\s[—–-]+\s|:\s+)(?=(?:all )?(?:pass(?:es|ed)|clean|green|succeeded|successful)\b)/gi;

const FILE =
  "((?:[\\w@.~-]*\\/)*[\\w@.-]*\\w\\.(?:md|mdx|txt|[cm]?[jt]sx?|py|go|rs|java|kts?|swift|cc?|cpp|h|cs|rb|php|sh|sql|html?|s?css|vue|svelte|jsonc?|ya?ml|toml|ini|cfg|ipynb))(?![\\w/]|\\.\\w)";
const WROTE = "(?:created|wrote|added|updated|edited|modified|rewrote)";
const OPENING = "^(?:(?:done|perfect|great|fixed|finally|also|then|and)\\W+)*";
const WROTE_FILE = new RegExp(
  `${OPENING}(?:i(?:'ve|’ve| have)?(?: now| also| just| successfully)* )?${WROTE}\\b:?((?: .*?)?)[\\s(]${FILE}`,
  "i",
);
const FILE_WRITTEN = new RegExp(
  `^${FILE}(?::\\d+(?:-\\d+)?)?(?: \\([^)]*\\))?(?: (?:has been|is now|was) | ?[—–-]+ | ?: ?)${WROTE}\\b`,
  "i",
);
const SAVED_FILE = new RegExp(
  `${OPENING}(?:[\\w ]{0,40}? (?:has been |is |are )?|)(?:written|saved)(?: and committed)? (?:to|at|in) ${FILE}`,
  "i",
);
/** Between the verb and a file: the file itself is what was written, or something was put into it. */
const DIRECT =
  /^(?:(?:the|a|an|new|basic|comprehensive|existing|root|documentation|test|file|script|doc)\s*)*$/i;
const INTO = /\b(?:in|to|into|at)(?: the| a| your)?\s*$/i;

const NOT_WRITTEN =
  /^.{0,40}?\b(?:not|never|nothing|should|would|could|will|may|might|must|can|cannot|shall|let|need|want|gets?)\b|n['’]t\b/i;
const LINK = /\[([^\]\n]+)\]\([^)\n]*\)/g;

const DONE =
  /^\W*(?:(?:all )?done|fixed|implemented|finished|all set|(?:perfect|great|excellent)\W+i(?:'ve|’ve| have) (?:\w+ )?(?:added|fixed|implemented|updated|created|changed|rewritten|modified|refactored)|the (?:fix|feature|implementation|bug|issue)[\w ]{0,30} (?:is|has been|are) (?:now )?(?:done|fixed|implemented|complete|in place|resolved))\b/i;
/** It says so itself. */
const NOT_TRIED =
  /\b(?:not|n't|n’t|never|nothing|without|yet to)\b[^.\n]{0,30}\b(?:r[ua]n(?:ning)?|test(?:ed|ing)?|verif\w+|tried|built|rebuilt|compiled)\b|\buntested\b|\bunverified\b/i;

export function readOtherClaims(message: string): OtherClaim[] {
  const claims = sentencesOf(message, nameCode).flatMap(({ text, shown }) => {
    const plain = text.replace(LINK, "$1");
    return [...checkClaims(plain), ...fileClaims(plain)].map((claim) => ({ ...claim, text: shown }));
  });
  const text = message.trim();
  if (DONE.test(text) && !NOT_TRIED.test(text))
    claims.push(claimOf("done", { text: text.split("\n", 1)[0] ?? "" }));
  const seen = new Set<string>();
  return claims.filter(({ kind, path, text: said }) => {
    const key = `${kind} ${path} ${said}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Commands and files are often written as code; what a program printed is not Claude's word. */
function nameCode(code: string): string {
  const isNamed = /^[\w ./:@~+-]+$/.test(code) && !/\b(?:pass\w*|clean|green|succe\w+)\b/i.test(code);
  return isNamed ? code : "it's-code";
}

function claimOf(kind: OtherClaim["kind"], more: Partial<OtherClaim> = {}): OtherClaim {
  return { kind, text: "", path: "", scope: [], ...more };
}

function checkClaims(text: string): OtherClaim[] {
  if (isReserved(text)) return [];
  const clauses = text
    .replace(/\([^)]*\)/g, "")
    .replace(APART, " is ")
    .split(
      /\s[—–-]+\s|;|: |, (?=and |all |no )|(?<=\b(?:pass(?:es|ed)?|clean|green|succeed(?:s|ed)?))(?: and |, )/,
    );
  const byKind = Map.groupBy(
    clauses.flatMap((clause) => clauseClaims(clause.trim())),
    ({ kind }) => kind,
  );
  // "Web build clean, desktop build clean" is one claim, about both.
  return [...byKind].map(([kind, claims]) => claimOf(kind, { scope: claims.flatMap(({ scope }) => scope) }));
}

function clauseClaims(clause: string): OtherClaim[] {
  const [, errors] = NO_ERRORS.exec(clause) ?? [];
  const [, builds] = BUILDS.exec(clause) ?? [];
  const plain = errors ?? builds;
  if (plain !== undefined) return [claimOf(kindOf(plain))];
  const [compiled, what = ""] = COMPILED.exec(clause) ?? [];
  if (compiled !== undefined) return [claimOf("build", { scope: wordsOf(what) })];
  const [, before = "", noun = "", others = "", , after = ""] = PASSES.exec(clause) ?? [];
  if (noun === "" || isOpenClause(clause.slice(0, clause.length - after.length))) return [];
  const named = [...`${before} ${noun} ${others}`.matchAll(EVERY_NOUN)].map(([word]) => kindOf(word));
  const scope = wordsOf(before.replace(EVERY_NOUN, "")).filter((word) => !PLAIN.test(word));
  if (/^\W*(?:in|for|of|on|from|under|within|across)\b/i.test(after)) scope.push(after);
  return [...new Set(named)].map((kind) => claimOf(kind, { scope }));
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function kindOf(noun: string): CheckKind {
  if (/^(?:type|tsc|mypy|pyright)/i.test(noun)) return "types";
  return /^(?:build|compil|cargo build|go build)/i.test(noun) ? "build" : "lint";
}

function fileClaims(text: string): OtherClaim[] {
  if (isReserved(text) || NOT_WRITTEN.test(text)) return [];
  const [, between = "", path] = WROTE_FILE.exec(text) ?? [];
  const isWritten = path !== undefined && (DIRECT.test(between.trim()) || INTO.test(between));
  const named = isWritten ? path : (FILE_WRITTEN.exec(text)?.[1] ?? SAVED_FILE.exec(text)?.[1]);
  return named === undefined ? [] : [claimOf("file", { path: named.replace(/^(?:\.\/)+/, "") })];
}

interface CheckSeen {
  kind: CheckKind;
  state: Run["state"];
  command: string;
  offset: number;
}

/** They change or show files, and check nothing. */
const PLAIN_PROGRAM =
  /^(?:cd|mkdir|rm|cp|mv|touch|chmod|ln|sed|awk|tee|export|set|kill|pkill|gofmt|prettier|black|isort|rustfmt|goimports|gh|curl|wget|open|xargs)$/;
const PLAIN_GIT =
  /^(?:add|status|diff|log|show|branch|fetch|remote|rev-parse|config|tag|ls-files|mv|rm|blame)$/;
const EDITORS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const MAX_COMMAND = 20_000;

/** What a session did beside tests. */
export class OtherWork {
  readonly #checks: CheckSeen[] = [];
  /** Where something may have run any check. */
  readonly #opaque: number[] = [];
  /** Files that a tool has written. */
  readonly #written = new Set<string>();
  /** Of commands that may write files. */
  #commands = "";
  #mayWriteAnything = false;

  follow(item: TranscriptItem): void {
    if (item.sidechain || item.kind !== "tool-result" || item.call === null) return;
    const { tool, input } = item.call;
    const path = input.file_path ?? input.notebook_path;
    if (EDITORS.has(tool) && typeof path === "string" && !item.isError) this.#written.add(path);
    if (typeof input.command === "string" && /^(?:Bash|PowerShell)$/.test(tool))
      this.#followCommand(item, input.command.slice(0, MAX_COMMAND));
  }

  #followCommand(item: ToolResult, command: string): void {
    const { offset } = item;
    const checks = readChecks(item, command);
    this.#checks.push(...checks.map((check) => ({ ...check, command, offset })));
    const parts = splitCommand(command);
    const isPlain = parts?.every((words) => isReadOnlyPart(words) || isPlainPart(words)) ?? false;
    const runsOthers = parts?.some(
      (words) =>
        !isReadOnlyPart(words) && !isPlainPart(words) && findOtherChecks(words.join(" ")).length === 0,
    );
    if (runsOthers ?? true) this.#opaque.push(offset);
    if (parts?.every(isReadOnlyPart)) return;
    this.#commands += `\n${command}`;
    // What a linter mends or a build makes is not what a message speaks of.
    if (!isPlain && (runsOthers ?? true)) this.#mayWriteAnything = true;
  }

  /** `turn`: what the session did since the last prompt; `entries`: since its beginning. */
  weigh(claim: OtherClaim, entries: readonly WorkEntry[], turn: readonly WorkEntry[]): WeighedOther | null {
    if (claim.kind === "file") return this.#weighFile(claim, entries);
    if (claim.kind === "done") return this.#weighDone(turn);
    return this.#weighCheck(claim, claim.kind, entries);
  }

  #weighCheck(claim: OtherClaim, kind: CheckKind, entries: readonly WorkEntry[]): WeighedOther {
    const last = this.#checks.findLast((check) => check.kind === kind);
    const from = last?.offset ?? -1;
    const others = this.#checks.some((check) => check.kind !== kind && check.offset > from);
    const isOpaque = others || this.#opaque.some((offset) => offset > from);
    const edits = entries.filter((entry) => entry.kind === "edit").filter(({ offset }) => offset > from);
    const unseen = entries.find(
      (entry) =>
        entry.offset > from && (entry.kind === "unseen" || entry.kind === "run" || entry.kind === "git"),
    );
    const isOthers = unseen?.kind === "unseen" && unseen.who !== "command";
    const files = edits.map(({ path }) => path);
    const commands = last ? [last.command] : [];
    const isElsewhere = claim.scope.some((word) => !last?.command.toLowerCase().includes(word.toLowerCase()));
    if (isElsewhere) return unknown("it names its part");
    if (last?.state === "green" && files.length === 0 && !isOthers)
      return { verdict: "backed", commands, files, why: null };
    if (isOpaque || unseen !== undefined) return unknown("something else may have checked it");
    if (last?.state === "unknown") return unknown("the last run does not say how it ended");
    if (!last)
      return files.length > 0
        ? { verdict: "none", commands, files, why: null }
        : unknown("nothing was changed");
    return { verdict: last.state === "red" ? "red" : "stale", commands, files, why: null };
  }

  #weighFile({ path }: OtherClaim, entries: readonly WorkEntry[]): WeighedOther {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const written = [...this.#written];
    const isWritten = written.some((one) => one === path || one.endsWith(`/${path.replace(/^[~.]*\//, "")}`));
    if (isWritten) return { verdict: "backed", commands: [], files: [path], why: null };
    if (written.some((one) => one.endsWith(`/${name}`))) return unknown("a file of that name elsewhere");
    if (this.#commands.includes(name)) return unknown("a command names it");
    if (this.#mayWriteAnything || entries.some(({ kind }) => kind === "unseen"))
      return unknown("something else may have written it");
    return { verdict: "not-done", commands: [], files: [path], why: null };
  }

  /** null where the turn wrote no code. */
  #weighDone(turn: readonly WorkEntry[]): WeighedOther | null {
    const edits = turn.filter((entry) => entry.kind === "edit");
    const [first] = edits;
    const last = edits.at(-1);
    if (!first || !last) return null;
    const files = edits.map(({ path }) => path);
    const isOf = (since: number) => (offset: number) => offset > since;
    const wasRun = turn.some(({ kind, offset }) => kind !== "edit" && isOf(first.offset)(offset));
    const wasChecked = this.#checks.some(({ offset }) => offset > first.offset);
    if (!wasRun && !wasChecked && !this.#opaque.some(isOf(first.offset)))
      return { verdict: "none", commands: [], files, why: null };
    const green = [
      ...turn.flatMap((entry) =>
        entry.kind === "run" && entry.run.state === "green"
          ? [{ command: entry.run.command, offset: entry.offset }]
          : [],
      ),
      ...this.#checks.filter(({ state }) => state === "green"),
    ].filter(({ offset }) => offset > last.offset);
    return green.length > 0
      ? { verdict: "backed", commands: green.map(({ command }) => command), files: [], why: null }
      : unknown("what ran says nothing of it");
  }
}

function unknown(why: string): WeighedOther {
  return { verdict: "unknown", commands: [], files: [], why };
}

/** Of several in one command nobody can say which of them failed. */
function readChecks(item: ToolResult, command: string): { kind: CheckKind; state: Run["state"] }[] {
  const { text, isError, exitCode, backgroundTaskId } = item;
  if (backgroundTaskId !== null) return [];
  const of = (part: string) =>
    readOtherCheck({ command: part, output: text, isError, exitCode, backgroundTaskId });
  const one = of(command);
  if (one) return isCheckKind(one.kind) ? [{ kind: one.kind, state: one.state }] : [];
  const isGreen = !isError && !hidesExitCode(command) && !command.includes("||");
  const kinds = (splitCommand(command) ?? []).flatMap((words) => of(words.join(" "))?.kind ?? []);
  return kinds.filter(isCheckKind).map((kind) => ({ kind, state: isGreen ? "green" : "unknown" }));
}

function isCheckKind(kind: Run["kind"]): kind is CheckKind {
  return kind === "lint" || kind === "types" || kind === "build";
}

function isPlainPart([program = "", ...args]: readonly string[]): boolean {
  if (program === "git") return PLAIN_GIT.test(args.find((word) => !word.startsWith("-")) ?? "");
  return PLAIN_PROGRAM.test(program.slice(program.lastIndexOf("/") + 1));
}
