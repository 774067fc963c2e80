// Whose changes they are, found with no more of the transcript than needed, with the same result as with all of it.
import { describe, expect, test } from "bun:test";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { readEnvironment } from "../../../src/config/environment.ts";
import { readFootprint } from "../../../src/worktree/footprint.ts";
import { readMutatingCalls } from "../../../src/worktree/mutating-calls.ts";
import { makeStop } from "../../helpers/events.ts";
import { makeTempFolder, makeTempHome, writeFileIn } from "../../helpers/temp.ts";
import { calls, fails, type Json, result, says, toLines, user } from "../transcript/records.ts";
import { makeRepo } from "./repo.ts";

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
  const folder = `${env.holdfastHome}/state/s1/start`;
  const append = (...records: Json[]) => appendFileSync(transcript, toLines(records));
  const now = () => ({ timestamp: new Date().toISOString() });
  const at = (second: number) => ({ timestamp: new Date(startedAt + second * 1000).toISOString() });
  const place = {
    repo,
    cache: `${folder}/footprint.json`,
    /** Claude calls a tool, at a time in seconds since the session's start. */
    calls(tool: string, input: Json, second: number) {
      const id = `t${++made}`;
      append(calls(id, tool, input, { ...at(second), cwd: repo.dir }), result(id, "ok", at(second)));
    },
    refuses(tool: string, input: Json, second: number) {
      const id = `t${++made}`;
      const text = "<tool_use_error>File has not been read yet.</tool_use_error>";
      append(calls(id, tool, input, at(second)), fails(id, text, at(second)));
    },
    edits(path: string, content: string, second: number) {
      place.calls("Write", { file_path: `${repo.dir}/${path}`, content }, second);
      repo.write(path, content);
    },
    startsCommand() {
      append(calls(`t${++made}`, "Bash", { command: "make" }, now()));
    },
    says: (text: string) => append(says(text, now())),
    /** A command runs, and the file is written meanwhile, by it or by somebody else. */
    runsWhileWritten(path: string, content: string) {
      place.startsCommand();
      repo.write(path, content);
      append(result(`t${made}`, "ok", now()));
    },
    startsInBackground(taskId: string) {
      place.startsCommand();
      const started = { ...now(), toolUseResult: { stdout: "", stderr: "", backgroundTaskId: taskId } };
      append(result(`t${made}`, "started", started));
    },
    notifies(taskId: string) {
      const text = `<task-notification><task-id>${taskId}</task-id><status>completed</status></task-notification>`;
      append(user(text, now()));
    },
    async own(now = Date.now(), running: string[] = []): Promise<string[]> {
      const { files } = await repo.changedSince(start);
      const backgroundTasks = running.map((id) => ({
        id,
        type: "shell",
        status: "running",
        description: "",
        command: "",
      }));
      const footprint = await readFootprint({ ...event, backgroundTasks }, now, folder);
      return files.map(({ path }) => path).filter((path) => footprint.owns(`${repo.dir}/${path}`));
    },
    /** As in a folder without git. */
    ownWithoutGit: async () =>
      (await readFootprint(event, Date.now(), folder)).changedIn(repo.dir, startedAt),
    forgetTranscript: () => writeFileSync(transcript, ""),
  };
  return place;
}

