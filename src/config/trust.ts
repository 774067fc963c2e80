// May commands from this project's files run? A person vouches for their content by `holdfast trust`, which is kept in
// `$HOLDFAST_HOME/trust.json`. On the hook path, so without node:fs.
import { pathExists, readSmallFile, type SmallFile } from "../platform/files.ts";
import { readProjectFile } from "../platform/project-file.ts";
import { projectKey, resolveLinks, workTreeTop } from "../platform/repository.ts";
import { isRecord } from "../text/is-record.ts";
import { type Environment, trustPath } from "./environment.ts";
import { findConfigFiles, foldersUpwards, type ProjectFile } from "./place.ts";

type Home = Pick<Environment, "holdfastHome">;

/** A file of the project that may bring commands. */
export interface CommandFile {
  /** From the top of the work tree. */
  name: string;
  path: string;
  /** null when it exists but cannot be read: such a file is never trusted. */
  content: { text: string; sha256: string } | null;
}

/** "nothing": the project has no file that could bring commands. */
export type TrustState = "trusted" | "changed" | "untrusted" | "nothing";

interface JudgedFile extends CommandFile {
  /** "new": the project is trusted, but this file was not there then. */
  state: "trusted" | "changed" | "new" | "untrusted";
}

export interface Trust {
  state: TrustState;
  /** With the very text that was judged: commands are to be taken from it, not from a second read. */
  files: JudgedFile[];
  grantedAt: string | null;
}

interface Grant {
  grantedAt: string;
  /** File name → SHA-256 of its content; several, with spaces between, where work trees differ. */
  files: Map<string, string>;
}

/** By the project's key, which all work trees of a repository share; older ones by the real path of a folder in it. */
export type Grants = Map<string, Grant>;

export async function readTrust(env: Home, projectDir: string): Promise<Trust> {
  const files = await readCommandFiles(projectDir);
  if (files.length === 0) return { state: "nothing", files: [], grantedAt: null };
  const grant = await findGrant(env, projectDir);
  const judged = files.map((file) => ({ ...file, state: judge(file, grant) }));
  return { state: overall(judged, grant), files: judged, grantedAt: grant?.grantedAt ?? null };
}

/** As it was read: what is there by now may be another text. */
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

/** Commands of plans are vouched for one by one: a plan changes with each tick. */
export async function readTrustedCommands(
  env: Home,
  projectDir: string,
): Promise<(command: string) => boolean> {
  const grant = await findGrant(env, projectDir);
  return (command) => grant?.files.has(commandName(command)) ?? false;
}

/** Under which name a grant has a command that stands in a plan. */
export function commandName(command: string): string {
  return `verify:${sha256(command)}`;
}

/** Over all files that are shown, the same on every machine: what `HOLDFAST_TRUST` has to say. */
export function contentHash(files: readonly CommandFile[]): string {
  const lines = files.map(({ name, content }) => `${content?.sha256 ?? "unreadable"} ${name}\n`);
  return sha256(lines.toSorted().join(""));
}

/** One for each version of a file that a project's grant vouches for. */
export function grantIds(project: string, files: Grant["files"]): string[] {
  return [...files].flatMap(([name, hashes]) =>
    hashes.split(" ").map((hash) => sha256(`${project}\0${name}\0${hash}`).slice(0, 16)),
  );
}

async function readCommandFiles(projectDir: string): Promise<CommandFile[]> {
  const files = await findConfigFiles(projectDir);
  return files.map(readCommandFile).filter((file) => file !== null);
}

export function readTrustFile(env: Home): Promise<SmallFile> {
  return readSmallFile(trustPath(env));
}

/** What cannot be understood is not trusted, and nothing else is lost over it. */
export function parseGrants(text: string): Grants {
  const grants: Grants = new Map();
  const root = parseRecord(text);
  if (!isRecord(root.projects)) return grants;
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
  const file = await readTrustFile(env);
  if (file.state !== "read") return null;
  const grants = parseGrants(file.text);
  if (grants.size === 0) return null;
  // Mostly the project is the main work tree: no node:fs is needed to tell that.
  const top = workTreeTop(projectDir);
  if (top === projectDir && pathExists(`${top}/.git/HEAD`) && grants.has(top)) return grants.get(top) ?? null;
  const own = grants.get(await projectKey(projectDir));
  const older = await findOlderGrants(grants, projectDir);
  const all = own ? [own, ...older] : older;
  const [first] = all;
  return first ? { ...first, files: new Map(all.reverse().flatMap(({ files }) => [...files])) } : null;
}

/** Of a folder above or at the project, kept under its own path, with names from there. */
async function findOlderGrants(grants: Grants, projectDir: string): Promise<Grant[]> {
  const folders = foldersUpwards(projectDir);
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

function overall(files: JudgedFile[], grant: Grant | null): TrustState {
  if (!grant) return "untrusted";
  return files.every((file) => file.state === "trusted") ? "trusted" : "changed";
}

function readCommandFile({ path, name, root }: ProjectFile): CommandFile | null {
  const file = readProjectFile(root, path);
  if (file.state === "absent") return null;
  if (file.state === "refused") return { name, path, content: null };
  return { name, path, content: { text: file.text, sha256: sha256(file.text) } };
}

function parseRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {}; // A corrupt file trusts nothing; the next grant writes a new one.
  }
}

function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
