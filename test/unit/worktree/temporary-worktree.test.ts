import { describe, expect, test } from "bun:test";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import {
  removeAbandonedWorktrees,
  type TemporaryWorktree,
  withTemporaryWorktree,
} from "../../../src/worktree/temporary-worktree.ts";
import { eventuallyGone, isRunning, readPids } from "../../helpers/processes.ts";
import { makeTempFolder } from "../../helpers/temp.ts";
import { waitUntil } from "../../helpers/wait.ts";
import { env as gitEnv, makeRepo, openRepo, type Repo } from "./repo.ts";

const FILES = {
  "a.txt": "one\n",
  "b.txt": "two\n",
  ".gitignore": "node_modules\nbuild\n.env\n.claude\ntmp\nlarge\n",
};

function makePlace() {
  return { ...gitEnv, tempDir: makeTempFolder("temp"), holdfastHome: makeTempFolder("holdfast") };
}

type Place = ReturnType<typeof makePlace>;

/** Nothing of the copy is left, and no record of it. */
function expectNothingLeft({ tempDir, holdfastHome }: Place, repo: Repo): void {
  expect(repo.git("worktree", "list").trim().split("\n")).toHaveLength(1);
  expect(readdirSync(tempDir)).toEqual([]);
  expect(readdirSync(`${holdfastHome}/worktrees`)).toEqual([]);
}

async function inCopy<T>(
  repo: Repo,
  use: (copy: TemporaryWorktree) => T | Promise<T>,
  env = makePlace(),
): Promise<T> {
  const tried = await withTemporaryWorktree(await repo.state(), { env, deadlineMs: 20_000 }, async (copy) =>
    use(copy),
  );
  if (!tried.ok) throw new Error(tried.problem);
  return tried.value;
}

describe("a temporary work tree", () => {
  test("is the tree of the baseline: the commit, and what was uncommitted and still is", async () => {
    const repo = makeRepo(FILES);
    repo.write("b.txt", "uncommitted\n");
    repo.write("new file.txt", "new\n");
    const start = await repo.state();
    repo.write("a.txt", "later\n");
    repo.commit();
    const env = makePlace();
    const tried = await withTemporaryWorktree(start, { env, deadlineMs: 20_000 }, async ({ folder }) =>
      ["a.txt", "b.txt", "new file.txt"].map((name) => readFileSync(`${folder}/${name}`, "utf8")),
    );
    expect(tried).toEqual({ ok: true, value: ["one\n", "uncommitted\n", "new\n"] });
    expectNothingLeft(env, repo);
  });

  test("has what git ignores: copied, so that a command changes nothing of the user's, or linked when large", async () => {
    const repo = makeRepo(FILES);
    repo.write(".env", "KEY=1\n");
    repo.write("build/deep/gen.js", "generated\n");
    repo.write("node_modules/x/index.js", "x\n");
    repo.write("large/blob", "x".repeat(33 * 1024 * 1024));
    const seen = await inCopy(repo, ({ folder, ignored }) => {
      writeFileSync(`${folder}/.env`, "changed\n");
      writeFileSync(`${folder}/build/deep/gen.js`, "changed\n");
      return {
        ignored: ignored.sort(),
        installed: readFileSync(`${folder}/node_modules/x/index.js`, "utf8"),
        links: ["node_modules", "large", "build"].map((name) =>
          lstatSync(`${folder}/${name}`).isSymbolicLink(),
        ),
      };
    });
    expect(seen).toEqual({
      ignored: [".env", "build", "large", "node_modules"],
      installed: "x\n",
      links: [true, true, false],
    });
    expect(readFileSync(`${repo.dir}/.env`, "utf8")).toBe("KEY=1\n");
    expect(readFileSync(`${repo.dir}/build/deep/gen.js`, "utf8")).toBe("generated\n");
  });

  test("has neither holdfast's own files nor other work trees, nor itself", async () => {
    const repo = makeRepo(FILES);
    repo.write(".claude/settings.local.json", "{}\n");
    repo.write(".claude/runtime/logs/x.log", "x\n");
    repo.write(".claude/worktrees/other/a.txt", "x\n");
    mkdirSync(`${repo.dir}/tmp`);
    Bun.spawnSync(["mkfifo", `${repo.dir}/.claude/pipe`]);
    const env = { ...makePlace(), tempDir: `${repo.dir}/tmp` };
    const seen = await inCopy(
      repo,
      ({ folder }) => [readdirSync(`${folder}/.claude`), existsSync(`${folder}/tmp`)],
      env,
    );
    expect(seen).toEqual([["settings.local.json"], false]);
    expectNothingLeft(env, repo);
  });

  test("has them in a work tree of Claude's own, too", async () => {
    const main = makeRepo(FILES);
    const dir = `${main.dir}/.claude/worktrees/one`;
    main.git("worktree", "add", "-q", "--detach", dir);
    const repo = openRepo(dir);
    repo.write("build/gen.js", "generated\n");
    const seen = await inCopy(repo, ({ folder }) => readFileSync(`${folder}/build/gen.js`, "utf8"));
    expect(seen).toBe("generated\n");
  });

  test("leaves nothing behind when the work fails, and needs a commit", async () => {
    const repo = makeRepo(FILES);
    const env = makePlace();
    const failed = await withTemporaryWorktree(await repo.state(), { env, deadlineMs: 20_000 }, () =>
      Promise.reject(new Error("no")),
    );
    expect(failed).toEqual({ ok: false, problem: "no" });
    expectNothingLeft(env, repo);
    const none = await withTemporaryWorktree(
      await makeRepo().state(),
      { env, deadlineMs: 20_000 },
      async () => 1,
    );
    expect(none).toMatchObject({ ok: false });
  });
});

