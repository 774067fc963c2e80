import { expect, test } from "bun:test";
import { countSettled, recordCandidate } from "../../../src/memory/inbox/candidates.ts";
import { listFeedback } from "../../../src/memory/inbox/prompted-candidates.ts";
import { openStore } from "../../../src/store/open.ts";
import { ignoreOldCandidates } from "../../../src/upkeep/drain-queue.ts";
import { makeTempHome } from "../../helpers/temp.ts";

test("candidates that nobody answered in a month count as ignored, once", async () => {
  const store = await openStore(`${makeTempHome()}/holdfast.db`);
  const day = 24 * 3_600_000;
  for (const [fingerprint, at] of [
    ["old", 100 * day],
    ["fresh", 125 * day],
  ] as const) {
    const words = {
      category: "DECISION",
      title: fingerprint,
      score: 0.5,
      who: "user",
      evidence: "[]",
      patterns: '["p"]',
    };
    recordCandidate(store, { ...words, fingerprint, project_key: "/p", session_id: "s", at });
  }
  expect([ignoreOldCandidates(store, 131 * day), ignoreOldCandidates(store, 131 * day)]).toEqual([1, 0]);
  expect(countSettled(store, "/p")).toMatchObject([{ ignored: 1, waiting: 1 }]);
  expect(listFeedback(store)).toMatchObject([{ pattern: "p", ignored: 1, rejected: 0 }]);
});
