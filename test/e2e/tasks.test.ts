// The client's own tasks in the real client: mirrored, counted, holding under a loop.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, together, useTool } from "../helpers/turns.ts";

const create = (subject: string) => useTool("TaskCreate", { subject, description: `Do ${subject}` });
const update = (taskId: string, status: string) => useTool("TaskUpdate", { taskId, status });
const startLoop = bash("holdfast loop start 'the work' --promise 'ALL DONE'");

function taskFiles(place: Place, sessionId: string): Record<string, string> {
  const folder = `${place.home}/.holdfast/state/${sessionId}/tasks`;
  const tasks = readdirSync(folder).map((name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")));
  return Object.fromEntries(tasks.map(({ subject, status }) => [subject, status]));
}

describe("unfinished tasks", () => {
  test("hold while a loop is on, three of them named, until they are done or deleted [004-17]", async () => {
    const place = await makeInstalledPlace();
    const run = await runClaude({
      ...place,
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
      timeoutMs: 60_000,
    });
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "complete"]);
    expect(
      findTold(run.requests, /4 tasks are not done: "first", "second", "third" and 1 more\./),
    ).toBeDefined();
    expect(findTold(run.requests, /3 tasks are not done: "first", "third", "fourth"\./)).toBeDefined();
    expect(taskFiles(place, run.sessionId)).toMatchObject({ first: "completed", third: "completed" });
    expect(await readFaultLines(place)).toEqual([]);
  }, 90_000);

  test("deleted right before the stop do not hold, whether or not the event has arrived", async () => {
    const place = await makeInstalledPlace({
      files: { ".claude/holdfast.json": '{"tasks": {"block": "always"}}' },
    });
    await runClaude({
      ...place,
      prompt: "Do the work.",
      script: [create("only"), update("1", "deleted"), say("It was not needed.")],
    });
    expect(stopVerdicts(place)).toEqual(["complete"]);
  }, 60_000);

  test("without a loop are only reported to the person, once [004-17]", async () => {
    const place = await makeInstalledPlace();
    const run = await runClaude({
      ...place,
      prompt: "Plan it.",
      script: [create("later"), say("I noted it.")],
    });
    expect(stopVerdicts(place)).toEqual(["complete"]);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      'holdfast tasks: 1 task is not done: "later".',
    ]);
    expect(queryStore(place, "SELECT subject, status FROM tasks")).toEqual([
      { subject: "later", status: "pending" },
    ]);
  }, 60_000);
});
