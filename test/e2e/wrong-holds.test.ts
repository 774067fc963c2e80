// Marking holds as wrong in the real client: the third mark for the same reason names a setting, and that setting avoids the hold.
import { expect, setDefaultTimeout, test } from "bun:test";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { configure, makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import type { ScriptedTurn } from "../helpers/scripted-api.ts";
import { bash, say, useTool, write } from "../helpers/turns.ts";

setDefaultTimeout(120_000);

const place = await makeInstalledPlace({ git: true, files: { "README.md": "A project.\n" } });
const sessions = shareSessions(place);

/** The verdicts of a session that does one thing, then stops until it may. */
async function work(config: object, turns: ScriptedTurn[]): Promise<string[]> {
  const { sessionId } = await sessions.run({
    prepare: () => configure(place, config),
    prompt: "Work.",
    script: { main: turns, whenDone: say("It is meant to be so.") },
  });
  return stopVerdicts(place, sessionId);
}

let files = 0;

/** Claude adds a line to a file of its own. */
function addLine(line: string): ScriptedTurn {
  files += 1;
  return write(`${place.project}/src/file-${files}.ts`, `export const value = ${files}; ${line}\n`);
}

const openTask = () =>
  useTool("TaskCreate", { subject: "Look around", description: "List the files", activeForm: "Looking" });

test.each([
  {
    rule: "hygiene (leftover)",
    config: { hygiene: { stop: "block" } },
    act: () => addLine("debugger;"),
    setting: { hygiene: { rules: { debugger: "advise" } } },
    // The narrowest setting: other leftovers still hold.
    stillHeld: () => addLine("test.only();"),
  },
  {
    rule: "tasks (open)",
    config: { tasks: { block: "always" } },
    act: openTask,
    setting: { tasks: { block: "active" } },
    stillHeld: null,
  },
])("three holds by $rule", async ({ rule, config, act, setting, stillHeld }) => {
  const marks: string[] = [];
  for (let round = 0; round < 3; round++) {
    expect((await work(config, [act(), bash("ls")]))[0]).toBe("blocked");
    const marked = await runCommand(place, "wrong", "--why", "it was wanted");
    expect(marked.exitCode).toBe(0);
    marks.push(marked.stdout);
  }
  expect(marks[0]).not.toContain("marked wrong in this project");
  expect(marks[1]).not.toContain("marked wrong in this project");
  expect(marks[2]).toContain(`3 holds by ${rule} were marked wrong in this project.`);
  const advice = JSON.parse(/\{.*\}/.exec(marks[2] ?? "")?.[0] ?? "");
  expect(advice).toEqual(setting);
  const [gate = ""] = Object.keys(advice);
  const advised = { [gate]: { ...(config as Record<string, object>)[gate], ...advice[gate] } };
  expect(await work(advised, [act()])).toEqual(["complete"]);
  if (stillHeld) expect((await work(advised, [stillHeld()]))[0]).toBe("blocked");
  expect(await readFaultLines(place)).toEqual([]);
});
