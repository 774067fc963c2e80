import { expect, test } from "bun:test";
import { appendFileSync, writeFileSync } from "node:fs";
import { countIn } from "../../../../src/gates/engine/tool-calls.ts";
import { makeTempFolder } from "../../../helpers/temp.ts";

const CALL = `${JSON.stringify({ type: "assistant", message: { content: [{ type: "tool_use", id: "t" }] } })}\n`;
const TALK = `${JSON.stringify({ type: "user", message: { content: 'about "type":"tool_use"' } })}\n`;

function makeTranscript(text: string): string {
  const path = `${makeTempFolder("transcript")}/t.jsonl`;
  writeFileSync(path, text);
  return path;
}

test("starts where the file ends, so the first look costs nothing", async () => {
  const path = makeTranscript(CALL.repeat(3));
  expect(await countIn(path, null)).toEqual({ cursor: CALL.length * 3, count: 0 });
});

test("counts what came since, and only that", async () => {
  const path = makeTranscript(CALL);
  const first = await countIn(path, null);
  appendFileSync(path, CALL + TALK + CALL);
  const second = await countIn(path, first);
  expect(second.count).toBe(2);
  expect((await countIn(path, second)).count).toBe(2);
});

test("a line still being written is counted when it is whole", async () => {
  const path = makeTranscript("");
  const first = await countIn(path, null);
  appendFileSync(path, CALL.slice(0, -5));
  const second = await countIn(path, first);
  expect(second.count).toBe(0);
  appendFileSync(path, CALL.slice(-5));
  expect((await countIn(path, second)).count).toBe(1);
});

test("a file that became shorter starts anew without losing the count", async () => {
  const path = makeTranscript(CALL);
  expect(await countIn(path, { cursor: 9_999, count: 7 })).toEqual({ cursor: CALL.length, count: 7 });
});

test("a transcript that is not there yet is counted from its beginning", async () => {
  const path = `${makeTempFolder("transcript")}/later.jsonl`;
  const first = await countIn(path, null);
  expect(first).toEqual({ cursor: 0, count: 0 });
  writeFileSync(path, CALL);
  expect((await countIn(path, first)).count).toBe(1);
});

test("a device is not read", async () => {
  expect(await countIn("/dev/zero", null)).toEqual({ cursor: 0, count: 0 });
});
