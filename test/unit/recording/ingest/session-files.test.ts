import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { findTranscripts } from "../../../../src/recording/ingest/session-files.ts";
import { UserError } from "../../../../src/text/user-error.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";

test("transcripts are found at any depth, each once", () => {
  const folder = makeTempFolder("projects");
  const paths = ["-a/one.jsonl", "-a/one/subagents/agent-x.jsonl", ".hidden/two.jsonl"];
  for (const path of paths) writeFileIn(folder, path, "{}\n");
  writeFileIn(folder, "-a/notes.md", "no transcript");
  const { files } = findTranscripts([folder, `${folder}/-a`, `${folder}/-a/one.jsonl`]);
  expect(files.map(({ path }) => path.slice(folder.length + 1)).toSorted()).toEqual(paths.toSorted());
  expect(files[0]?.size).toBe(3);
});

test("links, loops and pipes in a folder are ignored; a path given by a person may be a link", () => {
  const folder = makeTempFolder("projects");
  const outside = makeTempFolder("outside");
  writeFileIn(outside, "secret.jsonl", "{}\n");
  mkdirSync(`${folder}/-a`);
  symlinkSync(`${outside}/secret.jsonl`, `${folder}/-a/linked.jsonl`);
  symlinkSync(outside, `${folder}/linked`);
  symlinkSync(folder, `${folder}/-a/loop`);
  symlinkSync(`${folder}/nowhere`, `${folder}/-a/broken`);
  Bun.spawnSync(["mkfifo", `${folder}/-a/pipe.jsonl`]);
  expect(findTranscripts([folder])).toMatchObject({ files: [], links: 4 });
  const named = findTranscripts([`${folder}/linked`]);
  expect(named.files.map(({ path }) => path)).toEqual([`${outside}/secret.jsonl`]);
});

test.each(["/nowhere/at-all", "/dev/null"])("%s is refused with a next step", (place) => {
  expect(() => findTranscripts([place])).toThrow(UserError);
});
