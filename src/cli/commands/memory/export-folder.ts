// Reads and writes the folder of an export.
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, explainWriteErrors } from "../../../install/client-files.ts";
import { SIDECAR_FILE } from "../../../memory/formats/claude-memory-files.ts";
import { INDEX_FILE } from "../../../memory/formats/client-index.ts";
import type { ExistingFiles, ExportFiles } from "../../../memory/formats/json-lines.ts";
import { FOLDERS } from "../../../memory/memory.ts";
import { UserError } from "../../../text/user-error.ts";
import { statTarget, writeOutput } from "../../write-output.ts";

const MAX_BYTES = 1024 * 1024;
/** Lists of the whole folder. */
const LISTS = new Set([INDEX_FILE, SIDECAR_FILE]);

export function readFolder(dir: string, format: "client" | "json"): ExistingFiles {
  const stat = statTarget(dir);
  if (stat && !stat.isDirectory())
    throw new UserError("not-a-folder", `${dir} is not a folder`, `--format ${format} writes a folder.`);
  const present = new Map<string, string | null>();
  const below = format === "client" ? [""] : ["", ...Object.values(FOLDERS).map((name) => `${name}/`)];
  const ending = format === "client" ? ".md" : ".json";
  for (const folder of below) {
    if (folder !== "") refuseLink(join(dir, folder.slice(0, -1)));
    for (const entry of entriesOf(join(dir, folder))) {
      const place = `${folder}${entry.name}`;
      const isRelevant = LISTS.has(place) || (entry.isFile() && entry.name.endsWith(ending));
      present.set(place, isRelevant ? readText(join(dir, place), LISTS.has(place)) : null);
    }
  }
  return present;
}

/**
 * The order lets the next export recognise its files after an interruption: a list names new files before they exist, and
 * `holdfast.jsonl` keeps the old hashes until the last record is written.
 */
export async function writeFolder(dir: string, present: ExistingFiles, files: ExportFiles): Promise<void> {
  for (const place of files.remove) {
    const path = join(dir, place);
    await explainWriteErrors(path, async () => rmSync(path, { force: true }));
  }
  const changed = [...files.write].filter(([place, text]) => present.get(place) !== text);
  const lists = changed.filter(([place]) => LISTS.has(place));
  const records = changed.filter(([place]) => !LISTS.has(place));
  const known = records.length > 0 ? present.get(SIDECAR_FILE) : null;
  await explainWriteErrors(dir, async () => mkdirSync(dir, { recursive: true }));
  for (const [place, text] of lists)
    await writeOutput(join(dir, place), place === SIDECAR_FILE && known ? `${known}\n${text}` : text);
  for (const [place, text] of records) {
    const path = join(dir, place);
    await explainWriteErrors(path, async () => writeWhole(path, text));
  }
  const [, whole] = lists.find(([place]) => place === SIDECAR_FILE) ?? [];
  if (known && whole !== undefined) await writeOutput(join(dir, SIDECAR_FILE), whole);
}

function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
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

/** A link may lead to a folder that the person did not name. */
function refuseLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new UserError(
    "not-a-folder",
    `${path} is a link, and export does not follow links`,
    "Choose another folder, or replace the link with a folder.",
  );
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

/** Unreadable files count as foreign; a list must be readable, because it is rewritten. */
function readText(path: string, isList: boolean): string | null {
  try {
    const stat = statTarget(path);
    if (stat?.isFile() && (isList || stat.size <= MAX_BYTES)) return readFileSync(path, "utf8");
    if (!isList || stat === undefined) return null;
    throw new UserError("not-a-file", `${path} is not a plain file`, "Choose another folder.");
  } catch (cause) {
    if (!isList) return null;
    if (cause instanceof UserError) throw cause;
    const message = `${path} cannot be read (${errorCode(cause)})`;
    throw new UserError("unreadable", message, "Choose another folder.", { cause });
  }
}
