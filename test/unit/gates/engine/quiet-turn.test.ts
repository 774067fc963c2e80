import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import type { BudgetRow } from "../../../../src/gates/engine/budget-rows.ts";
import { isQuietTurn } from "../../../../src/gates/engine/progress.ts";
import type { BackgroundTask } from "../../../../src/protocol/hook-event.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const BEFORE = `${JSON.stringify({ type: "assistant", message: { content: [{ type: "tool_use" }] } })}\n`;
const CALL = BEFORE;
const SAID = 'It says "yes", clearly.';
const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const ANSWER = `${JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text: SAID }] } })}\n`;

function isQuiet(
  gained: string,
  options: { from?: number | null; said?: string; running?: BackgroundTask[] } = {},
): Promise<boolean> {
  const transcriptPath = `${makeTempFolder("transcript")}/t.jsonl`;
  writeFileSync(transcriptPath, BEFORE + gained);
  const from = options.from === undefined ? BEFORE.length : options.from;
  const turn = { transcript_from: from } as BudgetRow;
  const event = { transcriptPath, lastAssistantMessage: options.said ?? SAID };
  const stop = makeStop({ ...event, backgroundTasks: options.running ?? [] });
  return isQuietTurn({ event: stop, turn, now: NOW });
}

describe("a turn", () => {
  test("of talk only is quiet, whatever happened before it", async () => {
    expect(await isQuiet(ANSWER)).toBe(true);
  });

  test("whose excerpt is cut in the middle of a character is quiet, too", async () => {
    const said = `${"a".repeat(59)}🎉 and more`;
    const answer = JSON.stringify({
      type: "assistant",
      message: { content: [{ type: "text", text: said }] },
    });
    expect(await isQuiet(`${answer}\n`, { said })).toBe(true);
  });

  test("with a tool call is not quiet", async () => {
    expect(await isQuiet(CALL + ANSWER)).toBe(false);
  });

  test("in which an agent returned or still works is not quiet: it may have changed something", async () => {
    const back = JSON.stringify({ type: "user", message: { content: "<task-notification>done" } });
    expect(await isQuiet(`${back}\n${ANSWER}`)).toBe(false);
    const agent = { id: "a1", type: "subagent", status: "running", description: "", command: "" };
    expect(await isQuiet(ANSWER, { running: [agent] })).toBe(false);
    expect(await isQuiet(ANSWER, { running: [{ ...agent, type: "shell" }] })).toBe(true);
  });

  test("whose last message is not written yet is quiet once everything before it must have been written", async () => {
    const prompt = (at: string) => `${JSON.stringify({ type: "user", timestamp: at })}\n`;
    expect(await isQuiet(prompt("2026-03-01T11:59:59.000Z"))).toBe(true);
    expect(await isQuiet(prompt("2026-03-01T11:59:59.900Z"))).toBe(false);
    expect(await isQuiet(CALL + prompt("2026-03-01T11:59:59.000Z"))).toBe(false);
    expect(await isQuiet('{"type":"user"}\n')).toBe(false);
    expect(await isQuiet('{"type":"user","timestamp":"soon"}\n')).toBe(false);
    expect(await isQuiet("")).toBe(false);
  });

  test("whose beginning is unknown is not quiet", async () => {
    expect(await isQuiet(ANSWER, { from: null })).toBe(false);
    expect(
      await isQuietTurn({
        event: makeStop({ transcriptPath: "/nowhere", lastAssistantMessage: SAID }),
        turn: null,
        now: NOW,
      }),
    ).toBe(false);
  });

  test("in a transcript that became shorter is not quiet", async () => {
    expect(await isQuiet(ANSWER, { from: 99_999 })).toBe(false);
  });
});
