import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { replaceFileUnsynced } from "../../../src/platform/replace-file.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

describe("replacing a file", () => {
  test("creates it, then replaces it, private and without a temporary file", async () => {
    const folder = makeTempFolder("a replaced ä");
    for (const text of ["one", "two ü", "x".repeat(100_000)]) {
      await replaceFileUnsynced(`${folder}/state.json`, text);
      expect(readFileSync(`${folder}/state.json`, "utf8")).toBe(text);
      expect(statSync(`${folder}/state.json`).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(["state.json"]);
    }
  });

  test("replaces a link in its place instead of following it", async () => {
    const folder = makeTempFolder("replaced");
    writeFileSync(`${folder}/other`, "theirs");
    symlinkSync(`${folder}/other`, `${folder}/state.json`);
    await replaceFileUnsynced(`${folder}/state.json`, "ours");
    expect(readFileSync(`${folder}/other`, "utf8")).toBe("theirs");
    expect(readdirSync(folder).sort()).toEqual(["other", "state.json"]);
  });

  test("leaves a folder in its place, with its content", async () => {
    const folder = makeTempFolder("replaced");
    mkdirSync(`${folder}/state.json/deep`, { recursive: true });
    await expect(replaceFileUnsynced(`${folder}/state.json`, "ours")).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["state.json"]);
    expect(readdirSync(`${folder}/state.json`)).toEqual(["deep"]);
  });

  test("creates a missing folder, private", async () => {
    const folder = `${makeTempFolder("replaced")}/new/deep`;
    await replaceFileUnsynced(`${folder}/state.json`, "ours");
    expect(readFileSync(`${folder}/state.json`, "utf8")).toBe("ours");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("writes nothing into a folder that is a link or a file", async () => {
    const folder = makeTempFolder("replaced");
    mkdirSync(`${folder}/real`);
    symlinkSync(`${folder}/real`, `${folder}/link`);
    writeFileSync(`${folder}/file`, "");
    for (const name of ["link", "file", "nul\0"])
      await expect(replaceFileUnsynced(`${folder}/${name}/state.json`, "ours")).rejects.toThrow();
    expect(readdirSync(`${folder}/real`)).toEqual([]);
  });
});
