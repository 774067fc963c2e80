// A verify command when the hook itself is killed.
import { expect, test } from "bun:test";
import { EXECUTABLE, type Place, readFaultLines, runCommand, sendEvent } from "../helpers/holdfast.ts";
import { queryStore } from "../helpers/installed.ts";
import { eventuallyGone, readPids } from "../helpers/processes.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";

async function makePlace(verify: string): Promise<Place> {
  const place = { home: makeTempHome(), project: makeTempProject() };
  await sendEvent(place, { hook_event_name: "UserPromptSubmit", prompt: "Work." });
  await runCommand(place, "loop", "start", "work", "--verify", verify);
  return place;
}

test("SIGTERM from the client ends the verify command and its children, is recorded, and allows", async () => {
  const place = await makePlace("sleep 1000 & echo $! >> pids; echo $$ >> pids; sleep 1000");
  const event = { hook_event_name: "Stop", session_id: "s1", cwd: place.project };
  const hook = Bun.spawn([EXECUTABLE, "hook"], {
    cwd: place.project,
    env: { HOME: place.home, PATH: process.env.PATH ?? "", CLAUDE_PROJECT_DIR: place.project },
    stdin: Buffer.from(JSON.stringify(event)),
    stdout: "pipe",
  });
  const pids = await readPids(`${place.project}/pids`, 2);
  hook.kill("SIGTERM");
  expect(await hook.exited).toBe(0);
  await eventuallyGone(pids);
  expect((await readFaultLines(place)).map(({ message }) => message)).toContain(
    "the client ended the hook (SIGTERM)",
  );
});

test("a verify command in a missing project counts as failed and is recorded", async () => {
  const place = await makePlace("true");
  const gone = `${place.project}/gone`;
  queryStore(place, `UPDATE goals SET project_dir = '${gone}'`);
  const { stdout } = await sendEvent(place, { hook_event_name: "Stop" });
  expect(JSON.parse(stdout)).toMatchObject({
    decision: "block",
    reason: expect.stringContaining("could not be started"),
  });
  expect((await readFaultLines(place)).map(({ part }) => part)).toEqual(["gate:loop"]);
});

test("files written by a verify command get the person's umask, not ours", async () => {
  const place = await makePlace("touch made; false");
  await sendEvent(place, { hook_event_name: "Stop" });
  const mask = process.umask();
  const mode = (await Bun.file(`${place.project}/made`).stat()).mode & 0o777;
  expect(mode).toBe(0o666 & ~mask);
});
