import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { appendRuntimeLines } from "../../../src/store/runtime-files.ts";
import { makeTempFolder, makeTempProject, writeFileIn } from "../../helpers/temp.ts";

const folder = (project: string) => `${project}/.claude/runtime/metrics`;
const append = (project: string, text: string) =>
  appendRuntimeLines(project, "metrics", "a.jsonl", text, 100);

describe("a file of lines", () => {
  test("is rotated when it is full, and one old one is kept", async () => {
    const project = makeTempProject();
    for (let n = 0; n < 50; n++) await append(project, `${n} ${"x".repeat(20)}\n`);
    expect(readdirSync(folder(project)).toSorted()).toEqual(["a.jsonl", "a.jsonl.1"]);
    for (const name of readdirSync(folder(project))) {
      expect(statSync(`${folder(project)}/${name}`).size).toBeLessThanOrEqual(100);
      expect(statSync(`${folder(project)}/${name}`).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(`${folder(project)}/a.jsonl`, "utf8")).toContain("49 ");
  });

  test("accepts a text larger than the limit whole", async () => {
    const project = makeTempProject();
    await append(project, `${"y".repeat(500)}\n`);
    expect(statSync(`${folder(project)}/a.jsonl`).size).toBe(501);
  });

  test("is not written through a link", async () => {
    const project = makeTempProject();
    await append(project, "first\n");
    const victim = writeFileIn(makeTempFolder("elsewhere"), "victim.txt", "untouched");
    symlinkSync(victim, `${folder(project)}/b.jsonl`);
    await expect(appendRuntimeLines(project, "metrics", "b.jsonl", "text\n", 100)).rejects.toThrow();
    expect(readFileSync(victim, "utf8")).toBe("untouched");
  });
});

describe("git ignores the folder", () => {
  const ignoreFile = (project: string) => `${project}/.claude/runtime/.gitignore`;

  const isIgnored = (project: string, path: string) =>
    Bun.spawnSync(["git", "check-ignore", "-q", path], { cwd: project }).exitCode === 0;

  test("also when somebody else created it", async () => {
    const project = makeTempProject();
    writeFileIn(project, ".claude/runtime/locks/.lock_active", "");
    await append(project, "first\n");
    expect(readFileSync(ignoreFile(project), "utf8")).toBe("*\n");
  });

  test("when its own .gitignore leaves files out, which stays as it is: info/exclude then names the folder, once", async () => {
    const top = makeTempProject({ git: true, files: { "a [1]/b.txt": "b\n" } });
    const project = `${top}/a [1]`;
    writeFileIn(project, ".claude/runtime/.gitignore", "*.log\n");
    for (const text of ["first\n", "second\n"]) await appendRuntimeLines(project, "metrics", text, text, 100);
    expect(readFileSync(ignoreFile(project), "utf8")).toBe("*.log\n");
    expect(isIgnored(project, ".claude/runtime/metrics/a.jsonl")).toBe(true);
    expect(isIgnored(project, "b.txt")).toBe(false);
    const lines = readFileSync(`${top}/.git/info/exclude`, "utf8").split("\n");
    expect(lines.filter((line) => line.includes("runtime"))).toEqual(["**/.claude/runtime/"]);
  });

  test("in every work tree of the repository", async () => {
    const project = makeTempProject({ git: true, files: { ".claude/runtime/.gitignore": "logs/\n" } });
    const linked = `${makeTempFolder("linked")}/tree`;
    Bun.spawnSync(["git", "worktree", "add", "-q", linked], { cwd: project });
    await append(linked, "first\n");
    expect(isIgnored(linked, ".claude/runtime/metrics/a.jsonl")).toBe(true);
    expect(isIgnored(project, ".claude/runtime/metrics/a.jsonl")).toBe(true);
  });

  test("also when its .gitignore is a link to nowhere", async () => {
    const project = makeTempProject({ git: true, files: { ".claude/runtime/a.txt": "a\n" } });
    symlinkSync("nowhere", ignoreFile(project));
    await append(project, "first\n");
    expect(isIgnored(project, ".claude/runtime/metrics/a.jsonl")).toBe(true);
  });

  test("but not through a link in place of its files", async () => {
    const project = makeTempProject({ git: true, files: { ".claude/runtime/.gitignore": "logs/\n" } });
    const victim = writeFileIn(makeTempFolder("elsewhere"), "victim.txt", "untouched");
    rmSync(`${project}/.git/info`, { recursive: true, force: true });
    mkdirSync(`${project}/.git/info`);
    symlinkSync(victim, `${project}/.git/info/exclude`);
    await append(project, "first\n");
    expect(readFileSync(victim, "utf8")).toBe("untouched");
  });
});
