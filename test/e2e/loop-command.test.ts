// The user's slash command `/holdfast:loop`.
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { makeInstalledPlace, stopVerdicts } from "../helpers/installed.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { bash, say } from "../helpers/turns.ts";

test("the user's /holdfast:loop starts a loop; the client's own /loop is left alone [004-20]", async () => {
  const place = await makeInstalledPlace({ git: true });
  const run = await runClaude({
    ...place,
    env: { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: "0" },
    prompt: '/holdfast:loop fix it --verify "test -e fixed"',
    script: {
      main: [bash("holdfast loop start 'fix it' --verify 'test -e fixed'"), say("Working.")],
      whenDone: say("Done."),
    },
  });
  expect(
    findTold(run.requests, /The user asks for a holdfast loop: fix it --verify "test -e fixed"/),
  ).toBeDefined();
  expect(toolResults(run.requests)[0]?.text).toContain("Loop on for session");
  expect(stopVerdicts(place)[0]).toBe("blocked");
  expect(findTold(run.requests, /- holdfast-loop: Work on one task in rounds/)).toBeDefined();
  const [init] = run.messages.filter(({ subtype }) => subtype === "init");
  expect(init?.skills).toContain("loop");
  expect(existsSync(`${place.home}/.claude/skills/loop`)).toBe(false);
}, 60_000);
