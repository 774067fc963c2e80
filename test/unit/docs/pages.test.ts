import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { TOPIC_INDEX, TOPICS } from "../../../src/cli/topics.ts";

const ROOT = resolve(import.meta.dir, "../../..");
const find = (pattern: string) => [...new Bun.Glob(pattern).scanSync(ROOT)].sort();
const userPages = find("docs/*.md").filter((path) => path !== "docs/README.md");
const allPages = [...find("*.md"), ...find("docs/**/*.md"), ...find("plugin/**/*.md")];
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test("every user page is a topic of `holdfast help`, and in the index", () => {
  expect(Object.keys(TOPICS).sort()).toEqual(userPages.map((path) => basename(path, ".md")));
  const unlisted = Object.keys(TOPICS).filter((topic) => !TOPIC_INDEX.includes(`](${topic}.md`));
  expect(unlisted).toEqual([]);
});

describe("links lead to a file and a heading", () => {
  test.each(allPages)("%s", (path) => {
    const targets = [...read(path).matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g)].map(
      ([, link, attribute]) => link ?? attribute ?? "",
    );
    const broken = targets.filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(path, target));
    expect(broken).toEqual([]);
  });
});

function leadsSomewhere(from: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? from : join(dirname(from), path);
  if (!existsSync(join(ROOT, file))) return false;
  return anchor === undefined || headingsOf(read(file)).includes(anchor);
}

/** As GitHub names them. */
function headingsOf(text: string): string[] {
  return [...text.replace(/^```.*?^```/gms, "").matchAll(/^#+ (.*)/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("what users read of a page names no file that only the repository has", () => {
  const named = [...find("src/**/*.ts"), ...find("plugin/{skills,commands}/**/*.md")].flatMap((path) =>
    [...withoutComments(read(path)).matchAll(/\bdocs\/[a-z-]+\.md/g)].map(([name]) => `${path}: ${name}`),
  );
  expect(named).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/^(?:\s*(?:\/\/|\/?\*)|import ).*$/gm, "").replace(/\s\/\/ .*$/gm, "");
}
