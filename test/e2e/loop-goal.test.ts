// Loops whose goal is met after they were left, loops of other tools, and what a verify command may be; in the real client.
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { makeCheckedPlace } from "../helpers/quality.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold, toolResults } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, summarise, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const startLoop = (verify: string) => bash(`holdfast loop start 'fix the types' --verify '${verify}'`);
const statuses = (place: Place) =>
  queryStore(place, "SELECT status FROM loops ORDER BY created_at").map(({ status }) => status);

async function suspendLoop(place: Place, verify = "test -e fixed"): Promise<void> {
  await runClaude({
    ...place,
    prompt: "Fix it.",
    script: { main: [startLoop(verify)], whenDone: say("I cannot.") },
  });
  expect(statuses(place)).toEqual(["suspended"]);
}

async function countLines(path: string): Promise<number> {
  return (await Bun.file(path).text()).split("\n").length - 1;
}

describe("a suspended loop", () => {
  test("is looked at once for each change of other sessions; met, it is closed and nobody is told any more", async () => {
    const place = await makeInstalledPlace({ git: true });
    const looks = `${place.home}/looks`;
    await suspendLoop(place, `echo look >> "${looks}"; test -e fixed`);
    const before = await countLines(looks);
    await runClaude({
      ...place,
      prompt: "Look.",
      script: [write(`${place.project}/other`, "x"), say("Seen.")],
    });
    await waitUntil(async () => (await countLines(looks)) > before);
    await runClaude({ ...place, prompt: "And now?", script: [say("Nothing.")] });
    const third = await runClaude({
      ...place,
      prompt: "Another thing.",
      script: [
        async () => {
          expect(statuses(place)).toEqual(["suspended"]);
          expect(await countLines(looks)).toBe(before + 1);
          return write(`${place.project}/fixed`, "yes");
        },
        say("Done."),
      ],
    });
    expect(findTold(third.requests, /fix the types/)).toBeDefined();
    await waitUntil(() => statuses(place)[0] !== "suspended");
    expect(statuses(place)).toEqual(["done"]);
    const last = await runClaude({ ...place, prompt: "And now?", script: [say("Hello.")] });
    expect(findTold(last.requests, /a loop \(|loop resume/)).toBeUndefined();
    expect(await readFaultLines(place)).toEqual([]);
  }, 90_000);

  test("is closed at the stop after Claude ran its command with success", async () => {
    const place = await makeInstalledPlace({ git: true });
    await suspendLoop(place);
    const run = await runClaude({
      ...place,
      prompt: "Make the file.",
      continueSession: true,
      script: [bash("touch fixed"), bash("test -e fixed"), say("It is there.")],
    });
    expect(systemMessages(run).at(-1)?.text).toContain("The loop is done: `test -e fixed` passed");
    expect(statuses(place)).toEqual(["done"]);
  }, 90_000);

  test("is named to Claude after a compaction", async () => {
    const place = await makeInstalledPlace({ git: true });
    const session = startStreamingClaude({
      ...place,
      script: {
        main: [startLoop("test -e fixed"), say("One."), say("Two."), say("Three."), summarise("We tried.")],
        whenDone: say("Hello."),
      },
    });
    await session.send("Fix it.");
    expect(statuses(place)).toEqual(["suspended"]);
    await session.send("/compact");
    await session.send("What now?");
    const run = await session.close();
    expect(findTold(run.requests, /The loop of this session is suspended: fix the types/)).toBeDefined();
  }, 90_000);
});

describe("a loop of another tool", () => {
  test("is told with its last error, shown by status, and cancelled by Claude", async () => {
    const place = await makeInstalledPlace();
    const foreign = {
      task: "port the parser",
      iteration: 3,
      max_iterations: 9,
      last_error: "parse.ts:7 broken",
    };
    const seen: string[] = [];
    const session = startStreamingClaude({
      ...place,
      script: [
        say("Hello."),
        say("Done?"),
        async () => {
          const { stdout } = await runCommand(place, "status");
          seen.push(stdout);
          return bash("holdfast loop cancel --why 'not wanted'");
        },
        say("Over."),
        say("Still over."),
      ],
    });
    await session.send("Begin.");
    const [{ session_id: id } = {}] = queryStore(place, "SELECT session_id FROM sessions");
    const folder = `${place.home}/.holdfast/state/${id}`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/loop.json`, JSON.stringify(foreign));
    await session.send("Go on.");
    await session.send("And now?");
    const run = await session.close();
    const told = findTold(run.requests, /The loop is not done: port the parser/) ?? "";
    expect(told).toContain("parse.ts:7 broken");
    expect(told).toContain("holdfast loop cancel");
    expect(seen[0]).toMatch(/loop +of another tool, open, iteration 3 of 9, last error: parse.ts:7 broken/);
    expect(toolResults(run.requests).at(-1)?.text).toContain("cancelled after 3 rounds");
    expect(stopVerdicts(place)).toEqual(["complete", "blocked", "complete", "complete"]);
    expect(await Bun.file(`${folder}/loop.json`).json()).toEqual(foreign);
    expect((await runCommand(place, "status")).stdout).not.toContain("of another tool");
  }, 90_000);
});

describe("a verify command", () => {
  test("may be `holdfast gate run`, although holdfast is not on the client's PATH", async () => {
    const place = await makeCheckedPlace({
      stages: { one: [{ run: "test -e fixed" }] },
      config: { gates: { quality: { enabled: false } } },
    });
    const run = await runClaude({
      ...place,
      prompt: "Fix it.",
      script: [
        startLoop("holdfast gate run"),
        say("Done?"),
        write(`${place.project}/fixed`, "yes"),
        say("Done."),
      ],
    });
    expect(findTold(run.requests, /`holdfast gate run` fails/)).toContain("test -e fixed");
    expect(stopVerdicts(place)).toEqual(["blocked", "complete"]);
    expect(statuses(place)).toEqual(["done"]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("that does not exist is refused", async () => {
    const place = await makeInstalledPlace();
    const run = await runClaude({
      ...place,
      prompt: "Fix it.",
      script: [startLoop("no-such-runner --all"), say("It is not there.")],
    });
    expect(toolResults(run.requests)[0]).toMatchObject({
      isError: true,
      text: expect.stringContaining("`no-such-runner`, which is not on the PATH"),
    });
    expect(queryStore(place, "SELECT * FROM loops")).toEqual([]);
    expect(stopVerdicts(place)).toEqual(["complete"]);
  }, 60_000);
});
