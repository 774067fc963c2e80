// Checks beside declared work, in the real client: nobody is held or released by a lock or a loop alone while the code is broken.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { placeLock, stopVerdicts } from "../helpers/installed.ts";
import { count, makeCheckedPlace, onceStarted } from "../helpers/quality.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, edit, read, say, write } from "../helpers/turns.ts";

const LINT = count("lint", "! grep -rn bad src");

async function makePlace(run = LINT) {
  return makeCheckedPlace({
    stages: { quality: [{ run, paths: ["src/**"] }] },
    files: { "src/a.ts": "good\n" },
    baseline: "off",
  });
}

describe("while a lock holds", () => {
  test("a check known to be quick is part of the same block", async () => {
    const place = await makePlace();
    expect((await runCommand(place, "gate", "run")).exitCode).toBe(0);
    placeLock(place);
    const file = `${place.project}/src/a.ts`;
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        onceStarted(place, read(file)),
        edit(file, "good", "bad"),
        say("Done."),
        edit(file, "bad", "fine"),
        say("Fixed."),
        bash("holdfast unlock"),
        say("All done."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "complete"]);
    const told = findTold(run.requests, /Stage quality/) ?? "";
    expect(told).toContain("a lock is on");
    expect(told).toContain("src/a.ts:1:bad");
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("a check of unknown duration waits for the unlock", async () => {
    const place = await makePlace();
    placeLock(place);
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        onceStarted(place, write(`${place.project}/src/b.ts`, "bad\n")),
        say("Done."),
        () => {
          expect(place.runs("lint")).toBe(0);
          return bash("holdfast unlock");
        },
        say("Unlocked."),
        bash("rm src/b.ts"),
        say("Fixed."),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "complete"]);
    expect(findTold(run.requests, /Stage quality/)).toContain("src/b.ts:1:bad");
  }, 60_000);

  test("a stop is not released without the checks: it holds for their findings, then both are named", async () => {
    const place = await makePlace();
    placeLock(place);
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [
        onceStarted(place, write(`${place.project}/src/b.ts`, "bad\n")),
        ...["Done.", "Really.", "Really done.", "I cannot.", "I give up."].map(say),
      ],
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "blocked", "blocked", "stalled"]);
    expect(findTold(run.requests, /Stage quality/)).toContain("src/b.ts:1:bad");
    const released = systemMessages(run).at(-1)?.text ?? "";
    expect(released).toMatch(/lock: [\s\S]*quality: /);
  }, 60_000);
});

test("a loop that uses up its iterations is released with the checks' findings", async () => {
  const place = await makePlace();
  const run = await runClaude({
    ...place,
    prompt: "Loop.",
    script: [
      bash('holdfast loop start "a task" --verify "test -f done" --max-iterations 1'),
      onceStarted(place, write(`${place.project}/src/b.ts`, "bad\n")),
      ...["Done.", "Done.", "Done.", "Done.", "Done."].map(say),
    ],
  });
  expect(stopVerdicts(place).at(-1)).not.toBe("blocked");
  const messages = systemMessages(run).map(({ text }) => text);
  expect(messages.join("\n")).toContain("quality: ");
  expect(messages.join("\n")).toContain("loop: ");
}, 60_000);
