import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, utimesSync } from "node:fs";
import { findNewestFile, findSessionFile } from "../../../../../src/cli/commands/history/transcripts.ts";
import { makeTempFolder, writeFileIn } from "../../../../helpers/temp.ts";

test("the newest transcript is a file, not a folder or a dangling link", () => {
  const claudeDir = makeTempFolder("claude");
  const folder = `${claudeDir}/projects/-work-app`;
  const older = writeFileIn(folder, "1111.jsonl", "{}\n");
  const newer = writeFileIn(folder, "2222.jsonl", "{}\n");
  utimesSync(older, 1, 1);
  symlinkSync("/nowhere", `${folder}/3333.jsonl`);
  mkdirSync(`${folder}/4444.jsonl`);
  expect(findNewestFile({ claudeDir }, "/work/app")).toBe(newer);
  expect(findSessionFile({ claudeDir }, "3333")).toBeNull();
});

test("of a session in two folders, the newest transcript is used", () => {
  const claudeDir = makeTempFolder("claude");
  const older = writeFileIn(claudeDir, "projects/-work-a/1111.jsonl", "{}\n");
  const newer = writeFileIn(claudeDir, "projects/-work-b/1111.jsonl", "{}\n");
  utimesSync(older, 1, 1);
  expect(findSessionFile({ claudeDir }, "1111")).toBe(newer);
  utimesSync(newer, 0, 0);
  expect(findSessionFile({ claudeDir }, "1111")).toBe(older);
});
