// The lines that a session added, from the patches that the client recorded with its edits, and from the content of new files.
// Lines written by commands and subagents are not in the transcript. Line numbers are those at the time of the edit.
import type { ToolResult } from "../../transcript/tool-item.ts";
import type { AddedLine, RemovedLine } from "../../worktree/added-lines.ts";

const MAX_LINES = 20_000;
const MAX_LINE = 1000;

export class SessionLines {
  readonly #files = new Map<string, AddedLine[]>();
  /** The paths of removed lines, by text. A line that is removed in one place and added in another was moved. */
  readonly #removed = new Map<string, string[]>();
  #count = 0;

  /** Files outside `root` are ignored. */
  follow(root: string, { call, isError, text, patch }: ToolResult): void {
    const path = call && pathWithin(root, call.input.file_path);
    if (!call || isError || !path) return;
    const lines = this.#files.get(path) ?? [];
    this.#files.set(path, lines);
    if (patch?.created ?? text.startsWith("File created")) {
      const content = call.input.content ?? call.input.new_string;
      splitLines(typeof content === "string" ? content : "").forEach((one, index) => {
        this.#add(lines, path, index + 1, one);
      });
    }
    const hunks = patch?.hunks ?? [];
    // A line may move up within one edit: all removals come first.
    for (const marked of hunks.flatMap((hunk) => hunk.lines))
      if (marked.startsWith("-")) this.#remove(lines, path, marked.slice(1));
    for (const hunk of hunks) {
      let line = hunk.oldStart;
      for (const marked of hunk.lines) {
        if (marked.startsWith("+")) this.#add(lines, path, line++, marked.slice(1));
        else if (marked.startsWith(" ")) line++;
      }
    }
    this.#dropOldest();
  }

  files(): { path: string; lines: readonly AddedLine[] }[] {
    return [...this.#files].map(([path, lines]) => ({
      path,
      lines: lines.toSorted((a, b) => a.line - b.line),
    }));
  }

  removed(): RemovedLine[] {
    return [...this.#removed].flatMap(([text, paths]) => paths.map((path) => ({ path, text })));
  }

  #add(lines: AddedLine[], path: string, line: number, whole: string): void {
    const text = whole.slice(0, MAX_LINE);
    if (this.#removed.get(text)?.pop() !== undefined) return;
    lines.push({ path, line, text });
    this.#count++;
  }

  #remove(lines: AddedLine[], path: string, whole: string): void {
    const text = whole.slice(0, MAX_LINE);
    const index = lines.findIndex((one) => one.text === text);
    if (index >= 0) {
      lines.splice(index, 1);
      this.#count--;
    } else if (this.#removed.size < MAX_LINES)
      this.#removed.set(text, [...(this.#removed.get(text) ?? []), path]);
  }

  #dropOldest(): void {
    for (const [path, lines] of this.#files) {
      if (this.#count <= MAX_LINES) return;
      this.#files.delete(path);
      this.#count -= lines.length;
    }
  }
}

function pathWithin(root: string, path: unknown): string | null {
  if (typeof path !== "string" || !path.startsWith(`${root}/`)) return null;
  const relative = path.slice(root.length + 1);
  return relative.split("/").includes("..") ? null : relative;
}

function splitLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
