// `$HOLDFAST_HOME/install.json`: what install changed, so that uninstall can restore it.
import { rename } from "node:fs/promises";
import { backupDir, type Environment, manifestPath } from "../config/environment.ts";
import { ensurePrivateFolder, replaceFile } from "../platform/atomic-file.ts";
import { errorCode, readRegularFile } from "./client-files.ts";
import { RULE_CHOICES, type RuleChoice } from "./permission-rules.ts";

export interface OwnFile {
  path: string;
  /** SHA-256 of what we wrote: a different hash means that somebody edited it. */
  hash: string;
}

export interface InstalledScope {
  /** The settings as they were before us; null: there was no file. */
  original: string | null;
  /** SHA-256 of the settings we wrote: the same hash means that nobody changed them since. */
  hash: string;
  /** Set when we raised the client's block cap; `before` null: the key was absent. */
  blockCap: { before: unknown } | null;
  /** Which permission rules the person chose; absent in the first version, which wrote some of the listed ones. */
  rules?: RuleChoice;
  /** Whether the person wanted them; absent where nobody was asked yet. */
  mod?: boolean;
  statusLine?: boolean;
  mcp?: boolean;
  files: OwnFile[];
}

export interface Manifest {
  version: 1;
  /** Keyed by the settings' path. */
  scopes: Record<string, InstalledScope>;
  /** Folders we made, for any scope or the link. */
  folders: string[];
  /** Whether the person wanted the link, which somebody may have removed since; absent where nobody was asked yet. */
  link?: boolean;
}

type Home = Pick<Environment, "holdfastHome">;

/** A damaged manifest counts as an empty one: stripping by content still works. */
export async function readManifest(env: Home): Promise<{ manifest: Manifest; damaged: boolean }> {
  const empty: Manifest = { version: 1, scopes: {}, folders: [] };
  try {
    const value: unknown = JSON.parse((await readRegularFile(manifestPath(env))).toString("utf8"));
    return isManifest(value) ? { manifest: value, damaged: false } : { manifest: empty, damaged: true };
  } catch (error) {
    return { manifest: empty, damaged: errorCode(error) !== "ENOENT" };
  }
}

export async function writeManifest(env: Home, manifest: Manifest): Promise<void> {
  if ((await readManifest(env)).damaged) await keepDamaged(env);
  ensurePrivateFolder(env.holdfastHome);
  await replaceFile(manifestPath(env), `${JSON.stringify(manifest, null, 2)}\n`, 0o600);
}

export function fingerprint(text: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

/** It may hold the only copy of an original. Moved, not read: it may be a pipe. */
async function keepDamaged(env: Home): Promise<void> {
  ensurePrivateFolder(backupDir(env));
  await rename(manifestPath(env), `${backupDir(env)}/install.json.damaged-${Date.now()}`);
}

function isManifest(value: unknown): value is Manifest {
  const { version, scopes, folders, link } = (value ?? {}) as Partial<Manifest>;
  return (
    version === 1 &&
    (link === undefined || typeof link === "boolean") &&
    isStrings(folders) &&
    typeof scopes === "object" &&
    scopes !== null &&
    Object.values(scopes).every(isInstalledScope)
  );
}

function isInstalledScope(value: unknown): value is InstalledScope {
  const { original, hash, blockCap, rules, mod, statusLine, mcp, files } = (value ??
    {}) as Partial<InstalledScope>;
  return (
    (original === null || typeof original === "string") &&
    typeof hash === "string" &&
    typeof blockCap === "object" &&
    (rules === undefined || RULE_CHOICES.includes(rules)) &&
    [mod, statusLine, mcp].every((each) => each === undefined || typeof each === "boolean") &&
    Array.isArray(files) &&
    files.every((file) => typeof file?.path === "string" && typeof file.hash === "string")
  );
}

export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
