// Checks that run after the turn, in the real client: a failure wakes Claude, but not forever.
import { describe, expect, test } from "bun:test";
import { isResult } from "../helpers/client-messages.ts";
import { readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { queryStore, stopVerdicts } from "../helpers/installed.ts";
import { count, makeCheckedPlace, onceStarted } from "../helpers/quality.ts";
import { makeStandInGh } from "../helpers/stand-in-gh.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { findTold, textsToldToModel } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { vouchFor } from "../helpers/trust.ts";
import { bash, edit, read, say, write } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

const TESTS = count("tests", `if grep -q bad a.txt; then echo "a.txt:1: error: bad"; exit 1; fi`);
const STAGES = { tests: [{ run: TESTS, background: true }] };
const FILES = { "a.txt": "good\n" };

describe("checks in the background", () => {
  test("wake Claude once when they fail, and not when they pass", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES, baseline: "off" });
    const file = `${place.project}/a.txt`;
    const session = startStreamingClaude({
      ...place,
      script: [
        read(file),
        edit(file, "good", "bad"),
        say("Done."),
        edit(file, "bad", "fine"),
        say("Mended."),
      ],
    });
    await session.send("Change it.");
    await waitUntil(() => place.runs("tests") === 2);
    await waitUntil(() => stopVerdicts(place).length === 2);
    await session.waitFor((message) => isResult(message) && message.result === "Mended.");
    const run = await session.close();
    expect(stopVerdicts(place)).toEqual(["complete", "complete"]);
    expect(verdictsAfterTurn(place)).toEqual(["blocked"]);
    expect(findTold(run.requests, /Stage tests/)).toContain("a.txt:1: error: bad");
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("do not wake Claude forever over a lasting failure", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: FILES, baseline: "off" });
    const file = `${place.project}/a.txt`;
    const session = startStreamingClaude({
      ...place,
      script: { main: [read(file), edit(file, "good", "bad")], whenDone: say("I leave it so.") },
    });
    await session.send("Change it.");
    await waitUntil(() => verdictsAfterTurn(place).length === 3);
    await session.send("And now?");
    const run = await session.close();
    expect(verdictsAfterTurn(place)).toEqual(["blocked", "blocked", "stalled"]);
    expect(place.runs("tests")).toBe(1);
    expect(systemMessages(run).map(({ text }) => text)).toEqual([
      expect.stringContaining("If nothing changes again"),
      expect.stringContaining("holdfast released this stop: nothing changed"),
    ]);
  }, 60_000);

  test("do not wake Claude over an old failure, nor after a turn without changes", async () => {
    const place = await makeCheckedPlace({ stages: STAGES, files: { "a.txt": "bad\n" } });
    expect((await runCommand(place, "gate", "run", "tests")).exitCode).toBe(2);
    const session = startStreamingClaude({
      ...place,
      script: [say("Hello."), write(`${place.project}/b.txt`, "b\n"), say("Done."), say("Bye.")],
    });
    await session.send("Hello?");
    await session.send("Write b.");
    await waitUntil(() => verdictsAfterTurn(place).length === 1);
    await session.send("Bye?");
    const run = await session.close();
    expect(verdictsAfterTurn(place)).toEqual(["complete"]);
    expect(place.runs("tests")).toBe(2);
    expect(run.result?.result).toBe("Bye.");
  }, 60_000);

  test("are superseded by a newer turn, and run one at a time", async () => {
    const slow = count("tests", 'touch "$HOME/in-$$"; sleep 2; rm "$HOME/in-$$"');
    const place = await makeCheckedPlace({
      stages: { tests: [{ run: slow, background: true }] },
      files: FILES,
    });
    const session = startStreamingClaude({
      ...place,
      script: [
        write(`${place.project}/b.txt`, "1\n"),
        say("One."),
        write(`${place.project}/c.txt`, "2\n"),
        say("Two."),
      ],
    });
    await session.send("One.");
    await waitUntil(() => place.runs("tests") === 1);
    await session.send("Two.");
    await waitUntil(() => queryStore(place, "SELECT key FROM check_results").length === 1);
    await session.close();
    expect(place.runs("tests")).toBe(2);
    expect(queryStore(place, "SELECT outcome FROM check_results")).toEqual([{ outcome: "passed" }]);
    expect(queryStore(place, "SELECT running FROM background_runs")).toEqual([{ running: null }]);
    expect(verdictsAfterTurn(place)).toEqual([]);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);
});

