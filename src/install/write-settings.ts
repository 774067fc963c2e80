// Writes new settings: with a backup, atomically, and only if nobody else wrote in between.
import { unlink, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { backupDir, type Environment } from "../config/environment.ts";
import { ensurePrivateFolder, replaceFile } from "../platform/atomic-file.ts";
import { UserError } from "../text/user-error.ts";
import { makeFolders } from "./executable.ts";
import { readText, type SettingsFile } from "./read-settings.ts";
import type { FreshModes } from "./scope.ts";
import { writing } from "./writing.ts";

type Home = Pick<Environment, "holdfastHome">;

/** Returns the backup of the old content, if there was any. */
export async function writeSettings(
  env: Home,
  file: SettingsFile,
  text: string,
  fresh: FreshModes,
): Promise<string | null> {
  const backup = await backUp(env, file);
  await writing(file.path, async () => {
    await makeFolders(dirname(file.realPath), fresh.folder);
    await replaceFile(file.realPath, text, file.mode ?? fresh.file, () => refuseIfChanged(file));
  });
  return backup;
}

export async function removeSettings(env: Home, file: SettingsFile): Promise<string | null> {
  const backup = await backUp(env, file);
  await writing(file.path, async () => {
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

/** Settings may hold tokens, so a backup is for the owner only. */
async function backUp(env: Home, { path, text }: SettingsFile): Promise<string | null> {
  if (text === null) return null;
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const backup = `${backupDir(env)}/${time}-${basename(path)}`;
  await writing(backup, async () => {
    ensurePrivateFolder(backupDir(env));
    await writeFile(backup, text, { mode: 0o600 });
  });
  return backup;
}
