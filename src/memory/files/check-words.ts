// What a memory cannot take is refused, never cut in silence.
import { UserError } from "../../text/user-error.ts";
import { LONGEST_BODY, LONGEST_TAG, type Memory, MOST_TAGS } from "../memory.ts";
import { cleanTags, cleanTitle } from "./clean-memory.ts";

export function checkWords({ title, body }: Partial<Pick<Memory, "title" | "body">>): void {
  if (title !== undefined && cleanTitle(title) === "") {
    throw new UserError(
      "usage",
      "a title is needed",
      'Such as: holdfast memory save "Use pnpm" --category preference',
    );
  }
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  if (bytes > LONGEST_BODY) {
    throw new UserError(
      "too-long",
      `the text has ${bytes} bytes, a memory takes ${LONGEST_BODY} (128 KB)`,
      "Keep the gist, and name the file that has the rest.",
    );
  }
}

/** Those a person gives. What an import brings may be more. */
export function checkTags(tags: readonly string[]): void {
  const long = tags.find((tag) => [...tag].length > LONGEST_TAG);
  const count = cleanTags(tags).length;
  if (long === undefined && count <= MOST_TAGS) return;
  throw new UserError(
    "usage",
    long === undefined
      ? `${count} tags are more than the ${MOST_TAGS} a memory takes`
      : `the tag ${long.slice(0, LONGEST_TAG)}… is longer than ${LONGEST_TAG} characters`,
    "Give fewer or shorter ones, between commas.",
  );
}
