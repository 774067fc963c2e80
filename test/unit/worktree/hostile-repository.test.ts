// A repository that is only read runs none of its own commands. Each trap is sprung by plain git first, so
// that a trap that no longer works cannot pass for a safe one.
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { addedLinesSince } from "../../../src/worktree/added-lines.ts";
import { filesChangedSince } from "../../../src/worktree/changed-files.ts";
import { snapshotDirtyFiles } from "../../../src/worktree/line-snapshot.ts";
import { readTreeState } from "../../../src/worktree/read-tree-state.ts";
import { withTemporaryWorktree } from "../../../src/worktree/temporary-worktree.ts";
import { makeTempFolder } from "../../helpers/temp.ts";
import { env, makeRepo, openRepo, options, type Repo, runGit } from "./repo.ts";

interface Trap {
  repo: Repo;
  /** Writes a file when it is run, and does nothing else. */
  command: string;
  /** Where the project is; some traps move it. */
  dir: string;
}

const STATUS = ["status"];
const CHECKOUT = ["checkout", "--force", "HEAD", "--", "."];

const traps: [what: string, arm: (trap: Trap) => void, spring: string[]][] = [
  ["core.fsmonitor", ({ repo, command }) => void repo.git("config", "core.fsmonitor", command), STATUS],
  ["a clean filter", (trap) => armFilter(trap), STATUS],
  ["a filter process", (trap) => armFilter(trap, "filter.x.process"), STATUS],
  ["a filter with an unusual name", (trap) => armFilter(trap, "filter.X.y/Z.clean"), STATUS],
  ["a required filter", armRequired, STATUS],
  ["a filter in an included file", armInclude, STATUS],
  ["a filter in the work tree's config", armWorktreeConfig, STATUS],
  ["a linked work tree's filter", armLinked, STATUS],
  ["a hook on the index", armIndexHook, STATUS],
  ["the config of a submodule", armSubmodule, STATUS],
  ["a fetch of objects missing from a partial clone", armPartialClone, STATUS],
  ["a bare repository among the files", armBare, STATUS],
  ["a smudge filter", (trap) => armCheckout(trap, "filter.x.smudge"), CHECKOUT],
  ["a filter process on checkout", (trap) => armCheckout(trap, "filter.x.process"), CHECKOUT],
  ["a required smudge filter", armRequiredSmudge, CHECKOUT],
  ["a hook on checkout", armCheckoutHook, ["checkout", "--detach"]],
  ["an external diff", armExternalDiff, ["diff"]],
  ["a text converter", armTextconv, ["diff"]],
];

