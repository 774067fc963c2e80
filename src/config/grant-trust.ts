// Grants and revokes trust in a project's files. CLI only.
import { Database } from "bun:sqlite";
import { dirname } from "node:path";
import { ensurePrivateFolder, replaceFile } from "../platform/atomic-file.ts";
import { projectKey, resolveLinks } from "../platform/repository.ts";
import { errorCode } from "../text/unknown-values.ts";
import { UserError } from "../text/user-error.ts";
import { type Environment, trustPath } from "./environment.ts";
import { listFoldersUpwards } from "./place.ts";
import { type CommandFile, type Grants, grantIds, parseGrants, readTrustFile } from "./trust.ts";

type Home = Pick<Environment, "holdfastHome">;

const MAX_WAIT_MS = 3_000;

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
    await oneAtATime(`${env.holdfastHome}/trust.lock`, async () => {
      const grants = await currentGrants(env);
      edit(grants);
      await replaceFile(path, renderGrants(grants));
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (errorCode(error).startsWith("SQLITE_BUSY"))
      throw new UserError("locked", `another holdfast is changing ${path}`, "Try again.", { cause: error });
    const hint = `Check that you can write to ${dirname(path)}, and to trust.lock in it, and that the disk is not full.`;
    throw new UserError("trust-unwritable", `cannot write ${path}`, hint, { cause: error });
  }
}

/** One writer at a time, across processes. SQLite locks the file, which stays empty; the lock ends with its process. */
async function oneAtATime(path: string, write: () => Promise<void>): Promise<void> {
  const lock = new Database(path);
  try {
    lock.run(`PRAGMA busy_timeout = ${MAX_WAIT_MS}`);
    lock.run("BEGIN IMMEDIATE");
    await write();
  } finally {
    lock.close();
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
