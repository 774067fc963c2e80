// The command line: owns stdout, stderr and the exit code, and turns what was thrown into words.
import { dispatch } from "../cli/dispatch.ts";
import { type Environment, readEnvironment } from "../config/environment.ts";
import { keepFilesPrivate } from "../platform/process-state.ts";
import { UserError } from "../text/user-error.ts";
import { createOutput } from "./output.ts";

export async function main(): Promise<void> {
  keepFilesPrivate();
  const env = readEnvironment(process.env);
  const out = await createOutput(env);
  try {
    process.exitCode = await dispatch(process.argv.slice(2), { env, cwd: process.cwd(), out });
  } catch (error) {
    if (error instanceof UserError) {
      out.error(`${out.style.red("error:")} ${error.message}`);
      out.error(error.hint);
      process.exitCode = 1;
      return;
    }
    out.error(await reportBug(env, error));
    process.exitCode = 3;
  }
}

async function reportBug(env: Environment, error: unknown): Promise<string> {
  const { writeBugReport } = await import("./bug-report.ts");
  const message = error instanceof Error ? error.message : String(error);
  const path = writeBugReport(env, error);
  return `holdfast failed: ${message}${path ? `\nReport: ${path}` : ""}`;
}
