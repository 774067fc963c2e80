import { expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { copyToNewFile } from "../../../../src/memory/files/write-file.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

test("a copy has the text and the mode of its original", () => {
  const folder = makeTempFolder("copy");
  writeFileSync(`${folder}/draft`, "Use pnpm ✓");
  for (const mode of [0o600, 0o644]) {
    chmodSync(`${folder}/draft`, mode);
    expect(copyToNewFile(`${folder}/draft`, `${folder}/${mode}.md`)).toBe(true);
    expect(readFileSync(`${folder}/${mode}.md`, "utf8")).toBe("Use pnpm ✓");
    expect(statSync(`${folder}/${mode}.md`).mode & 0o777).toBe(mode);
  }
});

test("an existing file is never replaced, and no link is followed", () => {
  const folder = makeTempFolder("copy");
  writeFileSync(`${folder}/draft`, "new");
  writeFileSync(`${folder}/taken.md`, "old");
  symlinkSync(`${folder}/elsewhere`, `${folder}/link.md`);
  expect(copyToNewFile(`${folder}/draft`, `${folder}/taken.md`)).toBe(false);
  expect(copyToNewFile(`${folder}/draft`, `${folder}/link.md`)).toBe(false);
  expect(readFileSync(`${folder}/taken.md`, "utf8")).toBe("old");
  expect(() => statSync(`${folder}/elsewhere`)).toThrow("ENOENT");
});

test.if(process.platform === "linux")("a copy that fails halfway leaves nothing", () => {
  const folder = makeTempFolder("copy");
  // The file is created before its first byte is read, which fails.
  expect(() => copyToNewFile("/proc/self/mem", `${folder}/x.md`)).toThrow("EIO");
  expect(existsSync(`${folder}/x.md`)).toBe(false);
});

test("a copy that fails does not remove a file that was there before", () => {
  const folder = makeTempFolder("copy");
  writeFileSync(`${folder}/taken.md`, "old");
  expect(copyToNewFile(`${folder}/missing`, `${folder}/taken.md`)).toBe(false);
  expect(readFileSync(`${folder}/taken.md`, "utf8")).toBe("old");
});

test("a missing folder is an error, not a taken name", () => {
  const folder = makeTempFolder("copy");
  writeFileSync(`${folder}/draft`, "new");
  expect(() => copyToNewFile(`${folder}/draft`, `${folder}/none/x.md`)).toThrow("ENOENT");
});
