// Reads a settings file of the client, or says with line and cause why it is not touched.
import { readFile, readlink, realpath, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UserError } from "../text/user-error.ts";
import { checkSettings } from "./check-settings.ts";
import { errorCode } from "./error-code.ts";

export interface SettingsFile {
  /** As the client names it. */
  path: string;
  /** Where the bytes are: a symlink is followed, never replaced. */
  realPath: string;
  /** null: there is no such file. */
  text: string | null;
  mode: number | null;
}

export async function readSettings(path: string): Promise<SettingsFile> {
  const realPath = await follow(path);
  const text = await readText(path, realPath);
  if (text === null) return { path, realPath, text: null, mode: null };
  checkSettings(path, text);
  return { path, realPath, text, mode: (await stat(realPath)).mode & 0o7777 };
}

/** The bytes now, without judging them; null when there is no file. */
export async function readText(path: string, realPath: string): Promise<string | null> {
  let bytes: Buffer;
  try {
    bytes = await readFile(realPath);
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return null;
    const hint = "Check its type and permissions; nothing was changed.";
    throw new UserError("settings-unreadable", `${path} cannot be read (${errorCode(cause)})`, hint, {
      cause,
    });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const hint = "Save it as UTF-8 and try again; nothing was changed.";
    throw new UserError("settings-encoding", `${path} is not UTF-8 text`, hint, { cause });
  }
}

/** realpath, also for a link whose target does not exist yet. */
async function follow(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    if (errorCode(cause) !== "ENOENT") {
      const hint = "Check the path and its permissions; nothing was changed.";
      throw new UserError("settings-unreadable", `${path} cannot be read (${errorCode(cause)})`, hint, {
        cause,
      });
    }
  }
  const target = await readlink(path).catch(() => null); // Not a link: simply absent.
  return target === null ? path : follow(resolve(dirname(path), target));
}
