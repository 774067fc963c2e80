import { mkdirSync, writeFileSync } from "node:fs";
import { type Environment, logDir } from "../config/environment.ts";
import { VERSION } from "../config/version.ts";
import { redact } from "../text/redaction/redact.ts";

/** Writes versions and stack to a file; null when even that fails. */
export function writeBugReport(env: Environment, error: unknown): string | null {
  try {
    mkdirSync(logDir(env), { recursive: true, mode: 0o700 });
    const path = `${logDir(env)}/bug-${new Date().toISOString().replaceAll(/[:.]/g, "")}.txt`;
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const facts = `holdfast ${VERSION}, bun ${Bun.version}, ${process.platform} ${process.arch}`;
    const report = `${facts}\n${process.argv.slice(2, 4).join(" ")}\n${stack}\n`;
    writeFileSync(path, redact(report).text, { mode: 0o600 });
    return path;
  } catch {
    return null; // The message on the screen is all there is then.
  }
}