describe("a repository that is read does not run", () => {
  test.each(traps)("%s", async (_what, arm, spring) => {
    const repo = makeRepo({ "a.txt": "one\n", "b.txt": "two\n" });
    const { command, wasRun } = makeCommand();
    const trap: Trap = { repo, command, dir: repo.dir };
    arm(trap);
    springByPlainGit(trap.dir, spring);
    expect(wasRun()).toBe(true);
    await readEverything(trap.dir);
    expect(wasRun()).toBe(false);
  });

  test("a program named git inside it, or in a relative folder", async () => {
    const repo = makeRepo({ "a.txt": "one\n" });
    const { command, wasRun } = makeCommand();
    repo.write("bin/git", `#!/bin/sh\nexec ${command}\n`);
    chmodSync(join(repo.dir, "bin/git"), 0o755);
    const path = `${repo.dir}/bin:bin:.:${env.path}`;
    Bun.spawnSync(["git", "status"], { cwd: repo.dir, env: { PATH: path } });
    expect(wasRun()).toBe(true);
    const state = await readTreeState(repo.dir, { ...options, env: { ...env, path } });
    expect(state.kind).toBe("git");
    expect(wasRun()).toBe(false);
  });

  test("a program named git behind a link elsewhere, or in a repository entered through a link", async () => {
    const repo = makeRepo({ "a.txt": "one\n" });
    const { command, wasRun } = makeCommand();
    repo.write("bin/git", `#!/bin/sh\nexec ${command}\n`);
    chmodSync(join(repo.dir, "bin/git"), 0o755);
    const elsewhere = makeTempFolder("links");
    symlinkSync(join(repo.dir, "bin"), join(elsewhere, "bin"));
    symlinkSync(repo.dir, join(elsewhere, "project"));
    for (const [dir, folder] of [
      [repo.dir, join(elsewhere, "bin")],
      [join(elsewhere, "project"), join(repo.dir, "bin")],
    ] as const) {
      const path = `${folder}:${env.path}`;
      Bun.spawnSync(["git", "status"], { cwd: dir, env: { PATH: path } });
      expect(wasRun()).toBe(true);
      expect((await readTreeState(dir, { ...options, env: { ...env, path } })).kind).toBe("git");
      expect(wasRun()).toBe(false);
    }
  });

  test("Git LFS programs that its config names, through the user's own filter", async () => {
    const repo = makeRepo({ "a.txt": "one\n", "b.txt": "two\n", ".gitattributes": "*.txt filter=lfs\n" });
    const { command, wasRun } = makeCommand();
    const home = makeTempFolder("home");
    const asLfs = 'sh -c \\"$(git config lfs.extension.x.clean)\\"';
    await Bun.write(join(home, ".gitconfig"), `[filter "lfs"]\n\tclean = "${asLfs}"\n`);
    repo.git("config", "lfs.extension.x.clean", command);
    touchEverything(repo.dir);
    runGit(repo.dir, STATUS, { HOME: home });
    expect(wasRun()).toBe(true);
    touchEverything(repo.dir);
    await readTreeState(repo.dir, { ...options, env: { ...env, home } });
    expect(wasRun()).toBe(false);
  });

  test("a filter whose name cannot be switched off: the repository is not read", async () => {
    const repo = makeRepo({ "a.txt": "one\n", "b.txt": "two\n" });
    const { command, wasRun } = makeCommand();
    repo.write(
      ".git/config",
      `[filter "a=b"]\n\tclean = "${command}"\n[core]\n\trepositoryformatversion = 0\n`,
    );
    repo.write(".git/info/attributes", "* filter=a=b\n");
    springByPlainGit(repo.dir, STATUS);
    expect(wasRun()).toBe(true);
    touchEverything(repo.dir);
    expect(await repo.state()).toMatchObject({ kind: "none", problem: expect.stringContaining("filter") });
    expect(wasRun()).toBe(false);
  });

  test("a bare repository in place of a broken one", async () => {
    const { command, wasRun } = makeCommand();
    const repo = makeRepo({ "a.txt": "one\n", "b.txt": "two\n" });
    armFilter({ repo, command, dir: repo.dir });
    repo.git("config", "core.bare", "true");
    for (const name of readdirSync(join(repo.dir, ".git"))) {
      renameSync(join(repo.dir, ".git", name), join(repo.dir, name));
    }
    repo.write(".git/HEAD", "ref: refs/heads/main\n");
    springByPlainGit(repo.dir, ["--work-tree=.", ...STATUS]);
    expect(wasRun()).toBe(true);
    await readEverything(repo.dir);
    expect(wasRun()).toBe(false);
  });
});

test("the user's own filters stay in use", async () => {
  const repo = makeRepo({ "a.txt": "one\n", ".gitattributes": "*.txt filter=mine\n" });
  const home = makeTempFolder("home");
  await Bun.write(join(home, ".gitconfig"), '[filter "mine"]\n\tclean = tr A-Z a-z\n');
  repo.write("a.txt", "ONE\n");
  expect((await readTreeState(repo.dir, { ...options, env: { ...env, home } })).dirty).toEqual([]);
  expect((await repo.state()).dirty).toHaveLength(1);
});

function springByPlainGit(dir: string, args: string[]): void {
  touchEverything(dir);
  try {
    runGit(dir, args);
  } catch {
    // Some traps also make git fail.
  }
}

async function readEverything(dir: string): Promise<void> {
  touchEverything(dir);
  const start = await readTreeState(dir, options);
  const snapshotDir = makeTempFolder("snapshot");
  await snapshotDirtyFiles(start, snapshotDir);
  if (start.root === null) return;
  await Bun.write(join(start.root, "a.txt"), "three\n");
  const now = await readTreeState(dir, options);
  const { files } = await filesChangedSince(start, now, options);
  await addedLinesSince(start, files, { ...options, snapshotDir });
  const tempDir = makeTempFolder("temp");
  const copied = await withTemporaryWorktree(
    start,
    { ...options, env: { ...env, tempDir, holdfastHome: `${tempDir}/home` } },
    async ({ folder }) => existsSync(join(folder, ".git")),
  );
  if (start.head !== null) expect(copied).toEqual({ ok: true, value: true });
}

