// Git merges memory files with the installed program, in a clone that configured nothing.
import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace } from "../helpers/installed.ts";
import { git as plainGit } from "../helpers/machines.ts";

const FILE = ".claude/memory/preferences/use-pnpm.md";
const memory = (id: string, body: string, at: number) => `---
id: ${id}
title: "Use pnpm"
category: PREFERENCE
tags: [t${at}]
created: 2026-11-1${at}T10:00:00.000Z
updated: 2026-11-1${at}T10:00:00.000Z
source:
  who: user
confidence: 1
status: active
---
${body === "" ? "" : `\n${body}\n`}`;

function git({ home, project }: Place, ...args: string[]): { exitCode: number; text: string } {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  const run = Bun.spawnSync(["git", ...identity, ...args], {
    cwd: project,
    env: { HOME: home, PATH: process.env.PATH },
  });
  return { exitCode: run.exitCode, text: `${run.stdout}${run.stderr}` };
}

function commit(place: Place, branch: string, text: string): void {
  git(place, "checkout", "--quiet", "-b", branch, "start");
  writeFileSync(`${place.project}/${FILE}`, text, { flag: "w" });
  git(place, "add", "--all");
  git(place, "commit", "--quiet", "--message", branch);
}

test("two branches that save the same preference merge without a conflict; what is different stays one", async () => {
  const place = await makeInstalledPlace({
    git: true,
    files: { [FILE.replace("use-pnpm", "other")]: "# Other\n" },
  });
  plainGit(place.project, "branch", "start");
  const config = `${place.home}/.gitconfig`;
  const original = "[user]\n\tname = me";
  writeFileSync(config, original);
  const installed = await runCommand(place, "install", "--merge-driver", "--yes");
  expect(installed.stdout).toContain(".gitconfig (merge driver for memory files)");
  commit(place, "one", memory("maaaaaaaaaaa", "", 1));
  commit(place, "two", memory("mbbbbbbbbbbb", "", 2));
  expect(git(place, "merge", "--no-edit", "one")).toMatchObject({ exitCode: 0 });
  const merged = readFileSync(`${place.project}/${FILE}`, "utf8");
  expect(merged).toContain("tags: [t1, t2]");
  expect(merged).toContain("id: maaaaaaaaaaa");

  commit(place, "three", memory("mccccccccccc", "Another text", 3));
  expect(git(place, "merge", "--no-edit", "one").exitCode).toBe(1);
  expect(readFileSync(`${place.project}/${FILE}`, "utf8")).toContain("<<<<<<<");
  git(place, "merge", "--abort");

  expect((await runCommand(place, "install", "--yes")).stdout).toContain("nothing to change");
  await runCommand(place, "uninstall", "--yes");
  expect(readFileSync(config, "utf8")).toBe(original);
  expect(existsSync(`${place.home}/.config/git/attributes`)).toBe(false);
}, 60_000);

test("an entry that the person changed around ours stays when ours is removed", async () => {
  const place = await makeInstalledPlace({ git: true });
  await runCommand(place, "install", "--merge-driver", "--yes");
  const config = `${place.home}/.gitconfig`;
  writeFileSync(config, `${readFileSync(config, "utf8")}[user]\n\tname = me\n`);
  expect(readFileSync(config, "utf8")).toContain("holdfast-memory");
  await runCommand(place, "install", "--no-merge-driver", "--yes");
  expect(readFileSync(config, "utf8")).toBe("[user]\n\tname = me\n");
});
