// Which entries of the client's settings are ours. On the hook path: imports nothing.

/** Exec form: `…/holdfast` with args `hook …`. Shell form: one command that ends in `holdfast hook`. */
export function isOwnHook(hook: unknown): hook is { command: string; args?: unknown[] } {
  if (typeof hook !== "object" || hook === null) return false;
  const { command, args } = hook as { command?: unknown; args?: unknown };
  if (typeof command !== "string") return false;
  if (Array.isArray(args)) return args[0] === "hook" && /(^|\/)holdfast$/.test(command);
  return isOwnShellCommand(command);
}

/** Somebody's `make && holdfast hook` is theirs: removing it would take `make` with it. So is `$(make) holdfast hook`. */
function isOwnShellCommand(command: string): boolean {
  return !/[;&|<>\n`]|\$\(/.test(command) && /(^|[\s/])holdfast["']?\s+hook(\s+--[\w-]+)*\s*$/.test(command);
}
