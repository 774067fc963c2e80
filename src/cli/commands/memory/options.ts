// What the options of commands about memories mean.

import { checkTags } from "../../../memory/files/clean-memory.ts";
import { CATEGORIES, type Category, readCategory, SPEAKERS, type Speaker } from "../../../memory/memory.ts";
import { UserError } from "../../../text/user-error.ts";
import { parseNumber } from "../../options.ts";

const MAX_LIMIT = 1000;
const STATUSES = ["active", "superseded", "retired", "quarantined", "unreadable", "duplicate", "any"];

/** A dash stands for stdin. */
export async function readBody(given: string | undefined): Promise<string | undefined> {
  return given === "-" ? Bun.stdin.text() : given;
}

/** `name` as on the help page. */
export function requireArgument(given: string | undefined, name: string): string {
  if (given !== undefined && given.trim() !== "") return given;
  throw new UserError(
    "usage",
    `an argument is missing: ${name}`,
    "`holdfast memory list` and `holdfast memory search` show the IDs.",
  );
}

export function parseCategory(given: string | undefined): Category {
  const category = given === undefined ? null : readCategory(given);
  if (category !== null) return category;
  throw new UserError(
    "usage",
    given === undefined ? "--category is needed" : `there is no category ${given}`,
    `One of: ${CATEGORIES.map((name) => name.toLowerCase().replace("_", "-")).join(", ")}.`,
  );
}

export function parseTags(given: string | undefined): string[] | undefined {
  const tags = given?.split(",").map((tag) => tag.trim());
  if (tags) checkTags(tags);
  return tags;
}

export function parseSpeaker(given: string | undefined): Speaker | undefined {
  if (given === undefined) return undefined;
  const speaker = SPEAKERS.find((name) => name === given);
  if (speaker) return speaker;
  throw new UserError("usage", `--who ${given} is nobody`, `One of: ${SPEAKERS.join(", ")}.`);
}

export function parseConfidence(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new UserError(
    "usage",
    `--confidence ${given} is not a number from 0 to 1`,
    "Example: --confidence 0.8",
  );
}

export function parseLimit(given: string | undefined, usual: number): number {
  return parseNumber("limit", given, { max: MAX_LIMIT, example: usual }) ?? usual;
}

/** null: any. */
export function parseStatus(given: string | undefined): string | null {
  if (given === undefined) return "active";
  if (STATUSES.includes(given)) return given === "any" ? null : given;
  throw new UserError("usage", `there is no status ${given}`, `One of: ${STATUSES.join(", ")}.`);
}
