// What a memory cannot take is refused, never cut in silence.
import { UserError } from "../../text/user-error.ts";
import { MAX_BODY, MAX_TAG, MAX_TAGS, type Memory } from "../memory.ts";
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
  if (bytes > MAX_BODY) {
    throw new UserError(
      "too-long",
      `the text has ${bytes} bytes, a memory takes ${MAX_BODY} (128 KB)`,
      "Keep the gist, and name the file that has the rest.",
    );
  }
}

/** Those a person gives. What an import brings may be more. */
export function checkTags(tags: readonly string[]): void {
  const long = tags.find((tag) => [...tag].length > MAX_TAG);
  const count = cleanTags(tags).length;
  if (long === undefined && count <= MAX_TAGS) return;
  throw new UserError(
    "usage",
    long === undefined
      ? `${count} tags are more than the ${MAX_TAGS} a memory takes`
      : `the tag ${long.slice(0, MAX_TAG)}… is longer than ${MAX_TAG} characters`,
    "Give fewer or shorter ones, between commas.",
  );
}
