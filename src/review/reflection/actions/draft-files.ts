// Drafts for the person to look at, in `<project>/.claude/runtime/reflection/`.
import { lstatSync, readFileSync, rmSync } from "node:fs";
import { runtimeDir } from "../../../config/paths.ts";
import { writeRuntimeFile } from "../../../store/runtime-files.ts";
import { printable } from "../../../text/printable.ts";
import { redact } from "../../../text/redaction/redact.ts";
import { UserError } from "../../../text/user-error.ts";
import type { ScriptDraft } from "../pattern.ts";
import { type IssueDraft, LABELS } from "./issue-draft.ts";

export const FOLDER = "reflection";

/** Not executable: it is to be read first. */
export function draftScript(projectDir: string, { name, command }: ScriptDraft, why: string): string {
  const lines = [
    "#!/usr/bin/env bash",
    `# Draft by holdfast: ${oneLine(why)}`,
    "# Read it before you use it, and move it where it belongs.",
    "set -euo pipefail",
    "",
    printable(redact(command).text.trimEnd()),
  ];
  const text = `${lines.join("\n")}\n`;
  return write(projectDir, freeName(projectDir, fileName(name), ".sh", text), text);
}

/** What would have been filed, ready to be pasted. */
export function keepIssueDraft(projectDir: string, { fingerprint, title, body }: IssueDraft): string {
  const lines = [`# ${title}`, "", `Labels: ${LABELS.join(", ")}`, "", body.trimEnd()];
  return write(projectDir, issueFile(fingerprint), `${lines.join("\n")}\n`);
}

/** It has been filed: the draft has served. */
export function dropIssueDraft(projectDir: string, fingerprint: string): void {
  rmSync(`${folderOf(projectDir)}/${issueFile(fingerprint)}`, { force: true });
}

function write(projectDir: string, name: string, text: string): string {
  try {
    writeRuntimeFile(projectDir, FOLDER, name, text);
    return `${folderOf(projectDir)}/${name}`;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const hint = "Look at that folder; nothing was written there.";
    throw new UserError("cannot-draft", `${folderOf(projectDir)} takes no draft: ${why}`, hint, { cause });
  }
}

/** The person may have worked on an earlier draft: only the very same text takes its place. */
function freeName(projectDir: string, base: string, ending: string, text: string): string {
  for (let n = 1; ; n++) {
    const name = `${base}${n === 1 ? "" : `-${n}`}${ending}`;
    const path = `${folderOf(projectDir)}/${name}`;
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat || (stat.isFile() && readFileSync(path, "utf8") === text)) return name;
  }
}

function folderOf(projectDir: string): string {
  return `${runtimeDir(projectDir)}/${FOLDER}`;
}

export function issueFile(fingerprint: string): string {
  return `issue-${fileName(fingerprint)}.md`;
}

/** A name that stays in its folder, whatever it was made of. */
function fileName(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return plain || "draft";
}

function oneLine(text: string): string {
  return printable(redact(text).text.replace(/\s+/g, " ").trim());
}
