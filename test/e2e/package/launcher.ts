// The npm launcher under unfavourable conditions.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { version } from "../../../package.json" with { type: "json" };
import {
  cacheOf,
  launcherOf,
  type Place,
  requireTool,
  run,
  sourcesOf,
  start,
} from "../../helpers/npm-package.ts";
import { eventuallyGone } from "../../helpers/processes.ts";

const COMPILING = /^holdfast: compiling [^\n]+\n$/;
const SAYS_VERSION = `if (process.argv[2] === "--version") console.log("${version}");\n`;
const RUNS = { exitCode: 0, stdout: `${version}\n` };

/** For a package that is installed but not compiled; each test continues where the one before left it. */
export function describeLauncher(base: string, getPlace: () => Place): void {
  let place: Place;
  let onlyNode: string;
  const whole = new Map<string, string>();

  beforeAll(() => {
    const found = getPlace();
    // A one-line program compiles in a quarter of the time; the update below compiles everything.
    const entries = join(sourcesOf(found), "lib");
    for (const name of readdirSync(entries)) {
      const entry = join(entries, name);
      whole.set(entry, readFileSync(entry, "utf8"));
      writeFileSync(entry, name === "holdfast.js" ? SAYS_VERSION : "");
    }
    onlyNode = found.env?.PATH ?? "";
    const withBun = mkdtempSync(join(base, "bin-"));
    symlinkSync(process.execPath, join(withBun, "bun"));
    place = { ...found, env: { PATH: `${onlyNode}:${withBun}` } };
  });

  afterAll(() => {
    for (const [entry, text] of whole) writeFileSync(entry, text);
  });

  describe("the cache", () => {
    test("lets two simultaneous first runs succeed, with the Bun on PATH, whatever the user set for it", async () => {
      const without = await run({ ...place, env: { PATH: onlyNode } }, [launcherOf(place), "--version"]);
      expect(without).toMatchObject({ exitCode: 1, stdout: "" });
      expect(without.stderr).toMatch(
        /^holdfast: found no Bun [^\n]+\nInstall the tarball of @owner\/holdfast-[^\n]+\n[^\n]+npm install -g bun\n$/,
      );
      const folder = mkdtempSync(join(base, "configured-"));
      writeFileSync(join(folder, "bunfig.toml"), '[define]\n"process.argv" = "42"\n');
      const env = { ...place.env, BUN_OPTIONS: "--define process.argv=42" };
      const configured = { ...place, folder, env };
      const first = () => run(configured, [launcherOf(place), "--version"]);
      for (const one of await Promise.all([first(), first()])) expect(one).toMatchObject(RUNS);
      expect(await askVersion()).toEqual({ ...RUNS, stderr: "" });
      expect(listCache().filter((name) => name.startsWith("."))).toEqual([]);
    });

    test("compiles a truncated executable again, and removes only our own outdated files", async () => {
      for (const name of listCache()) truncateSync(join(cacheOf(place), name), 50_000_000);
      const outdated = ["holdfast-0.0.1-0123456789abcdef-3", "holdfast-1.0.0-rc.1-0123456789abcdef-3"];
      const foreign = ["holdfast", "holdfast-notes.txt", "holdfast-0.0.1-0123456789abcdef-3.bak"];
      const [abandoned, underWay] = [".compile-aaaaaa", ".compile-bbbbbb"];
      for (const name of [abandoned, underWay]) mkdirSync(join(cacheOf(place), name));
      for (const name of [...outdated, ...foreign]) writeFileSync(join(cacheOf(place), name), "old");
      utimesSync(join(cacheOf(place), abandoned), 0, 0);
      const again = await askVersion();
      expect(again).toMatchObject(RUNS);
      expect(again.stderr).toMatch(COMPILING);
      expect(await askVersion()).toEqual({ ...RUNS, stderr: "" });
      const own = expect.stringMatching(new RegExp(`^holdfast-${version}-[0-9a-f]{16}-\\d+$`));
      expect(listCache()).toHaveLength(foreign.length + 2);
      expect(listCache()).toEqual(expect.arrayContaining([...foreign, underWay, own]));
      for (const name of foreign) rmSync(join(cacheOf(place), name));
      rmSync(join(cacheOf(place), underWay), { recursive: true });
    });
  });

  describe("the program behind the launcher", () => {
    // Bun itself in its place, which does what a test needs: wait, read, end in a chosen way.
    const startScript = (script: string) => start(place, [launcherOf(place), "-e", script]);
    const STAND_IN = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`;
    let compiled: string;
    let standIn: string;

    beforeAll(async () => {
      expect(await askVersion()).toMatchObject(RUNS);
      compiled = join(
        cacheOf(place),
        listCache().find((name) => name.startsWith(`holdfast-${version}-`)) ?? "",
      );
      standIn = compiled.replace(/\d+$/, String(STAND_IN.length));
      renameSync(compiled, join(base, "compiled"));
      writeFileSync(standIn, STAND_IN, { mode: 0o755 });
    });

    afterAll(() => {
      rmSync(standIn);
      renameSync(join(base, "compiled"), compiled);
    });

    test("gets arguments and stdin, and its exit code is passed on", async () => {
      const child = startScript("console.log(await Bun.stdin.text()); process.exit(37)");
      child.stdin.write("an event");
      child.stdin.end();
      expect(await child.stdout.text()).toBe("an event\n");
      expect(await child.exited).toBe(37);
    });

    test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
      "gets %s, and the launcher ends the same way",
      async (signal) => {
        const child = startScript("console.log(process.pid); setInterval(() => {}, 1000)");
        const pid = Number(new TextDecoder().decode((await child.stdout.getReader().read()).value));
        child.kill(signal);
        await child.exited;
        expect(child.signalCode).toBe(signal);
        await eventuallyGone([pid]);
      },
    );
  });

  test("a compile error from Bun is shown, and nothing is left in the cache", async () => {
    const entry = join(sourcesOf(place), "lib/holdfast.js");
    const text = readFileSync(entry, "utf8");
    writeFileSync(entry, `import "./not-there.js";\n${text}`);
    const home = mkdtempSync(join(base, "broken-"));
    const broken = await askVersion({ ...place, env: { ...place.env, HOLDFAST_HOME: home } });
    writeFileSync(entry, text);
    expect(broken).toMatchObject({ exitCode: 1, stdout: "" });
    expect(broken.stderr).toContain('Could not resolve: "./not-there.js"');
    expect(broken.stderr).toEndWith(
      "Install the package again; if that does not help, report the lines above.\n",
    );
    expect(readdirSync(join(home, "cache"))).toEqual([]);
  });

  test("an unusable home is named, with a way out", async () => {
    const file = join(base, "file");
    writeFileSync(file, "");
    const refused = await askVersion({ ...place, env: { ...place.env, HOLDFAST_HOME: file } });
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(`holdfast: cannot write to ${file}/cache: `);
    expect(refused.stderr).toContain("set HOLDFAST_HOME to another one");
  });

  test("another system is refused in one sentence, with a next step", async () => {
    const pretend = `data:text/javascript,Object.defineProperty(process,"platform",{value:"freebsd"})`;
    const refused = await run(place, [
      requireTool("node"),
      "--import",
      pretend,
      launcherOf(place),
      "--version",
    ]);
    expect(refused).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `holdfast: only Linux and macOS are supported, not freebsd.\nRun it on one of these, or in a container.\n`,
    });
  });

  function askVersion(where: Place = place) {
    return run(where, [launcherOf(where), "--version"]);
  }

  function listCache(): string[] {
    return readdirSync(cacheOf(place));
  }
}
