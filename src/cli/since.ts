import { parseDuration } from "../text/parse-duration.ts";
import { UserError } from "../text/user-error.ts";

/** What `Date.parse` makes of "3" is a day of 2001, which nobody means. */
const DATE = /^\d{4}-\d{2}(-\d{2})?([T ].*)?$/;

/** An age such as 30d, or a date. */
export function readSince(since: string, now: number): number {
  const age = parseDuration(since);
  if (age !== null) return now - age;
  const date = DATE.test(since) ? Date.parse(since) : Number.NaN;
  if (!Number.isNaN(date)) return date;
  throw new UserError("usage", `--since ${since} is no time`, "Such as 30d, 12h or 2026-01-31.");
}
