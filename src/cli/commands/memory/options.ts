// Options that several commands about memories take.

import { CATEGORIES, type Category } from "../../../memory/category.ts";
import { checkTags } from "../../../memory/files/clean-memory.ts";
import { readCategory, SPEAKERS, type Speaker } from "../../../memory/memory.ts";
import { UserError } from "../../../text/user-error.ts";

export async function readBody(given: string | undefined): Promise<string> {
  return given === "-" ? Bun.stdin.text() : (given ?? "");
}

/** `what` names it as the help page does. */
export function requireWord(given: string | undefined, what: string): string {
  if (given !== undefined && given.trim() !== "") return given;
  throw new UserError(
    "usage",
    `an argument is missing: ${what}`,
    "`holdfast memory list` and `holdfast memory search` show the IDs.",
  );
}

export function readCategoryOption(given: string | undefined): Category {
  const category = given === undefined ? null : readCategory(given);
  if (category !== null) return category;
  throw new UserError(
    "usage",
    given === undefined ? "--category is needed" : `there is no category ${given}`,
    `One of: ${CATEGORIES.map((name) => name.toLowerCase().replace("_", "-")).join(", ")}.`,
  );
}

export function readTags(given: string | undefined): string[] | undefined {
  const tags = given?.split(",").map((tag) => tag.trim());
  if (tags) checkTags(tags);
  return tags;
}

export function readSpeaker(given: string | undefined): Speaker | undefined {
  if (given === undefined) return undefined;
  const speaker = SPEAKERS.find((name) => name === given);
  if (speaker) return speaker;
  throw new UserError("usage", `--who ${given} is nobody`, `One of: ${SPEAKERS.join(", ")}.`);
}

export function readConfidence(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new UserError("usage", `--confidence ${given} is no number from 0 to 1`, "Such as --confidence 0.8.");
}

export function readLimit(given: string | undefined, usual: number): number {
  if (given === undefined) return usual;
  const number = Number(given);
  if (Number.isInteger(number) && number >= 1 && number <= 1000) return number;
  throw new UserError("usage", `--limit ${given} is no number from 1 to 1000`, `Such as --limit ${usual}.`);
}

const SHOWN = ["active", "superseded", "retired", "quarantined", "unreadable", "duplicate", "any"];

/** null: any. */
export function readStatus(given: string | undefined): string | null {
  if (given === undefined) return "active";
  if (SHOWN.includes(given)) return given === "any" ? null : given;
  throw new UserError("usage", `there is no status ${given}`, `One of: ${SHOWN.join(", ")}.`);
}
