// Locates the error lines of a failing check: in files that this session changed, that others changed, or that nobody changed.
import { fileStatus, isPlainFile } from "../../platform/file-status.ts";
import { isAbsolutePath } from "../../platform/system.ts";
import { findOtherEditors } from "../../recording/queue/pending-queue.ts";
import type { CheckRow } from "../../store/check-results.ts";
import { dropNoise } from "../../text/output/fingerprint-output.ts";
import { TRUNCATION_MARKER } from "../../text/output/head-and-tail.ts";
import { plainLines } from "../../text/output/plain-lines.ts";
import type { ChangedFile } from "../../worktree/changed-files.ts";
import { type Check, workFolder } from "../commands/check.ts";
import type { Changes } from "../engine/changes.ts";
import type { StopContext } from "../engine/stop-context.ts";
import { readLog } from "./failure-age.ts";

export interface FailurePlace {
  /** Some error lines are in files that this session changed. */
  isInOwnFiles: boolean;
  /** Set if all error lines are in files that only others changed since the session's start; null when not, or when unsure. */
  others: OthersFile[] | null;
}

export interface OthersFile {
  /** Relative to the root. */
  path: string;
  /** The session that edited it, if holdfast recorded one. */
  sessionId: string | null;
}

interface CheckedTree {
  stop: StopContext;
  changes: Changes;
}

interface MentionedPath {
  path: string;
  /** A line number follows, so it is certainly a file. */
  hasLine: boolean;
}

const UNSURE: FailurePlace = { isInOwnFiles: false, others: null };
/** For files outside of the work tree, or in an installed package. */
const ELSEWHERE = "";
const MAX_PATHS = 500;
const SEPARATORS = /[\s"'`<>|,;=]+/;
const LEADING_MARKS = /^(?:file:\/\/|[([{])+(?:\.\/)*|^(?:\.\/)+/;
const TRAILING_MARKS = /[)\]}.:]+$/;
/** `a.ts:12`, `a.ts:12:5: text`, `a.ts(12,5)`, `A.java:[12,5]`. */
const WITH_LINE = /^(.*?[^:(])(?::\[?|\()\d+(?:[:,)\]].*)?$/;
const LOOKS_LIKE_FILE = /\/[^/]|^[^.].*\.\w+$|^\.\w/;

export async function locateFailure(check: Check, row: CheckRow, tree: CheckedTree): Promise<FailurePlace> {
  const output = await readLog(row);
  if (output === null) return UNSURE;
  const [own, foreign] = [pathsOf(tree.changes.files), pathsOf(await tree.changes.filesOfOthers())];
  const isKnown = (path: string) => own.has(path) || foreign.has(path);
  const mentions = mentionedPaths(withoutRoot(output, check, tree.changes.root)).map(({ path, hasLine }) => ({
    hasLine,
    file: resolvePath(path, check, tree.changes.root, isKnown),
  }));
  const files = [...new Set(mentions.flatMap(({ file }) => file ?? []))].filter((file) => file !== ELSEWHERE);
  const isWhole = mentions.length < MAX_PATHS && !TRUNCATION_MARKER.test(output);
  const isSure =
    isWhole && files.length > 0 && !mentions.some(({ file, hasLine }) => file === null && hasLine);
  return {
    isInOwnFiles: files.some((path) => own.has(path)),
    others: isSure && files.every((path) => foreign.has(path)) ? nameEditors(files, tree) : null,
  };
}

function pathsOf(files: readonly ChangedFile[]): Set<string> {
  return new Set(files.map(({ path }) => path));
}

/** Paths are split at spaces. If the root itself contains one, paths below it are first made relative to the check's folder. */
export function withoutRoot(output: string, check: Pick<Check, "cwd" | "folder">, root: string): string {
  if (!/\s/.test(root)) return output;
  const folder = `${normalise(workFolder(check))}/`;
  const depth = folder.startsWith(`${root}/`) ? folder.slice(root.length + 1).split("/").length - 1 : 0;
  return output.replaceAll(`${root}/`, "../".repeat(depth));
}

/** Relative to the root; ELSEWHERE when it is outside, null when there is no such file. */
export function resolvePath(
  path: string,
  check: Pick<Check, "cwd" | "folder">,
  root: string,
  isKnown: (path: string) => boolean = () => false,
): string | null {
  if (isAbsolutePath(path) && !path.startsWith(`${root}/`)) return ELSEWHERE;
  for (const base of isAbsolutePath(path)
    ? [""]
    : [`${workFolder(check)}/`, `${check.folder}/`, `${root}/`]) {
    const full = normalise(base + path);
    if (!full.startsWith(`${root}/`)) continue;
    const inTree = full.slice(root.length + 1);
    if (isKnown(inTree)) return inTree;
    const status = fileStatus(full);
    if (status && isPlainFile(status)) return inTree.includes("node_modules/") ? ELSEWHERE : inTree;
  }
  return null;
}

function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

function nameEditors(paths: readonly string[], { stop, changes }: CheckedTree): OthersFile[] {
  const { root, start } = changes;
  const editors = findOtherEditors(stop.store, {
    sessionId: stop.sessionId,
    since: start.at,
    paths: paths.map((path) => `${root}/${path}`),
  });
  return paths.map((path) => ({ path, sessionId: editors.get(`${root}/${path}`) ?? null }));
}

/** The files that the output mentions, each once. Lines that say nothing about the failure are left out. */
export function mentionedPaths(output: string): MentionedPath[] {
  const mentions = new Map<string, MentionedPath>();
  for (const line of dropNoise(plainLines(output))) {
    for (const word of line.split(SEPARATORS)) {
      const mention = readWord(word);
      if (mention === null) continue;
      const { path, hasLine } = mention;
      if (hasLine || !mentions.has(path)) mentions.set(path, { path, hasLine });
      if (mentions.size >= MAX_PATHS) return [...mentions.values()];
    }
  }
  return [...mentions.values()];
}

function readWord(word: string): MentionedPath | null {
  const trimmed = word.replace(LEADING_MARKS, "");
  const withLine = WITH_LINE.exec(trimmed)?.[1];
  const path = (withLine ?? trimmed).replace(TRAILING_MARKS, "");
  // Not a time of day, nor an address with a port.
  const hasLine = withLine !== undefined && /[^\d.:]/.test(path) && !path.includes("://");
  return hasLine || LOOKS_LIKE_FILE.test(path) ? { path, hasLine } : null;
}
