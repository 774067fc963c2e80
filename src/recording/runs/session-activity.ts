// Reads from transcript items whether a session's checks ran: runs, edits of source files, commits and pushes, and anything
// that may have run checks unseen.

import { isAbsolutePath } from "../../platform/system.ts";
import { watchLongSearch } from "../../text/redaction/time-limit.ts";
import { readTestRuns } from "../../text/test-runs/read-test-runs.ts";
import { findFolder, isTestCommand, withoutTexts } from "../../text/test-runs/test-command.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isReadOnlyCommand } from "../../transcript/selectors/shell-command.ts";
import type { FilePatch, ToolCall, ToolResult } from "../../transcript/tool-item.ts";
import { GIT } from "../observations/shell-commands.ts";
import { completeRun, type Run, readRun } from "./run.ts";

interface EntryBase {
  /** The item's position in the transcript. */
  offset: number;
  at: number | null;
}

export interface RunEntry extends EntryBase {
  kind: "run";
  run: Run;
  /** Where it ran; null when unknown. */
  dir: string | null;
  toolUseId: string;
}

/** A certain change of a source file. */
export interface EditEntry extends EntryBase {
  kind: "edit";
  path: string;
}

export interface GitEntry extends EntryBase {
  kind: "git";
  action: "commit" | "push";
  /** null when unknown, or when it went to a remote that git does not track. */
  dir: string | null;
  /** As printed; null when unknown. */
  succeeded: boolean | null;
}

/** The person's prompt. What the person ran with `!` before it belongs to its turn. */
export interface TurnEntry extends EntryBase {
  kind: "turn";
}

/** Something that may have run checks, or changed the tree, without a trace in the transcript. */
export interface UnseenEntry extends EntryBase {
  kind: "unseen";
  who: "agent" | "background" | "person" | "earlier session" | "command";
}

export type ActivityEntry = RunEntry | EditEntry | GitEntry | TurnEntry | UnseenEntry;

export interface RecentActivity {
  /** In the order of events. */
  entries: readonly ActivityEntry[];
  /** Reaches back to the session's beginning. */
  isWhole: boolean;
  /** Nothing before the last message is missing. */
  isComplete: boolean;
}

const EDITS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const SHELLS = new Set(["Bash", "PowerShell"]);
const QUIET_TOOLS = new Set(
  "Read Glob Grep LS NotebookRead WebFetch WebSearch TaskCreate TaskUpdate TaskList TaskGet TaskStop AskUserQuestion EnterPlanMode ExitPlanMode ToolSearch Skill KillShell KillBash EnterWorktree ExitWorktree".split(
    " ",
  ),
);
const MAX_ENTRIES = 5000;
const MAX_TASKS = 100;
/** A longer command usually contains a file it writes. */
const MAX_COMMAND = 20_000;
const SOURCE_ENDINGS = new Set(
  "js jsx cjs cjsx mjs mjsx ts tsx cts ctsx mts mtsx py go rs java kt kts swift c cc cpp cxx h hh hpp m mm cs fs rb php ex exs erl scala clj dart lua vue svelte zig nim hs ml sol".split(
    " ",
  ),
);
const NOT_SOURCE =
  /^\/(?:private\/)?(?:tmp|var)\/|(?:^|\/)(?:node_modules|\.claude|docs?|scratch(?:pad)?|examples?|\.git)\//i;
