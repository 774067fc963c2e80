// Checks that run after the turn, in the real client: a failure wakes Claude, and not for ever.
import { describe, expect, test } from "bun:test";
import { queryStore, stopVerdicts } from "../helpers/installed.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { count, makeCheckedPlace } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold, lastRequest, timesTold } from "../helpers/told.ts";
import { edit, read, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const TESTS = count("tests", `if grep -q bad a.txt; then echo "a.txt:1: error: bad"; exit 1; fi`);
const STAGES = { tests: [{ run: TESTS, background: true }] };
const FILES = { "a.txt": "good\n" };

describe("checks in the background", () => {
  test("wake Claude once when they fail, and not when they pass", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES, baseline: "off" });
    const file = `${place.project}/a.txt`;
    const session = startStreamingClaude({
      ...place,
      script: [read(file), edit(file, "good", "bad"), say("Done."), edit(file, "bad", "fine"), say("Mended.")],
    });
    await session.send("Change it.");
    await waitUntil(() => place.runs("tests") === 2);
    await waitUntil(() => stopVerdicts(place).length === 2);
    const run = await session.close();
    expect(stopVerdicts(place)).toEqual(["complete", "complete"]);
    expect(verdictsAfterTurn(place)).toEqual(["blocked"]);
    expect(findTold(run.requests, /Stage tests/)).toContain("a.txt:1: error: bad");
    expect(run.result?.result).toBe("Mended.");
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);
});

function verdictsAfterTurn(place: Parameters<typeof queryStore>[0]): unknown[] {
  return queryStore(place, "SELECT verdict FROM decisions WHERE event = 'background' ORDER BY id").map(
    (row) => row.verdict,
  );
}
