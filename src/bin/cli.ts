// The command line: owns stdout, stderr and the exit code, and turns what was thrown into words.
import { dispatch } from "../cli/dispatch.ts";
import { type Environment, readEnvironment } from "../config/environment.ts";
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

async function reportBug(env: Environment, error: unknown): Promise<string> {
  const { writeBugReport } = await import("./bug-report.ts");
  const message = error instanceof Error ? error.message : String(error);
  const path = writeBugReport(env, error);
  return `holdfast failed: ${message}${path ? `\nReport: ${path}` : ""}`;
}