/** Where the shape of a program is its meaning. */
const INDENTED = /\.(?:py|nim|hs)$/;
const TRAILING_COMMENT = /\s(?:\/\/|#(?=[\s!:a-z])|--\s|\/\*(?=.*\*\/\s*$)).*$/i;
const COMMENT = /^\s*(?:$|\/\/|\/\*|\*|#(?!include|define|if|else|endif)|--|<!--|"""|''')/;
/** A part of a command whose program, or a word after it, is named after tests: `./run-tests.sh`, `bazel test`, `zig build test`. */
const NAMES_TESTS =
  /^\s*(?:\w+=\S*\s+)*(?!test\s)(?:(?:\S+\s+)?\S*(?<![a-z])(?:tests?|specs?)(?![a-z])|\S.*\s(?:tests?|specs?)(?::\S+)?(?=\s|$))/i;
const BASH_WRITES =
  /(?:>>?\s*|\btee\s+(?:-a\s+)?|\b(?:sed\s+-i|perl\s+-\S*i)\S*\s(?:'[^'\n]*'|"[^"\n]*"|[^;&|\n'"]){0,500}?\s)["']?([\w./@~-]+\.\w{1,6})["']?(?=$|[\s;&|)])/g;
const COMMITS = new RegExp(`${GIT}(?:commit|merge|cherry-pick|revert|rebase|am)\\b|\\bgh\\s+pr\\s+merge\\b`);
const PUSHES = new RegExp(`${GIT}push\\b|\\bgh\\s+(?:pr\\s+(?:create|merge)|repo\\s+(?:create|sync))\\b`);
/** To an address, not to a remote: git keeps no branch for it. */
const PUSHES_TO_ADDRESS = new RegExp(`${GIT}push\\s+(?:-\\S+\\s+)*["']?(?:[\\w.@-]+:|\\.{0,2}/)`);
const DRY_PUSHES = new RegExp(`${GIT}push\\b[^;&|\\n]*\\s(?:--dry-run|-n)\\b`, "g");
const CHANGES_TREE = new RegExp(
  `${GIT}(?:checkout|switch|stash|merge|rebase|pull|reset|revert|cherry-pick|apply|restore|am|clean)\\b`,
);
const PUSHED =
  /^\s*(?:[ +*=!-]\s+)?(?:[0-9a-f]{4,40}\.{2,3}[0-9a-f]{4,40}|\[new (?:branch|tag)\])\s|Everything up-to-date|^branch '.*' set up to track/m;
const PUSH_FAILED = /^\s*! \[|^error: failed to push|^fatal: |\bremote rejected\b/m;
const COMMITTED = /^\[[^\]\n]+ [0-9a-f]{7,40}\] |^\s*\d+ files? changed/m;
const COMMIT_FAILED =
  /nothing (?:added )?to commit|no changes added to commit|^error: |^fatal: |hook failed|husky - /m;
const MENTIONS_HOOK = /\bhooks?\b|husky|lefthook|lint-staged|pre-commit|\btests?\b/i;

export class SessionActivity {
  entries: ActivityEntry[] = [];
  readonly #tasks = new Map<string, RunEntry>();
  /** How many entries there were when Claude last did or said something. */
  #atWork = 0;

  follow(item: TranscriptItem): void {
    if (item.sidechain) return;
    if (item.kind === "prompt" && item.place === "turn-start")
      this.entries.splice(this.#atWork, 0, { kind: "turn", ...positionOf(item) });
    for (const entry of this.#read(item)) {
      this.entries.push(entry);
      if (this.entries.length > 2 * MAX_ENTRIES) this.entries = this.entries.slice(-MAX_ENTRIES);
    }
    if (item.kind === "assistant-text" || item.kind === "tool-result") this.#atWork = this.entries.length;
  }

  #read(item: TranscriptItem): ActivityEntry[] {
    const unseen = (who: UnseenEntry["who"]): ActivityEntry[] => [
      { kind: "unseen", who, ...positionOf(item) },
    ];
    switch (item.kind) {
      case "shell-command":
        return onlyLooks(item.command) ? [] : unseen("person");
      case "prompt":
        return reportsTests(item.text) ? unseen("person") : [];
      case "teammate-message":
        return unseen("agent");
      case "task-notification":
        return unseen(this.#tasks.has(item.taskId) ? "background" : "agent");
      case "compaction-summary":
        return this.entries.length === 0 ? unseen("earlier session") : [];
      case "tool-result":
        return item.call === null ? unseen("command") : this.#readResult(item, item.call);
      default:
        return [];
    }
  }

  #readResult(item: ToolResult, call: ToolCall): ActivityEntry[] {
    const place = positionOf(item);
    const { tool, input } = call;
    if (SHELLS.has(tool)) return this.#readShell(item, String(input.command ?? "").slice(0, MAX_COMMAND));
    if (EDITS.has(tool)) {
      const path = input.file_path ?? input.notebook_path;
      const isEdit =
        !item.isError &&
        typeof path === "string" &&
        isSource(path, item.cwd) &&
        !isCosmetic(item.patch, path);
      return isEdit ? [{ kind: "edit", path, ...place }] : [];
    }
    const task = this.#tasks.get(String(input.task_id ?? input.bash_id ?? taskInPath(input.file_path)));
    if (task) return this.#complete(task, item);
    if (QUIET_TOOLS.has(tool) || tool.startsWith("Todo")) return [];
    const who = /^(?:Agent|Task|SendMessage|Workflow)$/.test(tool) ? "agent" : "command";
    return [{ kind: "unseen", who, ...place }];
  }

  #complete(task: RunEntry, item: ToolResult): ActivityEntry[] {
    const run = completeRun(task.run, item.text);
    return run ? [{ ...task, run, ...positionOf(item) }] : [];
  }

  #readShell(item: ToolResult, command: string): ActivityEntry[] {
    watchLongSearch(command.length);
    const place = positionOf(item);
    const { text, isError, exitCode, failure, backgroundTaskId } = item;
    if (isError && failure !== "command" && failure !== "other") return [];
    const read = [
      ...(command.includes("/tasks/") ? command.matchAll(/\/tasks\/([\w-]+)\.output\b/g) : []),
    ].flatMap(([, id = ""]) => this.#tasks.get(id) ?? []);
    if (read[0]) return this.#complete(read[0], item);
    const run = readRun({ command, output: text, isError, exitCode, backgroundTaskId });
    const dir = findFolder(command, item.cwd, isTestCommand);
    const edits = bashEdits(command, item.cwd).map(({ path, at }) => ({
      kind: "edit" as const,
      path,
      index: at,
      ...place,
    }));
    const git = readGit(command, item).map((entry) => ({ ...entry, ...place }));
    if (run === null) {
      const isUnseen = backgroundTaskId !== null || mayProveTests(command, text);
      return [
        ...edits,
        ...git,
        ...(isUnseen ? [{ kind: "unseen" as const, who: "command" as const, ...place }] : []),
      ];
    }
    const entry: RunEntry = { kind: "run", run, dir, toolUseId: item.id, ...place };
    if (run.taskId !== null) {
      this.#tasks.set(run.taskId, entry);
      const [oldest] = this.#tasks.keys();
      if (this.#tasks.size > MAX_TASKS && oldest !== undefined) this.#tasks.delete(oldest);
    }
    const testsAt = lastTestAt(command);
    const before = edits.filter(({ index }) => index < testsAt);
    const after = edits.filter(({ index }) => index >= testsAt);
    return [...before, entry, ...git, ...after];
  }
}

/** A source file, not a document, an example or a draft. */
function isSource(path: string, cwd: string | null): boolean {
  const own = cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  const dot = own.lastIndexOf(".");
  return dot >= 0 && SOURCE_ENDINGS.has(own.slice(dot + 1).toLowerCase()) && !NOT_SOURCE.test(own);
}

function positionOf({ offset, timestamp }: TranscriptItem): EntryBase {
  return { offset, at: timestamp };
}

/** The person says that tests pass, or pasted a test summary. */
function reportsTests(prompt: string): boolean {
  return (
    /\btests?\b[^.?!\n]{0,40}\b(?:pass|green|succe|work)/i.test(prompt) || readTestRuns(prompt).length > 0
  );
}

/** An edit that changes nothing but comments and formatting. */
function isCosmetic(patch: FilePatch | null, path: string): boolean {
  const code = (line: string) => {
    if (COMMENT.test(line.slice(1))) return "";
    const bare = line.slice(1).replace(TRAILING_COMMENT, "");
    return INDENTED.test(path) ? `${bare.trimEnd()}\n` : bare.replaceAll(/\s/g, "");
  };
  const changed = (patch?.hunks ?? []).flatMap(({ lines }) => lines.filter((line) => /^[+-]/.test(line)));
  const side = (sign: string) =>
    changed
      .filter((line) => line.startsWith(sign))
      .map(code)
      .join("");
  return changed.length > 0 && side("-") === side("+");
}

/** A command that neither runs tests nor changes files: holdfast's own ones, `ls`, `git status` and the like. */
function onlyLooks(command: string): boolean {
  return command
    .split(/&&|\|\||[;|\n]/)
    .every((part) => /^\s*(?:\S*\/)?holdfast(?=\s|$)/.test(part) || isReadOnlyCommand(part));
}

/** The client names a task's output file after its id. */
function taskInPath(path: unknown): string {
  return typeof path === "string" ? (/\/tasks\/([\w-]+)\.output$/.exec(path)?.[1] ?? "") : "";
}

function bashEdits(command: string, cwd: string | null): { path: string; at: number }[] {
  if (!/>|\btee\b|\s-\w*i/.test(command)) return [];
  const dir = findFolder(command, cwd, (part) => part.search(BASH_WRITES) >= 0);
  return [...command.matchAll(BASH_WRITES)].flatMap(({ 1: path = "", index }) => {
    const whole = isAbsolutePath(path) || dir === null ? path : `${dir}/${path}`;
    return isSource(whole, cwd) ? [{ path: whole, at: index }] : [];
  });
}

function lastTestAt(command: string): number {
  let at = 0;
  for (const { index } of command.matchAll(/&&|[;\n]/g)) if (isTestCommand(command.slice(index))) at = index;
  return at;
}

type GitAction = Pick<GitEntry, "kind" | "action" | "succeeded" | "dir">;

function readGit(command: string, { text, isError, cwd }: ToolResult): GitAction[] {
  const found: GitAction[] = [];
  if (!/\b(?:git|gh)\b/.test(command)) return found;
  const bare = withoutTexts(command).replaceAll(DRY_PUSHES, "");
  const dir = findGitFolder(command, cwd);
  if (COMMITS.test(bare)) {
    const succeeded = COMMITTED.test(text) ? true : isError || COMMIT_FAILED.test(text) ? false : null;
    found.push({ kind: "git", action: "commit", succeeded, dir });
  }
  if (PUSHES.test(bare)) {
    const isByHost = /\bgh\s+(?:pr|repo)\b/.test(bare) && !isError;
    const isSeen = PUSHED.test(text) || isByHost;
    const succeeded = PUSH_FAILED.test(text) ? false : isSeen || (isError ? false : null);
    found.push({ kind: "git", action: "push", succeeded, dir: PUSHES_TO_ADDRESS.test(bare) ? null : dir });
  }
  return found;
}

function findGitFolder(command: string, cwd: string | null): string | null {
  const isGit = (part: string) => /\b(?:git|gh)\b/.test(part);
  const named = new Set(
    [...command.matchAll(/\bgit\s+-C\s+(["']?)([^\s"';&|]+)\1/g)].map(([, , to = ""]) => to),
  );
  if (/\bsubmodule\s+foreach\b|--git-dir\b|\bGIT_DIR=/.test(command)) return null;
  if (named.size === 0) return findFolder(command, cwd, isGit);
  const [to = ""] = named;
  const isMixed = named.size > 1 || /\bgit\s+(?!-C\b)/.test(withoutTexts(command)) || /\bcd\s/.test(command);
  return isMixed ? null : findFolder(`cd ${to}`, cwd, () => false);
}

/**
 * Git may bring a tree that was already tested, or run a hook, and a program may be a test runner that is not known here. Any
 * other program, whatever it prints, proves nothing.
 */
function mayProveTests(command: string, output: string): boolean {
  if (isReadOnlyCommand(command)) return false;
  if (CHANGES_TREE.test(command)) return true;
  if ((COMMITS.test(command) || PUSHES.test(command)) && MENTIONS_HOOK.test(output)) return true;
  return withoutTexts(command)
    .split(/&&|\|\||[;|\n(){}]/)
    .some((part) => NAMES_TESTS.test(part));
}
