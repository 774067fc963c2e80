// What differs on Windows, where the program was never run. Inside holdfast a path has slashes there too (`C:/work`): Windows takes
// both, and everything else compares texts.

export const IS_WINDOWS = process.platform === "win32";

export function isAbsolutePath(path: string, isWindows?: boolean): boolean;
export function isAbsolutePath(path: string | null | undefined, isWindows?: boolean): path is string;
export function isAbsolutePath(path: string | null | undefined, isWindows = IS_WINDOWS): boolean {
  if (!path) return false;
  return path.startsWith("/") || (isWindows && /^[A-Za-z]:[\\/]/.test(path));
}

export function withSlashes(path: string, isWindows = IS_WINDOWS): string {
  return isWindows ? path.replaceAll("\\", "/") : path;
}

/** Between the folders of PATH. */
export function pathSeparator(isWindows = IS_WINDOWS): ":" | ";" {
  return isWindows ? ";" : ":";
}

/** In a Bash variable PATH a colon ends a folder: Git's Bash writes `/c/work` for `C:/work`. */
export function inShellPath(folder: string, isWindows = IS_WINDOWS): string {
  return isWindows ? folder.replace(/^([A-Za-z]):/, (_, drive) => `/${drive.toLowerCase()}`) : folder;
}

export function executableName(isWindows = IS_WINDOWS): string {
  return isWindows ? "holdfast.exe" : "holdfast";
}

/** Whether this is the compiled program. `main`: where Bun says that its entry point is. */
export function isCompiled(main = Bun.main): boolean {
  return main.startsWith("/$bunfs/") || /^[A-Za-z]:[\\/]~BUN[\\/]/.test(main);
}

/** Runs a script as the user's commands expect. On Windows that is Git's Bash, which Claude Code needs too. */
export function shellCommand(
  script: string,
  variables: Record<string, string | undefined> = process.env,
  isWindows = IS_WINDOWS,
): string[] {
  if (!isWindows) return ["/bin/sh", "-c", script];
  const bash = variables.CLAUDE_CODE_GIT_BASH_PATH || "C:/Program Files/Git/bin/bash.exe";
  return [withSlashes(bash, isWindows), "-c", script];
}
