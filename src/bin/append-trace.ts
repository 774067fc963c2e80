import { mkdirSync } from "node:fs";
import type { Environment } from "../config/environment.ts";
import { debugLogPath, logDir } from "../config/paths.ts";
import { appendToFile } from "../platform/files.ts";

export function appendTrace(env: Environment, event: string, lines: string[]): void {
  try {
    mkdirSync(logDir(env), { recursive: true, mode: 0o700 });
    appendToFile(debugLogPath(env), `${new Date().toISOString()} ${event}\n${lines.join("\n")}\n\n`);
  } catch {
    // A trace that cannot be written must not change the answer.
  }
}
