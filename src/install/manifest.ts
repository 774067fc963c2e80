// `$HOLDFAST_HOME/install.json` records what install changed, so that uninstall can restore it.
import { rename } from "node:fs/promises";
import * as z from "zod";
import { backupDir, type Environment, manifestPath } from "../config/environment.ts";
import { ensurePrivateFolder, replaceFile } from "../platform/atomic-file.ts";
import { errorCode, explainWriteErrors, readRegularFile } from "./client-files.ts";
import { RULE_CHOICES } from "./permission-rules.ts";

const OWN_FILE = z.looseObject({
  path: z.string(),
  /** SHA-256 of what we wrote; a different hash means that somebody edited the file. */
  hash: z.string(),
});

const INSTALLED_SCOPE = z.looseObject({
  /** The settings before install; null: there was no file. */
  original: z.string().nullable(),
  /** SHA-256 of the settings we wrote; the same hash means that nobody changed them since. */
  hash: z.string(),
  /** Set when we raised the client's block cap; `before` null: the key was absent. */
  blockCap: z.looseObject({ before: z.unknown() }).nullable(),
  /** The permission rules that the person chose; absent in the first version, which wrote some of the listed rules. */
  rules: z.enum(RULE_CHOICES).exactOptional(),
  /** Whether the person wanted each part; absent if they were not asked. */
  mod: z.boolean().exactOptional(),
  statusLine: z.boolean().exactOptional(),
  mcp: z.boolean().exactOptional(),
  files: z.array(OWN_FILE),
});

const FILE_RECORD = z.looseObject({
  /** The file without our entries; null: there was no file. */
  original: z.string().nullable(),
  /** SHA-256 of what we wrote. */
  hash: z.string(),
});

/** Another agent than Claude Code. */
const INSTALLED_AGENT = z.looseObject({
  /** False if the person was asked and declined. */
  isWanted: z.boolean(),
  rules: z.enum(RULE_CHOICES),
  writableRoot: z.boolean(),
  /** By path. */
  files: z.record(z.string(), FILE_RECORD),
});

const MANIFEST = z.looseObject({
  version: z.literal(1),
  /** Keyed by the settings' path. */
  scopes: z.record(z.string(), INSTALLED_SCOPE),
  /** By the agent's id. */
  agents: z.record(z.string(), INSTALLED_AGENT).exactOptional(),
  /** In the person's own git configuration; absent if they were not asked. */
  mergeDriver: z
    .looseObject({ isWanted: z.boolean(), files: z.record(z.string(), FILE_RECORD) })
    .exactOptional(),
  /** Folders we created, for any scope or the link. */
  folders: z.array(z.string()),
  /** Whether the person wanted the link; absent if they were not asked. It may have been removed since. */
  link: z.boolean().exactOptional(),
});

export type FileRecord = z.infer<typeof FILE_RECORD>;
export type InstalledAgent = z.infer<typeof INSTALLED_AGENT>;
export type OwnFile = z.infer<typeof OWN_FILE>;
export type InstalledScope = z.infer<typeof INSTALLED_SCOPE>;
export type Manifest = z.infer<typeof MANIFEST>;

type Home = Pick<Environment, "holdfastHome">;

/** A damaged manifest counts as empty: our entries can still be recognised by their content. */
export async function readManifest(env: Home): Promise<{ manifest: Manifest; damaged: boolean }> {
  try {
    const text = (await readRegularFile(manifestPath(env))).toString("utf8");
    return { manifest: MANIFEST.parse(JSON.parse(text)), damaged: false };
  } catch (error) {
    const manifest: Manifest = { version: 1, scopes: {}, folders: [] };
    return { manifest, damaged: errorCode(error) !== "ENOENT" };
  }
}

export function writeManifest(env: Home, manifest: Manifest): Promise<void> {
  return explainWriteErrors(manifestPath(env), async () => {
    if ((await readManifest(env)).damaged) {
      // It may contain the only copy of the original settings. It is moved, not read, because it may be a pipe.
      ensurePrivateFolder(backupDir(env));
      await rename(manifestPath(env), `${backupDir(env)}/install.json.damaged-${Date.now()}`);
    }
    ensurePrivateFolder(env.holdfastHome);
    await replaceFile(manifestPath(env), `${JSON.stringify(manifest, null, 2)}\n`, 0o600);
  });
}

export function fingerprint(text: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
