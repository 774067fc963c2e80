import { beforeEach, describe, expect, test } from "bun:test";
import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { searchMemoryFiles } from "../../../../src/memory/index/search-files.ts";
import { makeMemoryPlace } from "../../../helpers/memories.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const LONG_AGO = 1_700_000_000;
let at: Awaited<ReturnType<typeof makeMemoryPlace>>;

/** Searched once, with folders that have been unchanged for a while: from then on only they are checked. */
beforeEach(async () => {
  at = await makeMemoryPlace();
  at.write("decisions/redis.md", "# Use Redis");
  at.write("decisions/heron.md", "# The heron nests here");
  restFolder();
  expect(await search("redis")).toEqual(["redis"]);
});

const restFolder = () => utimesSync(`${at.folder}/decisions`, LONG_AGO, LONG_AGO);

async function search(text: string): Promise<string[]> {
  const query = { text, status: "active", category: null, limit: 10 };
  const hits = await searchMemoryFiles(at.store, at.place, query);
  return (hits ?? []).map(({ memory_id }) => memory_id);
}

/** Like editors that write into the file itself: its folder does not change. */
function editInPlace(name: string, text: string): void {
  at.write(name, text);
  restFolder();
}

describe("a search", () => {
  test("sees a file that was added by hand", async () => {
    at.write("decisions/cluster.md", "# Redis runs as a cluster");
    expect((await search("redis")).toSorted()).toEqual(["cluster", "redis"]);
    at.write("runbooks/flush.md", "# Flush Redis with care");
    expect((await search("redis")).toSorted()).toEqual(["cluster", "flush", "redis"]);
  });

  test("reads the files again after another version did", async () => {
    at.store.run("UPDATE memories SET status = 'quarantined'");
    at.store.run("UPDATE memory_roots SET fingerprint = json_set(fingerprint, '$.version', '0.0.1')");
    expect(await search("redis")).toEqual(["redis"]);
  });

  test("does not show a file that was removed by hand", async () => {
    rmSync(`${at.folder}/decisions/redis.md`);
    expect(await search("redis")).toEqual([]);
  });

  test("does not show a missing file although its folder looks unchanged", async () => {
    rmSync(`${at.folder}/decisions/redis.md`);
    restFolder();
    expect(await search("redis")).toEqual([]);
  });

  test("sees a file that was replaced, as most editors do", async () => {
    writeFileSync(`${at.folder}/draft`, "# Use Valkey, formerly Redis");
    renameSync(`${at.folder}/draft`, `${at.folder}/decisions/heron.md`);
    expect((await search("redis")).toSorted()).toEqual(["heron", "redis"]);
  });

  test("shows a hit as its file is now", async () => {
    editInPlace("decisions/redis.md", "# Use Redis 8");
    expect(await search("redis")).toEqual(["redis"]);
    expect(at.rows().map(({ title }) => title)).toContain("Use Redis 8");
  });

  test("does not show a file that no longer has the word", async () => {
    editInPlace("decisions/redis.md", "# Use Valkey");
    expect(await search("redis")).toEqual([]);
  });

  test("sees a new word that no other memory has", async () => {
    editInPlace("decisions/redis.md", "# Use Valkey");
    expect(await search("valkey")).toEqual(["redis"]);
  });

  test("shows a hit with a new id once its file has it", async () => {
    editInPlace("decisions/redis.md", "---\nid: cache\ntitle: Use Redis\n---\n");
    expect(await search("redis")).toEqual(["cache"]);
  });

  test("follows no folder that became a link", async () => {
    const elsewhere = makeTempFolder("elsewhere");
    renameSync(`${at.folder}/decisions`, `${elsewhere}/decisions`);
    symlinkSync(`${elsewhere}/decisions`, `${at.folder}/decisions`);
    expect(await search("redis")).toEqual([]);
  });

  test("forgets a work tree that is gone", async () => {
    const other = { ...at.place, projectDir: makeTempFolder("tree") };
    at.store
      .query("INSERT INTO memory_roots SELECT $root, project_key, rows, fingerprint FROM memory_roots")
      .run({ root: `${other.projectDir}/gone` });
    at.store.query("UPDATE memories SET root = $root").run({ root: `${other.projectDir}/gone` });
    expect((await search("heron")).toSorted()).toEqual(["heron"]);
    expect(at.rows().every(({ root }) => root === at.folder)).toBe(true);
  });

  test("needs a word", async () => {
    const query = { text: "?!", status: "active", category: null, limit: 10 };
    expect(await searchMemoryFiles(at.store, at.place, query)).toBeNull();
  });
});

test("a folder that has just changed is read again: a second change may have the same time", async () => {
  at.write("decisions/first.md", "# Redis first");
  await search("redis");
  const now = new Date();
  utimesSync(`${at.folder}/decisions`, now, now);
  await search("redis");
  at.write("decisions/second.md", "# Redis second");
  utimesSync(`${at.folder}/decisions`, now, now);
  expect((await search("redis")).toSorted()).toEqual(["first", "redis", "second"]);
});
