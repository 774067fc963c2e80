// The guard fingerprint: trust, pauses and disabled gates in one short text. If it is the same as at the session's last event,
// nobody has changed them.

import { type Environment, pausePath, trustPath } from "../../config/environment.ts";
import type { Config } from "../../config/schema.ts";
import { readSmallFile } from "../../platform/files.ts";
import { GATES, isSwitchedOn } from "../registry.ts";

export async function readGuardFingerprint(env: Environment, config: Config): Promise<string> {
  const files = [await hashFile(trustPath(env)), await hashFile(pausePath(env))];
  return [...files, ...gatesOff(config)].join(" ");
}

function gatesOff(config: Config): string[] {
  return GATES.filter((entry) => !isSwitchedOn(config, entry)).map(({ id }) => id);
}

/** The gates that are off in the current fingerprint and not in the earlier one. */
export function newlyOff(earlier: string, current: string): string[] {
  const before = new Set(earlier.split(" ").slice(2));
  return current
    .split(" ")
    .slice(2)
    .filter((id) => !before.has(id));
}

async function hashFile(path: string): Promise<string> {
  const file = readSmallFile(path);
  return file.state === "read" ? Bun.hash(file.text).toString(36) : file.state;
}
