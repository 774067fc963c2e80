import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { appendToExisting, isLink, readBytes } from "../../../src/platform/files.ts";
import { libc } from "../../../src/platform/libc.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const text = (bytes: Uint8Array | null) => (bytes === null ? null : new TextDecoder().decode(bytes));

test("the C library is found, and opened once", () => {
  expect(libc()).not.toBeNull();
  expect(libc()).toBe(libc());
});

describe("reading a part of a file", () => {
  const folder = makeTempFolder("read bytes");
  const path = `${folder}/ä file`;
  writeFileSync(path, "0123456789");

  test.each([
    [0, 10, "0123456789"],
    [3, 6, "345"],
    [8, 100, "89"],
    [50, 60, ""],
    [4, 4, ""],
  ])("from %d to %d", async (from, to, expected) => {
    expect(text(await readBytes(path, from, to))).toBe(expected);
  });

  test.each([`${folder}/gone`, folder, `${path}\0x`])("%p cannot be read", async (wrong) => {
    expect(await readBytes(wrong, 0, 10)).toBeNull();
  });

  test("returns a large one whole", async () => {
    const large = `${folder}/large`;
    writeFileSync(large, "x".repeat(5_000_000));
    expect((await readBytes(large, 1, 5_000_000))?.length).toBe(4_999_999);
  });

  test("is not held up by a pipe without a writer", async () => {
    Bun.spawnSync(["mkfifo", `${folder}/pipe`]);
    expect(text(await readBytes(`${folder}/pipe`, 0, 10)) ?? "").toBe("");
  });
});

describe("adding to a file", () => {
  test("appends to an existing file, and creates none", async () => {
    const folder = makeTempFolder("append");
    writeFileSync(`${folder}/a`, "1\n");
    expect(await appendToExisting([folder], `${folder}/a`, "2 ü\n")).toBe(true);
    expect(readFileSync(`${folder}/a`, "utf8")).toBe("1\n2 ü\n");
    expect(await appendToExisting([folder], `${folder}/b`, "x")).toBe(false);
  });

  test("follows no link, neither the file's nor a folder's, and waits for no reader", async () => {
    const folder = makeTempFolder("append");
    mkdirSync(`${folder}/real`);
    writeFileSync(`${folder}/real/a`, "mine");
    symlinkSync(`${folder}/real/a`, `${folder}/link`);
    symlinkSync(`${folder}/real`, `${folder}/linked`);
    Bun.spawnSync(["mkfifo", `${folder}/pipe`]);
    expect(await appendToExisting([folder], `${folder}/link`, "x")).toBe(false);
    expect(await appendToExisting([`${folder}/linked`], `${folder}/linked/a`, "x")).toBe(false);
    expect(await appendToExisting([folder], `${folder}/pipe`, "x")).toBe(false);
    expect(readFileSync(`${folder}/real/a`, "utf8")).toBe("mine");
  });
});

test("a link is distinguished from its target, and from nothing", async () => {
  const folder = makeTempFolder("links");
  writeFileSync(`${folder}/file`, "");
  symlinkSync(`${folder}/file`, `${folder}/link`);
  symlinkSync(`${folder}/gone`, `${folder}/dangling`);
  const asked = ["file", "link", "dangling", "gone", "link\0"].map((name) => isLink(`${folder}/${name}`));
  expect(await Promise.all(asked)).toEqual([false, true, true, false, false]);
});
