// May commands from this project's files run? On the hook path, so no node:fs.
import { type CommandFile, readCommandFiles } from "./command-files.ts";
import type { Environment } from "./environment.ts";
import { type Grant, parseGrants, readTrustFile } from "./trust-file.ts";

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

export async function readTrust(env: Pick<Environment, "holdfastHome">, projectDir: string): Promise<Trust> {
  const files = await readCommandFiles(projectDir);
  if (files.length === 0) return { state: "nothing", files: [], grantedAt: null };
  const grant = await findGrant(env, projectDir);
  const judged = files.map((file) => ({ ...file, state: judge(file, grant) }));
  return { state: overall(judged, grant), files: judged, grantedAt: grant?.grantedAt ?? null };
}

/** Commands of plans are vouched for one by one: a plan changes with each tick. */
export async function readTrustedCommands(
  env: Pick<Environment, "holdfastHome">,
  projectDir: string,
): Promise<(command: string) => boolean> {
  const grant = await findGrant(env, projectDir);
  return (command) => grant?.files.has(commandName(command)) ?? false;
}

/** Under which name a grant has a command that stands in a plan. */
export function commandName(command: string): string {
  return `verify:${new Bun.CryptoHasher("sha256").update(command).digest("hex")}`;
}

async function findGrant(env: Pick<Environment, "holdfastHome">, projectDir: string): Promise<Grant | null> {
  const file = await readTrustFile(env);
  if (file.state !== "read") return null;
  const grants = parseGrants(file.text);
  if (grants.size === 0) return null;
  const direct = grants.get(projectDir);
  if (direct) return direct;
  // Only a folder reached by another name than its real one pays for node:fs.
  const { realProjectPath } = await import("./real-project-path.ts");
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
