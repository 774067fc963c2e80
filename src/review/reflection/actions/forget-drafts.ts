// Drafts made of what sessions did, for when that is to be forgotten.
import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { runtimeDir } from "../../../config/paths.ts";
import { allArchiveProjects } from "../../../recording/archive/archive-rows.ts";
import type { Forgetting } from "../../../store/forget.ts";
import type { Store } from "../../../store/open.ts";
import { findRuntimeFolder } from "../../../store/runtime-files.ts";
import { type FindingRow, findingsOfSessions } from "../finding-rows.ts";
import { foldersOfProject } from "../reflection-rows.ts";
import { DRAFT_OUTCOME } from "./apply-suggestion.ts";
import { FOLDER, issueFile } from "./draft-files.ts";

/** Ours are far smaller. */
const LARGEST = 1024 * 1024;

/** Paths. To be asked before the rows are gone: they say where to look. */
export function draftsToForget(store: Store, what: Forgetting): string[] {
  const found = "text" in what ? saying(store, what.text) : ofSessions(store, what.sessions);
  return [...new Set(found)].filter(isFile);
}

export function removeDrafts(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

function ofSessions(store: Store, sessions: readonly string[]): string[] {
  return findingsOfSessions(store, sessions).flatMap((finding) => [
    ...scriptOf(finding),
    ...foldersOfProject(store, finding.project_key).flatMap((dir) =>
      inFolder(dir, issueFile(finding.fingerprint)),
    ),
  ]);
}

function scriptOf({ outcome }: FindingRow): string[] {
  if (!outcome?.startsWith(DRAFT_OUTCOME)) return [];
  const path = outcome.slice(DRAFT_OUTCOME.length);
  const name = basename(path);
  const ending = `${runtimeDir("")}/${FOLDER}/${name}`;
  return path.endsWith(ending) ? inFolder(path.slice(0, -ending.length), name) : [];
}

function saying(store: Store, text: string): string[] {
  const wanted = text.toLowerCase();
  return allArchiveProjects(store)
    .flatMap((dir) => namesIn(dir).flatMap((name) => inFolder(dir, name)))
    .filter((path) => isFile(path) && readFileSync(path, "utf8").toLowerCase().includes(wanted));
}

function namesIn(projectDir: string): string[] {
  const folder = findRuntimeFolder(projectDir, FOLDER);
  if (folder === null) return [];
  try {
    return readdirSync(folder);
  } catch {
    return []; // Not ours to look into: it has no drafts of ours.
  }
}

/** Nothing where a link would lead out of the project. */
function inFolder(projectDir: string, name: string): string[] {
  const folder = findRuntimeFolder(projectDir, FOLDER);
  return folder === null ? [] : [`${folder}/${name}`];
}

function isFile(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= LARGEST;
}
