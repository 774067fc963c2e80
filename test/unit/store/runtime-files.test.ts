import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { appendRuntimeLines } from "../../../src/store/runtime-files.ts";
import { makeTempFolder, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

const folder = (project: string) => `${project}/.claude/runtime/metrics`;
const append = (project: string, text: string) =>
  appendRuntimeLines(project, "metrics", "a.jsonl", text, 100);

describe("a file of lines", () => {
  test("is rotated when it is full, and one old one is kept", () => {
    const project = makeTempProject();
    for (let n = 0; n < 50; n++) append(project, `${n} ${"x".repeat(20)}\n`);
    expect(readdirSync(folder(project)).toSorted()).toEqual(["a.jsonl", "a.jsonl.1"]);
    for (const name of readdirSync(folder(project))) {
      expect(statSync(`${folder(project)}/${name}`).size).toBeLessThanOrEqual(100);
      expect(statSync(`${folder(project)}/${name}`).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(`${folder(project)}/a.jsonl`, "utf8")).toContain("49 ");
  });

  test("accepts a text larger than the limit whole", () => {
    const project = makeTempProject();
    append(project, `${"y".repeat(500)}\n`);
    expect(statSync(`${folder(project)}/a.jsonl`).size).toBe(501);
  });

  test("is not written through a link", () => {
    const project = makeTempProject();
    append(project, "first\n");
    const victim = writeFileIn(makeTempFolder("elsewhere"), "victim.txt", "untouched");
    symlinkSync(victim, `${folder(project)}/b.jsonl`);
    expect(() => appendRuntimeLines(project, "metrics", "b.jsonl", "text\n", 100)).toThrow();
    expect(readFileSync(victim, "utf8")).toBe("untouched");
  });
});

describe("git ignores the folder", () => {
  const ignoreFile = (project: string) => `${project}/.claude/runtime/.gitignore`;

  test("also when somebody else created it", () => {
    const project = makeTempProject();
    writeFileIn(project, ".claude/runtime/locks/.lock_active", "");
    append(project, "first\n");
    expect(readFileSync(ignoreFile(project), "utf8")).toBe("*\n");
  });

  test("unless its own .gitignore says otherwise", () => {
    const project = makeTempProject();
    writeFileIn(project, ".claude/runtime/.gitignore", "*.log\n");
    append(project, "first\n");
    expect(readFileSync(ignoreFile(project), "utf8")).toBe("*.log\n");
  });
});
