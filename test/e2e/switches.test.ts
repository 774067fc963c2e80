// Every way to switch holdfast off, in the real client.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { type ClaudeSessions, startSessions } from "../helpers/claude-sessions.ts";
import { type Place, runCommand } from "../helpers/holdfast.ts";
import {
  configure,
  isLocked,
  makeInstalledPlace,
  placeLock,
  queryStore,
  stopVerdicts,
} from "../helpers/installed.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say } from "../helpers/turns.ts";

const WORK = { prompt: "Work.", script: { whenDone: say("Done.") } };

setDefaultTimeout(60_000);

describe("during a session", () => {
  let place: Place;
  let sessions: ClaudeSessions;

  beforeAll(async () => {
    place = await makeInstalledPlace();
    sessions = startSessions(place);
  });

  afterAll(() => sessions.close());

  test("Claude may pause its own session, and the person is told", async () => {
    placeLock(place);
    const run = await sessions.run({
      prompt: "Work.",
      script: [say("Done?"), bash("holdfast pause"), say("Done.")],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "paused"]);
    // A session that starts under a lock is told so.
    const atStops = systemMessages(run).filter(({ event }) => event === "Stop");
    expect(atStops.map(({ text }) => text)).toEqual([
      "holdfast: paused for this session until `holdfast resume` by Claude. `holdfast resume` ends it.",
    ]);
  });

  test("removing the lock file releases at once [002-01]", async () => {
    placeLock(place);
    const unlock = () => {
      rmSync(`${place.project}/.claude/runtime/locks/.lock_active`);
      return say("Done.");
    };
    const run = await sessions.run({ prompt: "Work.", script: [say("Done?"), unlock] });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  });

  test("pause works in the middle of a run, from another terminal", async () => {
    placeLock(place);
    const run = await sessions.run({
      prompt: "Work.",
      script: [
        say("Done?"),
        async () => {
          expect((await runCommand(place, "pause", "--for", "1h")).exitCode).toBe(0);
          return say("Done.");
        },
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "paused"]);
    expect(await isLocked(place)).toBe(true);
    await runCommand(place, "resume");
  });

  test("a new session says that it is paused; resume holds again", async () => {
    await runCommand(place, "unlock");
    await sessions.run({
      prompt: ["Hello.", () => runCommand(place, "pause", "--project")],
      script: [say("Hello.")],
    });
    placeLock(place);
    const paused = await sessions.run(WORK);
    expect(systemMessages(paused)[0]?.text).toContain("holdfast is paused until `holdfast resume`");
    expect(stopVerdicts(place, paused.sessionId)).toEqual(["paused"]);
    await runCommand(place, "resume");
    const held = await sessions.run(WORK);
    expect(stopVerdicts(place, held.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
  });

  test("plan mode is never held", async () => {
    placeLock(place);
    await sessions.setPermissionMode("plan");
    const run = await sessions.run(WORK);
    await sessions.setPermissionMode("acceptEdits");
    expect(
      queryStore(place, `SELECT verdict, rule FROM decisions WHERE session_id = '${run.sessionId}'`),
    ).toEqual([{ verdict: "paused", rule: "plan-mode" }]);
  });

  test("selfRelease false keeps Claude from unlocking and pausing", async () => {
    await configure(place, { selfRelease: false });
    placeLock(place);
    const run = await sessions.run({
      prompt: "Work.",
      script: [
        say("Done?"),
        bash("holdfast unlock; holdfast pause"),
        say("Done."),
        say("Done."),
        say("Done."),
      ],
    });
    expect(findTold(run.requests, /selfRelease: false/)).toBeDefined();
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "blocked", "stalled"]);
  });

  test("a gate can be switched off for one project", async () => {
    await configure(place, { gates: { lock: { enabled: false } } });
    placeLock(place);
    const run = await sessions.run(WORK);
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
  });
});

describe("outside a session", () => {
  test("HOLDFAST=0 leaves no row at all", async () => {
    const place = await makeInstalledPlace();
    placeLock(place);
    await runClaude({ ...place, ...WORK, env: { HOLDFAST: "0" } });
    expect(existsSync(`${place.home}/.holdfast/holdfast.db`)).toBe(false);
  });

  test("after an uninstall nothing of it is left in the client and no event reaches it", async () => {
    const place = await makeInstalledPlace();
    expect((await runCommand(place, "uninstall", "--yes", "--purge")).exitCode).toBe(0);
    expect(readdirSync(place.home)).toEqual([]);
    writeFileIn(place.project, ".claude/runtime/locks/.lock_active", "");
    const run = await runClaude({ ...place, ...WORK });
    expect(run.requests.filter((request) => request.asker === "main")).toHaveLength(1);
    expect(existsSync(`${place.home}/.holdfast`)).toBe(false);
  });
});
