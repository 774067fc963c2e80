import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { describeCopy } from "../../../../../src/cli/commands/setup/update.ts";
import { readEnvironment } from "../../../../../src/config/environment.ts";
import { quoteForShell } from "../../../../../src/text/printable.ts";
import { runCli } from "../../../../helpers/run-cli.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../../../../helpers/temp.ts";

const HOME = { holdfastHome: "/home/you/.holdfast" };
const ROOT = resolve(import.meta.dir, "../../../../..");
const NPX = "npx holdfast@latest install";

describe("how this copy was installed", () => {
  const NAMES = { published: true, package: "holdfast" };

  test.each<[string, string, string, string]>([
    ["by install", "/home/you/.holdfast/bin/holdfast", "by `holdfast install`", NPX],
    [
      "compiled by the launcher",
      "/home/you/.holdfast/cache/holdfast-1.0.0-ab-9",
      "with npm and compiled",
      NPX,
    ],
    ["npx", "/home/you/.npm/_npx/1a2b/node_modules/@someone/holdfast-linux-x64/bin/holdfast", "by npx", NPX],
    [
      "npm, globally",
      "/usr/local/lib/node_modules/holdfast/node_modules/@someone/holdfast-linux-x64/bin/holdfast",
      "with npm, globally",
      "npm install -g holdfast@latest && holdfast install",
    ],
    [
      "npm, in a project",
      "/work/my shop/node_modules/@someone/holdfast-linux-x64/bin/holdfast",
      "with npm, in /work/my shop",
      "cd '/work/my shop' && npm install holdfast@latest && npx holdfast install",
    ],
    [
      "a build in a clone",
      `${ROOT}/dist/holdfast`,
      `from the clone ${ROOT}`,
      `cd ${quoteForShell(ROOT)} && git pull && npm ci && npm run build && dist/holdfast install`,
    ],
    ["the sources of a clone", `${ROOT}/src/bin/holdfast.ts`, "from the clone", "git pull"],
    ["a file", "/opt/tools/holdfast", "as a single file", "/opt/tools/holdfast install"],
  ])("%s", (_name, path, origin, renew) => {
    const copy = describeCopy(path, HOME, NAMES);
    expect(copy.origin).toContain(origin);
    expect(copy.renew).toContain(renew);
    const unpublished = describeCopy(path, HOME, { ...NAMES, published: false });
    expect(unpublished.origin).toBe(copy.origin);
    expect(unpublished.renew).not.toMatch(/npx|npm install|@latest/);
  });
});

describe("holdfast update", () => {
  const project = makeTempProject();
  const home = makeTempHome();
  const run = (...words: string[]) => runCli(readEnvironment({ HOME: home }), project, "update", ...words);

  test("names the command for the plugin too, if Claude Code has it", async () => {
    expect((await run("--json")).json).toMatchObject({ renewPlugin: null });
    const copies = [{ installPath: `${home}/.claude/plugins/cache/holdfast` }];
    writeFileIn(
      home,
      ".claude/plugins/installed_plugins.json",
      JSON.stringify({ version: 2, plugins: { "holdfast@holdfast": copies } }),
    );
    expect((await run("--json")).json).toMatchObject({
      renewPlugin: "claude plugin update 'holdfast@holdfast'",
    });
    expect((await run()).text).toContain("claude plugin update 'holdfast@holdfast'");
  });

  test.each(["--check", "--to", "--from"])("explains what replaces %s", async (option) => {
    const { exitCode, text } = await run(option, "1.0.0");
    expect([exitCode, text]).toEqual([1, expect.stringContaining("`holdfast update` prints the command")]);
  });
});