describe("a stage that reads CI", () => {
  const COMMIT = "git -c user.name=T -c user.email=t@example.invalid commit -q --allow-empty -m More";
  const makePlace = async (trusted: boolean) => {
    const gh = makeStandInGh();
    const checked = await makeCheckedPlace({
      stages: { ci: [{ ci: true }] },
      files: FILES,
      trusted,
    });
    const place = { ...checked, env: { PATH: gh.path } };
    const failCi = () => {
      const head = Bun.spawnSync(["git", "rev-parse", "HEAD"], { cwd: place.project }).stdout.toString();
      const failure = { workflowName: "unit tests", status: "completed", conclusion: "failure" };
      gh.setCi({ head: head.trim(), runs: [failure] });
    };
    return { gh, place, failCi };
  };

  test("wakes Claude once for a red head, after a stop that did not wait [004-22]", async () => {
    const { gh, place, failCi } = await makePlace(true);
    const session = startStreamingClaude({
      ...place,
      script: [
        onceStarted(place, say("Hello.")),
        bash(COMMIT),
        () => {
          failCi();
          return say("Pushed.");
        },
        say("It is red."),
        say("Still red."),
        bash(COMMIT),
        () => {
          failCi();
          return say("Pushed again.");
        },
        say("Red again."),
      ],
    });
    // Not for the commit that the session found.
    failCi();
    await session.send("Hello?");
    expect(gh.calls()).toEqual([]);
    await session.send("Push.");
    await waitUntil(() => stopVerdicts(place).length === 3);
    const readings = gh.calls().length;
    await session.send("And now?");
    await waitUntil(() => gh.calls().length > readings);
    await session.send("Try again.");
    await waitUntil(() => stopVerdicts(place).length === 6);
    const run = await session.close();
    expect(stopVerdicts(place)).toEqual(Array(6).fill("complete"));
    expect(verdictsAfterTurn(place)).toEqual(["blocked", "blocked"]);
    const told = findTold(run.requests, /CI failed on [0-9a-f]{8}/) ?? "";
    expect(told).toContain("unit tests: https://github.com/acme/shop/actions/runs/101");
    expect(told).toContain("gh run view 101 --log-failed");
    const heads = textsToldToModel(run.requests)
      .join("\n")
      .match(/CI failed on [0-9a-f]{8}/g);
    expect(new Set(heads).size).toBe(2);
    expect(await readFaultLines(place)).toEqual([]);
  }, 60_000);

  test("reads nothing without trust; without an answer only doctor mentions it", async () => {
    const { gh, place, failCi } = await makePlace(false);
    const script = () => [
      onceStarted(place, bash(COMMIT)),
      () => {
        failCi();
        return say("Pushed.");
      },
      say("Bye."),
    ];
    const untrusted = startStreamingClaude({ ...place, script: script() });
    await untrusted.send("Push.");
    await untrusted.send("Bye?");
    await untrusted.close();
    expect(gh.calls()).toEqual([]);
    await vouchFor(`${place.home}/.holdfast`, place.project);
    gh.setMood("rate-limited");
    const limited = startStreamingClaude({
      ...place,
      script: [onceStarted(place, bash(COMMIT)), say("Pushed."), say("Bye.")],
    });
    await limited.send("Push.");
    await waitUntil(() => gh.calls().length > 0);
    await limited.send("Bye?");
    await limited.close();
    expect(verdictsAfterTurn(place)).toEqual([]);
    expect(await readFaultLines(place)).toEqual([]);
    const { stdout } = await runCommand(place, "doctor");
    expect(stdout).toMatch(/stage ci: CI is not read: GitHub's limit is reached/);
  }, 60_000);
});

function verdictsAfterTurn(place: Parameters<typeof queryStore>[0]): unknown[] {
  return queryStore(place, "SELECT verdict FROM decisions WHERE event = 'background' ORDER BY id").map(
    (row) => row.verdict,
  );
}
