import { replaceFile } from "../../platform/replace-file.ts";
import type { StateFields } from "./read-state-file.ts";

/** Replaces a state file as a whole; a reader sees the old or the new one, never a half. */
export async function writeStateFile(path: string, fields: StateFields): Promise<void> {
  const slash = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, slash), path.slice(slash + 1)];
  const text = `${JSON.stringify(fields, null, 2)}\n`;
  if (await replaceFile(folder, name, text)) return;
  const { makeStateFile } = await import("./make-state-file.ts");
  makeStateFile(folder, name, text);
}
