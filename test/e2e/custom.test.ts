// The user's own gates in the real client: commands that get the event and answer like a hook.
import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { userConfigPath } from "../../src/config/environment.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { homeOf, readDecisions, readFaultLines } from "../helpers/holdfast.ts";
import { configure, makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { addFiles } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const filesWith = (...custom: object[]) => ({
  ".claude/holdfast.json": JSON.stringify({ gates: { custom } }),
});
const trustGates = (...custom: object[]) => configure(place, { gates: { custom } });
const NOTES = `cat > "$HOME/event.json"; test -f notes.md || echo '{"decision": "block", "reason": "Write notes.md first."}'`;
const WITH_NOTES = [say("Done."), bash("echo noted > notes.md"), say("Done, with notes.")];

const files = filesWith({ id: "notes", run: "touch ran.txt; exit 2" });
const place = await makeInstalledPlace({ git: true, files, isTrusted: false });
const sessions = shareSessions(place);

test("gates of an untrusted project do not run, and the person is told at the start and at the stop", async () => {
  const run = await sessions.run({ prompt: "Work.", script: [say("Done.")] });
  expect(readDecisions(place).map((row) => row.verdict)).toEqual(["complete"]);
  expect(await Bun.file(`${place.project}/ran.txt`).exists()).toBe(false);
  expect(systemMessages(run).map(({ text }) => text)).toEqual([
    expect.stringContaining("is not trusted, which leaves out its commands"),
    expect.stringContaining("is not trusted"),
  ]);
});

test("a clone cannot silence the user's own gates, and its own do not run", async () => {
  addFiles(
    place.project,
    filesWith({ id: "notes", run: "touch ran.txt" }, { id: "theirs", run: "touch ran.txt; exit 2" }),
  );
  const own = userConfigPath(homeOf(place));
  writeFileSync(own, JSON.stringify({ gates: { custom: [{ id: "notes", run: NOTES }] } }));
  const run = await sessions.run({ prompt: "Work.", script: WITH_NOTES });
  rmSync(own);
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  expect(findTold(run.requests, /gate: custom/)).toContain("notes: Write notes.md first.");
  expect(await Bun.file(`${place.project}/ran.txt`).exists()).toBe(false);
  expect(
    systemMessages(run)
      .map(({ text }) => text)
      .join(),
  ).toContain("gates of this project did not run");
  const faults = (await readFaultLines(place)).map((line) => JSON.stringify(line));
  expect(faults).toEqual([expect.stringContaining("has an entry with this id")]);
});

test("a custom gate gets the event as the client sent it, and its refusal holds the stop [002-22]", async () => {
  rmSync(`${place.project}/notes.md`);
  await trustGates({ id: "notes", run: NOTES });
  const faults = await readFaultLines(place);
  const run = await sessions.run({ prompt: "Work.", script: WITH_NOTES });
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  expect(findTold(run.requests, /gate: custom/)).toContain("notes: Write notes.md first.");
  expect(JSON.parse(readFileSync(`${place.home}/event.json`, "utf8"))).toMatchObject({
    hook_event_name: "Stop",
    session_id: run.sessionId,
    last_assistant_message: "Done, with notes.",
    stop_hook_active: true,
  });
  expect(await readFaultLines(place)).toEqual(faults);
});

test("exit code 2 refuses with the text on stderr, within the budget [002-22]", async () => {
  await trustGates({ id: "never", run: "echo 'not yet' >&2; exit 2" });
  const run = await sessions.run({ prompt: "Work.", script: { whenDone: say("Done.") } });
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
  expect(findTold(run.requests, /never: not yet/)).toBeDefined();
});

test("a gate that hangs, fails or prints nonsense allows the stop, and is recorded", async () => {
  await trustGates(
    { id: "hangs", run: "sleep 60", timeout: 1 },
    { id: "breaks", run: "exit 7" },
    { id: "missing", run: "no-such-command-here" },
    { id: "nonsense", run: "echo '{broken'" },
    { id: "words", run: "echo all is well" },
  );
  const run = await sessions.run({ prompt: "Work.", script: [say("Done.")] });
  expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
  const faults = (await readFaultLines(place)).map((line) => JSON.stringify(line)).join("\n");
  for (const id of ["hangs", "breaks", "missing", "nonsense"]) expect(faults).toContain(`${id}: `);
  expect(faults).not.toContain("words: ");
});
