import { expect, test } from "bun:test";
import { fitStore } from "../../../../src/recording/ingest/ingest-history.ts";
import type { SessionFiles } from "../../../../src/recording/ingest/session-files.ts";

const MB = 1024 * 1024;

function makeSession(sessionId: string, megabytes: number, modifiedAt: number): SessionFiles {
  const file = { path: `/p/${sessionId}.jsonl`, size: megabytes * MB, modifiedAt, bornAt: modifiedAt };
  return { sessionId, files: [{ ...file, key: sessionId, agent: false, cursor: null }] };
}

test("sessions that fit are read in order", () => {
  const sessions = [makeSession("old", 10, 1), makeSession("new", 10, 2)];
  expect(fitStore(sessions, 200 * MB)).toEqual({ sessions, noRoom: { sessions: 0, bytes: 0 } });
});

test("older ones that do not fit are left out", () => {
  const sizes = [1, 35, 35, 35, 35, 30];
  const sessions = sizes.map((megabytes, n) => makeSession(`s${n}`, megabytes, n));
  const { sessions: fitting, noRoom } = fitStore(sessions, 20 * MB);
  expect(fitting.map(({ sessionId }) => sessionId)).toEqual(["s0", "s2", "s3", "s4", "s5"]);
  expect(noRoom).toEqual({ sessions: 1, bytes: 35 * MB });
});

test("one that takes much of the room is read last, if it fits beside the others", () => {
  const sessions = [
    makeSession("large", 100, 3),
    makeSession("old", 10, 1),
    makeSession("huge", 8192, 4),
    makeSession("new", 10, 2),
  ];
  const { sessions: fitting, noRoom } = fitStore(sessions, 20 * MB);
  expect(fitting.map(({ sessionId }) => sessionId)).toEqual(["old", "new", "large"]);
  expect(noRoom).toEqual({ sessions: 1, bytes: 8192 * MB });
});

test("a full store has room for nothing", () => {
  expect(fitStore([makeSession("a", 1, 1)], -5)).toMatchObject({ sessions: [], noRoom: { sessions: 1 } });
});
