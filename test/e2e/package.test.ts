// What `npm pack` gives, in the hands of a user who has Node and no Bun.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import {
  cacheOf,
  installPackage,
  launcherOf,
  npmEnvironment,
  type Place,
  packFolder,
  ROOT,
  requireTool,
  run,
  sourcesOf,
  start,
  type Tarball,
} from "../helpers/npm-package.ts";
import { makeTempFolder } from "../helpers/temp.ts";
import { describeLauncher } from "./package/launcher.ts";

// For a slow machine that fetches Bun first.
const FIVE_MINUTES = 300_000;
setDefaultTimeout(FIVE_MINUTES);
const STOP = {
  hook_event_name: "Stop",
  session_id: "s1",
  stop_hook_active: false,
  last_assistant_message: "Done.",
};

const base = makeTempFolder("package");
let tarball: Tarball;
let place: Place;

beforeAll(async () => {
  tarball = await packFolder(ROOT, base);
  place = await installPackage(base, tarball);
}, FIVE_MINUTES);

// Half a gigabyte by then.
afterAll(() => rmSync(base, { recursive: true }));

describe("the tarball", () => {
  const EXPECTED =
    /^((npm|plugin|schema|src)\/.+|(ARCHITECTURE|CHANGELOG|README)\.md|LICENSE|(package|tsconfig)\.json)$/;

  test("has what the program is compiled from, and no tests, builds or dependencies", () => {
    expect(tarball.files).toContain("npm/launcher.mjs");
    expect(tarball.files).toContain("src/bin/holdfast.ts");
    expect(tarball.files.filter((file) => !EXPECTED.test(file))).toEqual([]);
    expect(tarball.files.filter((file) => /\.test\.|node_modules|dist\/|\.(tgz|db|log)$/.test(file))).toEqual(
      [],
    );
  });

  test("is small", () => {
    expect(tarball.size).toBeLessThan(2_000_000);
    expect(tarball.unpackedSize).toBeLessThan(7_000_000);
  });

  test("names no folder of this machine and no package registry", async () => {
    const { npm_config_registry: registry = "" } = await npmEnvironment();
    const telling = [ROOT, `${homedir()}/`, new URL(registry).host, "registry.npmjs"];
    const found = tarball.files.flatMap((file) => {
      const text = readFileSync(join(sourcesOf(place), file), "utf8");
      return telling.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});

describe("installed without install scripts", () => {
  test("the first run compiles and says so, the second only runs", async () => {
    const before = listTree(sourcesOf(place));
    const first = await run(place, [launcherOf(place), "--version"]);
    expect(first).toMatchObject({ exitCode: 0, stdout: `${version}\n` });
    expect(first.stderr).toMatch(/^holdfast: compiling [^\n]+\n$/);
    expect(await run(place, [launcherOf(place), "--version"])).toEqual({
      exitCode: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
    // The package may be root's and the home may be small: nothing is left in either but the one executable.
    expect(listTree(sourcesOf(place))).toEqual(before);
    expect(listTree(place.home)).toEqual([
      ".holdfast",
      ".holdfast/cache",
      expect.stringMatching(/^\.holdfast\/cache\/holdfast-/),
    ]);
  });

  test("npx finds it", async () => {
    const env = { ...(await npmEnvironment()), PATH: process.env.PATH ?? "" };
    const help = await run({ ...place, env }, [requireTool("npx"), "--no-install", "holdfast", "--help"]);
    expect(help).toMatchObject({ exitCode: 0, stderr: "" });
    expect(help.stdout).toContain("install");
  });

  test("install puts the program where settings name it, and it answers a hook", async () => {
    expect(await run(place, [launcherOf(place), "install", "--yes"])).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
    const installed = installedIn(place);
    const settings = readFileSync(join(place.home, ".claude/settings.json"), "utf8");
    expect(settings).toContain(JSON.stringify(installed));
    expect(settings).not.toContain("cache");
    // From here on neither the package nor its cache is needed.
    const alone = { ...place, folder: makeTempFolder("project") };
    rmSync(cacheOf(place), { recursive: true });
    const event = JSON.stringify({ ...STOP, cwd: alone.folder });
    expect(await run(alone, [installed, "hook"], event)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    const explained = await run(alone, [installed, "explain", "--last"]);
    expect(explained.stdout).toContain("complete");
  });

  test("the program obeys no bunfig.toml and no .env of the folder it runs in", async () => {
    const folder = makeTempFolder("hostile");
    writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./preload.ts"]\n');
    writeFileSync(join(folder, "preload.ts"), 'require("node:fs").writeFileSync("ran", "");\n');
    writeFileSync(join(folder, ".env"), `HOLDFAST_HOME=${folder}/elsewhere\n`);
    const event = JSON.stringify({ ...STOP, cwd: folder });
    expect(await run({ ...place, folder }, [installedIn(place), "hook"], event)).toMatchObject({
      exitCode: 0,
    });
    expect(existsSync(join(folder, "ran"))).toBe(false);
    expect(existsSync(join(folder, "elsewhere"))).toBe(false);
  });
});

describe("the launcher", () => describeLauncher(base, () => place));

describe("an upgrade", () => {
  const NEXT = "99.0.0";

  test("replaces the program in one step, and one that runs goes on running", async () => {
    const installed = installedIn(place);
    const before = statSync(installed).ino;
    // It waits for its input.
    const old = start(place, [installed, "memory", "import", "-"]);
    const output = old.stdout.text();

    setVersion(NEXT);
    const upgrade = run(place, [launcherOf(place), "install", "--yes"]);
    const seen = await askVersionUntil(upgrade, installed);
    expect(await upgrade).toMatchObject({ exitCode: 0 });

    expect(new Set(seen)).toEqual(new Set([`0 ${version}`, `0 ${NEXT}`]));
    expect(seen).toEqual(seen.toSorted());
    expect(statSync(installed).ino).not.toBe(before);
    old.stdin.end();
    expect(await output).toContain("It contains no memories.");
    expect(readdirSync(cacheOf(place))).toEqual([expect.stringContaining(`holdfast-${NEXT}-`)]);
    expect(readdirSync(join(place.home, ".holdfast/bin"))).toEqual(["holdfast"]);
  });

  /** As npm would replace the package. */
  function setVersion(next: string): void {
    const manifest = join(sourcesOf(place), "package.json");
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version: next }));
  }

  async function askVersionUntil(done: Promise<unknown>, program: string): Promise<string[]> {
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    const seen: string[] = [];
    for (let last = false; !last; ) {
      last = isDone;
      const { exitCode, stdout } = await run(place, [program, "--version"]);
      seen.push(`${exitCode} ${stdout.trim()}`);
      await Bun.sleep(20);
    }
    return seen;
  }
});

function installedIn({ home }: Place): string {
  return join(home, ".holdfast/bin/holdfast");
}

function listTree(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
}
