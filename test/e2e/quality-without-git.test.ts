// Checks in a project without a repository, in the real client: the session's own edits decide what to check.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { stopVerdicts } from "../helpers/installed.ts";
import { count, makeCheckedPlace } from "../helpers/quality.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { bash, edit, read, say, write } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const LINT = count("lint", "! grep -rn bad src");
const STAGES = { quality: [{ run: LINT, paths: ["src/**"] }] };
const FILES = { "src/a.ts": "good\n", "src/b.ts": "good\n" };

const place = await makeCheckedPlace({ stages: STAGES, files: FILES, git: false, trusted: false });
const sessions = shareSessions(place);

describe("the quality gate without a repository", () => {
  test("runs nothing in an untrusted project, and says so", async () => {
    const run = await sessions.run({
      prompt: "Break it.",
      script: [write(`${place.project}/src/new.ts`, "bad\n"), say("Done.")],
    });
    expect(place.runs("lint")).toBe(0);
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("is not trusted, which leaves out its commands"),
      expect.stringContaining("did not run"),
    ]);
  });

  test("holds an edit that breaks a check, releases after the fix, and reruns only what may have changed", async () => {
    const file = `${place.project}/src/a.ts`;
    const run = await sessions.run({
      prepare: async () => {
        rmSync(`${place.project}/src/new.ts`);
        await vouchFor(`${place.home}/.holdfast`, place.project);
      },
      prompt: [
        "Change it.",
        () => expect(place.runs("lint")).toBe(2),
        "Write it again.",
        "Document it.",
        () => expect(place.runs("lint")).toBe(2),
        // A command may have changed anything, so an earlier pass says nothing.
        "Make it.",
      ],
      script: [
        ...[read(file), edit(file, "good", "bad"), say("Done."), edit(file, "bad", "fine"), say("Mended.")],
        ...[write(file, "fine\n"), say("The same again.")],
        ...[write(`${place.project}/README.md`, "docs\n"), say("Documented.")],
        ...[bash("touch made"), write(file, "fine\n"), say("Made.")],
      ],
    });
    expect(place.runs("lint")).toBe(3);
    expect(stopVerdicts(place, run.sessionId)).toEqual([
      "blocked",
      "complete",
      "complete",
      "complete",
      "complete",
    ]);
    expect(findTold(run.requests, /Stage quality/)).toContain("src/a.ts:1:bad");
    expect(existsSync(`${place.project}/.git`)).toBe(false);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("holds for a file that a command wrote without naming its path", async () => {
    const run = await sessions.run({
      prompt: "Generate it.",
      script: [
        ...[bash("cd src && echo bad > c.ts"), say("Generated.")],
        ...[bash("cd src && rm c.ts && echo fine > d.ts"), say("Mended.")],
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
    expect(findTold(run.requests, /Stage quality/)).toContain("src/c.ts:1:bad");
  });

  test("runs nothing for a question, a lone command, or the user's own edits", async () => {
    const before = place.runs("lint");
    const run = await sessions.run({
      prompt: "What is in it?",
      script: [
        read(`${place.project}/src/a.ts`),
        async () => {
          writeFileSync(`${place.project}/src/b.ts`, "bad, by the user\n");
          // The clocks of the file system and of the client may differ by a quarter of a second.
          await Bun.sleep(500);
          return bash("touch made");
        },
        say("It is good."),
      ],
    });
    expect(run.result?.result).toBe("It is good.");
    expect(place.runs("lint")).toBe(before);
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(await readFaultLines(place)).toEqual([]);
  });
});
