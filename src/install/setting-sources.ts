// Which settings scopes the running client reads: `--setting-sources` leaves some out, and nothing else tells a hook.
import type { Scope } from "./scope.ts";

/** null: the client was not told to leave any out, or this system does not show its command line. */
export async function readSettingSources(clientPid: number): Promise<Set<Scope> | null> {
  try {
    return parseSettingSources((await Bun.file(`/proc/${clientPid}/cmdline`).text()).split("\0"));
  } catch {
    return null; // No /proc on macOS: then every scope counts as read.
  }
}

export function parseSettingSources(words: string[]): Set<Scope> | null {
  const at = words.findLastIndex((word) => /^--setting-sources(=|$)/.test(word));
  if (at === -1) return null;
  const value = words[at]?.includes("=") ? words[at]?.split("=")[1] : words[at + 1];
  const named = (value ?? "").split(",").map((name) => name.trim());
  return new Set((["user", "project", "local"] as const).filter((scope) => named.includes(scope)));
}
