// Whose changes they are, found with no more of the transcript than needed, with the same result as with all of it.
import { describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { readEnvironment } from "../../../../src/config/environment.ts";
import { findOwnFiles } from "../../../../src/gates/engine/compare-changes.ts";
import { createTrace } from "../../../../src/store/hook-context.ts";
import { readMutatingCalls } from "../../../../src/worktree/mutating-calls.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeTempFolder, makeTempHome, writeFileIn } from "../../../helpers/temp.ts";
import { calls, result, says, toLines } from "../../transcript/records.ts";
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
    /** A command runs, and the file is written meanwhile, by it or by somebody else. */
    runsWhileWritten(path: string, content: string) {
      const id = `t${++made}`;
      const now = () => ({ timestamp: new Date().toISOString() });
      appendFileSync(transcript, toLines([calls(id, "Bash", { command: "make" }, now())]));
      repo.write(path, content);
      appendFileSync(transcript, toLines([result(id, "ok", now())]));
    },
    startsInBackground() {
      const at = { timestamp: new Date().toISOString() };
      const id = `t${++made}`;
      const started = { ...at, toolUseResult: { stdout: "", stderr: "", backgroundTaskId: "b1" } };
      const records = [calls(id, "Bash", { command: "make generate" }, at), result(id, "started", started)];
      appendFileSync(transcript, toLines(records));
    },
    /** `turn`: the second of the person's last prompt. */
    async own(turn: number, now = Date.now()): Promise<string[]> {
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
        root: repo.dir,
        files,
        calls: await readMutatingCalls(event, startedAt + turn * 1000),
        startedAt,
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

  test("are known without the transcript from the second time on", async () => {
    const place = await makePlace();
    place.edits("a.txt", "mine\n", 1);
    expect(await place.own(0)).toEqual(["a.txt"]);
    place.forgetTranscript();
    expect(await place.own(50)).toEqual(["a.txt"]);
  });

  test("stay the session's when the user continues in one of them", async () => {
    const place = await makePlace();
    place.edits("a.txt", "mine\n", 1);
    await place.own(0);
    place.repo.write("a.txt", "mine\nand the user's\n");
    expect(await place.own(50)).toEqual(["a.txt"]);
  });

  test("do not include what was written while a command ran once somebody changed it again", async () => {
    const place = await makePlace();
    place.runsWhileWritten("a.txt", "generated, or the user's\n");
    expect(await place.own(0)).toEqual(["a.txt"]);
    expect(await place.own(100)).toEqual(["a.txt"]);
    await Bun.sleep(300); // Whatever is written while a command runs is attributed to it.
    place.repo.write("a.txt", "the user's\n");
    expect(await place.own(100)).toEqual([]);
  });

  test("are recognised when the call was recorded late", async () => {
    const place = await makePlace();
    place.repo.write("c.txt", "mine\n");
    expect(await place.own(0)).toEqual([]);
    place.edits("c.txt", "mine\n", 59.8);
    expect(await place.own(60)).toEqual(["c.txt"]);
  });

  test("include what a background command writes after a stop that searched for somebody else's file", async () => {
    const place = await makePlace();
    place.repo.write("b.txt", "the user's\n");
    await Bun.sleep(300); // Whatever is written while a command runs is attributed to it.
    place.startsInBackground();
    expect(await place.own(0, Date.now() + 5000)).toEqual([]);
    place.repo.write("generated.txt", "by the command\n");
    expect(await place.own(100)).toEqual(["generated.txt"]);
  });

  test("are cached without content, and a torn or foreign cache is rebuilt", async () => {
    const place = await makePlace();
    place.edits("a.txt", "a secret line\n", 1);
    await place.own(0);
    expect(readFileSync(place.kept, "utf8")).not.toContain("secret");
    const cached = readFileSync(place.kept, "utf8");
    const foreign = JSON.stringify({ ...JSON.parse(cached), changes: ["a.txt"] });
    for (const damaged of ['{"version":3,"root":', foreign]) {
      writeFileSync(place.kept, damaged);
      expect(await place.own(50)).toEqual(["a.txt"]);
      expect(JSON.parse(readFileSync(place.kept, "utf8"))).toMatchObject({ changes: [["a.txt", 0]] });
    }
  });
});

test("the calls of a short-lived subagent are found when its transcript is created only after its end", async () => {
  const transcript = `${makeTempFolder("transcript")}/subagents/agent-1.jsonl`;
  const event = makeStop({
    name: "SubagentStop",
    agentTranscriptPath: transcript,
    lastAssistantMessage: "Done.",
  });
  const records = [calls("t1", "Bash", { command: "make" }), result("t1", "ok"), says("Done.")];
  setTimeout(() => writeFileIn(dirname(transcript), basename(transcript), toLines(records)), 50);
  expect(await readMutatingCalls(event, 0)).toHaveLength(1);
});
