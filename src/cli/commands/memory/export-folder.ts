// Reads and writes the folder of an export.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode, explainWriteErrors } from "../../../install/client-files.ts";
import type { ExistingFiles, ExportFiles } from "../../../memory/formats/client-folder.ts";
import { INDEX_FILE } from "../../../memory/formats/client-index.ts";
import { UserError } from "../../../text/user-error.ts";
import { statTarget, writeOutput } from "../../write-output.ts";

const MAX_BYTES = 1024 * 1024;

export function readFolder(dir: string): ExistingFiles {
  const stat = statTarget(dir);
  if (stat && !stat.isDirectory())
    throw new UserError("not-a-folder", `${dir} is not a folder`, "--format client writes a folder.");
  const present = new Map<string, string | null>();
  for (const entry of entriesOf(dir)) {
    const { name } = entry;
    const isRelevant = name === INDEX_FILE || (entry.isFile() && name.endsWith(".md"));
    present.set(name, isRelevant ? readText(join(dir, name), name === INDEX_FILE) : null);
  }
  return present;
}

/** The index comes first and names new files before they exist, so that no file lacks its line after an interruption. */
export async function writeFolder(dir: string, present: ExistingFiles, files: ExportFiles): Promise<void> {
  for (const name of files.remove) {
    const path = join(dir, name);
    await explainWriteErrors(path, async () => rmSync(path, { force: true }));
  }
  await explainWriteErrors(dir, async () => mkdirSync(dir, { recursive: true }));
  const changed = [...files.write].filter(([name, text]) => present.get(name) !== text);
  const [index] = changed.filter(([name]) => name === INDEX_FILE);
  if (index) await writeOutput(join(dir, INDEX_FILE), index[1]);
  for (const [name, text] of changed) {
    const path = join(dir, name);
    if (name !== INDEX_FILE) await explainWriteErrors(path, async () => writeWhole(path, text));
  }
}

function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    rmSync(draft, { force: true });
    // Never through a link.
    writeFileSync(draft, text, { flag: "wx" });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function entriesOf(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    const message = `${dir} cannot be read (${code})`;
    throw new UserError("unreadable", message, "Check its permissions.", { cause });
  }
}

/** Unreadable files count as foreign; the index must be readable, because it is rewritten. */
function readText(path: string, isIndex: boolean): string | null {
  try {
    const stat = statTarget(path);
    if (stat?.isFile() && (isIndex || stat.size <= MAX_BYTES)) return readFileSync(path, "utf8");
    if (!isIndex || stat === undefined) return null;
    throw new UserError("not-a-file", `${path} is not a plain file`, "Choose another folder.");
  } catch (cause) {
    if (!isIndex) return null;
    if (cause instanceof UserError) throw cause;
    const message = `${path} cannot be read (${errorCode(cause)})`;
    throw new UserError("unreadable", message, "Choose another folder.", { cause });
  }
}
