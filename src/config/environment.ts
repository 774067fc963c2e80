// The only reader of environment variables.

export interface Environment {
  /** The person's home folder; empty when unset. */
  home: string;
  /** Where holdfast keeps its own files. */
  holdfastHome: string;
  /** The client's folder: settings, commands, skills. */
  claudeDir: string;
  /** Where Claude Code was started; only set inside a hook. */
  projectDir: string | null;
  /** The session, when run by Claude's Bash tool or as a hook. */
  sessionId: string | null;
  insideClaude: boolean;
  /** `CLAUDE_CODE_SESSION_ATTENDED=0`: nobody sits before this session. */
  unattended: boolean;
  /** `HOLDFAST=0`: everything off. */
  off: boolean;
  debug: boolean;
  /** `CLAUDE_REFLECTION_MODE=1`: we are part of a reflection, which must not start another. */
  reflecting: boolean;
  /** Lines appended here by SessionStart reach every later Bash call. */
  envFile: string | null;
  path: string;
  tempDir: string;
  noColor: boolean;
}

export function readEnvironment(env: Record<string, string | undefined>): Environment {
  const home = env.HOME ?? "";
  return {
    home,
    holdfastHome: trimSlash(env.HOLDFAST_HOME || `${home}/.holdfast`),
    claudeDir: trimSlash(env.CLAUDE_CONFIG_DIR || `${home}/.claude`),
    projectDir: env.CLAUDE_PROJECT_DIR ? trimSlash(env.CLAUDE_PROJECT_DIR) : null,
    sessionId: env.CLAUDE_CODE_SESSION_ID || null,
    insideClaude: env.CLAUDECODE === "1",
    unattended: env.CLAUDE_CODE_SESSION_ATTENDED === "0",
    off: env.HOLDFAST === "0",
    debug: env.HOLDFAST_DEBUG === "1",
    reflecting: env.CLAUDE_REFLECTION_MODE === "1",
    envFile: env.CLAUDE_ENV_FILE || null,
    path: env.PATH ?? "",
    tempDir: trimSlash(env.TMPDIR || "/tmp"),
    noColor: (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb",
  };
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
