// Loops whose goal is met after they were abandoned, other tools' loops, and allowed verify commands; in the real client.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { configure, makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, summarise, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(90_000);

const place = await makeInstalledPlace({ git: true });
const sessions = shareSessions(place);

const startLoop = (verify: string) => bash(`holdfast loop start 'fix the types' --verify '${verify}'`);
/** For all loops so far. */
const statuses = () =>
  queryStore(place, "SELECT state FROM goals ORDER BY created_at").map(({ state }) => state);

async function countLines(path: string): Promise<number> {
  return (await Bun.file(path).text()).split("\n").length - 1;
}

describe("a suspended loop", () => {
  test("is checked once for each change by other sessions; once met, it is closed and no longer reported", async () => {
    const looks = `${place.home}/looks`;
    let before = 0;
    await sessions.run({
      prompt: [
        "Fix it.",
        async () => {
          before = await countLines(looks);
        },
      ],
      script: {
        main: [startLoop(`echo look >> "${looks}"; test -e fixed`)],
        whenDone: say("I cannot."),
      },
    });
    expect(statuses()).toEqual(["suspended"]);
    await sessions.run({ prompt: "Look.", script: [write(`${place.project}/other`, "x"), say("Seen.")] });
    await waitUntil(async () => (await countLines(looks)) > before);
    await sessions.run({ prompt: "And now?", script: [say("Nothing.")] });
    const third = await sessions.run({
      prompt: "Another thing.",
      script: [
        async () => {
          expect(statuses()).toEqual(["suspended"]);
          expect(await countLines(looks)).toBe(before + 1);
          return write(`${place.project}/fixed`, "yes");
        },
        say("Done."),
      ],
    });
    expect(findTold(third.requests, /fix the types/)).toBeDefined();
    await waitUntil(() => statuses()[0] !== "suspended");
    expect(statuses()).toEqual(["met"]);
    // The next session began with the /clear of the last one, before the loop was closed; the one after it is told nothing.
    await sessions.run({ prompt: "Hello.", script: [say("Hello.")] });
    const last = await sessions.run({ prompt: "And now?", script: [say("Hello.")] });
    expect(findTold(last.requests, /a loop \(|resume --from/)).toBeUndefined();
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("is named to Claude after a compaction, holds again after the next prompt, and is then met", async () => {
    const seen: unknown[] = [];
    const run = await sessions.run({
      prompt: [
        "Fix it.",
        () => seen.push(statuses().at(-1)),
        "/compact",
        () => seen.push(statuses().at(-1)),
        "Make the file.",
      ],
      script: [
        startLoop("test -e made"),
        ...["One.", "Two.", "Three."].map(say),
        summarise("We tried."),
        say("Hello."),
        bash("touch made"),
        say("It is there."),
      ],
    });
    expect(seen).toEqual(["suspended", "suspended"]);
    expect(findTold(run.requests, /The loop of this session is suspended: fix the types/)).toBeDefined();
    const told = systemMessages(run).map(({ text }) => text);
    expect(told.some((text) => text.includes("the loop holds again (round 2 of 25): fix the types"))).toBe(
      true,
    );
    expect(findTold(run.requests, /the loop holds again/)).toBeDefined();
    expect(told.at(-1)).toContain("The loop is done: `test -e made` passed");
    expect(statuses().at(-1)).toBe("met");
  });
});

test("another tool's loop is reported with its last error, shown by status, and can be cancelled by Claude [004-02]", async () => {
  const foreign = {
    task: "port the parser",
    iteration: 3,
    max_iterations: 9,
    last_error: "parse.ts:7 broken",
  };
  const seen: string[] = [];
  let folder = "";
  const status = async () => void seen.push((await runCommand(place, "status")).stdout);
  const run = await sessions.run({
    prompt: [
      "Begin.",
      () => {
        const [{ session_id } = {}] = queryStore(
          place,
          "SELECT session_id FROM decisions ORDER BY id DESC LIMIT 1",
        );
        folder = `${place.home}/.holdfast/state/${session_id}`;
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${folder}/loop.json`, JSON.stringify(foreign));
      },
      "Go on.",
      "And now?",
      status,
    ],
    script: [
      say("Hello."),
      say("Done?"),
      async () => {
        await status();
        return bash("holdfast cancel loop --why 'not wanted'");
      },
      say("Over."),
      say("Still over."),
    ],
  });
  const told = findTold(run.requests, /The loop is not done: port the parser/) ?? "";
  expect(told).toContain("parse.ts:7 broken");
  expect(told).toContain("holdfast cancel");
  expect(seen[0]).toMatch(/loop .*\n +round 3 of 9, of another tool, last error: parse.ts:7 broken/);
  expect(toolResults(run.requests).at(-1)?.text).toContain("cancelled after 3 rounds");
  expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", "blocked", "complete", "complete"]);
  expect(await Bun.file(`${folder}/loop.json`).json()).toEqual(foreign);
  expect(seen[1]).not.toContain("of another tool");
});

describe("a verify command", () => {
  test("may be `holdfast gate run`, although holdfast is not on the client's PATH; a missing command is refused", async () => {
    await configure(place, {
      quality: { stages: { one: [{ run: "test -e checked" }] } },
      gates: { quality: { enabled: false } },
    });
    const before = statuses().length;
    const run = await sessions.run({
      prompt: ["Fix it.", () => expect(statuses()).toHaveLength(before), "Fix it with what is there."],
      script: [
        startLoop("no-such-runner --all"),
        say("It is not there."),
        startLoop("holdfast gate run"),
        say("Done?"),
        write(`${place.project}/checked`, "yes"),
        say("Done."),
      ],
    });
    expect(toolResults(run.requests)[0]).toMatchObject({
      isError: true,
      text: expect.stringContaining("`no-such-runner`, which is not on the PATH"),
    });
    expect(findTold(run.requests, /`holdfast gate run` fails/)).toContain("test -e checked");
    expect(stopVerdicts(place, run.sessionId)).toEqual(["complete", "blocked", "complete"]);
    expect(statuses().at(-1)).toBe("met");
    expect(await readFaultLines(place)).toEqual([]);
  });
});
