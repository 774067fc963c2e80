import { mkdirSync } from "node:fs";
import { debugLogPath, type Environment, logDir } from "../config/environment.ts";
import { appendToFile } from "../platform/files.ts";
import { redact } from "../text/redaction/redact.ts";

/** What one hook run did, for HOLDFAST_DEBUG=1. */
export async function appendTrace(env: Environment, event: string, lines: readonly string[]): Promise<void> {
  mkdirSync(logDir(env), { recursive: true, mode: 0o700 });
  await appendToFile(
    debugLogPath(env),
    `${new Date().toISOString()} ${event}\n${redact(lines.join("\n")).text}\n\n`,
  );
}
