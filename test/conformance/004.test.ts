// Document 004's own test plan: what another orchestrator's files do to a stop, on the executable.
import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { homeOf, type Place, sendEvent } from "../helpers/holdfast.ts";
import { makeTempHome, makeTempProject, writeFileIn } from "../helpers/temp.ts";

setDefaultTimeout(60_000);

let place: Place;

beforeEach(() => {
  place = { home: makeTempHome(), project: makeTempProject({ git: true, files: { "a.txt": "a\n" } }) };
  writeFileIn(homeOf(place).holdfastHome, "config.json", '{"stateDir": "~/.ralph/state"}');
});

const stop = async (fields: object = {}) => {
  const { exitCode, stdout } = await sendEvent(place, {
    hook_event_name: "Stop",
    session_id: "test-456",
    ...fields,
  });
  expect(exitCode).toBe(0);
  return stdout === "" ? {} : JSON.parse(stdout);
};
const put = (name: string, fields: object) =>
  writeFileIn(place.home, `.ralph/state/test-456/${name}`, JSON.stringify(fields));

test("without a state file the stop is allowed, also one that continues [004-t02]", async () => {
  expect(await stop()).toEqual({});
  expect(await stop({ stop_hook_active: true })).toEqual({});
});

test("an orchestrator in ~/.ralph/state that is not verified done holds with its phase; a finished one does not [004-01] [004-04] [004-t03] [004-t04]", async () => {
  put("orchestrator.json", { verified_done: false, phase: "implementation" });
  expect((await stop()).reason).toContain("phase: implementation");
  put("orchestrator.json", { verified_done: true, phase: "complete" });
  expect(await stop()).toEqual({});
});

test("a continued stop is counted, and the hold ends by itself [004-18] [004-t01]", async () => {
  put("orchestrator.json", { verified_done: false, phase: "implementation" });
  await sendEvent(place, { hook_event_name: "UserPromptSubmit", session_id: "test-456", prompt: "Go on." });
  const held: boolean[] = [];
  for (let round = 0; round < 3; round++)
    held.push((await stop({ stop_hook_active: round > 0 })).decision === "block");
  expect(held).toEqual([true, true, false]);
});
