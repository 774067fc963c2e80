// Checks in a project without a repository, in the real client: the session's own edits decide what to check.
import { describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { stopVerdicts } from "../helpers/installed.ts";
import { count, makeCheckedPlace } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, edit, read, say, write } from "../helpers/turns.ts";

const LINT = count("lint", "! grep -rn bad src");
const STAGES = { quality: [{ run: LINT, paths: ["src/**"] }] };
const FILES = { "src/a.ts": "good\n", "src/b.ts": "good\n" };

const makePlace = (trusted = true) => makeCheckedPlace({ stages: STAGES, files: FILES, git: false, trusted });

describe("the quality gate without a repository", () => {
  test("holds an edit that breaks a check, releases after the fix, and reruns only what may have changed", async () => {
    const place = await makePlace();
    const file = `${place.project}/src/a.ts`;
    const session = startStreamingClaude({
      ...place,
      script: [
        ...[read(file), edit(file, "good", "bad"), say("Done."), edit(file, "bad", "fine"), say("Mended.")],
        ...[write(file, "fine\n"), say("The same again.")],
        ...[write(`${place.project}/README.md`, "docs\n"), say("Documented.")],
        ...[bash("touch made"), write(file, "fine\n"), say("Made.")],
      ],
    });
    await session.send("Change it.");
    expect(place.runs("lint")).toBe(2);
    await session.send("Write it again.");
    await session.send("Document it.");
    expect(place.runs("lint")).toBe(2);
    // A command's changes are not seen, so an earlier pass says nothing.
    await session.send("Make it.");
    const run = await session.close();
    expect(place.runs("lint")).toBe(3);
    expect(stopVerdicts(place)).toEqual(["blocked", "complete", "complete", "complete", "complete"]);
    expect(findTold(run.requests, /Stage quality/)).toContain("src/a.ts:1:bad");
    expect(existsSync(`${place.project}/.git`)).toBe(false);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("runs nothing for a question, a lone command, or the user's own edits", async () => {
    const place = await makePlace();
    const run = await runClaude({
      ...place,
      prompt: "What is in it?",
      script: [
        read(`${place.project}/src/a.ts`),
        () => {
          writeFileSync(`${place.project}/src/b.ts`, "bad, by the user\n");
          return bash("touch made");
        },
        say("It is good."),
      ],
    });
    expect(run.result?.result).toBe("It is good.");
    expect(place.runs("lint")).toBe(0);
    expect(stopVerdicts(place)).toEqual(["complete"]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("runs nothing in an untrusted project, and says so", async () => {
    const place = await makePlace(false);
    const run = await runClaude({
      ...place,
      prompt: "Break it.",
      script: [write(`${place.project}/src/new.ts`, "bad\n"), say("Done.")],
    });
    expect(place.runs("lint")).toBe(0);
    expect(stopVerdicts(place)).toEqual(["complete"]);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("is not trusted, which leaves out its commands"),
      expect.stringContaining("did not run"),
    ]);
  }, 60_000);
});
