// The client's own tasks in the real client: mirrored, counted, holding under a loop.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines } from "../helpers/holdfast.ts";
import { configure, makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, together, useTool } from "../helpers/turns.ts";

setDefaultTimeout(60_000);

const place = await makeInstalledPlace();
const sessions = shareSessions(place);

const create = (subject: string) => useTool("TaskCreate", { subject, description: `Do ${subject}` });
const update = (taskId: string, status: string) => useTool("TaskUpdate", { taskId, status });
const startLoop = bash("holdfast loop start 'the work' --promise 'ALL DONE'");

function taskFiles(sessionId: string): Record<string, string> {
  const folder = `${place.home}/.holdfast/state/${sessionId}/tasks`;
  const tasks = readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")));
  return Object.fromEntries(tasks.map(({ subject, status }) => [subject, status]));
}

describe("unfinished tasks", () => {
  test("hold while a loop is on, three of them named, until they are done or deleted [004-17]", async () => {
    const run = await sessions.run({
      prompt: "Do the work.",
      script: [
        startLoop,
        together(create("first"), create("second"), create("third"), create("fourth")),
        say("Not all of it."),
        together(update("1", "in_progress"), update("2", "completed")),
        say("Some more."),
        together(update("1", "completed"), update("3", "completed"), update("4", "deleted")),
        say("Finished.\n\nALL DONE"),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
    expect(
      findTold(run.requests, /4 tasks are not done: "first", "second", "third" and 1 more\./),
    ).toBeDefined();
    expect(findTold(run.requests, /3 tasks are not done: "first", "third", "fourth"\./)).toBeDefined();
    expect(taskFiles(run.sessionId)).toMatchObject({ first: "completed", third: "completed" });
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("deleted right before the stop do not hold, whether or not the event has arrived", async () => {
    const run = await sessions.run({
      prepare: () => configure(place, { tasks: { block: "always" } }),
      prompt: "Do the work.",
      script: [create("only"), update("1", "deleted"), say("It was not needed.")],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
  });

  test("without a loop are only reported to the person, once [004-17]", async () => {
    const run = await sessions.run({
      prepare: () => configure(place, {}),
      prompt: "Plan it.",
      script: [create("later"), say("I noted it.")],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete"]);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      'holdfast tasks: 1 task is not done: "later".',
    ]);
    expect(
      queryStore(place, `SELECT subject, status FROM tasks WHERE session_id = '${run.sessionId}'`),
    ).toEqual([{ subject: "later", status: "pending" }]);
  });
});
