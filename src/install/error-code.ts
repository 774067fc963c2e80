/** `ENOENT` and its kin; other errors have none. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "no error code";
}
