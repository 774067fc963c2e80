// At a real Stop the client has not yet written the last message to the transcript.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { runCommand } from "../helpers/holdfast.ts";
import type { ScriptedTurn } from "../helpers/scripted-api.ts";
import { makeTempHome, makeTempProject } from "../helpers/temp.ts";
import { sayLater, write } from "../helpers/turns.ts";

test("a turn without tool calls asks no gate", async () => {
  expect(await dueGates(() => [sayLater("It is a note.")])).toBe("nothing");
});

test("a turn with an edit asks the gates on changes", async () => {
  const edited = await dueGates((project) => [write(`${project}/a.ts`, "export {};\n"), sayLater("Done.")]);
  expect(edited).toContain("hygiene");
});

/** The gates that the Stop of one turn found due, from the debug log. */
async function dueGates(script: (project: string) => ScriptedTurn[]): Promise<string> {
  const home = makeTempHome();
  const project = makeTempProject({ git: true });
  expect((await runCommand({ home, project }, "install", "--yes")).exitCode).toBe(0);
  const env = { HOLDFAST_DEBUG: "1" };
  const run = await runClaude({ home, project, env, prompt: "Go on.", script: script(project) });
  expect(run.exitCode).toBe(0);
  const log = readFileSync(`${home}/.holdfast/logs/debug.log`, "utf8");
  return /Stop of main: due: (.*)/.exec(log)?.[1] ?? log;
}
