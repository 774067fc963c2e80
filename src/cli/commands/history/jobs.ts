import { UserError } from "../../../text/user-error.ts";

/** null: as many as suit the machine. */
export function readJobs(text: string | undefined): number | null {
  if (text === undefined) return null;
  const jobs = Number(text);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= 64) return jobs;
  throw new UserError("usage", `--jobs ${text} is no number from 1 to 64`, "Such as --jobs 2.");
}
