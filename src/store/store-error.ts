export type StoreProblem = "newer" | "corrupt" | "busy" | "unavailable";

/** The store cannot be used now. `problem` says why; the cause is SQLite's own error. */
export class StoreError extends Error {
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "StoreError";
    this.problem = problem;
  }
}

/** Puts a name to what SQLite threw. */
export function toStoreError(cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = sqliteCode(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  if (code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB")) {
    return new StoreError("corrupt", `the database is damaged (${code})`, { cause });
  }
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
    return new StoreError("busy", `the database is locked by another process (${code})`, { cause });
  }
  return new StoreError("unavailable", `the database cannot be used: ${message}`, { cause });
}

export function sqliteCode(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
