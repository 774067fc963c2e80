import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { DraftFile, replaceFile, writeWhole } from "../../../src/platform/atomic-file.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

describe("a file that is replaced as a whole", () => {
  test("has the text and the mode, and leaves no temporary file", async () => {
    const folder = makeTempFolder("atomic ä");
    for (const mode of [0o600, 0o644, 0o640]) {
      await replaceFile(`${folder}/a.json`, `mode ${mode}`, mode);
      expect(readFileSync(`${folder}/a.json`, "utf8")).toBe(`mode ${mode}`);
      expect(statSync(`${folder}/a.json`).mode & 0o777).toBe(mode);
    }
    writeWhole(`${folder}/a.json`, "again");
    expect(statSync(`${folder}/a.json`).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["a.json"]);
  });

  test("stays as it was when the replacement is cancelled", async () => {
    const folder = makeTempFolder("atomic");
    writeFileSync(`${folder}/a`, "old");
    const refuse = () => Promise.reject(new Error("changed meanwhile"));
    await expect(replaceFile(`${folder}/a`, "new", 0o600, refuse)).rejects.toThrow("changed meanwhile");
    expect(readFileSync(`${folder}/a`, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  test("replaces a link instead of following it", () => {
    const folder = makeTempFolder("atomic");
    writeFileSync(`${folder}/other`, "theirs");
    symlinkSync(`${folder}/other`, `${folder}/a`);
    writeWhole(`${folder}/a`, "ours");
    expect(readFileSync(`${folder}/other`, "utf8")).toBe("theirs");
    expect(readFileSync(`${folder}/a`, "utf8")).toBe("ours");
  });
});

test("a draft appears under its name only when it is complete", () => {
  const folder = makeTempFolder("draft");
  const draft = new DraftFile(`${folder}/export.jsonl`);
  draft.write("one\n");
  draft.write(new TextEncoder().encode("zwei ü\n"));
  expect(readdirSync(folder)).not.toContain("export.jsonl");
  draft.commit();
  draft.discard();
  expect(readFileSync(`${folder}/export.jsonl`, "utf8")).toBe("one\nzwei ü\n");
  expect(readdirSync(folder)).toEqual(["export.jsonl"]);
});
