// What Claude and the person are told when a stop is held, in the real client: in which words, how often, and where.
import { describe, expect, test } from "bun:test";
import { readTail } from "../../src/transcript/read-tail.ts";
import { runClaude } from "../helpers/claude.ts";
import { type Place, readDecisions, readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock, stopVerdicts } from "../helpers/installed.ts";
import { type InteractiveClaude, startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { makeCheckedPlace } from "../helpers/quality.ts";
import type { ScriptedTurn } from "../helpers/scripted-api.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { findTold, lastRequest, requestsOfAgent, timesTold, toolResults } from "../helpers/told.ts";
import { findTranscript, systemMessages } from "../helpers/transcript.ts";
import { agent, bash, edit, read, say } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const ANSWERS = ["block", "context"] as const;

async function makeLockedPlace(config: object = {}): Promise<Place> {
  const place = await makeInstalledPlace({ git: true });
  writeFileIn(place.home, ".holdfast/config.json", JSON.stringify(config));
  placeLock(place, { goal: "migrate everything", done: "the tests pass" });
  return place;
}

function reasons(place: Place): string[] {
  return readDecisions(place)
    .reverse()
    .flatMap(({ reason }) => (typeof reason === "string" ? [reason] : []));
}

/** Words on the screen may touch. */
const seen = (claude: InteractiveClaude) => claude.shown().replace(/\s/g, "");

async function sit(place: Place, script: ScriptedTurn[], until: string): Promise<InteractiveClaude> {
  const claude = startInteractiveClaude({ ...place, prompt: "Work.", script, timeoutMs: 60_000 });
  await waitUntil(() => seen(claude).includes(until.replace(/\s/g, "")), 40_000);
  claude.end();
  await claude.done;
  return claude;
}

describe("from the second round on", () => {
  test("a lock says its round, and headless to answer in full again", async () => {
    const place = await makeLockedPlace();
    const run = await runClaude({
      ...place,
      prompt: "Work.",
      script: [say("Done?"), bash("echo on"), say("Done."), bash("holdfast unlock"), say("All of it.")],
    });
    const [first = "", second = ""] = reasons(place);
    for (const part of ["migrate everything", "the tests pass", "complete final answer", "way out"])
      expect(first).toContain(part);
    expect(second.split(/\n+/)).toEqual([
      "holdfast holds this stop (gate: lock).",
      expect.stringContaining("round 2 of 50"),
      expect.stringContaining("complete final answer again"),
    ]);
    expect(findTold(run.requests, /round 2 of 50/)).toContain(second);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("a check that fails in another way says what is new, errors first, whatever was printed before", async () => {
    const chatter = 'i=0; while [ $i -lt 400 ]; do echo "preparing step $i"; i=$((i+1)); done';
    const run = `${chatter}; grep -Hn bad a.txt | sed "s/bad.*/error: & is bad/" && exit 1; true`;
    const lines = ["bad one", "bad two", "bad three", "bad four"];
    const place = await makeCheckedPlace({
      stages: { tests: [{ run }] },
      files: { "a.txt": "good\n" },
      baseline: "off",
    });
    const file = `${place.project}/a.txt`;
    const done = await runClaude({
      ...place,
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
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "complete"]);
    const [first = "", second = ""] = reasons(place);
    expect(first).toMatch(/fails\. Fix that.*\na\.txt:1:error: bad one is bad\n/);
    expect(first).not.toMatch(/^preparing step/m);
    expect(second).toContain("a.txt:4:error: bad five is bad");
    expect(second).not.toContain("bad one");
    expect(findTold(done.requests, /bad five is bad/)).toContain(second);
  }, 60_000);
});

describe.each(ANSWERS)('with holdAnswer "%s"', (holdAnswer) => {
  const times = { block: 2, context: 1 }[holdAnswer];

  test("Claude is held for the same rounds and told the reason as often as the client does; the release names what is open", async () => {
    const place = await makeLockedPlace({ holdAnswer });
    const run = await runClaude({ ...place, prompt: "Work.", script: { whenDone: say("Done.") } });
    expect(stopVerdicts(place)).toEqual(["blocked", "blocked", "stalled"]);
    expect(timesTold(lastRequest(run.requests), "round 1 of 50")).toBe(times);
    expect(run.result?.result).toBe("Done.");
    expect(systemMessages(run).at(-1)?.text.split("\n")).toEqual([
      expect.stringContaining("holdfast let Claude stop (stalled"),
      '- lock: The lock was still on; its goal: "migrate everything". It is off now.',
      expect.stringContaining("holdfast explain"),
    ]);
    const { items } = await readTail(findTranscript(run) ?? "", { maxBytes: 1 << 20 });
    const holds = items.filter((item) => item.kind === "hook-feedback" && item.via === "attachment");
    expect(holds).toMatchObject([{ event: "Stop" }, { event: "Stop" }]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("a subagent is held too, and its full report reaches the parent", async () => {
    const place = await makeInstalledPlace({
      git: true,
      files: {
        "a.ts": "let a = 1;\n",
        ".claude/holdfast.json": '{"subagents": [{"match": "*", "gates": ["hygiene"]}]}',
      },
    });
    writeFileIn(place.home, ".holdfast/config.json", JSON.stringify({ holdAnswer }));
    const file = `${place.project}/a.ts`;
    const run = await runClaude({
      ...place,
      prompt: "Do it with help.",
      script: {
        main: [agent({ prompt: "HELPER: change it", background: false }), say("The helper is done.")],
        agents: {
          HELPER: [
            read(file),
            edit(file, "1;", "2;\ndebugger;"),
            say("The first report."),
            edit(file, "\ndebugger;", ""),
            say("The full report: a is 2."),
          ],
        },
      },
    });
    const helper = requestsOfAgent(run.requests, "HELPER");
    expect(timesTold(helper.at(-1), "Left over in added lines")).toBe(times);
    expect(toolResults(run.requests).some(({ text }) => text.includes("The full report: a is 2."))).toBe(
      true,
    );
  }, 60_000);

  test("a person reads it on the screen, and Claude is not asked to answer again", async () => {
    const place = await makeLockedPlace({ holdAnswer });
    const script = [say("Done?"), bash("holdfast unlock"), say("Really done.")];
    const claude = await sit(place, script, "Really done.");
    const label = { block: "Stop hook error", context: "Stop hook feedback" }[holdAnswer];
    expect(seen(claude)).toContain(`${label}: holdfast holds this stop`.replace(/\s/g, ""));
    expect(reasons(place)).toHaveLength(1);
    expect(reasons(place)[0]).not.toContain("final answer");
  }, 90_000);
});

test("a project's own file cannot choose the answer", async () => {
  const place = await makeInstalledPlace({ files: { ".claude/holdfast.json": '{"holdAnswer": "context"}' } });
  placeLock(place);
  const run = await runClaude({ ...place, prompt: "Work.", script: { whenDone: say("Done.") } });
  expect(timesTold(lastRequest(run.requests), "round 1 of 50")).toBe(2);
  expect(await readFaultLines(place)).toMatchObject([
    { part: "config", message: expect.stringContaining("holdAnswer only your own file may set it") },
  ]);
});

test("a person sees who wakes Claude when a check fails after the turn", async () => {
  const run = 'if grep -q bad a.txt; then echo "a.txt:1: error: bad"; exit 1; fi';
  const place = await makeCheckedPlace({
    stages: { tests: [{ run, background: true }] },
    files: { "a.txt": "good\n" },
    baseline: "off",
  });
  const file = `${place.project}/a.txt`;
  const script = [
    read(file),
    edit(file, "good", "bad"),
    say("Done."),
    edit(file, "bad", "fine"),
    say("Corrected."),
  ];
  const claude = await sit(place, script, "Corrected.");
  expect(seen(claude)).toContain("holdfast:acheckfailedaftertheturn");
  expect(seen(claude)).not.toContain("Stophookfeedback");
}, 90_000);
