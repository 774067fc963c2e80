/** Longer than any sensible hook, in the client's unit. */
const MAX_SECONDS = 600;

export function looksLikeMilliseconds(timeout: unknown): boolean {
  return typeof timeout === "number" && timeout > MAX_SECONDS;
}
