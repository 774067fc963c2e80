// The command line: owns stdout, stderr and the exit code, and turns what was thrown into words.
import { dispatch } from "../cli/dispatch.ts";
import { type Environment, logDir, readEnvironment } from "../config/environment.ts";
import { VERSION } from "../config/version.ts";
import { keepFilesPrivate } from "../platform/files.ts";
import { libc } from "../platform/libc.ts";
import { UserError } from "../text/user-error.ts";
import { createOutput } from "./output.ts";

export async function main(): Promise<void> {
  keepFilesPrivate();
  const env = readEnvironment(process.env);
  const out = createOutput(env);
  try {
    exit(await dispatch(process.argv.slice(2), { env, cwd: process.cwd(), out }));
  } catch (error) {
    if (error instanceof UserError) {
      out.error(`${out.style.red("error:")} ${error.message}`);
      out.error(error.hint);
      exit(1);
    }
    out.error(await reportBug(env, error));
    exit(3);
  }
}

/** A regular exit would close a store that was left open, and closing checkpoints. */
function exit(code: number): never {
  libc()?._exit(code);
  return process.exit(code);
}

/** Versions and stack go to a file. */
async function reportBug(env: Environment, error: unknown): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  const facts = `holdfast ${VERSION}, bun ${Bun.version}, ${process.platform} ${process.arch}`;
  const path = `${logDir(env)}/bug-${new Date().toISOString().replaceAll(/[:.]/g, "")}.txt`;
  try {
    const [{ replacePrivateFile }, { redact }] = await Promise.all([
      import("../platform/atomic-file.ts"),
      import("../text/redaction/redact.ts"),
    ]);
    const report = `${facts}\n${process.argv.slice(2, 4).join(" ")}\n${stack ?? message}\n`;
    replacePrivateFile(path, redact(report).text);
    return `holdfast failed: ${message}\nReport: ${path}`;
  } catch {
    return `holdfast failed: ${message}`; // The message on the screen is all there is then.
  }
}
