// The lines that a session added, from the patches that the client recorded with its edits, and from the content of new files.
// Lines written by commands and subagents are not in the transcript.
import type { FilePatch, ToolResult } from "../../transcript/tool-item.ts";
import type { AddedLine } from "../../worktree/added-lines.ts";

interface FileLines {
  path: string;
  lines: readonly AddedLine[];
  /** Lines removed from the file, without those that only moved. */
  removed: readonly string[];
}

const MAX_FILES = 500;
const MAX_LINES = 20_000;
const MAX_LINE = 1000;

export class SessionLines {
  readonly #root: string | null;
  readonly #files = new Map<string, FileLines>();
  /** A line that is removed in one place and added in another was moved. */
  readonly #removed = new Map<string, number>();

  /** Paths become relative to `root`; files elsewhere are ignored. */
  constructor(root: string | null) {
    this.#root = root;
  }

  follow({ call, isError, text, patch }: ToolResult): void {
    const path = call && pathWithin(this.#root, call.input.file_path);
    if (!call || isError || !path) return;
    if (patch?.created ?? text.startsWith("File created")) {
      const content = textOf(call.input.content ?? call.input.new_string);
      const lines = splitLines(content).map((one, index) => ({ line: index + 1, text: one }));
      this.#change(path, [], lines, []);
    } else if (patch) {
      const { kept, added, removed } = patchLines(this.#linesOf(path), clipHunks(patch.hunks));
      this.#change(path, kept, added, removed);
    }
  }

  files(): FileLines[] {
    return [...this.#files.values()].map((file) => ({
      ...file,
      removed: file.removed.filter((text) => (this.#removed.get(text) ?? 0) > 0),
    }));
  }

  #change(path: string, kept: readonly AddedLine[], added: readonly NumberedLine[], removed: string[]): void {
    for (const text of removed)
      if (this.#removed.size < MAX_LINES) this.#removed.set(text, (this.#removed.get(text) ?? 0) + 1);
    const fresh = added
      .filter(({ text }) => !this.#takeRemoved(text))
      .map(({ line, text }) => ({ path, line, text: text.slice(0, MAX_LINE) }));
    const lines = [...kept, ...fresh].toSorted((a, b) => a.line - b.line).slice(-MAX_LINES);
    const gone = [...(this.#files.get(path)?.removed ?? []), ...removed].slice(-MAX_LINES);
    this.#files.delete(path);
    this.#files.set(path, { path, lines, removed: gone });
    this.#dropOldest();
  }

  #takeRemoved(text: string): boolean {
    const count = this.#removed.get(text) ?? 0;
    if (count > 0) this.#removed.set(text, count - 1);
    return count > 0;
  }

  #dropOldest(): void {
    let lines = this.#files.values().reduce((sum, file) => sum + file.lines.length, 0);
    for (const [path, oldest] of this.#files) {
      if (this.#files.size <= MAX_FILES && lines <= MAX_LINES) break;
      this.#files.delete(path);
      lines -= oldest.lines.length;
    }
  }

  #linesOf(path: string): readonly AddedLine[] {
    return this.#files.get(path)?.lines ?? [];
  }
}

function pathWithin(root: string | null, path: unknown): string | null {
  if (root === null || typeof path !== "string" || !path.startsWith(`${root}/`)) return null;
  const relative = path.slice(root.length + 1);
  return relative.split("/").includes("..") ? null : relative;
}

function clipHunks(hunks: FilePatch["hunks"]): FilePatch["hunks"] {
  return hunks.map(({ oldStart, lines }) => ({
    oldStart,
    lines: lines.map((line) => line.slice(0, MAX_LINE + 1)),
  }));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export interface NumberedLine {
  /** From 1. */
  line: number;
  text: string;
}

/**
 * The lines that a session added to a file, after one more edit of it. `kept`: those of `before` that are still there, with
 * their new numbers; `removed`: the texts of lines that the session had not added.
 */
export function patchLines<L extends NumberedLine>(before: readonly L[], hunks: FilePatch["hunks"]) {
  const { added, dropped } = readHunks(hunks);
  const removed = new Map(dropped.map(({ line, text }) => [line, text]));
  const kept: L[] = [];
  for (const one of before) {
    const { line, text } = one;
    const shift =
      added.filter(({ oldLine }) => oldLine <= line).length - dropped.filter((old) => old.line < line).length;
    // The text is compared too, because a command may have changed the line numbers in between.
    if (removed.get(line) === text) removed.delete(line);
    else kept.push({ ...one, line: line + shift });
  }
  return { kept, added, removed: [...removed.values()] };
}

function readHunks(hunks: FilePatch["hunks"]) {
  /** `oldLine`: the line of the old file that it was put in front of. */
  const added: (NumberedLine & { oldLine: number })[] = [];
  const dropped: NumberedLine[] = [];
  for (const { oldStart, lines } of hunks) {
    let oldLine = oldStart;
    for (const marked of lines) {
      const text = marked.slice(1);
      if (marked.startsWith("+"))
        added.push({ line: oldLine + added.length - dropped.length, text, oldLine });
      else if (marked.startsWith("-")) dropped.push({ line: oldLine++, text });
      else if (!marked.startsWith("\\")) oldLine++;
    }
  }
  return { added, dropped };
}

function splitLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
