// Finds checks that a session weakened after one of them failed: tests skipped or removed, assertions removed, rules disabled,
// hooks bypassed, failures ignored, thresholds lowered. Often that is right, so changes that the person asked for, that the
// project's rules allow, that were undone or that state a reason are left out.
import { projectTop, readProjectFile } from "../../platform/project-file.ts";
import { valueWithoutSecrets } from "../../text/redaction/without-secrets.ts";
import { withoutTexts } from "../../text/test-runs/test-command.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { createOutcome, streamItems } from "../../transcript/read-since.ts";
import type { ToolResult } from "../../transcript/tool-item.ts";
import { GIT } from "../observations/shell-commands.ts";
import { readOtherCheck } from "./other-checks.ts";
import { readRunOfResult } from "./run.ts";
import {
  findTestTitles,
  REMOVED_FILE,
  type RedCheck,
  readLineChanges,
  type WeakenedCheck,
  type WeakeningKind,
} from "./weakening-lines.ts";

interface Count extends WeakenedCheck {
  /** Changes minus those undone. */
  net: number;
}

const COMMIT = new RegExp(`${GIT}(commit|push|merge)\\b`);
const NOTHING_TO_COMMIT = /nothing (?:added )?to commit|no changes added to commit/;
/** With an error of `git commit`, these show that a hook refused it. */
const HOOK_SPOKE =
  /🥊|\b(?:lefthook|husky|lint-staged)\b|\bpre-(?:commit|push)\b|(?<![\w./-])hooks?\b(?![/-]|\.\w)|^exit status 1\b/im;
