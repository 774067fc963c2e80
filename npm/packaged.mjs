// The executable that was built for this kind of machine and came as an optional package beside this one.
import { accessSync, constants, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { packageFor } from "./names.mjs";

/** As Node names them: `process.platform` and `process.arch`. */
export const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

/** "holdfast" or "holdfast.exe", after `stem`. */
export function executableName(platform, stem = "holdfast") {
  return platform.startsWith("win32-") ? `${stem}.exe` : stem;
}

/** Of exactly this version; null where npm brought none. */
export function findPackaged(version) {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageFor(platform)}/package.json`);
    if (JSON.parse(readFileSync(manifest, "utf8")).version !== version) return null;
    const executable = join(dirname(manifest), "bin", executableName(platform));
    accessSync(executable, constants.X_OK);
    return executable;
  } catch {
    return null; // Not installed, or damaged: it is compiled.
  }
}
