// The lines a session added, from what the client noted beside its edits, else from what the edits were given. What
// commands and subagents wrote is not in the transcript.
import type { FilePatch, ToolCall, ToolResult } from "../../transcript/tool-item.ts";
import type { AddedLine } from "../../worktree/added-lines.ts";
import { changedLines, type NumberedLine, patchLines, splitLines } from "./line-changes.ts";

export interface WrittenFile {
  path: string;
  lines: AddedLine[];
  /** Moves with each edit. */
  version: number;
}

export interface WrittenLines {
  follow(result: ToolResult): void;
  files(): WrittenFile[];
  /** Edits without a note of what they changed in the file: what they were given had to do. */
  unnoted(): number;
}

const MAX_FILES = 500;
const MAX_LINES = 20_000;
const MAX_LINE = 1000;
/** Between edits without a note: their lines do not stand together. */
const GAP = 10;

/** Paths are told from `root`; what lies elsewhere is no part of the work. */
export function createWrittenLines(root: string | null): WrittenLines {
  const files = new Map<string, WrittenFile>();
  /** Taken away in one place: when they come up in another, they were moved. */
  const removed = new Map<string, number>();
  let unnoted = 0;

  function change(
    path: string,
    kept: readonly AddedLine[],
    added: readonly NumberedLine[],
    gone: string[],
  ): void {
    for (const text of gone) if (removed.size < MAX_LINES) removed.set(text, (removed.get(text) ?? 0) + 1);
    const fresh = added.map(({ line, text }) => ({
      path,
      line,
      text: clip(text),
      isMoved: takeRemoved(text),
    }));
    const lines = [...kept, ...fresh].toSorted((a, b) => a.line - b.line).slice(-MAX_LINES);
    const version = (files.get(path)?.version ?? 0) + 1;
    files.delete(path);
    files.set(path, { path, lines, version });
    dropOldest();
  }

  function takeRemoved(text: string): boolean {
    const count = removed.get(text) ?? 0;
    if (count > 0) removed.set(text, count - 1);
    return count > 0;
  }

  function dropOldest(): void {
    let lines = [...files.values()].reduce((sum, one) => sum + one.lines.length, 0);
    for (const [path, oldest] of files) {
      if (files.size <= MAX_FILES && lines <= MAX_LINES) break;
      files.delete(path);
      lines -= oldest.lines.length;
    }
  }

  function patch(path: string, { hunks }: FilePatch): void {
    const { kept, added, removed: gone } = patchLines(files.get(path)?.lines ?? [], clipped(hunks));
    change(path, kept, added, gone);
  }

  function replace(path: string, before: string, after: string): void {
    const known = [...(files.get(path)?.lines ?? [])];
    const { added, removed: gone } = changedLines(before, after);
    const others = gone.filter((text) => {
      const at = known.findIndex((line) => line.text === clip(text));
      if (at !== -1) known.splice(at, 1);
      return at === -1;
    });
    const from = (known.at(-1)?.line ?? 0) + GAP;
    change(
      path,
      known,
      added.map(({ at, text }) => ({ line: from + at, text })),
      others,
    );
  }

  function followCall(path: string, { tool, input }: ToolCall, isNew: boolean): void {
    if (tool === "Edit") replace(path, textOf(input.old_string), textOf(input.new_string));
    else if (tool === "MultiEdit")
      for (const one of Array.isArray(input.edits) ? input.edits : [])
        replace(path, textOf(one?.old_string), textOf(one?.new_string));
    else if (tool === "Write" && isNew)
      change(
        path,
        [],
        splitLines(textOf(input.content)).map((text, index) => ({ line: index + 1, text })),
        [],
      );
    if (!isNew && EDITS.has(tool)) unnoted++;
  }

  return {
    follow({ call, isError, text, patch: noted }) {
      const path = call && pathWithin(root, call.input.file_path);
      if (!call || isError || !path) return;
      const isNew = noted?.created ?? text.startsWith("File created");
      if (noted && !isNew) patch(path, noted);
      else followCall(path, call, isNew);
    },
    files: () => [...files.values()],
    unnoted: () => unnoted,
  };
}

const EDITS = new Set(["Edit", "MultiEdit", "Write"]);

function pathWithin(root: string | null, path: unknown): string | null {
  if (root === null || typeof path !== "string" || !path.startsWith(`${root}/`)) return null;
  const within = path.slice(root.length + 1);
  return within.split("/").includes("..") ? null : within;
}

function clipped(hunks: FilePatch["hunks"]): FilePatch["hunks"] {
  return hunks.map(({ oldStart, lines }) => ({
    oldStart,
    lines: lines.map((line) => line.slice(0, MAX_LINE + 1)),
  }));
}

function clip(text: string): string {
  return text.slice(0, MAX_LINE);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
