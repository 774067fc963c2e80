import { beforeAll, describe, expect, test } from "bun:test";
import { rmSync, symlinkSync } from "node:fs";
import { findTranscripts } from "../../../../src/recording/ingest/session-files.ts";
import type { Policy } from "../../../../src/review/backtest/policy.ts";
import { runBacktest } from "../../../../src/review/backtest/run-backtest.ts";
import { makeTempFolder, writeFileIn } from "../../../helpers/temp.ts";
import { type TranscriptLines, writeTranscript } from "../../../helpers/transcript-lines.ts";
import { leaveTask, makePolicy, STRICT } from "./replay.ts";

async function run(folder: string, policies: Policy[] = [STRICT], threads = 1) {
  const { files } = findTranscripts([folder]);
  return runBacktest({ files, policies, home: "/home/nobody", threads });
}

function makeSession(
  sessionId: string,
  write: (session: TranscriptLines) => unknown,
  cwd = "/work/shop",
): string {
  const session = writeTranscript({ sessionId, cwd });
  write(session);
  return session.text();
}

const ONE = makeSession("one", (s) => {
  s.prompt("From now on always use pnpm.");
  leaveTask(s, "the guide");
  s.say("Noted.");
});

describe("many sessions", () => {
  const folder = makeTempFolder("many");

  beforeAll(() => {
    for (let n = 0; n < 40; n++) {
      const text = makeSession(`s${n}`, (s) => {
        s.prompt(`We decided to use queue ${n} because it is simple.`);
        if (n % 2 === 0) leaveTask(s, `task ${n}`);
        s.use("t1", "Bash", { command: "cat big.txt" }, "an ordinary line\n".repeat(9000));
        s.say("Done.");
        s.prompt("Thanks!");
        s.say("Welcome.");
      });
      writeFileIn(folder, `-work-shop/s${n}.jsonl`, text);
    }
  });

  test("give the same result on several threads as on one, in the same order", async () => {
    const alone = await run(folder, [makePolicy(), STRICT], 1);
    const together = await run(folder, [makePolicy(), STRICT], 3);
    expect(together).toEqual(alone);
    expect(alone).toMatchObject({ sessions: 40, stops: 80, prompts: 80, files: 40, problems: [] });
    expect(alone.policies.map(({ verdicts }) => verdicts.blocked ?? 0)).toEqual([0, 20]);
    expect(alone.policies[0]?.candidates.DECISION).toBe(40);
    expect(alone.difference).toMatchObject({ heldByFirst: 0, heldBySecond: 20, candidatesOfSecond: 0 });
    expect(alone.policies[1]?.noise.held).toEqual({ mean: 0.5, median: 0.5, most: 1 });
  });

  test("list every stop that two policies judge differently, newest first, with both verdicts, even without a hold", async () => {
    const silent = makePolicy((config) => {
      config.gates.tasks.enabled = false;
    }, "silent");
    const { difference } = await run(folder, [silent, makePolicy()], 2);
    expect(difference).toMatchObject({ heldByFirst: 0, heldBySecond: 0, otherwiseDifferent: 20 });
    const stops = difference?.stops ?? [];
    expect(stops).toHaveLength(20);
    expect(stops.map(({ at }) => at)).toEqual(stops.map(({ at }) => at).toSorted((a, b) => b - a));
    for (const { opinions } of stops)
      expect(opinions).toMatchObject([
        { verdict: "complete", open: [], advice: [] },
        { verdict: "complete", open: [], advice: [{ gate: "tasks" }] },
      ]);
  });

  test("report progress", async () => {
    const seen: number[] = [];
    const { files } = findTranscripts([folder]);
    const report = await runBacktest({
      files,
      policies: [STRICT],
      home: "",
      threads: 2,
      progress: ({ bytes, totalBytes }) => seen.push(bytes / totalBytes),
    });
    expect(seen.at(-1)).toBe(1);
    expect(report.bytes).toBe(files.reduce((sum, { size }) => sum + size, 0));
  });
});

