// An error of the API, such as a usage limit, ends the turn of a session with a loop; and two sessions edit one work tree.
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { buildPlugin } from "../../src/install/own-files.ts";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { makeTempFolder } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, failWith, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

/** However often the client tries again. */
const LIMIT = failWith(400, "You have hit your usage limit.");
const startLoop = bash("holdfast loop start 'fix the types' --verify 'test -e fixed'");
const goals = (place: Place) => queryStore(place, "SELECT session_id, state, why FROM goals");
const isStopped = (place: Place) => String(goals(place)[0]?.why).includes("You have hit your usage limit.");

test("a loop that a limit stopped is suspended, the person is called, and it continues after the next prompt", async () => {
  const place = await makeInstalledPlace({ git: true });
  const called = `${place.home}/called`;
  const notify = { by: "command", command: ["/bin/sh", "-c", `printf %s "$0" > '${called}'`], away: "1s" };
  writeFileSync(`${place.home}/.holdfast/config.json`, JSON.stringify({ notify }));
  let isLimited = true;
  const later = [write(`${place.project}/fixed`, "1"), say("Fixed.")];
  const claude = startStreamingClaude({
    ...place,
    script: {
      main: [startLoop, bash("sleep 1.2"), say("One.")],
      whenDone: async () => (isLimited ? LIMIT : (later.shift() ?? say("Done."))),
    },
  });
  await claude.send("Fix it.");
  await waitUntil(() => isStopped(place));
  expect(goals(place)[0]?.state).toBe("suspended");
  await waitUntil(() => existsSync(called) && readFileSync(called, "utf8") !== "");
  expect(readFileSync(called, "utf8")).toContain("Claude Code: stopped by an error while the loop was on");
  const { stdout } = await runCommand(place, "status");
  expect(stdout).toMatch(/suspended[\s\S]*You have hit your usage limit/);
  isLimited = false;
  await claude.send("Go on.");
  const run = await claude.close();
  expect(findTold(run.requests, /Continue where the limit stopped you \(.*usage limit/)).toBeDefined();
  expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  expect(goals(place)[0]?.state).toBe("met");
  const shown = await runCommand(place, "sessions", "show", run.sessionId);
  expect(shown.stdout).toContain("Ended by an error: ");
  expect(await readFaultLines(place)).toEqual([]);
});

test("so is a flow, which holds again after the next prompt", async () => {
  const place = await makeInstalledPlace({ git: true });
  let isLimited = true;
  const claude = startStreamingClaude({
    ...place,
    script: {
      main: [bash("holdfast flow start 'fix the types'"), say("One.")],
      whenDone: async () => (isLimited ? LIMIT : say("Done.")),
    },
  });
  await claude.send("Fix it.");
  await waitUntil(() => isStopped(place));
  const kinds = () => queryStore(place, "SELECT kind, state FROM goals");
  expect(kinds()).toEqual([{ kind: "flow", state: "suspended" }]);
  isLimited = false;
  await claude.send("Go on.");
  const run = await claude.close();
  expect(findTold(run.requests, /Continue where the limit stopped you \(.*usage limit/)).toBeDefined();
  expect(stopVerdicts(place, run.sessionId).slice(0, 2)).toEqual(["blocked", "blocked"]);
  expect(await readFaultLines(place)).toEqual([]);
});

test("the next session continues it, also after `-p`, which ends without the event", async () => {
  const place = await makeInstalledPlace({ git: true });
  const first = await runClaude({
    ...place,
    prompt: "Fix it.",
    script: { main: [startLoop, say("One.")], whenDone: LIMIT },
  });
  expect([isStopped(place), goals(place)[0]?.session_id]).toEqual([true, first.sessionId]);
  // Nobody could see why a session of a script is held.
  await runClaude({ ...place, prompt: "Hello.", script: [say("Hello.")] });
  expect(goals(place)).toMatchObject([{ session_id: first.sessionId, state: "suspended" }]);
  const next = startInteractiveClaude({
    ...place,
    prompt: "What now?",
    script: [write(`${place.project}/fixed`, "1"), say("Fixed.")],
  });
  await waitUntil(() => goals(place)[0]?.state === "met");
  await next.type("/exit");
  await next.done;
  expect(findTold(next.requests, /Continue where the limit stopped you/)).toBeDefined();
  expect(next.drawn()).toContain(`that an error stopped in session ${first.sessionId.slice(0, 8)}`);
  expect(await readFaultLines(place)).toEqual([]);
});

test("a session is told that another live one edits the same work tree, but not of one that ended", async () => {
  const place = await makeInstalledPlace({ git: true });
  const edits = startStreamingClaude({
    ...place,
    script: [write(`${place.project}/a.txt`, "1"), say("Written.")],
  });
  const { session_id: id } = await edits.send("Write a.");
  await waitUntil(() => queryStore(place, "SELECT 1 FROM pending_queue").length > 0);
  const told = `session ${String(id).slice(0, 8)} edits here too; use a worktree`;
  const beside = await runClaude({ ...place, prompt: "Hello.", script: [say("Hello.")] });
  expect(systemMessages(beside).map(({ text }) => text)).toContainEqual(expect.stringContaining(told));
  expect(findTold(beside.requests, new RegExp(told))).toBeDefined();
  const status = await runCommand(place, "status", "--json", "--session", beside.sessionId);
  expect(JSON.stringify(JSON.parse(status.stdout))).toContain(told);
  await edits.close();
  const after = await runClaude({ ...place, prompt: "Hello.", script: [say("Hello.")] });
  expect(findTold(after.requests, /edits here too/)).toBeUndefined();
  expect(await readFaultLines(place)).toEqual([]);
});

test("the status band shows that another live session edits the same work tree", async () => {
  const place = await makeInstalledPlace({ git: true }, "--mod");
  const pluginDir = makeTempFolder("plugin");
  await buildPlugin(pluginDir);
  const edits = startStreamingClaude({
    ...place,
    script: [write(`${place.project}/a.txt`, "1"), say("Written.")],
  });
  const { session_id: id } = await edits.send("Write a.");
  await waitUntil(() => queryStore(place, "SELECT 1 FROM pending_queue").length > 0);
  const beside = startInteractiveClaude({
    ...place,
    pluginDir,
    prompt: "Hello.",
    script: [say("Hello."), say("Hello.")],
  });
  await waitUntil(
    () => beside.screen().includes(`⚓ session ${String(id).slice(0, 8)} edits here too`),
    30_000,
  );
  await beside.type("/exit");
  await beside.done;
  await edits.close();
  expect(await readFaultLines(place)).toEqual([]);
});

test.each([
  {},
  { session_id: "s1" },
  { session_id: "s1", error: 5, last_assistant_message: ["x"] },
  { session_id: "s1", error: "x".repeat(100_000), last_assistant_message: `sk-ant-${"a1B2".repeat(20)}` },
])("a StopFailure of %j changes nothing that it should not", async (fields) => {
  const place = await makeInstalledPlace({ git: true });
  const { stdout, exitCode } = await sendEvent(place, { ...fields, hook_event_name: "StopFailure" });
  expect([stdout, exitCode]).toEqual(["", 0]);
  expect(JSON.stringify(queryStore(place, "SELECT detail FROM event_log"))).not.toContain("a1B2a1B2");
  expect(await readFaultLines(place)).toEqual([]);
});
