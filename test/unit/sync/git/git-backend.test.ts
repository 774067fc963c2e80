import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { openGitBackend } from "../../../../src/sync/git/git-backend.ts";
import { checkRemoteUrl } from "../../../../src/sync/git/remote-url.ts";
import { pathOf } from "../../../../src/sync/git/row-paths.ts";
import { deletedRow, pullAll, testBackend, testMachine, testRow } from "../../../helpers/backend-contract.ts";
import { cleanup, makeTempFolder } from "../../../helpers/temp.ts";

afterAll(cleanup);

function createRemote() {
  const base = makeTempFolder("remote");
  const url = `${base}/remote.git`;
  git(base, "init", "--quiet", "--bare", url);
  let clients = 0;
  const connect = (more: { url?: string; deadlineMs?: number; dir?: string } = {}) =>
    openGitBackend({ url, dir: `${base}/client${++clients}`, variables: process.env, ...more });
  return { base, url, connect };
}

function git(cwd: string, ...args: string[]): string {
  const run = Bun.spawnSync(["git", "-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd });
  if (run.exitCode !== 0) throw new Error(run.stderr.toString());
  return run.stdout.toString();
}

/** Somebody else's commit on the branch. */
function commitFiles(remote: { base: string; url: string }, files: Record<string, string>): void {
  const dir = `${remote.base}/other`;
  git(remote.base, "clone", "--quiet", "--branch", "holdfast/rows", remote.url, dir);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(`${dir}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    writeFileSync(`${dir}/${path}`, text);
  }
  git(dir, "add", "--all");
  git(dir, "commit", "--quiet", "--message", "other");
  git(dir, "push", "--quiet", "origin", "HEAD");
}

const laptop = testMachine(1);

testBackend("a git remote", async () => createRemote());

describe("a git remote", () => {
  test("that was emptied is a restart, and the next push fills it again", async () => {
    const remote = createRemote();
    const [a, b] = [await remote.connect(), await remote.connect()];
    await a.push([testRow(laptop, "m1", 1)]);
    const { cursor } = await pullAll(b);
    git(remote.base, "--git-dir", remote.url, "update-ref", "-d", "refs/heads/holdfast/rows");
    const emptied = await pullAll(b, cursor);
    expect(emptied).toEqual({ rows: [], cursor: "", isRestarted: true, ignored: 0 });
    expect((await pullAll(b, emptied.cursor)).isRestarted).toBe(false);
    await b.push([testRow(laptop, "m2", 2)]);
    expect(await pullAll(a, cursor)).toMatchObject({ isRestarted: true, rows: [{ id: "m2" }] });
  });

  test("that was rewound is a restart with everything it still has", async () => {
    const remote = createRemote();
    const [a, b] = [await remote.connect(), await remote.connect()];
    await a.push([testRow(laptop, "m1", 1)]);
    const old = git(remote.base, "--git-dir", remote.url, "rev-parse", "holdfast/rows").trim();
    await a.push([testRow(laptop, "m2", 2)]);
    const { cursor } = await pullAll(b);
    git(remote.base, "--git-dir", remote.url, "update-ref", "refs/heads/holdfast/rows", old);
    const rewound = await pullAll(b, cursor);
    expect(rewound).toMatchObject({ isRestarted: true, rows: [{ id: "m1" }] });
    expect(rewound.rows).toHaveLength(1);
  });

  test("is read without foreign files, rows at another's path, broken and huge files", async () => {
    const remote = createRemote();
    const [a, b] = [await remote.connect(), await remote.connect()];
    await a.push([testRow(laptop, "m1", 1)]);
    const elsewhere = testRow(testMachine(2), "m2", 1);
    commitFiles(remote, {
      "README.md": "hello",
      "rows/memory/$(touch x)/y.json": "{}",
      [pathOf({ ...elsewhere, machine: laptop.machine })]: JSON.stringify(elsewhere),
      [pathOf({ ...elsewhere, id: "m3" })]: '{"kind": "memory", "id": "m3"',
      [pathOf({ ...elsewhere, id: "m4" })]: "x".repeat(3_000_000),
    });
    const pulled = await pullAll(b);
    expect(pulled.rows.map(({ id }) => id)).toEqual(["m1"]);
    expect(pulled.ignored).toBe(5);
    await b.push([testRow(laptop, "m5", 2)]);
    expect((await pullAll(a)).rows).toHaveLength(2);
  });

  test("from a newer holdfast is neither read nor written", async () => {
    const remote = createRemote();
    const a = await remote.connect();
    await a.push([testRow(laptop, "m1", 1)]);
    commitFiles(remote, { "holdfast-format": "2\n" });
    expect(pullAll(a)).rejects.toMatchObject({ problem: "newer" });
    expect(a.push([testRow(laptop, "m1", 2)])).rejects.toMatchObject({ problem: "newer" });
  });

  test("that is not there, or does not answer, says so", async () => {
    const remote = createRemote();
    const gone = await remote.connect({ url: `${remote.base}/gone.git` });
    expect(pullAll(gone)).rejects.toMatchObject({ problem: "unusable" });
    const refused = await remote.connect({ url: "http://127.0.0.1:1/x.git" });
    expect(pullAll(refused)).rejects.toMatchObject({ problem: "offline" });
    const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const slow = await remote.connect({ url: `http://127.0.0.1:${silent.port}/x.git`, deadlineMs: 300 });
    expect(await pullAll(slow).catch((error: unknown) => error)).toMatchObject({ problem: "offline" });
    silent.stop(true);
  });

  test("works again after a process was killed while it held git's locks", async () => {
    const remote = createRemote();
    const dir = `${remote.base}/killed`;
    await (await remote.connect({ dir })).push([testRow(laptop, "m1", 1)]);
    mkdirSync(`${dir}/refs/remotes/origin`, { recursive: true });
    for (const lock of ["refs/remotes/origin/rows.lock", "packed-refs.lock", "HEAD.lock", "config.lock"])
      writeFileSync(`${dir}/${lock}`, "");
    const again = await remote.connect({ dir });
    await again.push([deletedRow(laptop, "m1", 2)]);
    expect((await pullAll(again)).rows).toMatchObject([{ id: "m1", deleted: true }]);
  });

  test("is used without the user's hooks", async () => {
    const remote = createRemote();
    const a = await remote.connect();
    const marker = `${remote.base}/ran`;
    const hooks = `${remote.base}/hooks`;
    mkdirSync(hooks);
    writeFileSync(`${hooks}/pre-push`, `#!/bin/sh\ntouch "${marker}"\n`, { mode: 0o755 });
    writeFileSync(`${remote.base}/.gitconfig`, `[core]\n\thooksPath = ${hooks}\n`);
    const variables = { ...process.env, HOME: remote.base, XDG_CONFIG_HOME: remote.base };
    const b = await openGitBackend({ url: remote.url, dir: `${remote.base}/hooked`, variables });
    await b.push([testRow(laptop, "m1", 1)]);
    expect((await pullAll(a)).rows).toHaveLength(1);
    expect(await Bun.file(marker).exists()).toBe(false);
  });
});

describe("a remote's URL", () => {
  test.each([
    "git@github.com:you/memories.git",
    "ssh://host/x.git",
    "https://host/x.git",
    "/srv/x.git",
    "file:///srv/x.git",
    "host:x.git",
  ])("may be %s", (url) => checkRemoteUrl(url));
  test.each([
    "ext::sh -c true",
    "ext::x",
    "-oProxyCommand=x",
    "--upload-pack=x",
    "http://host/x.git",
    "git://host/x",
    "fd::7",
    "x",
    "",
    "ssh://a\nb",
  ])("may not be %p", (url) => expect(() => checkRemoteUrl(url)).toThrow());
});
