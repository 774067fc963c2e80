// Acts one to three: a held stop, a project's own check, and a suspended loop.
import { startClaude } from "../test/helpers/claude.ts";
import { type Place, readDecisions, runCommand } from "../test/helpers/holdfast.ts";
import { writeFileIn } from "../test/helpers/temp.ts";
import { vouchFor } from "../test/helpers/trust.ts";
import { bash, edit, say } from "../test/helpers/turns.ts";
import type { Narrator } from "./narrator.ts";

/** Claude stops early; the lock holds until the goal is reached. */
export async function playLock(place: Place, narrator: Narrator): Promise<void> {
  await narrator.act("1. You go for coffee and want it finished: a lock");
  const goal = ["make check.mjs pass", "--done", "node check.mjs passes"];
  await runCommand(place, "lock", ...goal);
  narrator.shell('holdfast lock "make check.mjs pass" --done "node check.mjs passes"');
  const verdicts = await play(place, narrator, "check.mjs fails for an empty basket. Fix it.", [
    bash("node check.mjs 2>&1 | grep Error: ; cat price.mjs"),
    say("reduce() has no start value; 0 should fix it. I'll leave it at that."),
    edit(`${place.project}/price.mjs`, "sum + price)", "sum + price, 0)"),
    bash('node check.mjs && holdfast unlock --why "all checks pass"'),
    say("Fixed: total() starts at 0."),
  ]);
  expectVerdicts(verdicts, "blocked,complete");
}

/** A project's own check: the exit code decides, not what Claude says. */
export async function playCheck(place: Place, narrator: Narrator): Promise<void> {
  await narrator.act("2. The project has a check, which must pass before Claude may stop");
  const config = JSON.stringify({ quality: { stages: { tests: [{ run: "node label.test.mjs" }] } } });
  writeFileIn(place.project, ".claude/holdfast.json", `${config}\n`);
  // Like `holdfast trust`, which asks a person at a terminal.
  await vouchFor(`${place.home}/.holdfast`, place.project);
  narrator.shell("cat .claude/holdfast.json", config);
  narrator.shell("holdfast trust");
  const label = `${place.project}/label.mjs`;
  const verdicts = await play(place, narrator, "label() should capitalise the first letter.", [
    bash("cat label.mjs"),
    edit(label, "name.trim()", "name.trim()[0].toUpperCase() + name.trim().slice(1)"),
    say("Done: the first letter is capitalised now."),
    edit(label, "name.trim()[0].toUpperCase()", "name.trim().charAt(0).toUpperCase()"),
    say("An empty name has no first letter; charAt(0) handles that."),
  ]);
  expectVerdicts(verdicts, "blocked,complete");
}

/** Without progress, Claude may stop, the person is told, and the loop can be resumed. */
export async function playRelease(place: Place, narrator: Narrator): Promise<void> {
  await narrator.act("3. And when Claude cannot do it? It may stop, and you are told");
  const verdicts = await play(place, narrator, "Make deploy.mjs pass, in a loop.", [
    bash('holdfast loop start "make deploy.mjs pass" --verify "node deploy.mjs"'),
    bash("node deploy.mjs 2>&1 | grep '^Error'"),
    say("I need the staging password for that."),
    say("There is still no password."),
    say("I cannot continue without it."),
  ]);
  expectVerdicts(verdicts, "blocked,blocked,stalled");
}

async function play(
  place: Place,
  narrator: Narrator,
  prompt: string,
  script: Parameters<typeof startClaude>[0]["script"] & object,
): Promise<string> {
  narrator.says("You", prompt);
  const running = startClaude({ ...place, prompt, script });
  await narrator.follow(running);
  const { sessionId } = await running.done;
  const stops = readDecisions(place).filter((row) => row.session_id === sessionId && row.event === "Stop");
  return stops
    .map((row) => row.verdict)
    .reverse()
    .join();
}

/** The demo must not show what did not happen. */
function expectVerdicts(found: string, expected: string): void {
  if (found !== expected) throw new Error(`the stops were ${found || "not seen"}, not ${expected}`);
}
