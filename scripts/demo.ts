// `npm run demo`: the real Claude Code, in a throwaway home, against a scripted model on this machine, with holdfast
// installed. What is printed comes from that run's messages and rows.
import { startClaude } from "../test/helpers/claude.ts";
import { runCommand } from "../test/helpers/holdfast.ts";
import { makeInstalledPlace } from "../test/helpers/installed.ts";
import { cleanup } from "../test/helpers/temp.ts";
import { bash, edit, say } from "../test/helpers/turns.ts";
import { createNarrator } from "./demo-narrator.ts";

const FILES = {
  "price.mjs": "export const total = (prices) => prices.reduce((sum, price) => sum + price);\n",
  "check.mjs":
    'import { total } from "./price.mjs";\nif (total([2, 3]) !== 5) throw new Error("2 + 3 is not 5");\nif (total([]) !== 0) throw new Error("an empty basket must cost 0");\nconsole.log("all checks pass");\n',
};

const narrator = createNarrator();
narrator.title("1. holdfast is installed into an empty home");
const place = await makeInstalledPlace({ git: true, files: FILES });
const { project } = place;
narrator.shell("holdfast install --yes", "");

narrator.title("2. You go for coffee and want it finished");
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

narrator.title("3. Claude Code works (real client, scripted model)");
const running = startClaude({
  ...place,
  prompt: "check.mjs fails for an empty basket. Fix it.",
  script: [
    bash("node check.mjs 2>&1 | grep Error:"),
    say("The cause is reduce() without a start value. Passing 0 should fix it. I will leave it at that."),
    edit(`${project}/price.mjs`, "sum + price)", "sum + price, 0)"),
    bash("node check.mjs"),
    bash('holdfast unlock --why "node check.mjs says all checks pass"'),
    say("Fixed: total() now starts at 0, so an empty basket costs 0. node check.mjs: all checks pass."),
  ],
});
narrator.says("You", "check.mjs fails for an empty basket. Fix it.");
await narrator.follow(running);
const run = await running.done;

narrator.title("4. Why was it held? holdfast keeps a row of every decision");
const list = await runCommand(place, "explain", "--list");
narrator.shell("holdfast explain --list", list.stdout);
const [, firstId] = list.stdout.match(/^\s*(\d+).*blocked/m) ?? [];
if (!firstId) {
  narrator.fail("no stop was held: the hooks did not work");
  process.exit(1);
}
narrator.shell(`holdfast explain ${firstId}`, (await runCommand(place, "explain", firstId)).stdout);

const check = Bun.spawnSync(["node", "check.mjs"], { cwd: project });
if (check.exitCode !== 0 || run.exitCode !== 0) {
  narrator.fail("the work was not finished");
  process.exit(1);
}
const held = list.stdout.match(/ blocked /g)?.length ?? 0;
narrator.title(`Held ${held} time, finished, let go. ${narrator.seconds()} seconds, no account, no network.`);
cleanup();