function makeCommand(): { command: string; wasRun: () => boolean } {
  const folder = makeTempFolder("trap");
  const [program, trace] = [join(folder, "evil"), join(folder, "trace")];
  writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\nexit 1\n`, { mode: 0o755 });
  return {
    command: `'${program}'`,
    wasRun: () => {
      const ran = existsSync(trace);
      rmSync(trace, { force: true });
      return ran;
    },
  };
}

let clock = 1;

/** Same size, other time: git has to read the content. */
function touchEverything(dir: string): void {
  for (const path of ["a.txt", "b.txt", "lib/a.txt"].map((name) => join(dir, name)).filter(existsSync)) {
    utimesSync(path, 1, ++clock);
  }
}

function armFilter({ repo, command }: Trap, key = "filter.x.clean"): void {
  repo.git("config", key, command);
  repo.write(".git/info/attributes", `*.txt filter=${key.slice("filter.".length, key.lastIndexOf("."))}\n`);
}

/** Deleted, so that a checkout has something to do. */
function armCheckout(trap: Trap, key: string): void {
  armFilter(trap, key);
  rmSync(join(trap.dir, "b.txt"));
}

function armRequiredSmudge(trap: Trap): void {
  armCheckout(trap, "filter.x.smudge");
  trap.repo.git("config", "filter.x.required", "true");
}

function armCheckoutHook({ repo, command }: Trap): void {
  repo.write(".git/hooks/post-checkout", `#!/bin/sh\nexec ${command}\n`);
  chmodSync(join(repo.dir, ".git/hooks/post-checkout"), 0o755);
}

function armRequired(trap: Trap): void {
  armFilter(trap);
  trap.repo.git("config", "filter.x.required", "true");
}

function armInclude({ repo, command }: Trap): void {
  repo.write(".gitattributes", "*.txt filter=x\n");
  repo.write("settings", `[filter "x"]\n\tclean = "${command}"\n`);
  repo.git("config", "include.path", "../settings");
}

function armWorktreeConfig({ repo, command }: Trap): void {
  repo.write(".gitattributes", "*.txt filter=x\n");
  repo.git("config", "extensions.worktreeConfig", "true");
  repo.git("config", "--worktree", "filter.x.clean", command);
}

function armLinked(trap: Trap): void {
  trap.dir = join(makeTempFolder("linked"), "tree");
  trap.repo.git("worktree", "add", "-q", trap.dir);
  armFilter(trap);
}

function armIndexHook({ repo, command }: Trap): void {
  repo.write(".git/hooks/post-index-change", `#!/bin/sh\nexec ${command}\n`);
  chmodSync(join(repo.dir, ".git/hooks/post-index-change"), 0o755);
}

function armSubmodule({ repo, command }: Trap): void {
  const library = makeRepo({ "a.txt": "lib\n" });
  repo.git("submodule", "--quiet", "add", library.dir, "lib");
  repo.commit();
  const inner = openRepo(join(repo.dir, "lib"));
  inner.git("config", "filter.x.clean", command);
  inner.write(".gitattributes", "*.txt filter=x\n");
}

/** The tree of HEAD is missing, and the remote that promised it answers through a command. */
function armPartialClone({ repo, command }: Trap): void {
  const tree = repo.git("rev-parse", "HEAD^{tree}").trim();
  repo.git("config", "core.repositoryFormatVersion", "1");
  repo.git("config", "extensions.partialClone", "origin");
  repo.git("config", "remote.origin.url", makeRepo({ "x.txt": "x\n" }).dir);
  repo.git("config", "remote.origin.promisor", "true");
  repo.git("config", "remote.origin.uploadpack", command);
  rmSync(join(repo.dir, ".git/objects", tree.slice(0, 2), tree.slice(2)), { force: true });
}

/** Files that any clone may contain, in a folder that git treats as a repository when it is entered. */
function armBare(trap: Trap): void {
  trap.dir = join(trap.repo.dir, "data");
  mkdirSync(trap.dir);
  const bare = openRepo(trap.dir);
  bare.git("init", "-q", "--bare", ".");
  bare.git("config", "core.bare", "false");
  bare.git("config", "core.worktree", trap.dir);
  bare.git("config", "core.fsmonitor", trap.command);
}

function armTextconv({ repo, command }: Trap): void {
  repo.write("a.txt", "changed\n");
  repo.write(".gitattributes", "*.txt diff=x\n");
  repo.git("config", "diff.x.textconv", command);
}

function armExternalDiff({ repo, command }: Trap): void {
  repo.write("a.txt", "changed\n");
  repo.git("config", "diff.external", command);
}
