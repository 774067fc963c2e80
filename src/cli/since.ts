import { parseDuration } from "../config/parse-duration.ts";
import { UserError } from "../config/user-error.ts";

/** An age such as 30d, or a date. */
export function readSince(since: string, now: number): number {
  const age = parseDuration(since);
  if (age !== null) return now - age;
  const date = Date.parse(since);
  if (!Number.isNaN(date)) return date;
  throw new UserError("usage", `--since ${since} is no time`, "Such as 30d, 12h or 2026-01-31.");
}
