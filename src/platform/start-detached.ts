/** Starts this program once more, for work that no hook has time for. False where we are no executable, as in a test. */
export function startDetached(args: string[]): boolean {
  if (!Bun.main.startsWith("/$bunfs/")) return false;
  const child = Bun.spawn([process.execPath, ...args], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
  });
  child.unref();
  return true;
}
