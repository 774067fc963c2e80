import { expect, test } from "bun:test";
import { fitStore } from "../../../../src/recording/ingest/ingest-history.ts";
import type { SessionFiles } from "../../../../src/recording/ingest/session-files.ts";

const MB = 1024 * 1024;

function unit(sessionId: string, megabytes: number, modifiedAt: number): SessionFiles {
  const file = { path: `/p/${sessionId}.jsonl`, size: megabytes * MB, modifiedAt, bornAt: modifiedAt };
  return { sessionId, files: [{ ...file, key: sessionId, agent: false, cursor: null }] };
}

test("what has room is read in its order", () => {
  const units = [unit("old", 10, 1), unit("new", 10, 2)];
  expect(fitStore(units, 200 * MB)).toEqual({ units, noRoom: { sessions: 0, bytes: 0 } });
});

test("the oldest are left out, and nothing older than the first that has no room", () => {
  const units = [unit("oldest", 1, 1), unit("old", 500, 2), unit("new", 100, 3)];
  const { units: fitting, noRoom } = fitStore(units, 20 * MB);
  expect(fitting.map(({ sessionId }) => sessionId)).toEqual(["new"]);
  expect(noRoom).toEqual({ sessions: 2, bytes: 501 * MB });
});

test("a full store has room for nothing", () => {
  expect(fitStore([unit("a", 1, 1)], -5)).toMatchObject({ units: [], noRoom: { sessions: 1 } });
});
