// Writes a file that a person named. A device or a pipe is written to; anything else is replaced atomically.

import { lstatSync, realpathSync, type Stats, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { ReportContent } from "../dashboard/contract.ts";
import { errorCode, explainWriteErrors } from "../install/client-files.ts";
import { replaceFile } from "../platform/atomic-file.ts";
import { UserError } from "../text/user-error.ts";
import { type Context, option } from "./command.ts";

const PRIVATE = 0o600;

export async function writeOutput(path: string, text: string): Promise<void> {
  const stat = statTarget(path);
  if (stat?.isDirectory())
    throw new UserError("is-a-folder", `${path} is a folder`, "Give the path of a file.");
  await explainWriteErrors(path, async () => {
    if (!stat) await replaceFile(path, text, PRIVATE);
    else if (!stat.isFile()) writeThrough(path, text);
    // Replaces the file behind a link, not the link.
    else await replaceFile(realpathSync(path), text, stat.mode & 0o777);
  });
}

/** Undefined if nothing exists. A dangling link is refused, because its target is unclear. */
export function statTarget(path: string): Stats | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat || !lstatSync(path, { throwIfNoEntry: false })) return stat;
    throw new UserError(
      "dangling-link",
      `${path} is a link to something that does not exist`,
      "Create its target, or remove the link.",
    );
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const code = errorCode(cause);
    const hint =
      code === "ENOTDIR" ? `${dirname(path)} is not a folder: give another path.` : "Check its permissions.";
    throw new UserError("unwritable", `${path} cannot be written (${code})`, hint, { cause });
  }
}

function writeThrough(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    // The reader closed the pipe.
    if (errorCode(error) !== "EPIPE") throw error;
  }
}

export const HTML_OPTION = { html: option("FILE", "write a page that works offline") };

export async function writeReport(
  { env, cwd, out, options }: Context & { options: { json?: boolean } },
  file: string,
  content: ReportContent,
): Promise<void> {
  const { renderReportFile } = await import("../dashboard/assets.ts");
  const path = resolve(cwd, file);
  await writeOutput(path, renderReportFile({ ...content, at: new Date().toISOString() }, env.home));
  if (!options.json) out.line(`Written: ${path}`);
}
