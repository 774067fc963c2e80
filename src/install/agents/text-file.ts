// A file that is ours as a whole, such as one with rules.
import type { AgentFile } from "./agent-file.ts";

/** Somebody else's file at the same place, or ours after a person's edit, stays as it is. */
export function textFile({
  path,
  what,
  text,
}: Pick<AgentFile, "path" | "what"> & { text: string }): AgentFile {
  return {
    path,
    what,
    check() {},
    add: (current) => current ?? text,
    remove: (current) => (current === text ? null : current),
    isSame: (one, other) => one === other,
  };
}
