// `$HOLDFAST_HOME/mod.json` records the session that last loaded the mod: the only sign that Claude Code draws it.
import { type Environment, modSeenPath } from "../config/environment.ts";
import { readSmallFile } from "../platform/files.ts";
import { isRecord, parseJson } from "../text/unknown-values.ts";

export interface ModLoad {
  /** The version of Claude Code. */
  version: string;
  session: string;
  at: number;
}

const VERSION = /^[\w.+-]{1,40}$/;

/** Writes once per session. */
export async function recordModLoad(env: Environment, version: string, session: string): Promise<void> {
  if (!VERSION.test(version)) return;
  const before = await readModLoad(env);
  if (before?.session === session && before.version === version) return;
  try {
    const { replacePrivateFile } = await import("../platform/atomic-file.ts");
    replacePrivateFile(modSeenPath(env), `${JSON.stringify({ version, session, at: Date.now() })}\n`);
  } catch {
    // Read-only or full disk: only `holdfast doctor` misses the record.
  }
}

export async function readModLoad(env: Pick<Environment, "holdfastHome">): Promise<ModLoad | null> {
  const file = readSmallFile(modSeenPath(env));
  // If it is damaged or not ours, the next session rewrites it.
  const seen = file.state === "read" ? parseJson(file.text) : null;
  const { version, session, at } = isRecord(seen) ? seen : {};
  return typeof version === "string" &&
    VERSION.test(version) &&
    typeof session === "string" &&
    typeof at === "number"
    ? { version, session, at }
    : null;
}
