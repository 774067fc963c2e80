// Files we write are private; files that a project's own command writes get the mask the person had.
import { oneInProcess } from "./one-in-process.ts";

const kept = oneInProcess("file-mask", (): { inherited?: number } => ({}));

export function keepFilesPrivate(): void {
  kept.inherited = process.umask(0o077);
}

/** undefined before `keepFilesPrivate`: the mask is then still the person's. */
export function inheritedMask(): number | undefined {
  return kept.inherited;
}
