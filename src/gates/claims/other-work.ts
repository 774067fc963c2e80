// Follows what a session did besides tests, and weighs claims about lint, types, builds, files and finished work by it.
import { findOtherChecks, readOtherCheck } from "../../recording/runs/other-checks.ts";
import type { Run } from "../../recording/runs/run.ts";
import type { WorkEntry } from "../../recording/runs/session-work.ts";
import { hidesExitCode } from "../../text/test-runs/test-command.ts";
import type { TranscriptItem } from "../../transcript/item.ts";
import { isReadOnlyPart, splitCommand } from "../../transcript/selectors/shell-command.ts";
import type { ToolResult } from "../../transcript/tool-item.ts";
import type { CheckKind, OtherClaim } from "./read-other-claims.ts";
import type { WeighedClaim } from "./weigh-claim.ts";

export interface WeighedOther {
  verdict: WeighedClaim["verdict"];
  commands: string[];
  files: string[];
  why: string | null;
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

export class OtherWork {
  readonly #checks: CheckSeen[] = [];
  /** Offsets of commands that may have checked or written anything, such as a script. */
  readonly #opaque: number[] = [];
  /** Files that a tool has written. */
  readonly #written = new Set<string>();
  readonly #refused = new Set<string>();
  /** Of commands that may write files. */
  #commands = "";

  follow(item: TranscriptItem): void {
    if (item.sidechain || item.kind !== "tool-result" || item.call === null) return;
    const { tool, input } = item.call;
    const path = input.file_path ?? input.notebook_path;
    if (EDITORS.has(tool) && typeof path === "string")
      (item.isError ? this.#refused : this.#written).add(path);
    if (typeof input.command === "string" && /^(?:Bash|PowerShell)$/.test(tool))
      this.#followCommand(item, input.command.slice(0, MAX_COMMAND));
  }

  #followCommand(item: ToolResult, command: string): void {
    const { offset } = item;
    const checks = readChecks(item, command);
    this.#checks.push(...checks.map((check) => ({ ...check, command, offset })));
    const parts = splitCommand(command);
    if (parts?.every(isReadOnlyPart)) return;
    this.#commands += `\n${command}`;
    const isKnown = (words: string[]) =>
      isReadOnlyPart(words) || isPlainPart(words) || findOtherChecks(words.join(" ")).length > 0;
    if (!parts?.every(isKnown)) this.#opaque.push(offset);
  }

  #mayHaveRunAnything(since: number): boolean {
    return this.#opaque.some((offset) => offset > since);
  }

  /** `turn`: what the session did since the last prompt; `entries`: since its beginning. */
  weigh(claim: OtherClaim, entries: readonly WorkEntry[], turn: readonly WorkEntry[]): WeighedOther | null {
    if (claim.kind === "file") return this.#weighFile(claim, entries);
    if (claim.kind === "done") return this.#weighDone(turn);
    return this.#weighCheck(claim.kind, entries);
  }

  #weighCheck(kind: CheckKind, entries: readonly WorkEntry[]): WeighedOther {
    const last = this.#checks.findLast((check) => check.kind === kind);
    const from = last?.offset ?? -1;
    const since = entries.filter(({ offset }) => offset > from);
    const files = since.flatMap((entry) => (entry.kind === "edit" ? entry.path : []));
    const commands = last ? [last.command] : [];
    const isOthers = since.some((entry) => entry.kind === "unseen" && entry.who !== "command");
    if (last?.state === "green" && files.length === 0 && !isOthers)
      return { verdict: "backed", commands, files, why: null };
    const ranAnother = this.#checks.some((check) => check.kind !== kind && check.offset > from);
    if (ranAnother || this.#mayHaveRunAnything(from) || since.some((entry) => entry.kind !== "edit"))
      return unknown("something else may have checked it");
    if (last?.state === "unknown") return unknown("the last run does not say how it ended");
    if (!last)
      return files.length > 0
        ? { verdict: "none", commands, files, why: null }
        : unknown("nothing was changed");
    return { verdict: last.state === "red" ? "red" : "stale", commands, files, why: null };
  }

  #weighFile({ path, isInto }: OtherClaim, entries: readonly WorkEntry[]): WeighedOther {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const isMeant = (one: string) => one === path || one.endsWith(`/${path.replace(/^[~.]*\//, "")}`);
    const written = [...this.#written];
    if (written.some(isMeant)) return { verdict: "backed", commands: [], files: [path], why: null };
    if (written.some((one) => one.endsWith(`/${name}`))) return unknown("a file of that name elsewhere");
    if (this.#commands.includes(name)) return unknown("a command names it");
    if (this.#mayHaveRunAnything(-1) || entries.some(({ kind }) => kind === "unseen"))
      return unknown("something else may have written it");
    // "Added a field to state.json" may be about a design.
    if (isInto && ![...this.#refused].some(isMeant)) return unknown("it may speak of another file");
    return { verdict: "not-done", commands: [], files: [path], why: null };
  }

  /** null where the turn wrote no code. */
  #weighDone(turn: readonly WorkEntry[]): WeighedOther | null {
    const edits = turn.filter((entry) => entry.kind === "edit");
    const [first] = edits;
    const last = edits.at(-1);
    if (!first || !last) return null;
    const files = edits.map(({ path }) => path);
    const isAfter = ({ offset }: { offset: number }) => offset > first.offset;
    const wasRun = turn.filter(isAfter).some(({ kind }) => kind !== "edit") || this.#checks.some(isAfter);
    if (!wasRun && !this.#mayHaveRunAnything(first.offset))
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

/** If one command ran several, it is unknown which one failed. */
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

function isPlainPart([program = "", ...args]: readonly string[]): boolean {
  if (program === "git") return PLAIN_GIT.test(args.find((word) => !word.startsWith("-")) ?? "");
  return PLAIN_PROGRAM.test(program.slice(program.lastIndexOf("/") + 1));
}

function isCheckKind(kind: Run["kind"]): kind is CheckKind {
  return kind === "lint" || kind === "types" || kind === "build";
}
