// Whose act a release was, in the real client: the person's own, Claude's tool call, or neither on record.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { type Place, readDecisions } from "../helpers/holdfast.ts";
import {
  configure,
  isLocked,
  makeInstalledPlace,
  placeLock,
  queryStore,
  stopVerdicts,
} from "../helpers/installed.ts";
import { type InteractiveClaude, startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { systemMessages, type TranscriptOwner } from "../helpers/transcript.ts";
import { agent, bash, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(60_000);

const STRICT = { selfRelease: false };

const place = await makeInstalledPlace();
const sessions = shareSessions(place);

const makeStrictPlace = () =>
  makeInstalledPlace({ files: { ".claude/holdfast.json": JSON.stringify(STRICT) } });

/** Everything holdfast told the person in a session, except at its start. */
function told(run: TranscriptOwner): string[] {
  return systemMessages(run)
    .filter(({ event }) => event !== "SessionStart")
    .map(({ text }) => text);
}

/** In the only session of a place. */
const toldIn = (place: Place) => told({ ...place, sessionId: String(readDecisions(place)[0]?.session_id) });

async function leave(claude: InteractiveClaude): Promise<void> {
  await claude.type("/exit");
  await claude.done;
}

describe("the person's own", () => {
  test.each([
    ["`! holdfast unlock`", "! holdfast unlock"],
    ["the slash command", "/holdfast:unlock"],
  ])("%s is reported as theirs, and selfRelease: false does not refuse it", async (_name, line) => {
    const place = await makeStrictPlace();
    const claude = startInteractiveClaude({
      ...place,
      prompt: "Hello.",
      script: [
        say("Hello to you."),
        async () => {
          // With selfRelease: false it takes effect once the transcript shows it.
          await waitUntil(() => queryStore(place, "SELECT 1 FROM messages").length > 0);
          return say("I have seen the command.");
        },
      ],
    });
    await waitUntil(() => stops(place) === 1);
    placeLock(place);
    // The turn has ended only when the client says so.
    await waitUntil(() => /Hello to you\.(?!.*esc to interrupt)/s.test(claude.screen()));
    await claude.type(line);
    await waitUntil(async () => !(await isLocked(place)));
    await waitUntil(() => toldIn(place).some((text) => text.includes("lock was removed")));
    await leave(claude);
    expect(toldIn(place).filter((text) => text.includes("lock was removed"))).toEqual([
      "holdfast: the lock was removed by you. `holdfast lock` sets it again.",
    ]);
  });

  test("way out that a reason prints works in the middle of a hold: Esc, then `! holdfast unlock`", async () => {
    const place = await makeStrictPlace();
    placeLock(place);
    const claude = startInteractiveClaude({
      ...place,
      prompt: "Work.",
      script: {
        main: [say("Done?"), bash("touch started && sleep 30")],
        whenDone: say("All right."),
      },
    });
    await waitUntil(() => claude.requests.filter(({ asker }) => asker === "main").length === 2);
    expect(findTold(claude.requests, /press Esc, then `! holdfast unlock`/)).toBeDefined();
    await waitUntil(() => existsSync(`${place.project}/started`));
    claude.press("\u001b");
    await waitUntil(() => claude.shown().includes("Interrupted"));
    await claude.type("! holdfast unlock");
    await waitUntil(async () => !(await isLocked(place)));
    await waitUntil(() => toldIn(place).some((text) => text.includes("lock was removed")));
    await leave(claude);
    expect(toldIn(place).filter((text) => text.includes("lock was removed"))).toEqual([
      "holdfast: the lock was removed by you. `holdfast lock` sets it again.",
    ]);
  });

  test("`/holdfast:loop cancel` is the person's, although Claude runs it", async () => {
    const run = await sessions.run({
      prepare: () => configure(place, STRICT),
      prompt: "/holdfast:loop cancel",
      script: [
        bash('holdfast loop start "another" --promise "NEVER"'),
        bash("holdfast cancel loop --json"),
        say("Cancelled."),
      ],
    });
    expect(toolResults(run.requests).at(-1)?.text).toContain('"by": "user"');
    expect(told(run).filter((text) => text.includes("loop was cancelled"))).toEqual([
      expect.stringContaining("the loop was cancelled by you."),
    ]);
  });
});

describe("Claude's", () => {
  test("own call is reported as its own; a subagent's too", async () => {
    const run = await sessions.run({
      prepare: async () => {
        await configure(place, {});
        placeLock(place);
      },
      prompt: "Work.",
      script: {
        main: [agent({ prompt: "HELPER: unlock", background: false }), say("Done.")],
        agents: { HELPER: [bash('holdfast unlock --why "tests pass"'), say("Unlocked.")] },
      },
    });
    expect(await isLocked(place)).toBe(false);
    expect(told(run)).toEqual([
      "holdfast: the lock was removed by Claude: tests pass. `holdfast lock` sets it again.",
    ]);
  });

  test("call through a script is refused with selfRelease: false, also in the background", async () => {
    const run = await sessions.run({
      prepare: async () => {
        writeFileIn(place.project, "release.sh", "holdfast unlock");
        await configure(place, STRICT);
        placeLock(place);
      },
      prompt: "Work.",
      script: [
        bash("sh release.sh"),
        bash("sleep 1; holdfast unlock > out.txt 2>&1", { background: true }),
        bash("sleep 2; cat out.txt"),
        say("Done."),
      ],
    });
    expect(toolResults(run.requests)[0]?.text).toContain("selfRelease: false");
    expect(toolResults(run.requests)[2]?.text).toContain("selfRelease: false");
    expect(stopVerdicts(place, run.sessionId)[0]).toBe("blocked");
  });
});

test("an act with no record either way is worded neutrally", async () => {
  const run = await sessions.run({
    prepare: async () => {
      await configure(place, {});
      placeLock(place);
    },
    prompt: "Work.",
    script: [
      // Outlives its call: nobody's by the time it unlocks.
      bash("(sleep 1; holdfast unlock) > /dev/null 2>&1 &"),
      async () => {
        await waitUntil(async () => !(await isLocked(place)));
        return say("Done.");
      },
    ],
  });
  expect(told(run)).toEqual([
    "holdfast: the lock was removed from inside the session or an unknown place. `holdfast lock` sets it again.",
  ]);
});

function stops(place: Place): number {
  try {
    return readDecisions(place).filter(({ event }) => event === "Stop").length;
  } catch {
    return 0; // The first event has not created the store yet.
  }
}
