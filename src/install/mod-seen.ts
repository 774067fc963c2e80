// `$HOLDFAST_HOME/mod.json`: the session that loaded the mod last. Nothing else tells whether Claude Code draws it.
import { type Environment, modSeenPath } from "../config/environment.ts";
import { readSmallFile } from "../platform/files.ts";
import { isRecord } from "../text/is-record.ts";

export interface ModSeen {
  /** Of Claude Code. */
  version: string;
  session: string;
  at: number;
}

const VERSION = /^[\w.+-]{1,40}$/;

/** Once a session. What cannot be written is only missing in `holdfast doctor`. */
export async function noteModSeen(env: Environment, version: string, session: string): Promise<void> {
  if (!VERSION.test(version)) return;
  const before = await readModSeen(env);
  if (before?.session === session && before.version === version) return;
  try {
    const { replacePrivateFile } = await import("../platform/atomic-file.ts");
    replacePrivateFile(modSeenPath(env), `${JSON.stringify({ version, session, at: Date.now() })}\n`);
  } catch {
    // Read-only or full: the band is drawn all the same.
  }
}

export async function readModSeen(env: Pick<Environment, "holdfastHome">): Promise<ModSeen | null> {
  const file = await readSmallFile(modSeenPath(env));
  if (file.state !== "read") return null;
  try {
    const seen: unknown = JSON.parse(file.text);
    return isRecord(seen) &&
      typeof seen.version === "string" &&
      VERSION.test(seen.version) &&
      typeof seen.session === "string" &&
      typeof seen.at === "number"
      ? { version: seen.version, session: seen.session, at: seen.at }
      : null;
  } catch {
    return null; // Torn or not ours: the next session writes it anew.
  }
}
