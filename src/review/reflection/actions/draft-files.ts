// Drafts of scripts and GitHub issues for a person to review, in `<project>/.claude/runtime/reflection/`.
import { lstatSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { runtimeDir } from "../../../config/environment.ts";
import { findNumberedName } from "../../../memory/files/save-memory.ts";
import type { Store } from "../../../store/open.ts";
import { findRuntimeFolder, writeRuntimeFile } from "../../../store/runtime-files.ts";
import { clip, oneLine } from "../../../text/clip.ts";
import { countNoun } from "../../../text/count-noun.ts";
import { printable } from "../../../text/printable.ts";
import { publicLine } from "../../../text/public-line.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { errorMessage } from "../../../text/unknown-values.ts";
import { UserError } from "../../../text/user-error.ts";
import { type FindingRow, listSessionFindings } from "../finding-rows.ts";
import type { Pattern, ScriptDraft } from "../reflection.ts";
import { listProjectFolders } from "../reflection-rows.ts";
import { fence } from "../render-markdown.ts";

const FOLDER = "reflection";
/** Larger files are not ours. */
const MAX_DRAFT_BYTES = 1024 * 1024;

/** The prefix of a finding's outcome once a script was drafted; the path follows. */
export const DRAFT_OUTCOME = "drafted ";

/** Not executable, so that a person reads it first. */
export function draftScript(projectDir: string, { name, command }: ScriptDraft, why: string): string {
  const lines = [
    "#!/usr/bin/env bash",
    `# Draft by holdfast: ${printable(oneLine(redact(why).text))}`,
    "# Read it before you use it, and move it where it belongs.",
    "set -euo pipefail",
    "",
    printable(redact(command).text.trimEnd()),
  ];
  const text = `${lines.join("\n")}\n`;
  return write(projectDir, freeScriptName(projectDir, fileName(name), text), text);
}

/** Saves an issue that could not be filed, ready to be pasted. */
export function saveIssueDraft(projectDir: string, { fingerprint, title, body }: IssueDraft): string {
  const lines = [`# ${title}`, "", `Labels: ${LABELS.join(", ")}`, "", body.trimEnd()];
  return write(projectDir, issueFile(fingerprint), `${lines.join("\n")}\n`);
}

export function deleteIssueDraft(projectDir: string, fingerprint: string): void {
  rmSync(`${commandFolder(projectDir)}/${issueFile(fingerprint)}`, { force: true });
}

/** Paths of drafts from these sessions. Must be called before their rows are deleted, which name the folders. */
export function findDraftsToForget(store: Store, sessions: readonly string[]): string[] {
  return [...new Set(draftsOfSessions(store, sessions))].filter(isDraft);
}

export function removeDrafts(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

function write(projectDir: string, name: string, text: string): string {
  try {
    writeRuntimeFile(projectDir, FOLDER, name, text);
    return `${commandFolder(projectDir)}/${name}`;
  } catch (cause) {
    const message = `${commandFolder(projectDir)} cannot be written: ${errorMessage(cause)}`;
    const hint = "Check that folder; nothing was written there.";
    throw new UserError("cannot-draft", message, hint, { cause });
  }
}

/** Never replaces a draft with a different text, which the person may have edited. */
function freeScriptName(projectDir: string, base: string, text: string): string {
  const free = findNumberedName(base, (name) => {
    const path = `${commandFolder(projectDir)}/${name}.sh`;
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && !(stat.isFile() && readFileSync(path, "utf8") === text);
  });
  return `${free}.sh`;
}

function commandFolder(projectDir: string): string {
  return `${runtimeDir(projectDir)}/${FOLDER}`;
}

function issueFile(fingerprint: string): string {
  return `issue-${fileName(fingerprint)}.md`;
}

/** A safe file name for any text. */
function fileName(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return plain || "draft";
}

function draftsOfSessions(store: Store, sessions: readonly string[]): string[] {
  return listSessionFindings(store, sessions).flatMap((finding) => [
    ...draftedScript(finding),
    ...listProjectFolders(store, finding.project_key).flatMap((dir) =>
      pathInFolder(dir, issueFile(finding.fingerprint)),
    ),
  ]);
}

function draftedScript({ outcome }: FindingRow): string[] {
  if (!outcome?.startsWith(DRAFT_OUTCOME)) return [];
  const path = outcome.slice(DRAFT_OUTCOME.length);
  const name = basename(path);
  const ending = `${runtimeDir("")}/${FOLDER}/${name}`;
  return path.endsWith(ending) ? pathInFolder(path.slice(0, -ending.length), name) : [];
}

/** Empty if a link would lead out of the project. */
function pathInFolder(projectDir: string, name: string): string[] {
  const folder = findRuntimeFolder(projectDir, FOLDER);
  return folder === null ? [] : [`${folder}/${name}`];
}

function isDraft(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= MAX_DRAFT_BYTES;
}

export const LABELS = ["improvement", "automation", "reflection"] as const;

export interface IssueDraft {
  fingerprint: string;
  title: string;
  body: string;
}

interface IssueContext {
  sessions: number;
  /** Removed from paths, to keep the person's name private. */
  home: string;
  projectDir: string;
}

const MAX_TITLE = 120;
const MAX_LINE = 400;
const MAX_EVIDENCE = 12;

/** Text from a session goes into code blocks only, where it mentions nobody, links nothing and cannot imitate our marker. */
export function draftIssue(pattern: Pattern, context: IssueContext): IssueDraft {
  const clean = (text: string) => publicLine(text, context, MAX_LINE);
  const { id, count, title, suggestion, fingerprint } = pattern;
  const seen = pattern.evidence.slice(0, MAX_EVIDENCE);
  const sessions = context.sessions > 1 ? `, in ${context.sessions} sessions` : "";
  const body = [
    `holdfast found a pattern (\`${id}\`) in a Claude Code session, ${countNoun(count, "time")}${sessions}:`,
    fence("text", clean(title)),
    "### Suggestion",
    fence("text", [suggestion.text, ...draftLines(pattern)].map(clean).join("\n")),
    ...(seen.length > 0
      ? ["### Evidence", fence("text", seen.map(({ where, text }) => clean(`${where}: ${text}`)).join("\n"))]
      : []),
    "Reviewed by a person before it was filed. Secrets were removed.",
    markerOf(fingerprint),
  ];
  return {
    fingerprint,
    title: `Improvement: ${clip(clean(title), MAX_TITLE)}`,
    body: `${body.join("\n\n")}\n`,
  };
}

/** Identifies an issue, whoever filed it. */
export function markerOf(fingerprint: string): string {
  return `<!-- holdfast:${fingerprint} -->`;
}

function draftLines({ suggestion }: Pattern): string[] {
  if (suggestion.kind === "script") return ["", suggestion.payload.command];
  if (suggestion.kind === "permission") return ["", suggestion.payload.rule];
  if (suggestion.kind === "gate")
    return ["", `${suggestion.payload.key} = ${JSON.stringify(suggestion.payload.value)}`];
  return [];
}
