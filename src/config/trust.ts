// May commands from this project's files run? A person vouches for their content by `holdfast trust`, which is kept in
// `$HOLDFAST_HOME/trust.json`. On the hook path, so without node:fs.
import { readSmallFile, type SmallFile } from "../platform/files.ts";
import { isRecord } from "../text/is-record.ts";
import { type Environment, trustPath } from "./environment.ts";

type Home = Pick<Environment, "holdfastHome">;

/** A file of the project that may bring commands. */
export interface CommandFile {
  /** Within the project. */
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
  /** File name within the project → SHA-256 of its content. */
  files: Map<string, string>;
}

/** By the real path of the project. */
export type Grants = Map<string, Grant>;

const COMMAND_FILES = [".claude/holdfast.json"];

export async function readTrust(env: Home, projectDir: string): Promise<Trust> {
  const files = await readCommandFiles(projectDir);
  if (files.length === 0) return { state: "nothing", files: [], grantedAt: null };
  const grant = await findGrant(env, projectDir);
  const judged = files.map((file) => ({ ...file, state: judge(file, grant) }));
  return { state: overall(judged, grant), files: judged, grantedAt: grant?.grantedAt ?? null };
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

/** Only those that exist. */
export async function readCommandFiles(projectDir: string): Promise<CommandFile[]> {
  const files = await Promise.all(COMMAND_FILES.map((name) => readCommandFile(projectDir, name)));
  return files.filter((file) => file !== null);
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

/** The one name a project has in trust.json; the given path when it cannot be resolved. */
export async function realProjectPath(projectDir: string): Promise<string> {
  const { realpath } = await import("node:fs/promises");
  return realpath(projectDir).catch(() => projectDir);
}

async function findGrant(env: Home, projectDir: string): Promise<Grant | null> {
  const file = await readTrustFile(env);
  if (file.state !== "read") return null;
  const grants = parseGrants(file.text);
  if (grants.size === 0) return null;
  const direct = grants.get(projectDir);
  if (direct) return direct;
  // Only a folder reached by another name than its real one needs node:fs.
  return grants.get(await realProjectPath(projectDir)) ?? null;
}

function judge(file: CommandFile, grant: Grant | null): JudgedFile["state"] {
  if (!grant) return "untrusted";
  const expected = grant.files.get(file.name);
  if (expected === undefined) return "new";
  return file.content?.sha256 === expected ? "trusted" : "changed";
}

function overall(files: JudgedFile[], grant: Grant | null): TrustState {
  if (!grant) return "untrusted";
  return files.every((file) => file.state === "trusted") ? "trusted" : "changed";
}

async function readCommandFile(projectDir: string, name: string): Promise<CommandFile | null> {
  const path = `${projectDir}/${name}`;
  const file = await readSmallFile(path);
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
