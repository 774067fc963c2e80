import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";

export type ProgramFile = "missing" | "not-executable" | "runnable";

export async function judgeProgramFile(path: string): Promise<ProgramFile> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return "missing";
  return access(path, constants.X_OK).then(
    () => "runnable",
    () => "not-executable",
  );
}
