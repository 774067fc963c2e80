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

test("the oldest are left out, from the first that does not fit", () => {
  const sessions = [makeSession("oldest", 1, 1), makeSession("old", 500, 2), makeSession("new", 100, 3)];
  const { sessions: fitting, noRoom } = fitStore(sessions, 20 * MB);
  expect(fitting.map(({ sessionId }) => sessionId)).toEqual(["new"]);
  expect(noRoom).toEqual({ sessions: 2, bytes: 501 * MB });
});

test("a full store has room for nothing", () => {
  expect(fitStore([makeSession("a", 1, 1)], -5)).toMatchObject({ sessions: [], noRoom: { sessions: 1 } });
});
