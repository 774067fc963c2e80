import { expect, test } from "bun:test";
import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isSameExecutable, placeExecutable } from "../../../src/install/executable.ts";
import { makeTempFolder, writeFileIn } from "../../helpers/temp.ts";

function makeProgram(folder: string, name: string, text: string): string {
  const path = writeFileIn(folder, name, text);
  chmodSync(path, 0o755);
  return path;
}

test("the program is placed executable, in a private folder, without leftovers", async () => {
  const folder = makeTempFolder("bin");
  const source = writeFileIn(folder, "built", "#!/bin/sh\necho new\n");
  const target = `${folder}/home/bin/holdfast`;
  await placeExecutable(source, target);
  expect(Bun.spawnSync([target]).stdout.toString()).toBe("new\n");
  expect(statSync(`${folder}/home/bin`).mode & 0o777).toBe(0o700);
  expect(readdirSync(`${folder}/home/bin`)).toEqual(["holdfast"]);
});

test("a running program is replaced, and keeps running", async () => {
  const folder = makeTempFolder("bin");
  const target = `${folder}/bin/sleeper`;
  await placeExecutable("/bin/sleep", target);
  const running = Bun.spawn([target, "0.3"]);
  await placeExecutable(writeFileIn(folder, "built", "#!/bin/sh\necho new\n"), target);
  expect(Bun.spawnSync([target]).stdout.toString()).toBe("new\n");
  expect(await running.exited).toBe(0);
});

test("a failed copy leaves the old program and nothing else", async () => {
  const folder = makeTempFolder("bin");
  const target = makeProgram(folder, "bin/holdfast", "old");
  await expect(placeExecutable(`${folder}/none`, target)).rejects.toMatchObject({ code: "ENOENT" });
  expect(readFileSync(target, "utf8")).toBe("old");
  expect(readdirSync(`${folder}/bin`)).toEqual(["holdfast"]);
});

test("a program is the same by content, as the same file and through a link; not if missing, different or not executable", async () => {
  const folder = makeTempFolder("bin");
  const source = makeProgram(folder, "source", "text");
  const copy = makeProgram(folder, "copy", "text");
  linkSync(source, `${folder}/hard`);
  symlinkSync(source, `${folder}/soft`);
  for (const target of [source, copy, `${folder}/hard`, `${folder}/soft`]) {
    expect(await isSameExecutable(source, target)).toBe(true);
  }
  expect(await isSameExecutable(source, `${folder}/none`)).toBe(false);
  expect(await isSameExecutable(source, makeProgram(folder, "other", "next"))).toBe(false);
  chmodSync(copy, 0o644);
  expect(await isSameExecutable(source, copy)).toBe(false);
  writeFileSync(copy, "longer text");
  expect(await isSameExecutable(source, copy)).toBe(false);
});
