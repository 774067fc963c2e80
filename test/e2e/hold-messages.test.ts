// What Claude and the person are told when a stop is held, in the real client: the wording, how often, and where.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readTail } from "../../src/transcript/read-tail.ts";
import { type SessionRun, shareSessions } from "../helpers/claude-sessions.ts";
import { readDecisions, readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock, stopVerdicts } from "../helpers/installed.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { startScriptedApi } from "../helpers/scripted-api.ts";
import { refillProject, writeFileIn } from "../helpers/temp.ts";
import { findTold, lastRequest, requestsOfAgent, timesTold, toolResults } from "../helpers/told.ts";
import { findTranscript, systemMessages } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { bash, edit, helperLeavesDebugger, read, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(90_000);

const ANSWERS = ["block", "context"] as const;

const place = await makeInstalledPlace({ git: true });
const sessions = shareSessions(place);

const setUserConfig = (config: object) =>
  writeFileIn(place.home, ".holdfast/config.json", JSON.stringify(config));
const lock = () => placeLock(place, { goal: "migrate everything", done: "the tests pass" });

/** The project with these files and its own trusted config. */
async function refill(files: Record<string, string>, config: object): Promise<void> {
  refillProject(place.project, { ...files, ".claude/holdfast.json": JSON.stringify(config) });
  await vouchFor(`${place.home}/.holdfast`, place.project);
}

function reasons({ sessionId }: Pick<SessionRun, "sessionId">): string[] {
  return readDecisions(place)
    .reverse()
    .filter(({ session_id }) => session_id === sessionId)
    .flatMap(({ reason }) => (typeof reason === "string" ? [reason] : []));
}

describe("from the second round on", () => {
  test("a lock says its round, and asks for the full answer again when headless", async () => {
    const run = await sessions.run({
      prepare: lock,
      prompt: "Work.",
      script: [say("Done?"), bash("echo on"), say("Done."), bash("holdfast unlock"), say("All of it.")],
    });
    const [first = "", second = ""] = reasons(run);
    for (const part of ["migrate everything", "the tests pass", "complete final answer", "To release"])
      expect(first).toContain(part);
    expect(second.split(/\n+/)).toEqual([
      "holdfast holds this stop (gate: lock).",
      expect.stringContaining("round 2 of 50"),
      expect.stringContaining("complete final answer again"),
    ]);
    expect(findTold(run.requests, /round 2 of 50/)).toContain(second);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("a check that fails in another way reports what is new, errors first, whatever was printed before", async () => {
    const chatter = 'i=0; while [ $i -lt 400 ]; do echo "preparing step $i"; i=$((i+1)); done';
    const check = `${chatter}; grep -Hn bad a.txt | sed "s/bad.*/error: & is bad/" && exit 1; true`;
    const lines = ["bad one", "bad two", "bad three", "bad four"];
    const quality = { stages: { tests: [{ run: check }] }, baseline: "off" };
    const file = `${place.project}/a.txt`;
    const run = await sessions.run({
      prepare: () => refill({ "a.txt": "good\n" }, { quality }),
      prompt: "Change it.",
      script: [
        read(file),
        edit(file, "good", lines.join("\n")),
        say("Done."),
        edit(file, "four", "five"),
        say("Done now."),
        bash("echo good > a.txt"),
        say("All of it."),
      ],
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "complete"]);
    const [first = "", second = ""] = reasons(run);
    expect(first).toMatch(/fails\. Fix it.*\na\.txt:1:error: bad one is bad\n/);
    expect(first).not.toMatch(/^preparing step/m);
    expect(second).toContain("a.txt:4:error: bad five is bad");
    expect(second).not.toContain("bad one");
    expect(findTold(run.requests, /bad five is bad/)).toContain(second);
  });
});

describe.each(ANSWERS)('with holdAnswer "%s"', (holdAnswer) => {
  const times = { block: 2, context: 1 }[holdAnswer];

  test("Claude is held for the same rounds and told the reason as often as the client does; the release names what is open", async () => {
    const run = await sessions.run({
      prepare: async () => {
        await refill({}, {});
        setUserConfig({ holdAnswer });
        lock();
      },
      prompt: "Work.",
      script: { whenDone: say("Done.") },
    });
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "blocked", "stalled"]);
    expect(timesTold(lastRequest(run.requests), "round 1 of 50")).toBe(times);
    expect(run.result?.result).toBe("Done.");
    expect(systemMessages(run).at(-1)?.text.split("\n")).toEqual([
      expect.stringContaining("holdfast released this stop: nothing changed"),
      '- lock: The lock was still on. Goal: "migrate everything". It is off now.',
      expect.stringContaining("holdfast explain"),
    ]);
    const { items } = await readTail(findTranscript(run) ?? "", { maxBytes: 1 << 20 });
    const holds = items.filter((item) => item.kind === "hook-feedback" && item.via === "attachment");
    expect(holds).toMatchObject([{ event: "Stop" }, { event: "Stop" }]);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("a subagent is held too, and its full report reaches the parent", async () => {
    const file = `${place.project}/a.ts`;
    const subagents = [{ match: "*", gates: ["hygiene"] }];
    const run = await sessions.run({
      prepare: () => refill({ "a.ts": "let a = 1;\n" }, { subagents }),
      prompt: "Do it with help.",
      script: helperLeavesDebugger(file),
    });
    const helper = requestsOfAgent(run.requests, "HELPER");
    expect(timesTold(helper.at(-1), "Left over in added lines")).toBe(times);
    expect(toolResults(run.requests).some(({ text }) => text.includes("The full report: a is 2."))).toBe(
      true,
    );
  });
});

test("a project's own config cannot choose the answer", async () => {
  const run = await sessions.run({
    prepare: async () => {
      setUserConfig({});
      await refill({}, { holdAnswer: "context" });
      placeLock(place);
    },
    prompt: "Work.",
    script: { whenDone: say("Done.") },
  });
  expect(timesTold(lastRequest(run.requests), "round 1 of 50")).toBe(2);
  const { message } = (await readFaultLines(place)).find(({ part }) => part === "config") ?? {};
  expect(message).toContain("holdAnswer only your own file may set it");
});

test("at a terminal a person reads what wakes Claude after the turn and why it is held, without a request for a second answer", async () => {
  const run = 'if grep -q bad a.txt; then echo "a.txt:1: error: bad"; exit 1; fi';
  const quality = { stages: { tests: [{ run, background: true }] }, baseline: "off" };
  await refill({ "a.txt": "good\n" }, { quality });
  const file = `${place.project}/a.txt`;
  const changed = [read(file), edit(file, "good", "bad"), say("Changed.")];
  const api = startScriptedApi([...changed, edit(file, "bad", "fine"), say("Corrected.")]);
  const claude = startInteractiveClaude({ ...place, prompt: "Change it.", api, timeoutMs: 80_000 });
  /** Words on the screen may touch. */
  const shows = (text: string) => claude.shown().replace(/\s/g, "").includes(text.replace(/\s/g, ""));
  /** How the client labels it differs between its versions. */
  const showsHold = (...labels: string[]) =>
    labels.some((label) =>
      [":", ""].some((mark) => shows(`Stop hook ${label}${mark} holdfast holds this stop`)),
    );
  await waitUntil(() => shows("Corrected."), 40_000);
  expect(shows("holdfast: a check or judge objects after the turn")).toBe(true);
  expect(shows("Stop hook feedback") || shows("Stop hook says")).toBe(false);
  const sessionId = String(readDecisions(place)[0]?.session_id);

  /** The screen may be older than the hook at its stop. */
  const isStopped = (times: number) => () =>
    stopVerdicts(place, sessionId).filter((verdict) => verdict === "complete").length === times;
  await waitUntil(isStopped(2));
  const holdWith = async (answer: string) => {
    setUserConfig({ holdAnswer: answer });
    lock();
    api.follow([say("Done?"), bash("holdfast unlock"), say(`Done with ${answer}.`)]);
    await claude.type("Work.");
    await waitUntil(() => shows(`Done with ${answer}.`), 40_000);
  };
  await holdWith("block");
  await waitUntil(isStopped(3));
  expect(showsHold("error", "reported a problem")).toBe(true);
  expect(shows("Stop hook feedback") || shows("Stop hook says")).toBe(false);
  await holdWith("context");
  expect(showsHold("feedback", "says")).toBe(true);
  const held = reasons({ sessionId }).filter((reason) => reason.includes("a lock is on"));
  expect(held).toHaveLength(2);
  expect(held.join()).not.toContain("final answer");
  claude.end();
  await claude.done;
  await api.stop();
});
