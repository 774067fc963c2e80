// Act one: Claude wants to stop early, a lock holds it until the goal is reached.
import { startClaude } from "../test/helpers/claude.ts";
import { type Place, runCommand } from "../test/helpers/holdfast.ts";
import { bash, edit, say } from "../test/helpers/turns.ts";
import type { Narrator } from "./narrator.ts";

const PROMPT = "check.mjs fails for an empty basket. Fix it.";

export async function playLock(place: Place, narrator: Narrator): Promise<void> {
  narrator.title("1. A lock: you go for coffee and want it finished");
  const lock = await runCommand(
    place,
    "lock",
    "make check.mjs pass",
    "--done",
    "node check.mjs says all checks pass",
  );
  narrator.shell(
    'holdfast lock "make check.mjs pass" --done "node check.mjs says all checks pass"',
    lock.stdout,
  );
  narrator.says("You", PROMPT);
  const running = startClaude({
    ...place,
    prompt: PROMPT,
    script: [
      bash("node check.mjs 2>&1 | grep Error:"),
      say("The cause is reduce() without a start value. Passing 0 should fix it. I will leave it at that."),
      edit(`${place.project}/price.mjs`, "sum + price)", "sum + price, 0)"),
      bash("node check.mjs"),
      bash('holdfast unlock --why "node check.mjs says all checks pass"'),
      say("Fixed: total() now starts at 0, so an empty basket costs 0. node check.mjs: all checks pass."),
    ],
  });
  await narrator.follow(running);
  await running.done;
  if (Bun.spawnSync(["node", "check.mjs"], { cwd: place.project }).exitCode !== 0) {
    throw new Error("the work was not finished");
  }

  narrator.title("Why was it held? Every decision is a row");
  const list = await runCommand(place, "explain", "--list");
  narrator.shell("holdfast explain --list", list.stdout);
  const [, blocked] = list.stdout.match(/^\s*(\d+).*blocked/m) ?? [];
  if (!blocked) throw new Error("no stop was held: the hooks did not work");
  narrator.shell(`holdfast explain ${blocked}`, (await runCommand(place, "explain", blocked)).stdout);
}
