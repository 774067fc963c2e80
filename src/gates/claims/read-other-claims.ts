// Finds claims that are weighed in past sessions only, never at a stop: lint, types or a build pass, a file was written, the work
// is done. In doubt, a sentence is no claim.
import type { Run } from "../../recording/runs/run.ts";
import { isOpenClause, isReserved, sentencesOf } from "./read-claims.ts";

export type CheckKind = Extract<Run["kind"], "lint" | "types" | "build">;

export interface OtherClaim {
  kind: CheckKind | "file" | "done";
  /** Of a claim about a file. */
  path: string;
  /** Something was put into the file. */
  isInto: boolean;
  text: string;
}

const NOUNS: Readonly<Record<CheckKind, string>> = {
  lint: "lint(?:ing|ers?)?|eslint|ruff(?: check)?|biome(?: check| lint)?|golangci-lint|(?:cargo )?clippy|go vet",
  types: "type[ -]?check(?:s|ing|er)?|tsc(?: --noEmit)?|typescript|mypy|pyright|types",
  build: "build|builds|compilation|cargo build|go build",
};
const NOUN = Object.values(NOUNS).join("|");
const EVERY_NOUN = new RegExp(`(?<![\\w-])(?:${NOUN})(?![\\w-])`, "gi");
/** Words that may stand before what passed. Others name a part of the project. */
const PLAIN =
  "all|the|our|both|and|now|tests?|suites?|full|formatting|fmt|npm|pnpm|yarn|bun|npx|mise|make|just|run|it|also|finally|code";
const PASSES = new RegExp(
  `^(?:(?:${PLAIN}),? )*((?:${NOUN})(?:(?:,? and|,| &|/) ?(?:[\\w-]+ )?[\\w-]+){0,4}) (?:(?:are|is|now|all|also|still|both|comes? back|run|runs|completed?) )*(?:pass(?:es|ed|ing)?|clean(?:ly)?|green|succeed(?:s|ed)?|successful(?:ly)?|happy)\\b(.*)$`,
  "i",
);
/** Names the part of the project. */
const OF_PART = /^\W*(?:in|for|of|on|from|under|within|across)\b/i;
const NO_ERRORS =
  /^(?:no|zero|0) (lint(?:ing|er)?|eslint|type(?:script)?|build|compil(?:er|ation|e)) (?:errors?|issues?|warnings?|problems?)\b/i;
const BUILDS =
  /^(?:and )?(?:it|everything|(?:the )?(?:code|project|app|site|package)) (?:now |also |still |all )*(builds|compiles|type-?checks)(?: (?:cleanly|successfully|fine|again|without (?:any )?errors))*\W*$/i;
const FILE =
  "((?:[\\w@.~-]*\\/)*[\\w@.-]*\\w\\.(?:md|mdx|txt|[cm]?[jt]sx?|py|go|rs|java|kts?|swift|cc?|cpp|h|cs|rb|php|sh|sql|html?|s?css|vue|svelte|jsonc?|ya?ml|toml|ini|cfg|ipynb))(?![\\w/]|\\.\\w)";
const EVERY_FILE = new RegExp(FILE, "gi");
const WROTE = "(?:created|wrote|added|updated|edited|modified|rewrote)";
const OPENING = "^(?:(?:done|perfect|great|fixed|finally|also|then|and)\\W+)*";
const WROTE_FILE = new RegExp(
  `${OPENING}(?:i(?:'ve|’ve| have)?(?: now| also| just| successfully)* )?${WROTE}\\b:?((?: .*?)?)[\\s(]${FILE}`,
  "i",
);
const FILE_WRITTEN = new RegExp(
  `^${FILE}(?::\\d+(?:-\\d+)?)?(?: \\([^)]*\\))?(?: (?:has been|is now) | ?[—–-]+ | ?: ?)${WROTE}\\b`,
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
/** The message itself says that nothing was run. */
const NOT_TRIED =
  /\b(?:not|n't|n’t|never|nothing|without|yet to)\b[^.\n]{0,30}\b(?:r[ua]n(?:ning)?|test(?:ed|ing)?|verif\w+|tried|built|rebuilt|compiled)\b|\buntested\b|\bunverified\b/i;

export function readOtherClaims(message: string): OtherClaim[] {
  const claims = sentencesOf(message, nameCode).flatMap(({ text, shown }) => {
    const plain = text.replace(LINK, "$1");
    return [...checkClaims(plain), ...fileClaims(plain)].map((claim) => ({ ...claim, text: shown }));
  });
  const text = message.trim();
  if (DONE.test(text) && !NOT_TRIED.test(text) && !/^[^.!\n]*\?/.test(text))
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
  return { kind, text: "", path: "", isInto: false, ...more };
}

function checkClaims(text: string): OtherClaim[] {
  if (isReserved(text)) return [];
  const clauses = text
    .replace(/\([^)]*\)/g, "")
    .split(
      /\s[—–-]+\s|;|: |, (?=and |all |no )|(?<=\b(?:pass(?:es|ed)?|clean|green|succeed(?:s|ed)?))(?: and |, )/,
    );
  const kinds = clauses.flatMap((clause) => clauseKinds(clause.trim()));
  return [...new Set(kinds)].map((kind) => claimOf(kind));
}

function clauseKinds(clause: string): CheckKind[] {
  const [, plain] = NO_ERRORS.exec(clause) ?? BUILDS.exec(clause) ?? [];
  if (plain !== undefined) return [kindOf(plain)];
  const [, passed = "", after = ""] = PASSES.exec(clause) ?? [];
  const isOpen = isOpenClause(clause.slice(0, clause.length - after.length));
  if (isOpen || OF_PART.test(after)) return [];
  return [...passed.matchAll(EVERY_NOUN)].map(([noun]) => kindOf(noun));
}

function kindOf(noun: string): CheckKind {
  if (/^(?:type|tsc|mypy|pyright)/i.test(noun)) return "types";
  return /^(?:build|compil|cargo build|go build)/i.test(noun) ? "build" : "lint";
}

function fileClaims(text: string): OtherClaim[] {
  if (isReserved(text) || NOT_WRITTEN.test(text.replace(EVERY_FILE, ""))) return [];
  const [, between = "", path] = WROTE_FILE.exec(text) ?? [];
  const isInto = INTO.test(between);
  const isWritten = path !== undefined && (isInto || DIRECT.test(between.trim()));
  const named = isWritten ? path : (FILE_WRITTEN.exec(text)?.[1] ?? SAVED_FILE.exec(text)?.[1]);
  if (named === undefined) return [];
  return [claimOf("file", { path: named.replace(/^(?:\.\/)+/, ""), isInto })];
}
