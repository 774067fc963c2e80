import { describe, expect, test } from "bun:test";
import { chmodSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeRepo, statusOf } from "./repo.ts";

const FILES = { "a.txt": "one\n", "b.txt": "two\n", "src/c.txt": "three\n" };

describe("unusual files", () => {
  const names = [
    "with space.txt",
    " lead",
    "new\nline",
    "tab\tname",
    'quo"te',
    "back\\slash",
    "-dash",
    "ünï — ☃",
    "a -> b",
    "﻿bom",
  ];
  test.each(names)("the name %j", async (name) => {
    const repo = makeRepo({ [name]: "one\n" });
    repo.write(name, "two\n");
    repo.write(`new ${name}`, "new\n");
    const { dirty } = await repo.state();
    expect(dirty.map(({ path }) => path).sort()).toEqual([name, `new ${name}`].sort());
    expect(dirty.every(({ content }) => /^[0-9a-f]{40}$/.test(content))).toBe(true);
  });

  test("names that are not UTF-8 are distinguished and read", async () => {
    const repo = makeRepo(FILES);
    const write = (byte: number, text: string) =>
      writeFileSync(Buffer.concat([Buffer.from(`${repo.dir}/n`), Buffer.from([byte])]), text);
    write(0xff, "one\n");
    write(0xfe, "one\n");
    const before = await repo.state();
    expect(before.dirty).toHaveLength(2);
    expect(new Set(before.dirty.map(({ path }) => path)).size).toBe(2);
    expect(new Set(before.dirty.map(({ content }) => content)).size).toBe(1);
    write(0xff, "two\n");
    expect((await repo.state()).fingerprint).not.toBe(before.fingerprint);
  });

  test("a name with a replacement character is a name like any other", async () => {
    const repo = makeRepo(FILES);
    repo.write("x\uFFFD.txt", "one\n");
    const before = await repo.state();
    repo.write("x\uFFFD.txt", "two\n");
    expect((await repo.state()).fingerprint).not.toBe(before.fingerprint);
  });

  test("binary content is hashed like any other", async () => {
    const repo = makeRepo(FILES);
    repo.write("a.txt", "\0\u0001\xff");
    expect((await repo.state()).dirty[0]?.content).toBe(repo.git("hash-object", "a.txt").trim());
  });

  test("a huge file is identified by size and time", async () => {
    const repo = makeRepo(FILES);
    repo.write("huge", "x".repeat(3 * 1024 * 1024));
    const before = await repo.state();
    expect(before.dirty[0]?.content).toStartWith(`large:${3 * 1024 * 1024}:`);
    expect((await repo.state()).fingerprint).toBe(before.fingerprint);
    utimesSync(join(repo.dir, "huge"), 5, 5);
    expect((await repo.state()).fingerprint).not.toBe(before.fingerprint);
  });

  test("a link is represented by its target's name, and not followed", async () => {
    const repo = makeRepo(FILES);
    symlinkSync("/dev/zero", join(repo.dir, "endless"));
    symlinkSync("nowhere", join(repo.dir, "dangling"));
    const { dirty, problem } = await repo.state();
    expect(problem).toBeNull();
    expect(dirty.map(({ content }) => content)).toEqual([
      expect.stringMatching(/\+l$/),
      expect.stringMatching(/\+l$/),
    ]);
    repo.git("add", "-A");
    expect(`${repo.git("rev-parse", ":endless").trim()}+l`).toBe(dirty[1]?.content ?? "");
  });

  test("a pipe in place of a file blocks nothing", async () => {
    const repo = makeRepo(FILES);
    repo.remove("a.txt");
    Bun.spawnSync(["mkfifo", join(repo.dir, "a.txt")]);
    expect((await repo.state()).dirty).toMatchObject([{ path: "a.txt", content: "special" }]);
  });

  test("a folder in place of a file, and a link in place of a folder", async () => {
    const repo = makeRepo(FILES);
    repo.remove("a.txt");
    repo.write("a.txt/inside", "x\n");
    rmSync(join(repo.dir, "src"), { recursive: true });
    symlinkSync(repo.dir, join(repo.dir, "src"));
    expect(statusOf(await repo.state())).toEqual([".D a.txt", "?? a.txt/inside", "?? src", ".D src/c.txt"]);
  });

  test("an unreadable file is still listed", async () => {
    const repo = makeRepo(FILES);
    repo.write("a.txt", "changed\n");
    chmodSync(join(repo.dir, "a.txt"), 0);
    expect(statusOf(await repo.state())).toEqual([".M a.txt"]);
  });
});
