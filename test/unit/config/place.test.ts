import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import {
  findConfigFiles,
  findLockFolder,
  findProjectDir,
  listFoldersUpwards,
} from "../../../src/config/place.ts";
import { makeTempFolder, makeTempProject, writeFileIn } from "../../helpers/temp.ts";
import { runGit } from "../worktree/repo.ts";

const CONFIG = ".claude/holdfast.json";

const git = (dir: string, ...args: string[]) => runGit(dir, args);

function makeTree(files: Record<string, string> = {}) {
  return makeTempProject({ git: true, files: { "packages/app/a.txt": "a\n", ...files } });
}

/** A repository, and another work tree of it. */
function makeWorkTrees(files: Record<string, string> = {}) {
  const main = makeTree(files);
  const side = `${makeTempFolder("side")}/tree`;
  git(main, "worktree", "add", "-q", side);
  return { main, side };
}

describe("the folder that is judged", () => {
  test("is where Claude Code was started, wherever Claude is in that work tree", async () => {
    const main = makeTree();
    expect(await findProjectDir(main, main)).toBe(main);
    expect(await findProjectDir(main, `${main}/packages/app`)).toBe(main);
    expect(await findProjectDir(`${main}/packages/app`, main)).toBe(`${main}/packages/app`);
    expect(await findProjectDir(null, `${main}/packages`)).toBe(`${main}/packages`);
    expect(await findProjectDir(null, null)).toBeNull();
  });

  test("is the same folder of another work tree of the repository, if Claude went there", async () => {
    const { main, side } = makeWorkTrees();
    expect(await findProjectDir(main, `${side}/packages`)).toBe(side);
    expect(await findProjectDir(`${main}/packages/app`, side)).toBe(`${side}/packages/app`);
    expect(await findProjectDir(side, main)).toBe(main);
    rmSync(`${side}/packages/app`, { recursive: true });
    expect(await findProjectDir(`${main}/packages/app`, side)).toBe(side);
  });

  test("is not another repository that Claude went to", async () => {
    const [main, other] = [makeTree(), makeTree()];
    expect(await findProjectDir(main, other)).toBe(main);
    const inside = `${main}/vendor/lib`;
    mkdirSync(inside, { recursive: true });
    git(inside, "init", "-q");
    expect(await findProjectDir(main, inside)).toBe(main);
    expect(await findProjectDir(inside, inside)).toBe(inside);
    git(main, "submodule", "add", "-q", other, "sub");
    expect(await findProjectDir(main, `${main}/sub/packages`)).toBe(main);
    expect(await findProjectDir(`${main}/sub`, main)).toBe(`${main}/sub`);
  });

  test("is found beside a bare repository, without any, and when the folder is gone", async () => {
    const main = makeTree();
    const yard = makeTempFolder("yard");
    git(yard, "clone", "-q", "--bare", main, ".bare");
    writeFileIn(yard, ".git", "gitdir: ./.bare\n");
    git(yard, "worktree", "add", "-q", "one");
    git(yard, "worktree", "add", "-q", "two");
    expect(await findProjectDir(`${yard}/one`, `${yard}/two`)).toBe(`${yard}/two`);
    expect(await findProjectDir(yard, `${yard}/two`)).toBe(`${yard}/two`);
    const plain = makeTempFolder("plain");
    expect(await findProjectDir(plain, `${plain}/deep`)).toBe(plain);
    expect(await findProjectDir(plain, main)).toBe(plain);
    expect(await findProjectDir(main, `${main}/gone/deeper`)).toBe(main);
    expect(await findProjectDir(null, `${plain}/gone`)).toBe(`${plain}/gone`);
  });

  test("is the same under another name of the same folder", async () => {
    const main = makeTree();
    const link = `${makeTempFolder("link")}/to`;
    symlinkSync(main, link);
    expect(await findProjectDir(link, main)).toBe(link);
    expect(await findProjectDir(main, link)).toBe(main);
  });

  test("cannot be diverted to a stranger's tree by a .git file that points at the user's repository", async () => {
    const { main, side } = makeWorkTrees();
    const archive = makeTempFolder("archive");
    writeFileIn(archive, ".git", `gitdir: ${main}/.git\n`);
    expect(await findProjectDir(main, archive)).toBe(main);
    writeFileIn(archive, ".git", await Bun.file(`${side}/.git`).text());
    expect(await findProjectDir(main, archive)).toBe(main);
    expect(await findConfigFiles(archive)).toEqual([]);
  });
});

describe("config files", () => {
  const paths = async (dir: string) => (await findConfigFiles(dir)).map(({ path }) => path);

  test("apply from the top of the work tree down, and never from outside it", async () => {
    const main = makeTree({ [CONFIG]: "{}", [`packages/app/${CONFIG}`]: "{}" });
    const found = await findConfigFiles(`${main}/packages/app`);
    expect(found.map(({ name, folder }) => [name, folder])).toEqual([
      [CONFIG, main],
      [`packages/app/${CONFIG}`, `${main}/packages/app`],
    ]);
    expect(await paths(main)).toEqual([`${main}/${CONFIG}`]);
    git(`${main}/packages/app`, "init", "-q");
    expect(await paths(`${main}/packages/app`)).toEqual([`${main}/packages/app/${CONFIG}`]);
  });

  test("without a repository are those of the folder alone", async () => {
    const outer = makeTempProject({ files: { [CONFIG]: "{}", "in/a": "" } });
    expect(listFoldersUpwards(`${outer}/in`)).toEqual([`${outer}/in`]);
    expect(await paths(`${outer}/in`)).toEqual([]);
  });

  test("of the main work tree apply in a linked one that has none", async () => {
    const { main, side } = makeWorkTrees();
    expect(await paths(side)).toEqual([]);
    writeFileIn(main, CONFIG, "{}");
    expect(await findConfigFiles(`${side}/packages/app`)).toEqual([
      { path: `${main}/${CONFIG}`, format: "holdfast", folder: side, root: main, name: CONFIG },
    ]);
    writeFileIn(side, ".claude/memory-config.json", "{}");
    expect(await paths(side)).toEqual([`${main}/${CONFIG}`]);
    writeFileIn(side, CONFIG, "{}");
    expect(await paths(side)).toEqual([`${side}/.claude/memory-config.json`, `${side}/${CONFIG}`]);
  });
});

describe("the lock", () => {
  const LOCK = ".claude/runtime/locks/.lock_active";

  test("of the nearest folder is found, in the current work tree or where the session was started", () => {
    const { main, side } = makeWorkTrees();
    const app = `${main}/packages/app`;
    expect(findLockFolder({ startDir: app, projectDir: app })).toBeNull();
    writeFileIn(main, LOCK, "");
    expect(findLockFolder({ startDir: app, projectDir: app })).toBe(main);
    expect(findLockFolder({ startDir: main, projectDir: side })).toBe(main);
    expect(findLockFolder({ startDir: side, projectDir: side })).toBeNull();
    writeFileIn(app, LOCK, "");
    expect(findLockFolder({ startDir: app, projectDir: app })).toBe(app);
    expect(findLockFolder({ startDir: main, projectDir: main })).toBe(main);
    expect(findLockFolder({ startDir: null, projectDir: null })).toBeNull();
  });
});