describe("a copy whose process was killed", () => {
  /** Makes a copy in a separate process, with a running command in it that ignores SIGTERM. */
  async function startCopy(repo: Repo, env: Place) {
    const pids = `${makeTempFolder("pids")}/pids`;
    const source = `${import.meta.dir}/../../../src/`;
    const command = `trap '' TERM; echo $$ >> "${pids}"; sleep 300 & echo $! >> "${pids}"; wait`;
    const script = `
      import { readTreeState } from "${source}worktree/read-tree-state.ts";
      import { withTemporaryWorktree } from "${source}worktree/temporary-worktree.ts";
      import { runCommand } from "${source}platform/process/run-command.ts";
      const env = ${JSON.stringify(env)};
      const state = await readTreeState(${JSON.stringify(repo.dir)}, { env, deadlineMs: 20000 });
      await withTemporaryWorktree(state, { env, deadlineMs: 20000 }, ({ folder }) =>
        runCommand({ command: ${JSON.stringify(command)}, cwd: folder, timeoutMs: 300000, outputLimit: 1000 }));`;
    const child = Bun.spawn([process.execPath, "-e", script], { stdout: "inherit", stderr: "inherit" });
    return { child, running: await readPids(pids, 2) };
  }

  test("is removed with everything that runs in it, once, and not while its process lives", async () => {
    const [repo, env] = [makeRepo(FILES), makePlace()];
    const { child, running } = await startCopy(repo, env);
    expect(await removeAbandonedWorktrees(env)).toBe(0);
    expect(running.every(isRunning)).toBe(true);
    child.kill("SIGKILL");
    await child.exited;
    expect(running.every(isRunning)).toBe(true);
    expect(repo.git("worktree", "list").trim().split("\n")).toHaveLength(2);
    expect(await removeAbandonedWorktrees(env, { dryRun: true })).toBe(1);
    const both = await Promise.all([removeAbandonedWorktrees(env), removeAbandonedWorktrees(env)]);
    expect(Math.max(...both)).toBe(1);
    await eventuallyGone(running);
    expectNothingLeft(env, repo);
    expect(await removeAbandonedWorktrees(env)).toBe(0);
  }, 30_000);

  test("is removed even if git was still adding it, or its folders are gone", async () => {
    const [repo, env] = [makeRepo(FILES), makePlace()];
    const name = "holdfast-tree-0f9d2a52-0000-4000-8000-000000000000";
    const record = { pid: 2 ** 22 + 1, start: "1", root: repo.dir, parent: `${env.tempDir}/${name}` };
    const leave = (fields: object = {}) => {
      mkdirSync(`${env.holdfastHome}/worktrees`, { recursive: true });
      writeFileSync(`${env.holdfastHome}/worktrees/${name}.json`, JSON.stringify({ ...record, ...fields }));
    };
    leave();
    repo.git(
      "worktree",
      "add",
      "-q",
      "--lock",
      "--reason",
      "initializing",
      "--detach",
      `${record.parent}/tree`,
    );
    expect(await removeAbandonedWorktrees(env)).toBe(1);
    expectNothingLeft(env, repo);
    leave({ root: "/nowhere", parent: `/nowhere/${name}` });
    expect(await removeAbandonedWorktrees(env)).toBe(1);
    expectNothingLeft(env, repo);
  });

  test.each(["", "{", "[]", '{"pid":1}', '{"pid":-1,"start":"x","root":"/","parent":"/"}'])(
    "is recognised only by its record: of %j nothing else is removed",
    async (text) => {
      const env = makePlace();
      const other = `${env.tempDir}/other`;
      mkdirSync(other);
      mkdirSync(`${env.holdfastHome}/worktrees`);
      const foreign = JSON.stringify({ pid: -1, start: "x", root: other, parent: other });
      for (const [index, content] of [text, foreign].entries())
        writeFileSync(`${env.holdfastHome}/worktrees/${index}.json`, content);
      expect(await removeAbandonedWorktrees(env)).toBe(2);
      expect(existsSync(other)).toBe(true);
      await waitUntil(() => readdirSync(`${env.holdfastHome}/worktrees`).length === 0);
      expect(readdirSync(`${env.holdfastHome}/worktrees`)).toEqual([]);
    },
  );

  test("has private records", async () => {
    const [repo, env] = [makeRepo(FILES), makePlace()];
    const modes = await inCopy(
      repo,
      () => {
        const [record = ""] = readdirSync(`${env.holdfastHome}/worktrees`);
        return ["", `/${record}`].map(
          (path) => statSync(`${env.holdfastHome}/worktrees${path}`).mode & 0o777,
        );
      },
      env,
    );
    expect(modes).toEqual([0o700, 0o600]);
  });
});
