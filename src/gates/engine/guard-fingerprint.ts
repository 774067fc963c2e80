// Trust, pauses and switches in one short text: when it is the same as at the session's last event, nobody touched them.

import { type Environment, pausePath, trustPath } from "../../config/environment.ts";
import type { Config } from "../../config/schema.ts";
import { readSmallFile } from "../../platform/files.ts";
import { GATES, isSwitchedOn } from "../registry.ts";

export async function readGuardMark(env: Environment, config: Config): Promise<string> {
  const files = [await hashFile(trustPath(env)), await hashFile(pausePath(env))];
  return [...files, ...gatesOff(config)].join(" ");
}

function gatesOff(config: Config): string[] {
  return GATES.filter((entry) => !isSwitchedOn(config, entry)).map(({ id }) => id);
}

/** The gates that are off now and were not when the earlier mark was made. */
export function newlyOff(earlier: string, mark: string): string[] {
  const before = new Set(earlier.split(" ").slice(2));
  return mark
    .split(" ")
    .slice(2)
    .filter((id) => !before.has(id));
}

async function hashFile(path: string): Promise<string> {
  const file = await readSmallFile(path);
  return file.state === "read" ? Bun.hash(file.text).toString(36) : file.state;
}
