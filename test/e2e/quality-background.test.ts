// Checks that run after the turn, in the real client: a failure wakes Claude, and not for ever.
import { describe, expect, test } from "bun:test";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { queryStore, stopVerdicts } from "../helpers/installed.ts";
import { count, makeCheckedPlace } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { edit, read, say, write } from "../helpers/turns.ts";
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
      script: [
        read(file),
        edit(file, "good", "bad"),
        say("Done."),
        edit(file, "bad", "fine"),
        say("Mended."),
      ],
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

  test("do not wake Claude for ever over a failure that stays", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES, baseline: "off" });
    const file = `${place.project}/a.txt`;
    const session = startStreamingClaude({
      ...place,
      script: { main: [read(file), edit(file, "good", "bad")], whenDone: say("I leave it so.") },
    });
    await session.send("Change it.");
    await waitUntil(() => verdictsAfterTurn(place).length === 3);
    await session.send("And now?");
    const run = await session.close();
    expect(verdictsAfterTurn(place)).toEqual(["blocked", "blocked", "stalled"]);
    expect(place.runs("tests")).toBe(1);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("holdfast let Claude stop (stalled"),
    ]);
  }, 60_000);

  test("do not wake Claude over what failed before, nor for a turn without changes", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: { "a.txt": "bad\n" } });
    expect((await runCommand(place, "gate", "run", "tests")).exitCode).toBe(2);
    const session = startStreamingClaude({
      ...place,
      script: [say("Hello."), write(`${place.project}/b.txt`, "b\n"), say("Done."), say("Bye.")],
    });
    await session.send("Hello?");
    await session.send("Write b.");
    await waitUntil(() => verdictsAfterTurn(place).length === 1);
    await session.send("Bye?");
    const run = await session.close();
    expect(verdictsAfterTurn(place)).toEqual(["complete"]);
    expect(place.runs("tests")).toBe(2);
    expect(run.result?.result).toBe("Bye.");
  }, 60_000);

  test("are superseded by a newer turn, and run one at a time", async () => {
    const slow = count("tests", 'touch "$HOME/in-$$"; sleep 2; rm "$HOME/in-$$"');
    const place = await makeCheckedPlace({
      stages: { tests: [{ run: slow, background: true }] },
      files: FILES,
    });
    const session = startStreamingClaude({
      ...place,
      script: [
        write(`${place.project}/b.txt`, "1\n"),
        say("One."),
        write(`${place.project}/c.txt`, "2\n"),
        say("Two."),
      ],
    });
    await session.send("One.");
    await waitUntil(() => place.runs("tests") === 1);
    await session.send("Two.");
    await waitUntil(() => queryStore(place, "SELECT key FROM check_results").length === 1);
    await session.close();
    expect(place.runs("tests")).toBe(2);
    expect(queryStore(place, "SELECT outcome FROM check_results")).toEqual([{ outcome: "passed" }]);
    expect(queryStore(place, "SELECT running FROM background_runs")).toEqual([{ running: null }]);
    expect(verdictsAfterTurn(place)).toEqual([]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);
});

function verdictsAfterTurn(place: Parameters<typeof queryStore>[0]): unknown[] {
  return queryStore(place, "SELECT verdict FROM decisions WHERE event = 'background' ORDER BY id").map(
    (row) => row.verdict,
  );
}
