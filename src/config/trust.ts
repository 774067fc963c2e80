// Decides whether commands from a project's files may run. `holdfast trust` records the trusted content in
// `$HOLDFAST_HOME/trust.json`. On the hook path, so without node:fs.
import { pathExists, readSmallFile, type SmallFile } from "../platform/files.ts";
import { readProjectFile } from "../platform/project-file.ts";
import { projectKey, resolveLinks, workTreeTop } from "../platform/repository.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";
import { type Environment, trustPath } from "./environment.ts";
import { findConfigFiles, listFoldersUpwards, type ProjectFile } from "./place.ts";

type Home = Pick<Environment, "holdfastHome">;

/** A file of the project that may contain commands. */
export interface CommandFile {
  /** Relative to the top of the work tree. */
  name: string;
  path: string;
  /** null when the file exists but cannot be read; such a file is never trusted. */
  content: { text: string; sha256: string } | null;
}

/** "nothing": the project has no file that could contain commands. */
export type TrustState = "trusted" | "changed" | "untrusted" | "nothing";

interface JudgedFile extends CommandFile {
  /** "new": the project is trusted, but the file was added later. */
  state: "trusted" | "changed" | "new" | "untrusted";
}

export interface Trust {
  state: TrustState;
  /** With the text that was judged. Commands must be taken from it, not from a second read. */
  files: JudgedFile[];
  grantedAt: string | null;
}

interface Grant {
  grantedAt: string;
  /** SHA-256 of the content by file name; several, separated by spaces, if work trees differ. */
  files: Map<string, string>;
}

/** By project key, which all work trees of a repository share. Older grants are by the real path of a folder in it. */
export type Grants = Map<string, Grant>;

export async function readTrust(env: Home, projectDir: string): Promise<Trust> {
  const found = await findConfigFiles(projectDir);
  const files = found.map(readCommandFile).filter((file) => file !== null);
  if (files.length === 0) return { state: "nothing", files: [], grantedAt: null };
  const grant = await findGrant(env, projectDir);
  const judged = files.map((file) => ({ ...file, state: judge(file, grant) }));
  const isTrusted = judged.every((file) => file.state === "trusted");
  const state = grant === null ? "untrusted" : isTrusted ? "trusted" : "changed";
  return { state, files: judged, grantedAt: grant?.grantedAt ?? null };
}

/** Judges the content as it was read, because the file may have changed since. */
export async function isTrustedFile(
  env: Home,
  { path, folder, content }: { path: string; folder: string | null; content: SmallFile },
): Promise<boolean> {
  if (folder === null || content.state !== "read") return false;
  const trust = await readTrust(env, folder);
  return trust.files.some((file) => {
    return file.path === path && file.state === "trusted" && file.content?.text === content.text;
  });
}

/** Commands in plans are trusted one by one, because a plan changes with each tick. */
export async function readTrustedCommands(
  env: Home,
  projectDir: string,
): Promise<(command: string) => boolean> {
  const grant = await findGrant(env, projectDir);
  return (command) => grant?.files.has(commandName(command)) ?? false;
}

/** The name of a plan's command in a grant. */
export function commandName(command: string): string {
  return `verify:${sha256(command)}`;
}

/** One hash over all files, the same on every machine: the value of `HOLDFAST_TRUST`. */
export function contentHash(files: readonly CommandFile[]): string {
  const lines = files.map(({ name, content }) => `${content?.sha256 ?? "unreadable"} ${name}\n`);
  return sha256(lines.toSorted().join(""));
}

/** One id for each trusted version of a file. */
export function grantIds(project: string, files: Grant["files"]): string[] {
  return [...files].flatMap(([name, hashes]) =>
    hashes.split(" ").map((hash) => sha256(`${project}\0${name}\0${hash}`).slice(0, 16)),
  );
}

export function readTrustFile(env: Home): SmallFile {
  return readSmallFile(trustPath(env));
}

/** Skips entries that cannot be understood. */
export function parseGrants(text: string): Grants {
  const grants: Grants = new Map();
  const root = parseJson(text);
  // A corrupt file trusts nothing; the next grant rewrites it.
  if (!isRecord(root) || !isRecord(root.projects)) return grants;
  for (const [project, raw] of Object.entries(root.projects)) {
    if (!isRecord(raw) || !isRecord(raw.files)) continue;
    const files = Object.entries(raw.files).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    const grantedAt = typeof raw.grantedAt === "string" ? raw.grantedAt : "";
    grants.set(project, { grantedAt, files: new Map(files) });
  }
  return grants;
}

async function findGrant(env: Home, projectDir: string): Promise<Grant | null> {
  const file = readTrustFile(env);
  if (file.state !== "read") return null;
  const grants = parseGrants(file.text);
  if (grants.size === 0) return null;
  // Without reading the repository for the main work tree, the usual case.
  const top = workTreeTop(projectDir);
  if (top === projectDir && pathExists(`${top}/.git/HEAD`) && grants.has(top)) return grants.get(top) ?? null;
  const own = grants.get(await projectKey(projectDir));
  const older = await findOlderGrants(grants, projectDir);
  const all = own ? [own, ...older] : older;
  const [first] = all;
  return first ? { ...first, files: new Map(all.reverse().flatMap(({ files }) => [...files])) } : null;
}

/** Grants by the path of the project's folder or one above it, with file names relative to that folder. */
async function findOlderGrants(grants: Grants, projectDir: string): Promise<Grant[]> {
  const folders = listFoldersUpwards(projectDir);
  const top = folders.at(-1) ?? projectDir;
  const found = await Promise.all(
    folders.slice(0, -1).map(async (folder) => ({ folder, grant: grants.get(await resolveLinks(folder)) })),
  );
  return found.flatMap(({ folder, grant }) => {
    if (!grant) return [];
    const inTop = (name: string) =>
      name.startsWith(".claude/") ? `${folder.slice(top.length + 1)}/${name}` : name;
    return [{ ...grant, files: new Map([...grant.files].map(([name, hash]) => [inTop(name), hash])) }];
  });
}

function judge(file: CommandFile, grant: Grant | null): JudgedFile["state"] {
  if (!grant) return "untrusted";
  const expected = grant.files.get(file.name);
  if (expected === undefined) return "new";
  return file.content && expected.split(" ").includes(file.content.sha256) ? "trusted" : "changed";
}

function readCommandFile({ path, name, root }: ProjectFile): CommandFile | null {
  const file = readProjectFile(root, path);
  if (file.state === "absent") return null;
  if (file.state === "refused") return { name, path, content: null };
  return { name, path, content: { text: file.text, sha256: sha256(file.text) } };
}

function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
