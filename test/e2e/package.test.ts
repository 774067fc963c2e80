// What `npm run package` makes, used by somebody who has Node and no Bun.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { packageFor } from "../../npm/names.mjs";
import { version } from "../../package.json" with { type: "json" };
import {
  cacheOf,
  installPackage,
  launcherOf,
  makePackages,
  npmEnvironment,
  type Place,
  packagedIn,
  ROOT,
  requireTool,
  run,
  sourcesOf,
  start,
  type Tarball,
} from "../helpers/npm-package.ts";
import { makeTempFolder } from "../helpers/temp.ts";
import { describeCiJob } from "./package/ci-job.ts";
import { describeLauncher } from "./package/launcher.ts";

const HERE = `${process.platform}-${process.arch}`;
// For a slow machine: it compiles several times.
const FIVE_MINUTES = 300_000;
setDefaultTimeout(FIVE_MINUTES);
const STOP = {
  hook_event_name: "Stop",
  session_id: "s1",
  stop_hook_active: false,
  last_assistant_message: "Done.",
};

const base = makeTempFolder("package");
let main: Tarball;
let executable: Tarball;
let place: Place;

beforeAll(async () => {
  ({ main, executable } = await makePackages(join(base, "packages")));
  place = await installPackage(base, [main, executable]);
}, FIVE_MINUTES);

// Half a gigabyte by then.
afterAll(() => rmSync(base, { recursive: true }));

