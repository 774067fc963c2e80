// What a command finds in its environment: what we have, with three exceptions.

type Variables = Record<string, string | undefined>;

/**
 * - HOLDFAST=0: a Claude Code that the command starts is not held by our hooks, or a check would wait for a check.
 * - CLAUDE_ENV_FILE goes: it belongs to the client's SessionStart, and a command must not write into later calls.
 * - PWD goes: it names our folder, not the command's; the shell sets it anew.
 * CLAUDECODE and the session id stay. They are how our own commands know that Claude is behind them: without
 * them a check could grant trust or release a lock as if a person had typed it.
 */
export function commandEnvironment(inherited: Variables, own: Variables = {}): Variables {
  const rest = { ...inherited };
  delete rest.CLAUDE_ENV_FILE;
  delete rest.PWD;
  return { ...rest, HOLDFAST: "0", ...own };
}