const NO_VERIFY = new RegExp(`${GIT}(commit|push)\\b[^;&|\\n]*\\s--no-verify\\b`);
const WRITES = />>?\s*["']?([\w./@~-]+\.\w+)/g;
const REMOVES = /(?:^|&&|;|\n)\s*(?:git\s+rm|rm|trash|unlink)\s+([^;&|\n]+)/g;
/** A longer command usually contains a file it writes. */
const MAX_COMMAND = 20_000;
const MAX_LINE = 1000;
export const TEST_FILE =
  /(?:^|\/)(?:tests?|specs?|__tests__|e2e)\/.*\.\w+$|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*\.py$|_test\.\w+$|Tests?\.\w+$/;

/** The failures that may have caused each kind. */
const CAUSES: Record<WeakeningKind, readonly RedCheck[]> = {
  "skipped-test": ["tests", "a hook"],
  "removed-test": ["tests", "a hook"],
  "removed-assertion": ["tests", "a hook"],
  "disabled-rule": ["lint", "a hook"],
  "bypassed-hook": ["a hook", "tests", "lint"],
  "ignored-failure": ["tests", "lint", "a hook"],
  "lowered-threshold": ["tests", "lint", "a hook"],
};

const TESTS = String.raw`\b(?:tests?|specs?|test cases?)\b`;
/** Words with which a person or a project's rules ask for each kind. */
const ASKED: Record<WeakeningKind, RegExp> = {
  "skipped-test": new RegExp(
    `\\b(?:skip|disabl|ignor|quarantin|xfail)\\w*[^.\\n]{0,60}${TESTS}|${TESTS}[^.\\n]{0,60}\\b(?:skip|disabl|ignor|xfail)`,
    "i",
  ),
  "removed-test": new RegExp(
    `\\b(?:delet|remov|drop|clean|simplif|rewrit|replac|consolidat|refactor|renam|mov|revert|rid of)\\w*[^.\\n]{0,80}${TESTS}|${TESTS}[^.\\n]{0,60}\\b(?:delet|remov|obsolete|unnecessary|redundant|useless)`,
    "i",
  ),
  "removed-assertion": new RegExp(
    `\\b(?:updat|chang|fix|adjust|relax|remov|rewrit|refactor|simplif|adapt)\\w*[^.\\n]{0,60}(?:${TESTS}|\\b(?:assert|expect)\\w*)`,
    "i",
  ),
  "disabled-rule":
    /\b(?:disabl|ignor|suppress|turn(?:ing)? off|silenc|allow)\w*[^.\n]{0,60}\b(?:rules?|lint\w*|warnings?|types?|errors?|eslint|noqa|nolint|ts-\w+)|eslint-disable|biome-ignore|\bnoqa\b|nolint|ts-(?:ignore|expect-error)|type: ignore/i,
  "bypassed-hook":
    /no-?verify|\b(?:skip|bypass|without|ignor|avoid)\w*[^.\n]{0,40}\b(?:hooks?|pre-?commit|husky|lefthook)\b/i,
  "ignored-failure": /\|\| ?true|continue-on-error|allow_failure|non-?blocking/i,
  "lowered-threshold": /threshold|coverage|max-warnings/i,
};
const REFUSED = /\b(?:never|not|avoid|without|forbid\w*|no)\b[^.\n]{0,40}$|n't\b[^.\n]{0,40}$/i;
const RULE_FILES = ["CLAUDE.md", "AGENTS.md", ".claude/CLAUDE.md", "CLAUDE.local.md"];

/** `projectDir`: the project whose rules are read; null when they are not available. Returns null without a readable transcript. */
export async function findWeakenedChecks(
  transcriptPath: string | null,
  projectDir: string | null,
): Promise<WeakenedCheck[] | null> {
  if (transcriptPath === null) return null;
  const checks = new WeakenedChecks(projectDir === null ? "" : readProjectRules(projectDir));
  const outcome = createOutcome();
  for await (const item of streamItems(transcriptPath, outcome)) checks.follow(item);
  if (outcome.problem !== null) return null;
  return valueWithoutSecrets(checks.list());
}

function readProjectRules(projectDir: string): string {
  const top = projectTop(projectDir);
  const folders = [...new Set([top, projectDir])];
  const files = folders.flatMap((folder) =>
    RULE_FILES.map((name) => readProjectFile(top, `${folder}/${name}`)),
  );
  return files.map((file) => (file.state === "read" ? file.text : "")).join("\n");
}

export class WeakenedChecks {
  readonly #counts = new Map<string, Count>();
  readonly #red = new Set<RedCheck>();
  /** Files that the session created. */
  readonly #created = new Set<string>();
  /** Titles of tests that were written in this session. */
  readonly #titles = new Set<string>();
  #asked: string[];
  #cwd: string | null = null;

  constructor(projectRules: string) {
    this.#asked = [projectRules];
  }

  follow(item: TranscriptItem): void {
    this.#cwd ??= item.cwd;
    if (item.kind === "prompt") this.#asked.push(item.text);
    else if (item.kind === "plan-approval") this.#asked.push(item.plan);
    else if (item.kind === "answers")
      this.#asked.push(...item.answers.map(({ question, answer }) => `${question} ${answer}`));
    else if (item.kind === "tool-result" && item.call !== null) this.#followResult(item);
  }

  list(): WeakenedCheck[] {
    return [...this.#counts.values()].filter(({ net }) => net > 0).map(({ net: _, ...check }) => check);
  }

  #followResult(item: ToolResult): void {
    const { tool, input } = item.call ?? { tool: "", input: {} as Record<string, unknown> };
    const path = input.file_path;
    if (typeof input.command === "string") this.#followCommand(item, input.command.slice(0, MAX_COMMAND));
    else if (typeof path === "string" && !item.isError && /^(?:Edit|Write|MultiEdit)$/.test(tool))
      this.#followEdit(item, path);
  }

  #followCommand(item: ToolResult, command: string): void {
    const { text, isError, exitCode, backgroundTaskId, timestamp: at } = item;
    const run =
      readRunOfResult(item) ?? readOtherCheck({ command, output: text, isError, exitCode, backgroundTaskId });
    const check = run?.kind === "tests" ? "tests" : "lint";
    if (run?.state === "red" && run.kind !== "build") this.#red.add(check);
    else if (run?.state === "green" && (check === "lint" || run.scope === "suite")) this.#red.delete(check);
    const bare = withoutTexts(command);
    const bypasses = NO_VERIFY.exec(bare);
    if (bypasses && !isError) {
      const what = bypasses[1] === "push" ? "pushed with --no-verify" : "committed with --no-verify";
      this.#add("bypassed-hook", { what, where: "", at, by: 1 });
    } else if (COMMIT.test(bare)) {
      if (isError && HOOK_SPOKE.test(text) && !NOTHING_TO_COMMIT.test(text)) this.#red.add("a hook");
      else if (!isError) this.#red.delete("a hook");
    }
    if (isError) return;
    for (const [, path = ""] of command.matchAll(WRITES)) this.#created.add(resolvePath(path, item.cwd));
    for (const [, words = ""] of bare.matchAll(REMOVES))
      for (const word of words.split(/\s+/))
        if (TEST_FILE.test(word) && !this.#isOwn(word, item.cwd))
          this.#add("removed-test", { what: REMOVED_FILE, where: this.#shown(word), at, by: 1 });
  }

  #followEdit(item: ToolResult, path: string): void {
    const { patch, timestamp: at } = item;
    const where = this.#shown(path);
    const { added, removed } = linesOf(item);
    if (patch?.created) {
      this.#created.add(resolvePath(path, item.cwd));
      this.#addTitles(String(item.call?.input.content ?? "").split("\n"));
      return;
    }
    const isTest = TEST_FILE.test(path);
    const isOwn = this.#isOwn(path, item.cwd);
    if (isTest) {
      this.#addTitles(added);
      const gone = isOwn ? [] : findTestTitles(removed).filter((title) => !this.#titles.has(title));
      for (const title of gone)
        this.#add("removed-test", { what: `removed the test "${title}"`, where, at, by: 1 });
    }
    for (const { kind, what, by } of readLineChanges(path, { added, removed, isTest })) {
      if (kind === "removed-assertion" && isOwn) continue;
      this.#add(kind, { what, where, at, by });
    }
  }

  /** Such tests were rewritten or moved, not removed. */
  #addTitles(lines: readonly string[]): void {
    for (const title of findTestTitles(lines)) {
      this.#titles.add(title);
      for (const count of this.#counts.values())
        if (count.what === `removed the test "${title}"`) count.net = 0;
    }
  }

  #add(
    kind: WeakeningKind,
    { what, where, at, by }: Pick<Count, "what" | "where" | "at"> & { by: number },
  ): void {
    const key = JSON.stringify([kind, what, where]);
    const known = this.#counts.get(key);
    const after = known?.after ?? CAUSES[kind].find((cause) => this.#red.has(cause));
    // An undo counts at any time.
    if (after === undefined || (!known && by < 0)) return;
    if (known && by > 0 && !CAUSES[kind].some((cause) => this.#red.has(cause))) return;
    if (by > 0 && this.#wasAsked(kind)) return;
    this.#counts.set(key, { kind, what, where, after, at: known?.at ?? at, net: (known?.net ?? 0) + by });
  }

  /** Only what was said so far counts. */
  #wasAsked(kind: WeakeningKind): boolean {
    return this.#asked.some((text) => asksFor(text, ASKED[kind]));
  }

  #isOwn(path: string, cwd: string | null): boolean {
    const whole = resolvePath(path, cwd);
    const isScratch = /^\/(?:private\/)?tmp\//.test(whole) && !whole.startsWith(`${this.#cwd}/`);
    return isScratch || this.#created.has(whole);
  }

  #shown(path: string): string {
    return this.#cwd !== null && path.startsWith(`${this.#cwd}/`) ? path.slice(this.#cwd.length + 1) : path;
  }
}

function resolvePath(path: string, cwd: string | null): string {
  return path.startsWith("/") || cwd === null ? path : `${cwd}/${path.replace(/^\.\//, "")}`;
}

/** "never skip tests" does not ask to skip tests. */
function asksFor(text: string, words: RegExp): boolean {
  const every = new RegExp(words.source, "gi");
  return [...text.matchAll(every)].some(
    ({ index }) => !REFUSED.test(text.slice(Math.max(0, index - 60), index)),
  );
}

function linesOf({ patch }: ToolResult): { added: string[]; removed: string[] } {
  const lines = patch?.hunks.flatMap((hunk) => hunk.lines) ?? [];
  const marked = (sign: string) =>
    lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1, MAX_LINE));
  return { added: marked("+"), removed: marked("-") };
}
