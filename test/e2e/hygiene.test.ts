// Hygiene in the real client: leftovers in added lines, and who is held for them.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { configure, makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { onceStarted } from "../helpers/quality.ts";
import { restoreProject } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { edit, read, say, write } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const place = await makeInstalledPlace({
  git: true,
  files: { "src/a.ts": "debugger;\nexport const a = 1;\n" },
});
const sessions = shareSessions(place);

function setHygiene(hygiene: object): Promise<void> {
  restoreProject(place.project);
  return configure(place, { hygiene });
}

describe("at a stop", () => {
  test("leftovers are advice by default: the person is told once, about added lines only", async () => {
    const file = `${place.project}/src/a.ts`;
    const run = await sessions.run({
      prompt: "Change it.",
      script: [
        onceStarted(place, read(file)),
        edit(file, "a = 1;", "a = 2; // TODO more\nconsole.log(a);\ndebugger;"),
        say("Done."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    const [message] = systemMessages(run).map(({ text }) => text);
    expect(message).toBe(
      "holdfast hygiene: in added lines: src/a.ts:4 a debugger statement, src/a.ts:3 debug output, src/a.ts:2 a note of open work",
    );
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("leftovers hold where the config says so: a debugger until it is gone, never for a note", async () => {
    const file = `${place.project}/src/b.ts`;
    const run = await sessions.run({
      prepare: () => setHygiene({ stop: "block" }),
      prompt: "Write it.",
      script: [
        onceStarted(place, write(file, "export const b = 1; // TODO more\ndebugger;\n")),
        say("Done."),
        edit(file, "debugger;\n", ""),
        say("The note is wanted. Done."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
    const told = findTold(run.requests, /holdfast holds this stop/) ?? "";
    expect(told).toContain('- src/b.ts:2: a debugger statement: "debugger;"');
    expect(told).not.toContain("Left over in added lines. Finish");
    expect(systemMessages(run).at(-1)?.text).toContain("holdfast hygiene: in added lines: src/b.ts:1");
  });

  test("lines of the user's own, unchanged files and ignored files are not examined", async () => {
    const run = await sessions.run({
      prepare: () => setHygiene({ stop: "block", ignore: ["gen/**"] }),
      prompt: "Look.",
      script: [
        () => {
          // The user works in the same tree.
          Bun.spawnSync(["sh", "-c", "echo 'debugger;' >> src/a.ts"], { cwd: place.project });
          return read(`${place.project}/src/a.ts`);
        },
        write(`${place.project}/gen/x.ts`, "debugger;\n"),
        write(`${place.project}/src/c.ts`, "debugger; // holdfast-ignore: for the lesson\n"),
        say("It has a debugger statement."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
  });
});
