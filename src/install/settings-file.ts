// Reads and writes a settings file of the client. A file that the client would ignore, or that cannot be edited safely, is
// refused with line and cause.
import { readlink, realpath, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { type Node, parseTree, stripComments } from "jsonc-parser";
import { positionAt, syntaxFault } from "../config/check-config.ts";
import { backupDir, type Environment } from "../config/environment.ts";
import { ensurePrivateFolder, replaceFile } from "../platform/atomic-file.ts";
import { memberOf } from "../text/json-edit.ts";
import { UserError } from "../text/user-error.ts";
import { errorCode, explainWriteErrors, type NewFileModes, readRegularFile } from "./client-files.ts";
import { makeFolders } from "./executable.ts";
import { bodyOf } from "./settings-value.ts";

export interface SettingsFile {
  path: string;
  /** The path with links resolved: a link is followed, never replaced. */
  realPath: string;
  /** null: there is no such file. */
  text: string | null;
  mode: number | null;
}

export async function readSettings(path: string): Promise<SettingsFile> {
  const settings = await openSettings(path);
  if (settings.text !== null) checkSettings(path, bodyOf(settings.text));
  return settings;
}

/** Unchecked. */
export async function openSettings(path: string): Promise<SettingsFile> {
  const realPath = await follow(path);
  const text = await readText(path, realPath);
  const mode = text === null ? null : (await stat(realPath)).mode & 0o7777;
  return { path, realPath, text, mode };
}

/** The unchecked text; null when there is no file. */
export async function readText(path: string, realPath: string): Promise<string | null> {
  let bytes: Buffer;
  try {
    bytes = await readRegularFile(realPath);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return null;
    throw unreadable(path, cause);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const hint = "Save it as UTF-8 and try again; nothing was changed.";
    throw new UserError("settings-encoding", `${path} is not UTF-8 text`, hint, { cause });
  }
}

/** Like realpath, but also for a link to a file that does not exist yet. */
async function follow(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    if (errorCode(cause) !== "ENOENT") throw unreadable(path, cause);
  }
  const target = await readlink(path).catch(() => null); // Not a link: simply absent.
  return target === null ? path : follow(resolve(dirname(path), target));
}

function unreadable(path: string, cause: unknown): UserError {
  const hint = "Check its path, type and permissions; nothing was changed.";
  return new UserError("settings-unreadable", `${path} cannot be read (${errorCode(cause)})`, hint, {
    cause,
  });
}

function checkSettings(path: string, body: string): void {
  const root = checkHooksFile(path, body, { client: "Claude Code", allowsComments: false });
  expectType(path, body, memberOf(root, "env"), "object", '"env" is');
}

interface HooksFormat {
  /** Whose file it is. */
  client: string;
  allowsComments: boolean;
}

/** Throws for a file that the client would ignore, or in which our entries have no place. */
export function checkHooksFile(
  path: string,
  body: string,
  { client, allowsComments }: HooksFormat,
): Node | undefined {
  // Of the same length, so that positions stay.
  const json = allowsComments ? blankComments(body) : body;
  if (json.trim() === "") return undefined;
  const fault = syntaxFault(json);
  if (fault) {
    const hint = `${fault.hint} ${client} ignores the whole file until it is fixed.`;
    throw refusal("settings-malformed", path, fault, fault.cause, hint);
  }
  const root = parseTree(json);
  // The client uses JSON.parse, so what that refuses is refused here too.
  if (!root || !isJson(json))
    throw refusal("settings-malformed", path, positionAt(json, 0), "not valid JSON");
  expectType(path, json, root, "object", "the settings are");
  const hooks = memberOf(root, "hooks");
  const permissions = memberOf(root, "permissions");
  expectType(path, json, hooks, "object", '"hooks" is');
  for (const event of hooks?.children ?? []) {
    const [name, groups] = event.children ?? [];
    expectType(path, json, groups, "array", `"hooks.${name?.value}" is`);
  }
  expectType(path, json, permissions, "object", '"permissions" is');
  expectType(path, json, memberOf(permissions, "allow"), "array", '"permissions.allow" is');
  return root;
}

function blankComments(body: string): string {
  return stripComments(body, " ");
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

function expectType(
  path: string,
  body: string,
  node: Node | undefined,
  type: "object" | "array",
  what: string,
) {
  if (!node || node.type === type) return;
  const cause = `${what} ${withArticle(node.type)}, not ${withArticle(type)}`;
  throw refusal("settings-shape", path, positionAt(body, node.offset), cause);
}

function refusal(
  code: string,
  path: string,
  { line, column }: { line: number; column: number },
  cause: string,
  hint = "",
): UserError {
  const message = `${path}, line ${line}, column ${column}: ${cause}`;
  return new UserError(code, message, `${hint} Fix the file and try again; nothing was changed.`.trimStart());
}

function withArticle(type: string): string {
  if (type === "null") return "null";
  return /^[aeo]/.test(type) ? `an ${type}` : `a ${type}`;
}

type Home = Pick<Environment, "holdfastHome">;

/** Writes atomically, and only if nobody else wrote in between. Returns the backup of the old content, if there was any. */
export async function writeSettings(
  env: Home,
  file: SettingsFile,
  text: string,
  fresh: NewFileModes,
): Promise<string | null> {
  const backup = await backUp(env, file);
  await explainWriteErrors(file.path, async () => {
    await makeFolders(dirname(file.realPath), fresh.folder);
    await replaceFile(file.realPath, text, file.mode ?? fresh.file, () => refuseIfChanged(file));
  });
  return backup;
}

export async function removeSettings(env: Home, file: SettingsFile): Promise<string | null> {
  const backup = await backUp(env, file);
  await explainWriteErrors(file.path, async () => {
    await refuseIfChanged(file);
    await unlink(file.realPath);
  });
  return backup;
}

async function refuseIfChanged(file: SettingsFile): Promise<void> {
  if ((await readText(file.path, file.realPath)) === file.text) return;
  const hint = "Another program wrote to it; nothing was changed. Run the command again.";
  throw new UserError("settings-changed", `${file.path} changed meanwhile`, hint);
}

/** Settings may contain tokens, so only the owner may read a backup. */
async function backUp(env: Home, { path, text }: SettingsFile): Promise<string | null> {
  if (text === null) return null;
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  // Files of several agents may have the same name.
  const folder = basename(dirname(path)).replace(/^\./, "");
  const backup = `${backupDir(env)}/${time}-${folder}-${basename(path)}`;
  await explainWriteErrors(backup, async () => {
    ensurePrivateFolder(backupDir(env));
    await writeFile(backup, text, { mode: 0o600 });
  });
  return backup;
}
