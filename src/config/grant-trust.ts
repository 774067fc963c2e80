// Grants and revokes trust in a project's files. CLI only.
import { randomUUID } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ensurePrivateFolder, replaceFile } from "../platform/atomic-file.ts";
import { projectKey, resolveLinks } from "../platform/repository.ts";
import { errorCode } from "../text/unknown-values.ts";
import { UserError } from "../text/user-error.ts";
import { type Environment, trustPath } from "./environment.ts";
import { listFoldersUpwards } from "./place.ts";
import { type CommandFile, type Grants, grantIds, parseGrants, readTrustFile } from "./trust.ts";

type Home = Pick<Environment, "holdfastHome">;

/** Per file: the work trees of a project may have different versions. */
const MAX_VERSIONS = 8;

/**
 * Trusts the files as they were read, which is what the person saw, even if they have changed since. Returns the ids of the
 * grants.
 */
export async function grantTrust(env: Home, projectDir: string, files: CommandFile[]): Promise<string[]> {
  const added = files.map((file) => [file.name, hashOf(file)] as const);
  const project = await projectKey(projectDir);
  await change(env, (grants) => {
    const kept = new Map(grants.get(project)?.files);
    for (const [name, hash] of added) kept.set(name, addHash(kept.get(name), hash));
    grants.set(project, { grantedAt: new Date().toISOString(), files: kept });
  });
  return grantIds(project, new Map(added));
}

/** Newest first. */
function addHash(known: string | undefined, hash: string): string {
  const others = (known ?? "").split(" ").filter((one) => one !== "" && one !== hash);
  return [hash, ...others].slice(0, MAX_VERSIONS).join(" ");
}

/** Returns the ids of the revoked grants; null when there were none. */
export async function revokeTrust(env: Home, projectDir: string): Promise<string[] | null> {
  const names = await Promise.all([
    projectKey(projectDir),
    ...listFoldersUpwards(projectDir).map(resolveLinks),
  ]);
  let revoked: string[] | null = null;
  await change(env, (grants) => {
    for (const name of new Set(names)) {
      const grant = grants.get(name);
      if (grant) revoked = [...(revoked ?? []), ...grantIds(name, grant.files)];
      grants.delete(name);
    }
  });
  return revoked;
}

async function change(env: Home, edit: (grants: Grants) => void): Promise<void> {
  const path = trustPath(env);
  try {
    ensurePrivateFolder(dirname(path));
    await withLockFile(`${path}.lock`, async () => {
      const grants = await currentGrants(env);
      edit(grants);
      await replaceFile(path, renderGrants(grants));
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    const hint = `Check that you can write to ${dirname(path)} and that the disk is not full.`;
    throw new UserError("trust-unwritable", `cannot write ${path}`, hint, { cause: error });
  }
}

async function currentGrants(env: Home): Promise<Grants> {
  const file = readTrustFile(env);
  // Overwriting unreadable grants would lose them.
  if (file.state === "refused") {
    const path = trustPath(env);
    throw new UserError(
      "trust-unreadable",
      `cannot use ${path}: ${file.message}`,
      "Fix or remove that file.",
    );
  }
  return file.state === "read" ? parseGrants(file.text) : new Map();
}

function hashOf(file: CommandFile): string {
  if (file.content) return file.content.sha256;
  const hint = "Make it a plain file of less than 1 MiB that you can read.";
  throw new UserError("untrustable", `${file.path} cannot be read, so it cannot be trusted`, hint);
}

export function renderGrants(grants: Grants): string {
  const projects = [...grants].map(([project, { grantedAt, files }]) => {
    return [project, { grantedAt, files: Object.fromEntries(files) }] as const;
  });
  return `${JSON.stringify({ projects: Object.fromEntries(projects) }, null, 2)}\n`;
}

/** A writer holds the lock for milliseconds, so the owner of an older lock is gone. */
const STALE_MS = 5_000;
/** Longer than STALE_MS, so that a dead owner never makes the next writer fail. */
const MAX_WAIT_MS = 10_000;
const PAUSE_MS = 10;

/** One writer at a time, across processes. A writer that died does not block the others forever. */
export async function withLockFile<T>(path: string, action: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  await acquire(path, token);
  try {
    return await action();
  } finally {
    await release(path, token);
  }
}

async function acquire(path: string, token: string): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS;
  while (!(await tryCreate(path, token))) {
    if (Date.now() > deadline) {
      throw new UserError("locked", `${path} is held by another holdfast`, "Try again, or remove that file.");
    }
    if (await isStale(path)) await breakLock(path);
    await Bun.sleep(PAUSE_MS + Math.random() * PAUSE_MS);
  }
}

async function tryCreate(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Compares the absolute age: after a clock change a lock may have a time in the future. */
async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Math.abs(Date.now() - found.mtimeMs) > STALE_MS;
}

/** Only one process may break a lock: a second would remove the new lock of the next owner. */
async function breakLock(path: string): Promise<void> {
  const breaking = `${path}.break`;
  if (!(await tryCreate(breaking, ""))) {
    if (await isStale(breaking)) await rm(breaking, { force: true });
    return;
  }
  if (await isStale(path)) await rm(path, { force: true });
  await rm(breaking, { force: true });
}

async function release(path: string, token: string): Promise<void> {
  const holder = await readFile(path, "utf8").catch(() => null);
  if (holder === token) await rm(path, { force: true });
}