describe("what is published", () => {
  const EXPECTED = /^((docs|lib|npm|plugin|schema)\/.+|(CHANGELOG|README)\.md|LICENSE|package\.json)$/;

  test("contains the bundled program and the documents, and no sources, tests or dependencies", () => {
    expect(main.files).toContain("npm/launcher.mjs");
    expect(main.files).toContain("lib/holdfast.js");
    expect(main.files).toContain("docs/config.md");
    expect(main.files.filter((file) => !EXPECTED.test(file))).toEqual([]);
    expect(main.files.filter((file) => /\.test\.|node_modules|dist\/|\.(tgz|db|log)$/.test(file))).toEqual(
      [],
    );
    expect(main.size).toBeLessThan(2_000_000);
    expect(executable.files.toSorted()).toEqual(["LICENSE", "README.md", "bin/holdfast", "package.json"]);
  });

  test("installs nothing besides, and asks npm for no name that is not published", () => {
    const manifest = JSON.parse(readFileSync(join(sourcesOf(place), "package.json"), "utf8"));
    const absent = ["dependencies", "devDependencies", "optionalDependencies", "scripts", "private"];
    for (const key of absent) expect(manifest).not.toHaveProperty(key);
    expect(Object.keys(manifest.peerDependencies)).toEqual(["bun"]);
    expect(manifest.engines.node).toBe(">=20");
    expect(
      listTree(join(place.folder, "node_modules")).filter((file) => /(^|\/)package\.json$/.test(file)),
    ).toEqual([`${packageFor(HERE)}/package.json`, "holdfast/package.json"]);
  });

  test("has valid checksums", () => {
    const sums = readFileSync(join(base, "packages/SHA256SUMS"), "utf8").trim().split("\n");
    expect(sums).toHaveLength(3);
    for (const line of sums) {
      const [sum, file = ""] = line.split("  ");
      const hasher = new Bun.CryptoHasher("sha256").update(readFileSync(join(base, "packages", file)));
      expect(hasher.digest("hex")).toBe(sum ?? "");
    }
  });

  test("names no folder of this machine and no package registry", async () => {
    const { npm_config_registry: registry = "" } = await npmEnvironment();
    const telling = [ROOT, `${homedir()}/`, new URL(registry).host, "registry.npmjs"];
    const found = main.files.flatMap((file) => {
      const text = readFileSync(join(sourcesOf(place), file), "utf8");
      return telling.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});

// Before a test removes this machine's package.
describe("the job of docs/ci.md", () => describeCiJob(() => sourcesOf(place)));

describe("the package, installed without install scripts,", () => {
  test("runs at once and compiles nothing", async () => {
    expect(await run(place, [launcherOf(place), "--version"])).toEqual({
      exitCode: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
    expect(listTree(place.home)).toEqual([]);
  });

  test("is found by npx", async () => {
    const env = { ...(await npmEnvironment()), PATH: process.env.PATH ?? "" };
    const help = await run({ ...place, env }, [requireTool("npx"), "--no-install", "holdfast", "--help"]);
    expect(help).toMatchObject({ exitCode: 0, stderr: "" });
    expect(help.stdout).toContain("install");
  });

  test("puts the program where settings name it, without a second copy, and it answers a hook", async () => {
    expect(await run(place, [launcherOf(place), "install", "--yes"])).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
    const installed = installedIn(place);
    const settings = readFileSync(join(place.home, ".claude/settings.json"), "utf8");
    expect(settings).toContain(JSON.stringify(installed));
    expect(statSync(installed).ino).toBe(statSync(join(packagedIn(place), "bin/holdfast")).ino);
    expect(existsSync(cacheOf(place))).toBe(false);
    // From here on the package is not needed.
    rmSync(packagedIn(place), { recursive: true });
    const alone = { ...place, folder: makeTempFolder("project") };
    const event = JSON.stringify({ ...STOP, cwd: alone.folder });
    expect(await run(alone, [installed, "hook"], event)).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    const verdict = await run(alone, [installed, "verdict", "--last"]);
    expect(verdict.stdout).toStartWith("complete:");
  });

  test("ignores bunfig.toml and .env in its working folder", async () => {
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

describe("the launcher without a matching executable", () => describeLauncher(base, () => place));

describe("`holdfast update`", () => {
  test("says how each copy was installed and how to renew it", async () => {
    const installed = await run(place, [installedIn(place), "update"]);
    expect(installed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(installed.stdout).toStartWith(`holdfast ${version} (`);
    expect(installed.stdout).toContain(`, ${installedIn(place)}\n`);
    expect(installed.stdout).toContain(
      "Installed by `holdfast install`. To renew it, run:\n  git pull && npm ci && npm run build && dist/holdfast install",
    );
    const copy = join(place.folder, "node_modules/holdfast-copy/bin");
    mkdirSync(copy, { recursive: true });
    cpSync(installedIn(place), join(copy, "holdfast"));
    const local = JSON.parse((await run(place, [join(copy, "holdfast"), "update", "--json"])).stdout);
    expect(local).toMatchObject({ version, origin: `with npm, in ${place.folder}` });
    expect(local.renew).toContain("npm run build && dist/holdfast install");
  });
});

describe("a newer version", () => {
  const NEXT = "99.0.0";
  const bin = join(base, "npm-and-bun");

  beforeAll(() => {
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, "bun"));
  });

  test("replaces the program in one step, and a running one keeps running", async () => {
    const installed = installedIn(place);
    const before = statSync(installed).ino;
    // It waits for its input.
    const old = start(place, [installed, "mcp"]);
    const output = old.stdout.text();

    const next = { ...place, folder: nextVersion(), env: { PATH: `${place.env?.PATH}:${bin}` } };
    const install = run(next, [launcherOf(next), "install", "--yes"]);
    const seen = await askVersionUntil(install, installed);
    expect(await install).toMatchObject({ exitCode: 0 });

    expect(new Set(seen)).toEqual(new Set([`0 ${version}`, `0 ${NEXT}`]));
    expect(seen).toEqual(seen.toSorted());
    expect(statSync(installed).ino).not.toBe(before);
    old.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
    old.stdin.end();
    expect(JSON.parse(await output)).toMatchObject({ id: 1, result: {} });
    const [cached = ""] = readdirSync(cacheOf(place));
    expect(readdirSync(cacheOf(place))).toEqual([expect.stringContaining(`holdfast-${NEXT}-`)]);
    expect(statSync(join(cacheOf(place), cached)).ino).toBe(statSync(installed).ino);
    expect(readdirSync(join(place.home, ".holdfast/bin"))).toEqual(["holdfast"]);
  });

  /** A project with the package as npm installed it, a version later. */
  function nextVersion(): string {
    const folder = join(base, "later");
    cpSync(place.folder, folder, { recursive: true, verbatimSymlinks: true });
    const manifest = join(sourcesOf({ ...place, folder }), "package.json");
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version: NEXT }));
    const bundles = join(sourcesOf({ ...place, folder }), "lib");
    for (const name of readdirSync(bundles)) {
      const text = readFileSync(join(bundles, name), "utf8");
      writeFileSync(join(bundles, name), text.replaceAll(`"${version}"`, `"${NEXT}"`));
    }
    return folder;
  }

  async function askVersionUntil(done: Promise<unknown>, program: string): Promise<string[]> {
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    const seen: string[] = [];
    let asked = 0;
    for (let last = false; !last; ) {
      last = isDone;
      // Asked if it is another file; whether one exists is checked all the time.
      const { ino } = statSync(program);
      if (ino !== asked) {
        const { exitCode, stdout } = await run(place, [program, "--version"]);
        seen.push(`${exitCode} ${stdout.trim()}`);
        asked = ino;
      }
      await Bun.sleep(5);
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
