// `npm run demo`: the real Claude Code with holdfast installed, in a throwaway home, against a scripted local model. Everything
// printed comes from the run's messages and rows. At a terminal it waits for Enter between acts.
import { makeInstalledPlace } from "../test/helpers/installed.ts";
import { cleanup } from "../test/helpers/temp.ts";
import { playCheck, playLock, playRelease } from "./acts-hold.ts";
import { playInbox, playNextSession } from "./acts-remember.ts";
import { createNarrator } from "./narrator.ts";

const FILES = {
  "price.mjs": "export const total = (prices) => prices.reduce((sum, price) => sum + price);\n",
  "check.mjs": `import { total } from "./price.mjs";
if (total([2, 3]) !== 5) throw new Error("2 + 3 is not 5");
if (total([]) !== 0) throw new Error("an empty basket must cost 0");
console.log("all checks pass");
`,
  "deploy.mjs": 'throw new Error("deploy.mjs:1 no password for staging");\n',
  "label.mjs": "export const label = (name) => name.trim();\n",
  "label.test.mjs": `import { label } from "./label.mjs";
if (label(" tea ").toLowerCase() !== "tea") throw new Error("spaces must go");
if (label("") !== "") throw new Error("an empty name must stay empty");
console.log("2 tests pass");
`,
};

const narrator = createNarrator();
try {
  narrator.title("holdfast is installed into an empty home");
  narrator.shell("holdfast install --yes");
  const place = await makeInstalledPlace({ git: true, files: FILES });
  narrator.shorten({ [place.project]: "~/shop", [place.home]: "~" });
  for (const play of [playLock, playCheck, playRelease, playInbox, playNextSession])
    await play(place, narrator);
  narrator.title(
    `${narrator.seconds()} seconds, no account, no network. Next, in your own Claude Code and project:`,
  );
  narrator.shell(
    "dist/holdfast install",
    "shows what it would change, and asks; `holdfast uninstall` undoes it",
  );
  narrator.shell(
    "cd your/project && holdfast init",
    "finds the project's checks; they run when Claude wants to stop",
  );
  narrator.shell(
    'holdfast lock "make the tests pass"',
    "holds the next session there until it is done: now start claude",
  );
} catch (error) {
  narrator.fail((error as Error).message);
  process.exitCode = 1;
} finally {
  cleanup();
}