describe("the session's own files", () => {
  test("are those that a call named, in this turn or an earlier one, and never the user's", async () => {
    const place = await makePlace();
    place.edits("a.txt", "mine\n", 1);
    place.repo.write("b.txt", "the user's\n");
    expect(await place.own()).toEqual(["a.txt"]);
    place.edits("c.txt", "mine too\n", 30);
    expect(await place.own()).toEqual(["a.txt", "c.txt"]);
  });

  test("are known without the transcript from the second time on", async () => {
    const place = await makePlace();
    place.edits("a.txt", "mine\n", 1);
    expect(await place.own()).toEqual(["a.txt"]);
    place.forgetTranscript();
    expect(await place.own()).toEqual(["a.txt"]);
  });

  test("include, without git, what was written while a command ran, but not what tools install", async () => {
    const place = await makePlace();
    place.repo.write("src/theirs.txt", "the user's\n");
    await Bun.sleep(300); // Whatever is written while a command runs is attributed to it.
    place.runsWhileWritten("src/deep/made.txt", "generated\n");
    place.runsWhileWritten("node_modules/it/index.js", "installed\n");
    place.calls("Write", { file_path: `${place.repo.dir}/a.txt` }, 1);
    expect(await place.ownWithoutGit()).toEqual(["a.txt", "src/deep/made.txt"]);
  });

  test("stay the session's when the user continues in one of them", async () => {
    const place = await makePlace();
    place.edits("a.txt", "mine\n", 1);
    await place.own();
    place.repo.write("a.txt", "mine\nand the user's\n");
    expect(await place.own()).toEqual(["a.txt"]);
  });

  test("include a file that a tool of a server names, or a command", async () => {
    const place = await makePlace();
    place.calls("mcp__files__write", { path: `${place.repo.dir}/a.txt` }, 1);
    place.calls("Bash", { command: "sed -i s/b/c/ ./b.txt" }, 2);
    place.repo.write("a.txt", "by the server\n");
    place.repo.write("b.txt", "by the command\n");
    place.repo.write("c.txt", "the user's\n");
    expect(await place.own()).toEqual(["a.txt", "b.txt"]);
  });

  test("do not include a file that a call only read, or was not allowed to write", async () => {
    const place = await makePlace();
    place.calls("Read", { file_path: `${place.repo.dir}/a.txt` }, 1);
    place.refuses("Write", { file_path: `${place.repo.dir}/b.txt`, content: "" }, 2);
    place.repo.write("a.txt", "the user's\n");
    place.repo.write("b.txt", "the user's\n");
    expect(await place.own()).toEqual([]);
  });

  test("do not include what was written while a command ran once somebody changed it again", async () => {
    const place = await makePlace();
    place.runsWhileWritten("a.txt", "generated, or the user's\n");
    expect(await place.own()).toEqual(["a.txt"]);
    expect(await place.own()).toEqual(["a.txt"]);
    await Bun.sleep(300); // Whatever is written while a command runs is attributed to it.
    place.repo.write("a.txt", "the user's\n");
    expect(await place.own()).toEqual([]);
  });

  test("are recognised when the call was recorded late", async () => {
    const place = await makePlace();
    place.repo.write("c.txt", "mine\n");
    expect(await place.own()).toEqual([]);
    place.edits("c.txt", "mine\n", 59.8);
    expect(await place.own()).toEqual(["c.txt"]);
  });

  test("include what a background command writes until its notification", async () => {
    const place = await makePlace();
    place.repo.write("b.txt", "the user's\n");
    await Bun.sleep(300); // Whatever is written while a command runs is attributed to it.
    place.startsInBackground("b1");
    expect(await place.own(Date.now(), ["b1"])).toEqual([]);
    place.repo.write("generated.txt", "by the command\n");
    expect(await place.own(Date.now(), ["b1"])).toEqual(["generated.txt"]);
    place.notifies("b1");
    await Bun.sleep(300);
    place.repo.write("later.txt", "the user's\n");
    expect(await place.own()).toEqual(["generated.txt"]);
  });

  test("include what a background command wrote that the client no longer lists", async () => {
    const place = await makePlace();
    place.startsInBackground("b1");
    place.repo.write("generated.txt", "by the command\n");
    expect(await place.own()).toEqual(["generated.txt"]);
    await Bun.sleep(300);
    place.repo.write("later.txt", "the user's\n");
    expect(await place.own()).toEqual(["generated.txt"]);
  });

  test("do not include what was written long after a command that never got a result", async () => {
    const place = await makePlace();
    place.startsCommand();
    expect(await place.own()).toEqual([]);
    place.says("Where was I?");
    place.repo.write("a.txt", "the user's\n");
    expect(await place.own()).toEqual([]);
  });

  test("are cached without content and without other words of a command, and a damaged cache is read again", async () => {
    const place = await makePlace();
    place.edits("a.txt", "a secret line\n", 1);
    place.calls("Bash", { command: "curl https://me:hunter2@example.com/b.txt -o b.txt" }, 2);
    await place.own();
    const cached = readFileSync(place.cache, "utf8");
    expect(cached).not.toMatch(/secret|hunter2/);
    for (const damaged of [
      '{"version":1,"transcripts":',
      '{"version":1,"transcripts":{"x":{"cursor":{},"traces":[]}}}',
    ]) {
      writeFileSync(place.cache, damaged);
      expect(await place.own()).toEqual(["a.txt"]);
      expect(readFileSync(place.cache, "utf8")).toBe(cached);
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
