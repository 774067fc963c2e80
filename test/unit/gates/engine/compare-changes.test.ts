// Whose changes they are, found with no more of the transcript than needed, with the same result as with all of it.
import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { readEnvironment } from "../../../../src/config/environment.ts";
import { findOwnFiles } from "../../../../src/gates/engine/compare-changes.ts";
import { createTrace } from "../../../../src/store/hook-context.ts";
import { readMutatingCalls } from "../../../../src/worktree/mutating-calls.ts";
import { ownFiles } from "../../../../src/worktree/own-files.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeTempFolder, makeTempHome } from "../../../helpers/temp.ts";
import { calls, result, toLines } from "../../transcript/records.ts";
import { makeRepo } from "../../worktree/repo.ts";

async function makePlace() {
  const home = makeTempHome();
  const repo = makeRepo({ "a.txt": "a\n", "b.txt": "b\n" });
  const env = readEnvironment({ HOME: home, PATH: process.env.PATH, TMPDIR: home });
  const transcript = `${makeTempFolder("transcript")}/s1.jsonl`;
  writeFileSync(transcript, "");
  const event = { ...makeStop(), sessionId: "s1", transcriptPath: transcript, lastAssistantMessage: "" };
  const start = await repo.state();
  const startedAt = Date.now() - 60_000;
  let made = 0;
  return {
    repo,
    /** Claude writes a file, at a time in seconds since the session's start. */
    edits(path: string, content: string, second: number) {
      const at = { timestamp: new Date(startedAt + second * 1000).toISOString() };
      const id = `t${++made}`;
      const input = { file_path: `${repo.dir}/${path}`, content };
      appendFileSync(transcript, toLines([calls(id, "Write", input, at), result(id, "ok", at)]));
      repo.write(path, content);
    },
    /** `turn`: the second of the person's last prompt. */
    async own(turn: number, now = Date.now()): Promise<string[]> {
      const tree = await repo.state();
      const { files } = await repo.changedSince(start);
      const context = {
        event,
        env,
        startDir: repo.dir,
        projectDir: repo.dir,
        now,
        trace: createTrace(false),
        payload: "",
      };
      const found = await findOwnFiles(context, {
        tree,
        root: repo.dir,
        files,
        calls: await readMutatingCalls(event, startedAt + turn * 1000),
        startedAt,
        name: "own-files",
        rule: ownFiles,
      });
      return found.map(({ path }) => path);
    },
    forgetTranscript: () => writeFileSync(transcript, ""),
    kept: `${env.holdfastHome}/state/s1/start/own-files.json`,
  };
}

describe("the session's own files", () => {
  test("are those of this turn and of earlier ones, and never the user's", async () => {
    const place = await makePlace();
    place.edits("a.txt", "mine\n", 1);
    place.repo.write("b.txt", "the user's\n");
    place.edits("c.txt", "mine too\n", 30);
    expect(await place.own(20)).toEqual(["a.txt", "c.txt"]);
  });

  test("are known without the transcript as long as their content is unchanged", async () => {
    const place = await makePlace();
    place.edits("a.txt", "mine\n", 1);
    expect(await place.own(0)).toEqual(["a.txt"]);
    place.forgetTranscript();
    expect(await place.own(50)).toEqual(["a.txt"]);
    place.repo.write("a.txt", "somebody's\n");
    expect(await place.own(50)).toEqual([]);
  });

  test("stay the session's when the user continues in one of them", async () => {
    const place = await makePlace();
    place.edits("a.txt", "mine\n", 1);
    await place.own(0);
    place.repo.write("a.txt", "mine\nand the user's\n");
    expect(await place.own(50)).toEqual(["a.txt"]);
  });

  test("are recognised when the call was recorded late", async () => {
    const place = await makePlace();
    place.repo.write("c.txt", "mine\n");
    expect(await place.own(0)).toEqual([]);
    place.edits("c.txt", "mine\n", 59.8);
    expect(await place.own(60)).toEqual(["c.txt"]);
  });

  test("exclude the user's files for good after a second check", async () => {
    const place = await makePlace();
    place.repo.write("b.txt", "the user's\n");
    const now = Date.now();
    const isSure = () => readFileSync(place.kept, "utf8").includes('"isSure":true');
    await place.own(0, now);
    expect(isSure()).toBe(false);
    await place.own(0, now + 2000);
    expect(isSure()).toBe(true);
  });

  test("are cached without content, and a torn cache is rebuilt", async () => {
    const place = await makePlace();
    place.edits("a.txt", "a secret line\n", 1);
    await place.own(0);
    expect(readFileSync(place.kept, "utf8")).not.toContain("secret");
    writeFileSync(place.kept, '{"version":1,"root":');
    expect(await place.own(50)).toEqual(["a.txt"]);
    expect(existsSync(place.kept)).toBe(true);
  });
});
