import { describe, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import type { BudgetRow } from "../../../../src/gates/engine/budget-rows.ts";
import { countNewCalls, turnContains } from "../../../../src/gates/engine/progress.ts";
import { makeStop } from "../../../helpers/events.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";
import { heldRecord } from "../../../helpers/transcript-lines.ts";
import { makeWorkplace } from "../../../helpers/workplace.ts";

const CALL = `${JSON.stringify({ type: "assistant", message: { content: [{ type: "tool_use", id: "t" }] } })}\n`;
const TALK = `${JSON.stringify({ type: "user", message: { content: 'about "type":"tool_use"' } })}\n`;

function says(text: string): string {
  return `${JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text }] } })}\n`;
}

function makeTranscript(text: string): string {
  const path = `${makeTempFolder("transcript")}/t.jsonl`;
  writeFileSync(path, text);
  return path;
}

test("the first read starts at the end of the file", async () => {
  const path = makeTranscript(CALL.repeat(3));
  expect(await countNewCalls(path, null, "")).toMatchObject({ cursor: CALL.length * 3, calls: 0 });
});

test("only what was added since is counted", async () => {
  const path = makeTranscript(CALL);
  appendFileSync(path, CALL + TALK + CALL);
  const { cursor, calls } = await countNewCalls(path, CALL.length, "");
  expect(calls).toBe(2);
  expect(await countNewCalls(path, cursor, "")).toMatchObject({ cursor, calls: 0 });
});

test("a line that is still being written is counted once it is complete", async () => {
  const path = makeTranscript(CALL.slice(0, -5));
  const { cursor, calls } = await countNewCalls(path, 0, "");
  expect(calls).toBe(0);
  appendFileSync(path, CALL.slice(-5));
  expect((await countNewCalls(path, cursor, "")).calls).toBe(1);
});

test("a file that became shorter is read from the beginning", async () => {
  const path = makeTranscript(CALL);
  expect(await countNewCalls(path, 9_999, "")).toMatchObject({ cursor: CALL.length, calls: 0 });
});

test("a transcript that does not exist yet is counted from its beginning", async () => {
  const path = `${makeTempFolder("transcript")}/later.jsonl`;
  const { cursor } = await countNewCalls(path, null, "Done.");
  expect(cursor).toBe(0);
  writeFileSync(path, CALL);
  expect((await countNewCalls(path, cursor, "")).calls).toBe(1);
});

test("a device is not read", async () => {
  expect(await countNewCalls("/dev/zero", null, "Done.")).toMatchObject({
    cursor: 0,
    calls: 0,
    isComplete: false,
  });
});

describe("the search in a turn", () => {
  const FEEDBACK = `${JSON.stringify({ type: "user", message: { content: "Stop hook feedback" } })}\n`;
  const REQUEST = `${JSON.stringify({
    type: "api-request-blob",
    message: { role: "assistant", content: [{ type: "text", text: "Done." }] },
  })}\n`;

  function search(transcriptPath: string): Promise<boolean> {
    const event = makeStop({ transcriptPath, lastAssistantMessage: "Done." });
    return turnContains({ event, turn: { transcript_from: 0 } as BudgetRow }, "tool_use");
  }

  test("waits for this stop's message, also if an earlier stop ended with the same words", async () => {
    const path = makeTranscript(says("Done.") + FEEDBACK + REQUEST);
    setTimeout(() => appendFileSync(path, CALL + says("Done.")), 80);
    expect(await search(path)).toBe(true);
  });

  test("ends once this stop's message is written", async () => {
    const path = makeTranscript(says("Done.") + FEEDBACK + says("Done."));
    setTimeout(() => appendFileSync(path, CALL), 80);
    expect(await search(path)).toBe(false);
  });
});

describe("under a lock", () => {
  const IDLE = "Nothing has changed";

  async function lockedSession() {
    const place = await makeWorkplace();
    mkdirSync(`${place.project}/.claude/runtime/locks`, { recursive: true });
    writeFileSync(`${place.project}/.claude/runtime/locks/.lock_active`, "the goal");
    const transcript_path = makeTranscript(TALK);
    const stop = async (message: string) => {
      const answer = await place.stop({ transcript_path, last_assistant_message: message });
      if (answer.kind === "refuse") appendFileSync(transcript_path, heldRecord(answer.reason));
      return "reason" in answer ? answer.reason : answer.kind;
    };
    return { ...place, stop, append: (text: string) => appendFileSync(transcript_path, text) };
  }

  test("a round is not idle if a tool event came and the transcript lags", async () => {
    const { stop, append, useTool } = await lockedSession();
    append(says("One."));
    expect(await stop("One.")).toContain("Keep working");
    for (const message of ["Two.", "Three.", "Four."]) {
      await useTool();
      expect(await stop(message)).not.toContain(IDLE);
    }
  });

  test("a call that is written a moment after the stop is waited for", async () => {
    const { stop, append } = await lockedSession();
    append(says("One."));
    await stop("One.");
    setTimeout(() => append(CALL + says("Two.")), 80);
    expect(await stop("Two.")).not.toContain(IDLE);
  });

  test("what was written late belongs to the round before, even in the first round", async () => {
    const { stop, append } = await lockedSession();
    setTimeout(() => append(CALL + says("One.")), 80);
    expect(await stop("One.")).not.toContain(IDLE);
    append(says("Two."));
    expect(await stop("Two.")).toContain(IDLE);
  });

  test("a tool event that arrives after its stop does not make the next round a busy one", async () => {
    const { stop, append, useTool } = await lockedSession();
    append(CALL + says("One."));
    await stop("One.");
    await useTool();
    append(says("Two."));
    expect(await stop("Two.")).toContain(IDLE);
    append(says("Three."));
    expect(await stop("Three.")).toBe("tell");
  });

  test("nor does one that arrives while the stop waits for the transcript", async () => {
    const { stop, append, useTool } = await lockedSession();
    append(says("One."));
    await stop("One.");
    setTimeout(() => void useTool().then(() => append(CALL + says("Two."))), 40);
    expect(await stop("Two.")).not.toContain(IDLE);
    expect(await stop("Three.")).toContain(IDLE);
  });

  test("without a transcript only tool events count", async () => {
    const place = await makeWorkplace();
    mkdirSync(`${place.project}/.claude/runtime/locks`, { recursive: true });
    writeFileSync(`${place.project}/.claude/runtime/locks/.lock_active`, "the goal");
    const stop = async () => JSON.stringify(await place.stop());
    await stop();
    await place.useTool();
    expect(await stop()).not.toContain(IDLE);
    expect(await stop()).toContain(IDLE);
  });
});
