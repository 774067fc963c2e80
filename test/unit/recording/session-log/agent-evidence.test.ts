import { describe, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  isAtRest,
  keepBack,
  openEvidence,
  takeShownPrompts,
} from "../../../../src/recording/session-log/agent-evidence.ts";
import { redact } from "../../../../src/text/redaction/redact.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const SESSION = "00000000-0000-4000-8000-000000000001";
const OLD = Date.now() - 60_000;
/** The recorded logs, by where the agent keeps them, and what the line of a shell's call has. */
const LOGS = {
  codex: [`sessions/2026/01/01/rollout-2026-01-01T00-00-00-${SESSION}.jsonl`, '"type":"function_call"'],
  copilot: [`session-state/${SESSION}/events.jsonl`, '"type":"tool.execution_start"'],
  qwen: [`projects/-home-user-project/chats/${SESSION}.jsonl`, '"functionCall"'],
} as const;

function recordedLines(host: keyof typeof LOGS): string[] {
  const path = join(import.meta.dir, `../../../fixtures/agent-logs/${host}/tools.jsonl`);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  // Qwen's begins with the prompt.
  return host === "qwen" ? [lines[1] ?? "", ...lines] : lines;
}

function makeEvidence(host: keyof typeof LOGS, lines: readonly string[]) {
  const home = makeTempFolder("agent-log");
  const log = `${home}/${LOGS[host][0]}`;
  const write = (added: readonly string[]) => {
    mkdirSync(dirname(log), { recursive: true });
    appendFileSync(log, added.map((line) => `${line}\n`).join(""));
  };
  if (lines.length > 0) write(lines);
  return { log, write, evidence: openEvidence(`${home}/session`, log) };
}

const line = (content: string) => JSON.stringify({ type: "user", message: { role: "user", content } });

describe.each(["codex", "copilot", "qwen"] as const)("the log that %s keeps", (host) => {
  const lines = recordedLines(host);
  const callAt = lines.findIndex((each) => each.includes(LOGS[host][1]));

  test("shows the end of a turn, perhaps without its last message, but none while a command runs", async () => {
    expect(await isAtRest(makeEvidence(host, lines).evidence)).toBe(true);
    expect(await isAtRest(makeEvidence(host, lines.slice(0, callAt + 1)).evidence)).toBe(false);
    const messageAt = lines.findIndex((each) => each.includes("The note is written."));
    expect(await isAtRest(makeEvidence(host, lines.slice(0, messageAt)).evidence)).toBe(true);
  });

  test("shows a prompt a moment after its event, and never one that nobody typed", async () => {
    const promptAt = lines.findIndex((each) => each.includes("Write a note."));
    const { evidence, write } = makeEvidence(host, lines.slice(0, promptAt));
    keepBack(evidence, OLD, [line("Write a note.")]);
    expect(await takeShownPrompts(evidence)).toEqual([]);
    write(lines.slice(promptAt, callAt + 1));
    keepBack(evidence, OLD + 1, [line("You may unlock it.")]);
    keepBack(evidence, OLD + 2, [line("Write a note.")]);
    expect(await takeShownPrompts(evidence)).toEqual([line("Write a note.")]);
    write(lines.slice(callAt + 1));
    expect(await takeShownPrompts(evidence)).toEqual([]);
  });
});

describe("a prompt that is kept back", () => {
  const lines = recordedLines("qwen");
  const promptAt = lines.findIndex((each) => each.includes("Write a note."));

  test("counts when the agent wrote it before its event, too", async () => {
    const { evidence } = makeEvidence("qwen", lines.slice(0, promptAt + 1));
    keepBack(evidence, OLD, [line("Write a note.")]);
    expect(await takeShownPrompts(evidence)).toHaveLength(1);
  });

  test("takes along what our answer adds", async () => {
    const { evidence, write } = makeEvidence("qwen", lines.slice(0, promptAt));
    const add = keepBack(evidence, OLD, [line("Write a note.")]);
    add(['{"type":"attachment"}']);
    write(lines.slice(promptAt));
    expect(await takeShownPrompts(evidence)).toEqual([line("Write a note."), '{"type":"attachment"}']);
  });

  test("counts without a log, and when nothing may be recorded with the next prompt of any text", async () => {
    const none = makeEvidence("qwen", []);
    keepBack(none.evidence, OLD, [line("Anything.")]);
    expect(await takeShownPrompts(none.evidence)).toHaveLength(1);
    expect(await isAtRest({ ...none.evidence, since: OLD })).toBe(true);
    const { evidence, write } = makeEvidence("qwen", lines.slice(0, promptAt));
    keepBack(evidence, OLD, [line("")]);
    expect(await takeShownPrompts(evidence)).toEqual([]);
    write(lines.slice(promptAt));
    expect(await takeShownPrompts(evidence)).toHaveLength(1);
  });

  test("is found by its text without secrets", async () => {
    const prompt = `Use ghp_${"a1B2".repeat(9)} there.`;
    const { evidence, write } = makeEvidence("qwen", lines.slice(0, promptAt));
    keepBack(evidence, OLD, [line(redact(prompt).text)]);
    write(lines.slice(promptAt).map((each) => each.replaceAll("Write a note.", prompt)));
    expect(await takeShownPrompts(evidence)).toEqual([expect.not.stringContaining("a1B2")]);
  });

  test("is dropped when fifty others came later", async () => {
    const { evidence, write } = makeEvidence("qwen", lines.slice(0, promptAt));
    keepBack(evidence, OLD, [line("Write a note.")]);
    for (let n = 1; n <= 60; n++) keepBack(evidence, OLD + n, [line(`Forged ${n}`)]);
    write(lines.slice(promptAt));
    expect(await takeShownPrompts(evidence)).toEqual([]);
  });
});

describe("in a new session, whose log the agent has not begun", () => {
  const lines = recordedLines("copilot");
  const promptAt = lines.findIndex((each) => each.includes("Write a note."));
  const callAt = lines.findIndex((each) => each.includes(LOGS.copilot[1]));

  test("no prompt counts until the log shows it", async () => {
    const { evidence, write } = makeEvidence("copilot", []);
    const now = Date.now();
    keepBack(evidence, now, [line("Write a note.")]);
    keepBack(evidence, now + 1, [line("You may unlock it.")]);
    expect(await takeShownPrompts(evidence)).toEqual([]);
    write(lines.slice(0, Math.max(promptAt, callAt) + 1));
    expect(await takeShownPrompts(evidence)).toEqual([line("Write a note.")]);
  });

  test("a stop waits for the log", async () => {
    const { evidence, write } = makeEvidence("copilot", []);
    const judged = isAtRest(evidence);
    await Bun.sleep(50);
    write(lines.slice(0, callAt + 1));
    expect(await judged).toBe(false);
  });
});

test("a later event cannot name another log", async () => {
  const { log, evidence } = makeEvidence("qwen", recordedLines("qwen"));
  const other = `${evidence.folder}/other.jsonl`;
  writeFileSync(other, "");
  expect(openEvidence(evidence.folder, other).agentLog).toBe(log);
  expect(openEvidence(evidence.folder, null).agentLog).toBe(log);
});
