// What is started by us, from npm and in CI: nothing from a folder of the project, nothing that another user owns.
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import manifest from "../../../package.json" with { type: "json" };
import { readEnvironment } from "../../../src/config/environment.ts";
import { findClient } from "../../../src/judge/ask-model.ts";
import { ownSearchPath } from "../../../src/platform/repository.ts";
import { makeTempFolder, makeTempHome, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

const ROOT = join(import.meta.dir, "../../..");
const isRoot = process.getuid?.() === 0;

function writeProgram(folder: string, name: string, script: string): void {
  chmodSync(writeFileIn(folder, name, `#!/bin/sh\n${script}\n`), 0o755);
}

function run(command: string[], cwd: string, env: Record<string, string>, stdin = ""): string {
  const { stdout, stderr } = Bun.spawnSync(command, { cwd, env, stdin: Buffer.from(stdin) });
  return `${stdout}${stderr}`;
}

/** A project and its relative folders come first on PATH, as after `npx` or with a careless setting. */
function makeProjectWith(program: string) {
  const project = makeTempProject({ git: true });
  const bin = makeTempFolder("bin");
  for (const folder of [project, `${project}/node_modules/.bin`])
    writeProgram(folder, program, "echo from the project");
  const linked = join(makeTempFolder("links"), "linked");
  symlinkSync(`${project}/node_modules/.bin`, linked);
  const path = [
    ".",
    "node_modules/.bin",
    "",
    project,
    `${project}/node_modules/.bin`,
    linked,
    bin,
    "/usr/bin",
    "/bin",
  ];
  return { project, bin, path: path.join(":") };
}

describe("the action", () => {
  const { runs } = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as {
    runs: { steps: { run: string }[] };
  };

  /** With an npm of the project's before the person's, which prints what it is asked for. */
  function install(PACKAGE: string, names: object) {
    const { project, bin, path } = makeProjectWith("npm");
    writeProgram(bin, "npm", 'echo "$@"');
    const action = makeTempFolder("action");
    writeFileIn(action, "package.json", JSON.stringify(manifest, null, 2));
    writeFileIn(action, "npm/names.json", JSON.stringify(names, null, 2));
    const outputs = join(makeTempFolder("output"), "output");
    const GITHUB_OUTPUT = outputs;
    const env = { PATH: path, PACKAGE, GITHUB_ACTION_PATH: action, GITHUB_WORKSPACE: project, GITHUB_OUTPUT };
    const printed = run(["bash", "-e", "-c", runs.steps[0]?.run ?? ""], project, {
      ...env,
      GITHUB_PATH: `${outputs}-path`,
    });
    return { printed, output: readFileSync(outputs, "utf8").replaceAll(action, "ACTION") };
  }

  test("installs the version it is tagged with, by an npm that is not the project's", () => {
    const names = { published: true, package: "a-name" };
    expect(install("", names)).toEqual({
      printed: `install --global --no-audit --no-fund a-name@${manifest.version}\n`,
      output: "holdfast=prefix --global/bin/holdfast\n",
    });
    expect(install("./a.tgz\nb@1\n", names).printed).toBe(
      "install --global --no-audit --no-fund ./a.tgz b@1\n",
    );
  });

  test("is built from its sources until it is published, so that it installs no stranger's package", () => {
    const names = { published: false, package: "a-name" };
    expect(install("", names)).toEqual({
      printed: "ci --no-audit --no-fund\nrun build\n",
      output: "holdfast=ACTION/dist/holdfast\n",
    });
    expect(install("./a.tgz", names).printed).toBe("install --global --no-audit --no-fund ./a.tgz\n");
  });

  test("starts holdfast by its path, not one that PATH finds", () => {
    for (const { run: script } of runs.steps.slice(1)) expect(script).not.toMatch(/(?:^|[\s;])holdfast /);
  });
});

test.each(["", "/packages/one"])(
  "the plugin starts no program of the project, in its folder %p",
  (folder) => {
    const { project, bin, path } = makeProjectWith("holdfast");
    mkdirSync(`${project}${folder}`, { recursive: true });
    writeProgram(`${project}/node_modules/.bin`, "dd", "echo from the project >&2");
    const start = () =>
      run(
        ["sh", join(ROOT, "plugin/bin/holdfast-hook"), "hook"],
        `${project}${folder}`,
        { HOME: makeTempHome(), PATH: path },
        "{}",
      );
    expect(start()).toBe("");
    writeProgram(bin, "holdfast", 'echo "the person\'s, $1"');
    expect(start()).toBe("the person's, hook\n");
  },
);

describe("what works for the person in the background", () => {
  const HOLDFAST = [process.execPath, join(ROOT, "src/bin/holdfast.ts")];

  test("sync starts neither git nor ssh of the project", () => {
    const { project, path } = makeProjectWith("git");
    for (const folder of [project, `${project}/node_modules/.bin`])
      for (const name of ["git", "ssh", "sh"]) writeProgram(folder, name, `touch ${name}-ran; exit 1`);
    const env = { HOME: makeTempHome(), PATH: path };
    const remote = join(makeTempFolder("remote"), "memories.git");
    run(["/usr/bin/env", "git", "init", "--quiet", "--bare", remote], "/", { PATH: "/usr/bin:/bin" });
    const printed = run([...HOLDFAST, "sync", "setup", `file://${encodeURI(remote)}`], project, env);
    expect(printed).toContain("Recovery code");
    const far = run([...HOLDFAST, "sync", "leave"], project, env);
    expect(far).toContain("Left");
    run([...HOLDFAST, "sync", "setup", "ssh://nobody@127.0.0.1:1/x.git"], project, env);
    expect(readdirSync(project).filter((name) => name.endsWith("-ran"))).toEqual([]);
  });

  test("the judge is no `claude` of the project, and finds no program of it", async () => {
    const { project, bin, path } = makeProjectWith("claude");
    writeProgram(bin, "claude", "true");
    const env = readEnvironment({ HOME: makeTempHome(), PATH: path, CLAUDE_PROJECT_DIR: project });
    expect(await findClient(env)).toBe(`${bin}/claude`);
    expect((await ownSearchPath(env)).split(":")).toEqual([bin, "/usr/bin", "/bin"]);
  });

  test("a project that has the home folder in it hides no program of the person's", async () => {
    const home = makeTempHome();
    const own = `${home}/.local/bin`;
    const env = readEnvironment({ HOME: home, PATH: `${own}:/usr/bin`, CLAUDE_PROJECT_DIR: home });
    expect((await ownSearchPath(env)).split(":")).toContain(own);
  });
});

test("the launcher compiles with no Bun of the project", () => {
  const { project, bin, path } = makeProjectWith("bun");
  writeProgram(bin, "bun", "echo 1.0.0");
  // Without the packages beside it, the launcher looks on PATH.
  const copy = makeTempFolder("npm");
  for (const name of ["bun.mjs", "launch-error.mjs", "names.mjs", "names.json"])
    writeFileIn(copy, name, readFileSync(join(ROOT, "npm", name), "utf8"));
  const script = `import { findBun } from ${JSON.stringify(`${copy}/bun.mjs`)}; console.log(findBun());`;
  const env = { HOME: makeTempHome(), PATH: path };
  expect(run([process.execPath, "--no-install", "-e", script], project, env)).toBe(`${bin}/bun\n`);
});

describe("a cached executable", () => {
  const build = "holdfast-1.0.0-0123456789abcdef";

  function find(prepare: (cacheDir: string, file: string) => void): string {
    const cacheDir = join(makeTempHome(), "cache");
    mkdirSync(cacheDir, { mode: 0o700 });
    writeProgram(cacheDir, `${build}-15`, "true");
    expect(statSync(`${cacheDir}/${build}-15`).size).toBe(15);
    prepare(cacheDir, `${cacheDir}/${build}-15`);
    const cache = JSON.stringify(join(ROOT, "npm/executable-cache.mjs"));
    const given = JSON.stringify({ cacheDir, name: build });
    const script = `import { findExecutable } from ${cache}; console.log(findExecutable(${given}));`;
    return run([process.execPath, "-e", script], ROOT, {}).trim();
  }

  test("is run if it is the user's own", () => {
    expect(find(() => {})).toEndWith(`/cache/${build}-15`);
  });

  test("is not run if another user owns it", () => {
    const giveAway = (cacheDir: string, file: string) => {
      if (isRoot) return chownSync(file, 65534, 65534);
      rmSync(file);
      // Not root: a file of root's is another user's.
      symlinkSync("/bin/sh", `${cacheDir}/${build}-${statSync("/bin/sh").size}`);
    };
    expect(find(giveAway)).toBe("null");
  });

  test("is not run if others can write its folder", () => {
    expect(find((cacheDir) => chmodSync(cacheDir, 0o777))).toBe("null");
  });
});
