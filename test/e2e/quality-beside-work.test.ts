// Checks beside declared work, in the real client: nobody is held or released by a lock or a loop alone while the code is broken.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { configure, placeLock, stopVerdicts } from "../helpers/installed.ts";
import { count, makeCheckedPlace, onceStarted } from "../helpers/quality.ts";
import { restoreProject } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, edit, read, say, write } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const place = await makeCheckedPlace({ stages: {}, files: { "src/a.ts": "good\n" } });
const sessions = shareSessions(place);

/** A command that is new to holdfast, in a clean tree. */
function setCheck(name: string): Promise<void> {
  restoreProject(place.project);
  const run = count(name, "! grep -rn bad src");
  return configure(place, {
    quality: { stages: { quality: [{ run, paths: ["src/**"] }] }, baseline: "off" },
  });
}

describe("while a lock holds", () => {
  test("a check known to be quick is part of the same block", async () => {
    const file = `${place.project}/src/a.ts`;
    const run = await sessions.run({
      prepare: async () => {
        await setCheck("known");
        expect((await runCommand(place, "gate", "run")).exitCode).toBe(0);
        placeLock(place);
      },
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
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
    const told = findTold(run.requests, /Stage quality/) ?? "";
    expect(told).toContain("a lock is on");
    expect(told).toContain("src/a.ts:1:bad");
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("a check of unknown duration waits for the unlock", async () => {
    const run = await sessions.run({
      prepare: async () => {
        await setCheck("unknown");
        placeLock(place);
      },
      prompt: "Work.",
      script: [
        onceStarted(place, write(`${place.project}/src/b.ts`, "bad\n")),
        say("Done."),
        () => {
          expect(place.runs("unknown")).toBe(0);
          return bash("holdfast unlock");
        },
        say("Unlocked."),
        bash("rm src/b.ts"),
        say("Fixed."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
    expect(findTold(run.requests, /Stage quality/)).toContain("src/b.ts:1:bad");
  });

  test("a stop is not released without the checks: it holds for their findings, then both are named", async () => {
    const run = await sessions.run({
      prepare: async () => {
        await setCheck("released");
        placeLock(place);
      },
      prompt: "Work.",
      script: [
        onceStarted(place, write(`${place.project}/src/b.ts`, "bad\n")),
        ...["Done.", "Really.", "Really done.", "I cannot.", "I give up."].map(say),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual([
      "blocked",
      "blocked",
      "blocked",
      "blocked",
      "stalled",
    ]);
    expect(findTold(run.requests, /Stage quality/)).toContain("src/b.ts:1:bad");
    const released = systemMessages(run).at(-1)?.text ?? "";
    expect(released).toMatch(/lock: [\s\S]*quality: /);
  });
});

test("a loop that uses up its iterations is released with the checks' findings", async () => {
  const run = await sessions.run({
    prepare: () => setCheck("loop"),
    prompt: "Loop.",
    script: [
      bash('holdfast loop start "a task" --verify "test -f done" --max-iterations 1'),
      onceStarted(place, write(`${place.project}/src/b.ts`, "bad\n")),
      ...["Done.", "Done.", "Done.", "Done.", "Done."].map(say),
    ],
  });
  expect(stopVerdicts(place, run.sessionId).at(-1)).not.toBe("blocked");
  const messages = systemMessages(run).map(({ text }) => text);
  expect(messages.join("\n")).toContain("quality: ");
  expect(messages.join("\n")).toContain("loop: ");
});
