import { afterEach, expect, setSystemTime, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { readEnvironment } from "../../../src/config/environment.ts";
import { baselineDir } from "../../../src/worktree/baseline.ts";
import { readUnlessSlow } from "../../../src/worktree/event-tree.ts";
import { noTree } from "../../../src/worktree/tree-state.ts";
import { parseEvent } from "../../helpers/parse-event.ts";
import { makeTempFolder } from "../../helpers/temp.ts";

const MINUTE = 60_000;

afterEach(() => void setSystemTime());

function makeContext(sessionId: string | null = "s1") {
  const env = readEnvironment({ HOME: makeTempFolder("home") });
  const parsed = parseEvent(JSON.stringify({ hook_event_name: "Stop", session_id: sessionId }));
  if (!parsed.ok) throw new Error(parsed.problem);
  if (sessionId !== null) mkdirSync(baselineDir(env, sessionId), { recursive: true });
  return { env, event: parsed.event };
}

/** A git that takes this long by the wall clock. */
function makeRead(tookMs: number) {
  const read = async () => {
    read.times++;
    setSystemTime(Date.now() + tookMs);
    return noTree(Date.now(), null);
  };
  read.times = 0;
  return read;
}

async function at<T>(time: number, work: () => Promise<T>): Promise<T> {
  setSystemTime(time);
  return work();
}

test("git that took over 5 s is not called again for 10 minutes, and the reason is reported", async () => {
  const context = makeContext();
  const read = makeRead(6_000);
  const start = 1_800_000_000_000;
  expect((await at(start, () => readUnlessSlow(context, read))).problem).toBeNull();
  const second = await at(start + MINUTE, () => readUnlessSlow(context, read));
  expect(second).toMatchObject({ kind: "none", problem: expect.stringContaining("not asked again") });
  expect(read.times).toBe(1);
  await at(start + 11 * MINUTE, () => readUnlessSlow(context, read));
  expect(read.times).toBe(2);
});

test("fast git is called each time, and leaves nothing behind", async () => {
  const context = makeContext();
  const read = makeRead(1_000);
  for (const minute of [0, 1, 2])
    await at(1_800_000_000_000 + minute * MINUTE, () => readUnlessSlow(context, read));
  expect(read.times).toBe(3);
  expect(readdirSync(baselineDir(context.env, "s1"))).toEqual([]);
});

test.each(["", "garbage", "-1", "9999999999999", "1e400"])(
  "a note of %p, or from a clock that was set back, holds nobody up",
  async (text) => {
    const context = makeContext();
    writeFileSync(`${baselineDir(context.env, "s1")}/slow-git`, text);
    const read = makeRead(0);
    await readUnlessSlow(context, read);
    expect(read.times).toBe(1);
  },
);

test("without a session, or if nothing can be written, git is called", async () => {
  const read = makeRead(6_000);
  await at(1_800_000_000_000, () => readUnlessSlow(makeContext(null), read));
  const context = makeContext();
  writeFileSync(`${context.env.holdfastHome}-file`, "");
  const nowhere = { ...context, env: { ...context.env, holdfastHome: `${context.env.holdfastHome}-file` } };
  await at(1_800_000_000_000, () => readUnlessSlow(nowhere, read));
  expect(read.times).toBe(2);
});
