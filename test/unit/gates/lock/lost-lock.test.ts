// A lock that held the session and is gone: reported unless holdfast released it.
import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { lockPath } from "../../../../src/config/environment.ts";
import type { Answer } from "../../../../src/protocol/hook-event.ts";
import { runCli } from "../../../helpers/run-cli.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";

const LOCK = ".claude/runtime/locks/.lock_active";
const GONE = /removed the file of the lock in .* without `holdfast unlock`/;

const text = (answer: Answer) => JSON.stringify(answer);
const place = (at: string, fields: object | null = null) =>
  writeFileIn(at, LOCK, fields === null ? "" : JSON.stringify(fields));

async function makeHeld(): Promise<Workplace> {
  const held = await makeWorkplace();
  place(held.project);
  expect((await held.stop()).kind).toBe("refuse");
  return held;
}

describe("the lock of a held session", () => {
  test("removed by hand is reported at the next stop, once", async () => {
    const held = await makeHeld();
    rmSync(lockPath(held.project));
    const answer = await held.stop();
    expect(answer.kind).toBe("tell");
    expect(text(answer)).toMatch(GONE);
    expect(text(answer)).toContain("`holdfast lock`");
    expect((await held.stop()).kind).toBe("silent");
    expect(await held.faultParts()).toEqual([]);
  });

  test("made and removed again is reported each time", async () => {
    const held = await makeHeld();
    rmSync(lockPath(held.project));
    await held.stop();
    // Not in the same tick of file times as the first lock.
    await Bun.sleep(20);
    place(held.project);
    expect((await held.stop()).kind).toBe("refuse");
    rmSync(lockPath(held.project));
    expect(text(await held.stop())).toMatch(GONE);
  });

  test("removed before the first stop of a session that was told of it is reported", async () => {
    const started = await makeWorkplace();
    place(started.project);
    await started.send({ hook_event_name: "SessionStart", source: "startup" });
    rmSync(lockPath(started.project));
    expect(text(await started.stop())).toMatch(GONE);
  });

  test("removed between sessions is reported when the session is resumed", async () => {
    const held = await makeHeld();
    rmSync(lockPath(held.project));
    expect(text(await held.send({ hook_event_name: "SessionStart", source: "resume" }))).toMatch(GONE);
    expect((await held.stop()).kind).toBe("silent");
  });

  test("released by `holdfast unlock` is reported only as removed by it", async () => {
    const held = await makeHeld();
    expect((await runCli(held.env, held.project, "unlock")).text).toContain("Unlocked");
    const answer = await held.stop();
    expect(text(answer)).toContain("the lock was removed from inside the session or an unknown place");
    expect(text(answer)).not.toMatch(GONE);
    expect((await held.stop()).kind).toBe("silent");
  });

  test("released by a stop is reported only as released", async () => {
    const held = await makeHeld();
    const answers = [await held.stop(), await held.stop(), await held.stop()].map(text);
    expect(answers.join("")).toContain("released this stop");
    expect(answers.join("")).not.toMatch(GONE);
  });

  test("that has expired is reported only as expired", async () => {
    const held = await makeWorkplace();
    place(held.project, { created_at: "2020-01-01T00:00:00Z", ttl_minutes: 1 });
    expect(text(await held.stop())).toContain("The lock has expired");
    expect((await held.stop()).kind).toBe("silent");
  });

  test("for all, released in another session, is not reported in this one", async () => {
    const held = await makeWorkplace();
    place(held.project, { all: true });
    expect((await held.stop()).kind).toBe("refuse");
    for (let stop = 0; stop < 3; stop++) await held.stop({ session_id: "s2" });
    expect(await Bun.file(lockPath(held.project)).exists()).toBe(false);
    expect((await held.stop()).kind).toBe("silent");
  });

  test("removed does not release one in a parent folder", async () => {
    const held = await makeWorkplace();
    const app = `${held.project}/app`;
    place(held.project, { goal: "the root's" });
    place(app, { goal: "the app's" });
    const stop = () => held.send({ hook_event_name: "Stop", cwd: app });
    held.env.projectDir = app;
    expect(text(await stop())).toContain("the app's");
    rmSync(lockPath(app));
    const answer = await stop();
    expect(answer.kind).toBe("refuse");
    expect(text(answer)).toContain("the root's");
    expect(text(answer)).toMatch(GONE);
    expect(await Bun.file(lockPath(held.project)).exists()).toBe(true);
  });
});

describe("the file of a lock, changed by hand, is reported as changed, with what it was", () => {
  const CHANGED =
    /changed the file of the lock in .* by hand\. It was a lock without a goal, holding session s1 for 50 rounds until 20/;

  test.each<[string, (path: string) => void, RegExp]>([
    [
      "to hold another session",
      (path) => writeFileSync(path, JSON.stringify({ session_id: "other-session" })),
      /It is now .* holding session other-session/,
    ],
    [
      "to hold one round",
      (path) => writeFileSync(path, JSON.stringify({ max: 1, done: "it builds", session_id: "s1" })),
      /It is now a lock without a goal, done when .*it builds.*, holding session s1 for 1 round until/,
    ],
    [
      "to have expired",
      (path) => writeFileSync(path, JSON.stringify({ created_at: "2020-01-01T00:00:00Z", session_id: "s1" })),
      /rewritten with a time that has passed/,
    ],
    [
      "to be no lock",
      (path) => writeFileSync(path, "{ not a lock"),
      /It holds nothing now: .* not valid JSON/,
    ],
    [
      "into a folder",
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
      /It holds nothing now/,
    ],
    [
      "into a link",
      (path) => {
        rmSync(path);
        symlinkSync("/etc/hostname", path);
      },
      /It holds nothing now: the lock file is a link/,
    ],
  ])("%s", async (_name, change, now) => {
    const held = await makeHeld();
    await Bun.sleep(20);
    change(lockPath(held.project));
    const answer = text(await held.stop());
    expect(answer).toMatch(CHANGED);
    expect(answer).toMatch(now);
    expect(answer).not.toContain("has expired");
    expect(text(await held.stop())).not.toMatch(CHANGED);
  });

  test("without another word, by its time, is said to say the same", async () => {
    const held = await makeWorkplace();
    const fields = { created_at: new Date().toISOString() };
    place(held.project, fields);
    await held.stop();
    utimesSync(lockPath(held.project), 1, 1);
    expect(text(await held.stop())).toMatch(/by hand\. It was a lock .*\. It says the same now\./);
  });

  test("before it held anybody, if our command wrote it", async () => {
    const fresh = await makeWorkplace();
    await runCli(fresh.env, fresh.project, "lock", "migrate");
    await Bun.sleep(20);
    place(fresh.project, { session_id: "other-session" });
    expect(text(await fresh.stop())).toMatch(
      /by hand\. It was a lock for migrate, holding the next session for 50 rounds until 20/,
    );
  });

  test("and by our own commands is not", async () => {
    const held = await makeHeld();
    await runCli(held.env, held.project, "lock", "another goal");
    expect(text(await held.stop())).not.toContain("by hand");
  });
});
