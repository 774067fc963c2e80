// The lock in the real client: from the event to what the model and the person then see.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { isLocked, makeInstalledPlace, placeLock, stopVerdicts } from "../helpers/installed.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say } from "../helpers/turns.ts";

describe("a lock holds Claude", () => {
  test("until Claude unlocks by our bare name; the reason reached it, and the person is told", async () => {
    const place = await makeInstalledPlace();
    placeLock(place, { goal: "migrate everything", done: "the tests pass" });
    const run = await runClaude({
      ...place,
      prompt: "Migrate the code.",
      script: [
        say("I think I am done."),
        bash('holdfast unlock --why "tests pass"'),
        say("The complete answer."),
      ],
    });
    const told = findTold(run.requests, /holdfast holds this stop/) ?? "";
    for (const part of ["round 1 of 50", "migrate everything", "the tests pass", "! holdfast unlock"]) {
      expect(told).toContain(part);
    }
    expect(toolResults(run.requests).map((result) => result.text)).toEqual([
      expect.stringContaining("Unlocked"),
    ]);
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    expect(run.result?.result).toBe("The complete answer.");
    expect(systemMessages(run).map((message) => message.text)).toEqual([
      "holdfast: the lock was removed by Claude: tests pass",
    ]);
    expect(await isLocked(place)).toBe(false);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("to its maximum while it works, then it is let go, the lock is removed and the person is told", async () => {
    const place = await makeInstalledPlace();
    await runCommand(place, "lock", "keep going", "--max", "12");
    const rounds = Array.from({ length: 20 }, (_, i) => [bash(`echo round ${i}`), say(`Round ${i}.`)]).flat();
    const run = await runClaude({ ...place, prompt: "Work.", script: rounds, timeoutMs: 60_000 });
    expect(stopVerdicts(place)).toEqual([...Array(12).fill("blocked"), "capped"]);
    expect(findTold(run.requests, /round 12 of 12/)).toBeDefined();
    expect(findTold(run.requests, /round 13/)).toBeUndefined();
    expect(await isLocked(place)).toBe(false);
    expect(systemMessages(run).at(-1)?.text).toMatch(
      /let Claude stop \(capped: the rounds are used up\)[\s\S]* keep going/,
    );
  }, 90_000);

  test("only twice when it does nothing: the third stop is let go", async () => {
    const place = await makeInstalledPlace();
    placeLock(place);
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: { whenDone: say("Nothing left to do.") },
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled"]);
    expect(findTold(run.requests, /Nothing has changed since the last round/)).toBeDefined();
    expect(await isLocked(place)).toBe(false);
    expect(systemMessages(run).at(-1)?.text).toContain("holdfast let Claude stop (stalled");
  });

  test("from round 1 when a new lock is made within a prompt, to its own maximum", async () => {
    const place = await makeInstalledPlace();
    placeLock(place, { goal: "the first", max: 50 });
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        say("One."),
        bash("echo two"),
        say("Two."),
        bash("holdfast unlock"),
        bash("holdfast lock 'the second' --max 2"),
        say("Three."),
        bash("echo four"),
        say("Four."),
        bash("echo five"),
        say("Five."),
      ],
      timeoutMs: 60_000,
    });
    expect(findTold(run.requests, /round 2 of 50/)).toBeDefined();
    expect(findTold(run.requests, /round 1 of 2[\s\S]*the second/)).toBeDefined();
    expect(findTold(run.requests, /round 2 of 2\)/)).toBeDefined();
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "blocked", "blocked", "capped"]);
  }, 90_000);

  test("not when it is over its time: removed, and the person is told", async () => {
    const place = await makeInstalledPlace();
    placeLock(place, { created_at: "2020-01-01T00:00:00Z" });
    const run = await runClaude({ ...place, prompt: "Work.", script: [say("Done.")] });
    expect(stopVerdicts(place)).toEqual(["complete"]);
    expect(await isLocked(place)).toBe(false);
    expect(systemMessages(run).map((message) => message.text)).toEqual([
      "holdfast lock: The lock is over its time and was removed.",
    ]);
  });

  test("and keeps its numbers in stop_metrics.jsonl", async () => {
    const place = await makeInstalledPlace();
    placeLock(place);
    const run = await runClaude({ ...place, prompt: "Work.", script: { whenDone: say("Done.") } });
    const text = await Bun.file(`${place.project}/.claude/runtime/metrics/stop_metrics.jsonl`).text();
    const rows = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter((row) => row.metric.startsWith("lock_"));
    expect(rows.map((row) => row.metric)).toEqual(["lock_blocks", "lock_blocks", "lock_released"]);
    expect(rows.every((row) => row.session_id === run.sessionId && row.hook === "Stop")).toBe(true);
  });
});

describe("two sessions in one project", () => {
  test("a lock adopted by one does not hold the other, and a dead one's lock traps nobody", async () => {
    const place = await makeInstalledPlace();
    placeLock(place);
    const first = await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        say("Done?"),
        async () => {
          const second = await runClaude({ ...place, prompt: "A question.", script: [say("An answer.")] });
          expect(stopVerdicts(place, second.sessionId)).toEqual(["complete"]);
          return bash("echo working");
        },
        say("Really done."),
        say("Really."),
      ],
      timeoutMs: 60_000,
    });
    expect(stopVerdicts(place, first.sessionId).slice(0, 2)).toEqual(["blocked", "blocked"]);
    placeLock(place, { session_id: "a-session-long-gone" });
    const third = await runClaude({ ...place, prompt: "A question.", script: [say("An answer.")] });
    expect(stopVerdicts(place, third.sessionId)).toEqual(["complete"]);
  }, 90_000);

  test("--all holds each of them", async () => {
    const place = await makeInstalledPlace();
    await runCommand(place, "lock", "--all", "--max", "1");
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        say("Done?"),
        async () => {
          const other = await runClaude({
            ...place,
            prompt: "Work too.",
            script: [say("Done?"), bash("rm -f x"), say("Done.")],
          });
          expect(stopVerdicts(place, other.sessionId)[0]).toBe("blocked");
          return say("Done.");
        },
      ],
      timeoutMs: 60_000,
    });
    expect(stopVerdicts(place, run.sessionId)[0]).toBe("blocked");
  }, 90_000);
});
