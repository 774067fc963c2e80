// Entry point of the command line: owns stdout, stderr and the exit code, and turns errors into messages.
import type { Output } from "../cli/command.ts";
import { dispatch } from "../cli/dispatch.ts";
import { type Environment, logDir, readEnvironment } from "../config/environment.ts";
import { VERSION } from "../config/version.ts";
import { keepFilesPrivate } from "../platform/files.ts";
import { libc } from "../platform/libc.ts";
import { isAbsolutePath } from "../platform/system.ts";
import { quarantinedFiles } from "../store/quarantined.ts";
import { errorMessage } from "../text/unknown-values.ts";
import { UserError } from "../text/user-error.ts";
import { createOutput } from "./output.ts";

export async function main(): Promise<void> {
  keepFilesPrivate();
  const env = readEnvironment(process.env);
  const words = process.argv.slice(2);
  const out = createOutput(env, { forPerson: !wantsJson(words) });
  const { HOLDFAST_HOME = "" } = process.env;
  if (HOLDFAST_HOME !== "" && !isAbsolutePath(HOLDFAST_HOME))
    out.error(`HOLDFAST_HOME is ignored: ${HOLDFAST_HOME} is not an absolute path.`);
  try {
    const code = await dispatch(words, { env, cwd: process.cwd(), out });
    reportQuarantined(words, out);
    exit(code);
  } catch (error) {
    reportQuarantined(words, out);
    // A command that has already printed its JSON must not print a second object.
    const asJson = wantsJson(words) && !out.hasJson;
    const userError = toUserError(error);
    if (userError) {
      const { code, message, hint } = userError;
      if (asJson) out.line(errorLine({ code, message, hint }));
      else if (userError.isDeferred) out.line(`${message}\n${hint}`);
      else out.error(`${out.style.red("error:")} ${message}\n${hint}`);
      exit(userError.isDeferred ? 0 : 1);
    }
    const { message, report } = await reportBug(env, error);
    if (asJson) out.line(errorLine({ code: "bug", message, hint: report }));
    else out.error(`holdfast failed: ${message}${report === null ? "" : `\n${report}`}`);
    exit(3);
  }
}

/** What a command shows after that comes from a new database. The status line prints no errors. */
function reportQuarantined([command]: readonly string[], out: Pick<Output, "error">): void {
  for (const path of command === "statusline" ? [] : quarantinedFiles)
    out.error(
      `The database was damaged. It was moved to ${path}, and a new one was started. \`holdfast doctor\` says more.`,
    );
}

/** Permissions, space and folders are for the person to fix; null for a bug of ours. */
function toUserError(error: unknown): UserError | null {
  if (error instanceof UserError) return error;
  const { code = "" } = error as { code?: unknown };
  const isOutside = /^(?:EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|ELOOP|ENAMETOOLONG)$/.test(String(code));
  const hint = "Check the path, its permissions and the free space there, then run the command again.";
  return isOutside ? new UserError("files", errorMessage(error), hint, { cause: error }) : null;
}

/** On one line, so that it also fits JSON Lines output. */
function errorLine(error: { code: string; message: string; hint: string | null }): string {
  return JSON.stringify({ error });
}

/** Scans the arguments itself: it must also work when they could not be parsed. */
function wantsJson(words: string[]): boolean {
  const end = words.indexOf("--");
  return (end === -1 ? words : words.slice(0, end)).includes("--json");
}

/** A regular exit would close an open store, which runs a checkpoint. */
function exit(code: number): never {
  libc()?._exit(code);
  return process.exit(code);
}

/** Writes versions and stack to a report file. */
async function reportBug(
  env: Environment,
  error: unknown,
): Promise<{ message: string; report: string | null }> {
  const message = errorMessage(error);
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
    return { message, report: `Report: ${path}` };
  } catch {
    return { message, report: null }; // The message on the screen has to do.
  }
}
