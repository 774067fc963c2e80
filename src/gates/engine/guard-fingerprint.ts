// The guard fingerprint: trust, pauses and the settings that hold, in one short text. If it is the same as at the session's last
// event, nobody has changed them.
import { type Environment, pausePath, trustPath } from "../../config/environment.ts";
import type { Config } from "../../config/schema.ts";
import { readSmallFile } from "../../platform/files.ts";

export async function readGuardFingerprint(env: Environment, config: Config): Promise<string> {
  return [await hashFile(trustPath(env)), await hashFile(pausePath(env)), hash(JSON.stringify(config))].join(
    " ",
  );
}

async function hashFile(path: string): Promise<string> {
  const file = readSmallFile(path);
  return file.state === "read" ? hash(file.text) : file.state;
}

function hash(text: string): string {
  return Bun.hash(text).toString(36);
}
