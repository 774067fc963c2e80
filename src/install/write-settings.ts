// Puts new settings in place: backed up, atomic, and only if nobody else wrote in between.
import { mkdir, unlink, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Environment } from "../config/environment.ts";
import { backupDir } from "../config/paths.ts";
import { UserError } from "../config/user-error.ts";
import { readText, type SettingsFile } from "./read-settings.ts";
import { ensurePrivateDir, replaceFile } from "./replace-file.ts";
import { writing } from "./unwritable.ts";

type Home = Pick<Environment, "holdfastHome">;

/** `text` null removes the file. Returns where the old content was kept, if there was any. */
export async function writeSettings(env: Home, file: SettingsFile, text: string | null): Promise<string | null> {
  const old = file.text;
  const backup = old === null ? null : await writing(backupDir(env), () => backUp(env, file, old));
  await writing(file.path, () => (text === null ? removeSettings(file) : replaceSettings(file, text)));
  return backup;
}

async function replaceSettings(file: SettingsFile, text: string): Promise<void> {
  await mkdir(dirname(file.realPath), { recursive: true });
  const mode = file.mode ?? 0o666 & ~process.umask();
  await replaceFile(file.realPath, text, mode, () => refuseIfChanged(file));
}

async function removeSettings(file: SettingsFile): Promise<void> {
  await refuseIfChanged(file);
  await unlink(file.realPath);
}

async function refuseIfChanged(file: SettingsFile): Promise<void> {
  if ((await readText(file.path, file.realPath)) === file.text) return;
  const hint = "Another program wrote to it; nothing was changed. Run the command again.";
  throw new UserError("settings-changed", `${file.path} changed while we were at it`, hint);
}

/** Settings may hold tokens, so a backup is for the owner only. */
async function backUp(env: Home, file: SettingsFile, text: string): Promise<string> {
  await ensurePrivateDir(backupDir(env));
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const path = `${backupDir(env)}/${time}-${basename(file.path)}`;
  await writeFile(path, text, { mode: 0o600 });
  return path;
}
