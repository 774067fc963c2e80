import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NAMED_FILES, renderNames } from "../../../scripts/names-in-texts.ts";

const ROOT = join(import.meta.dir, "../../..");
const UNPUBLISHED = {
  published: false,
  package: "holdfast",
  scope: "@owner",
  repository: "OWNER/holdfast",
};
const PUBLISHED = { ...UNPUBLISHED, published: true, repository: "somebody/holdfast" };
const COMMAND_WITH_NAME = /\bnpx holdfast\b|\bnpm (?:install|i)\b.* holdfast\b|holdfast@latest/;

describe.each(NAMED_FILES)("%s", (path) => {
  const text = readFileSync(join(ROOT, path), "utf8");

  test("names no npm package before it is published", () => {
    expect(renderNames(path, text, UNPUBLISHED)).not.toMatch(COMMAND_WITH_NAME);
  });

  test("names it afterwards, and nothing else changes", () => {
    const published = renderNames(path, text, PUBLISHED);
    expect(published).not.toContain("OWNER");
    if (path !== "package.json") expect(published).toMatch(COMMAND_WITH_NAME);
    expect(renderNames(path, published, UNPUBLISHED)).toBe(renderNames(path, text, UNPUBLISHED));
  });
});

test("a package is not published without its repository", () => {
  const names = { ...UNPUBLISHED, published: true };
  expect(() => renderNames("package.json", "{}", names)).toThrow("not in which repository");
});
