import { expect, test } from "bun:test";
import { redactCandidates } from "../../../../src/memory/inbox/record-candidates.ts";
import type { Candidate } from "../../../../src/memory/triage/candidate.ts";

const SECRET = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

test.each<[string, boolean]>([
  [`From now on always use ${SECRET} here.`, false],
  [`Please use ${SECRET}`, false],
  [`From now on always use ${SECRET} for the mirror.`, true],
  ["From now on always use it here.", true],
])("%j is kept: %p", async (title, isKept) => {
  const candidate: Candidate = {
    category: "PREFERENCE",
    title,
    score: 0.9,
    evidence: [{ line: title, who: "user", why: "says so" }],
    fingerprint: "f",
    patterns: ["p"],
  };
  const rows = await redactCandidates([candidate]);
  expect(rows).toHaveLength(isKept ? 1 : 0);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
});