describe("unusual files", () => {
  test.each<[string, Record<string, string>, object]>([
    [
      "a forked copy counts once",
      { "one.jsonl": ONE, "two.jsonl": ONE },
      { sessions: 2, stops: 1, problems: [] },
    ],
    [
      "a torn last line is left out",
      { "one.jsonl": `${ONE}{"type":"assistant","mess` },
      { sessions: 1, stops: 1 },
    ],
    [
      "garbage between lines is skipped and counted",
      { "one.jsonl": ONE.replace("\n", '\nnot json\n{"type":3}\n[1,2]\n\0\0\0\n') },
      { sessions: 1, stops: 1, damagedLines: 2 },
    ],
    [
      "another tool's file is left out",
      {
        "ses_1.jsonl":
          '{"type":"user","timestamp":"2026-01-01","content":"hi"}\n{"type":"tool_use","tool_name":"bash","tool_input":{}}\n',
      },
      { sessions: 0, leftOut: { foreign: 1, subagent: 0, empty: 0 } },
    ],
    ["an empty file does not count", { "one.jsonl": "" }, { sessions: 0, files: 0 }],
    [
      "a file without a conversation does not count",
      { "one.jsonl": '{"type":"queue-operation","operation":"dequeue","sessionId":"one"}\n' },
      { sessions: 0, leftOut: { empty: 1, foreign: 0, subagent: 0 } },
    ],
    [
      "subagents' files are left out, wherever they are",
      { "one.jsonl": ONE, "one/subagents/agent-a1.jsonl": ONE, "agent-b2.jsonl": ONE },
      { sessions: 1, files: 1, leftOut: { subagent: 2, foreign: 0, empty: 0 } },
    ],
    [
      "no transcript at all gives an empty report",
      { "readme.txt": "x" },
      { sessions: 0, files: 0, from: null, to: null },
    ],
  ])("%s", async (_name, files, expected) => {
    const folder = makeTempFolder("odd");
    for (const [path, text] of Object.entries(files)) writeFileIn(folder, path, text);
    expect(await run(folder)).toMatchObject(expected);
  });

  test("hostile records do not affect other sessions", async () => {
    const folder = makeTempFolder("hostile");
    const hostile = makeSession("bad", (s) => {
      s.prompt("__proto__");
      s.add({ type: "user", message: { role: "user", content: "x".repeat(100_000) } });
      s.call("t", "Edit", { file_path: { a: 1 }, old_string: [], new_string: null });
      s.result(
        "t",
        { nested: true },
        { details: { filePath: "/work/shop/a.ts", structuredPatch: [null, { lines: [1, null] }] } },
      );
      s.use("u", "TodoWrite", { todos: [null, { content: "\u001b[2J<script>", status: "pending" }] }, "ok");
      s.use("v", "Bash", { command: 'holdfast loop start "' }, "ok");
      s.use("w", "Bash", { command: "holdfast loop start --max-iterations -5 --verify" }, "ok");
      s.add({ type: "attachment", attachment: { type: "task_reminder", content: [{ id: {} }, 7] } });
      s.say("<b>done</b>");
    });
    writeFileIn(folder, "bad.jsonl", hostile);
    writeFileIn(folder, "one.jsonl", ONE);
    const report = await run(folder);
    expect(report).toMatchObject({ sessions: 2, stops: 2, problems: [] });
  });

  test("a link and a folder in place of a file are not read", async () => {
    const folder = makeTempFolder("links");
    const elsewhere = writeFileIn(makeTempFolder("elsewhere"), "x.jsonl", ONE);
    symlinkSync(elsewhere, `${folder}/link.jsonl`);
    writeFileIn(folder, "odd.jsonl/inner.txt", "x");
    expect(await run(folder)).toMatchObject({ files: 0, sessions: 0 });
  });

  test("an unreadable file is a problem, and the rest is reported", async () => {
    const folder = makeTempFolder("gone");
    writeFileIn(folder, "one.jsonl", ONE);
    const gone = writeFileIn(folder, "two.jsonl", ONE);
    const { files } = findTranscripts([folder]);
    rmSync(gone);
    const report = await runBacktest({ files, policies: [STRICT], home: "", threads: 1 });
    expect(report.sessions).toBe(1);
    expect(report.problems).toMatchObject([{ path: gone }]);
  });
});

describe("triage", () => {
  test("is off if the policy disables it, and uses the policy's thresholds", async () => {
    const folder = makeTempFolder("triage");
    writeFileIn(folder, "one.jsonl", ONE);
    const off = makePolicy((config) => {
      config.triage.mode = "off";
    }, "off");
    const without = makePolicy((config) => {
      config.triage.categories.PREFERENCE = false;
    }, "without");
    const excluded = makePolicy((config) => {
      config.capture.exclude.projects = ["/work/*"];
    }, "excluded");
    const [all] = (await run(folder, [makePolicy()])).policies;
    expect(all?.candidates.PREFERENCE).toBe(1);
    for (const policy of [off, without, excluded])
      expect((await run(folder, [policy])).policies[0]?.candidates.PREFERENCE).toBe(0);
  });

  test("the same words in another project are another candidate, in the same project they are one", async () => {
    const folder = makeTempFolder("same");
    const say = (id: string, cwd: string) =>
      writeFileIn(
        folder,
        `${id}.jsonl`,
        makeSession(id, (s) => [s.prompt("From now on always use pnpm."), s.say("Ok.")], cwd),
      );
    say("a", "/work/shop");
    say("b", "/work/shop");
    say("c", "/work/other");
    expect((await run(folder)).policies[0]?.candidates.PREFERENCE).toBe(2);
  });
});
