// Claims of past sessions, read from their transcripts.
import { beforeEach, expect, test } from "bun:test";
import { truncateSync, utimesSync } from "node:fs";
import { readClaims } from "../../../src/cli/commands/dashboard/claims.ts";
import type { Store } from "../../../src/store/open.ts";
import { touchSession } from "../../../src/store/sessions.ts";
import { openNewStore } from "../../helpers/new-store.ts";
import { makeTempFolder, writeFileIn } from "../../helpers/temp.ts";
import { writeTranscript } from "../../helpers/transcript-lines.ts";

const MB = 1024 * 1024;
let store: Store;
let folder: string;

beforeEach(async () => {
  folder = makeTempFolder("claims");
  store = await openNewStore(`${folder}/holdfast.db`);
});

/** A session with one claim, which is last seen at this time. Returns its transcript. */
function leaveTranscript(name: string, at: number, message = "All tests pass."): string {
  const transcript = writeTranscript({ sessionId: name, startedAt: at });
  transcript.prompt("Fix it.");
  transcript.say(message);
  const path = writeFileIn(folder, `${name}.jsonl`, transcript.text());
  touchSession(store, { sessionId: name, projectDir: folder, transcriptPath: path, at, toolCalls: 0 });
  return path;
}

test("an unchanged transcript is not read again", async () => {
  const texts = async () => (await readClaims(store, {})).claims.map(({ text }) => text);
  const path = leaveTranscript("one", 1);
  utimesSync(path, 1, 1);
  expect(await texts()).toEqual(["All tests pass."]);
  leaveTranscript("one", 1, "All tests hang.");
  utimesSync(path, 1, 1);
  expect(await texts()).toEqual(["All tests pass."]);
  utimesSync(path, 2, 2);
  expect(await texts()).toEqual([]);
});

test("at most 64 MB are read, newest first; transcripts that are too long for the page do not count", async () => {
  for (const [n, size] of [17, 14, 14, 14, 14, 14].entries())
    truncateSync(leaveTranscript(`s${n}`, 100 - n), size * MB);
  const { more, claims } = await readClaims(store, {});
  expect([more, claims.map(({ session }) => session)]).toEqual([true, ["s1", "s2", "s3", "s4"]]);
});

test("other work of the process goes on between transcripts", async () => {
  for (const name of ["one", "two"]) leaveTranscript(name, 1);
  let isDone = false;
  setImmediate(() => {
    isDone = true;
  });
  expect((await readClaims(store, {})).claims).toHaveLength(2);
  expect(isDone).toBe(true);
});
