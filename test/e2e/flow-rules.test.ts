// What loosens a flow, what tightens it, and whose files must be committed, in the real client.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { FLOW_START, readFlowFile, resultTexts } from "../helpers/flow-place.ts";
import { readDecisions, readFaultLines, runCommand } from "../helpers/holdfast.ts";
import { configure, makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { addFiles } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { systemMessages } from "../helpers/transcript.ts";
import { bash, say, useTool, write } from "../helpers/turns.ts";

setDefaultTimeout(90_000);

const place = await makeInstalledPlace({ git: true });
const sessions = shareSessions(place);

describe("forcing", () => {
  const script = [
    bash(FLOW_START),
    bash("holdfast flow set plan_approved --force"),
    bash("holdfast flow set plan_approved --force --why 'said on the phone'"),
    say("Done?"),
    bash("holdfast cancel flow"),
    say("Done."),
    say("Done."),
    say("Done."),
  ];

  test("a condition that needs the user waives it with a reason, which is recorded and told", async () => {
    const run = await sessions.run({ prompt: "Work.", script });
    expect(resultTexts(run)[1]).toContain("--force needs a reason");
    expect(resultTexts(run)[2]).toContain("plan_approved is waived by Claude, not met: said on the phone");
    expect(queryStore(place, "SELECT condition, kind, source, text FROM goal_evidence")).toEqual([
      { condition: "plan_approved", kind: "forced", source: "claude", text: "said on the phone" },
    ]);
    expect(systemMessages(run).map(({ text }) => text)).toContainEqual(
      expect.stringContaining("plan_approved of the flow was waived, not met, by Claude: said on the phone"),
    );
    // Claude cancelled it, and nothing held the last stop.
    const verdict = await runCommand(place, "verdict", "--session", run.sessionId);
    expect([verdict.exitCode, verdict.stdout]).toEqual([
      3,
      expect.stringContaining("the flow was cancelled without a sign from the user"),
    ]);
  });

  test("every condition by Claude meets none that needs evidence: the flow is not verified done [004-08]", async () => {
    const waived = ["must_have_answered", "plan_approved", "correctness_passed", "quality_passed"];
    const all = ["memory_search", "implementation_complete", "retrospective_done", ...waived];
    const verdicts: number[] = [];
    const ask = async () => void verdicts.push((await runCommand(place, "verdict", "--last")).exitCode);
    const run = await sessions.run({
      prompt: ["Work.", ask],
      script: [
        bash(`${FLOW_START} --complexity 2 --kind docs --correctness false --quality false`),
        bash(all.map((id) => `holdfast flow set ${id} --force --why trust-me`).join(" && ")),
        bash("holdfast flow done"),
        say("All nine conditions are met."),
        say("They are."),
        say("They are."),
      ],
    });
    const { verified_done, conditions } = readFlowFile(place, run.sessionId);
    expect(verified_done).toBe(false);
    expect(waived.map((id) => conditions[id])).not.toContain(true);
    expect(verdicts).toEqual([3]);
    const told = systemMessages(run)
      .map(({ text }) => text)
      .join("\n");
    for (const id of waived) expect(told).toContain(`${id} of the flow was waived, not met, by Claude`);
  });

  test("and cancelling are reserved for the user with selfRelease false", async () => {
    await configure(place, { selfRelease: false });
    const run = await sessions.run({ prompt: "Work.", script });
    expect(resultTexts(run).filter((text) => text.includes("selfRelease: false"))).toHaveLength(2);
    expect(queryStore(place, `SELECT state FROM goals WHERE session_id = '${run.sessionId}'`)).toEqual([
      { state: "suspended" },
    ]);
  });
});

describe("uncommitted files", () => {
  /** Only the commit is missing. */
  const settle = (ids: string[]) =>
    bash(ids.map((id) => `holdfast flow set ${id} --force --why test`).join(" && "));

  test('hold with flow.commit "block" until they are committed; the user\'s own work never does [004-05]', async () => {
    addFiles(place.project, { "mine.txt": "1\n", "theirs.txt": "1\n" });
    await configure(place, { flow: { commit: "block" } });
    writeFileSync(`${place.project}/mine.txt`, "the user's work in progress\n");
    const run = await sessions.run({
      prompt: "Work.",
      script: [
        bash(FLOW_START),
        write(`${place.project}/new.txt`, "new\n"),
        settle(["memory_search", "task_classified", "must_have_answered", "plan_approved"]),
        settle(["implementation_complete", "correctness_passed", "quality_passed", "retrospective_done"]),
        async () => {
          // Not while a command runs.
          await Bun.sleep(400);
          writeFileSync(`${place.project}/theirs.txt`, "edited by the user meanwhile\n");
          await Bun.sleep(400);
          return bash("holdfast flow done");
        },
        say("Done?"),
        bash("git add new.txt && git -c user.name=A -c user.email=a@example.invalid commit -qm New"),
        bash("holdfast flow done"),
        say("Done."),
      ],
    });
    const results = resultTexts(run);
    expect(results.find((text) => text.includes("not committed"))).toContain("not committed: new.txt\n");
    const told = findTold(run.requests, /not committed: new.txt\. Commit/) ?? "";
    expect(told).not.toContain("mine.txt");
    expect(told).not.toContain("theirs.txt");
    expect(results.at(-1)).toContain(
      "Ended, but not verified done (waived without a sign from the user: must_have_answered",
    );
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  });
});

test("a check that holdfast ran on this tree is not repeated, and the stop names it; Claude's own run does not count", async () => {
  await configure(place, {});
  const log = `${place.home}/runs.txt`;
  const check = `echo ran >> "${log}"`;
  const path = `${place.project}/checked.txt`;
  const settled = ["memory_search", "must_have_answered", "plan_approved"];
  let ranByClaude = "";
  const run = await sessions.run({
    prompt: "Work.",
    script: [
      bash(
        `holdfast flow start "add a check" --complexity 3 --kind feature --correctness '${check}' --quality '${check}'`,
      ),
      bash(settled.map((id) => `holdfast flow set ${id} --force --why test`).join(" && ")),
      write(path, "1\n"),
      bash(`holdfast flow set implementation_complete && ${check}`),
      bash("holdfast flow status"),
      () => {
        ranByClaude = readFileSync(log, "utf8");
        return bash("holdfast flow set correctness_passed");
      },
      say("All done."),
      bash("holdfast flow set quality_passed && holdfast flow set correctness_passed"),
      bash(`echo 2 > "${path}"`),
      bash("holdfast flow set retrospective_done --note 'nothing to learn because it is a test'"),
      bash("holdfast flow done"),
      say("Done."),
    ],
  });
  expect(ranByClaude).toBe("ran\n");
  const results = resultTexts(run);
  expect(results[4]).toMatch(/correctness_passed.*not run yet/);
  const believed =
    /quality_passed \(`echo ran .*`: passed on this tree for flow correctness_passed, 20\S+ \S+\)/;
  expect(findTold(run.requests, /gate: flow/)).toMatch(believed);
  expect(results[6]).toMatch(/✓ quality_passed: .* passed on this tree for flow correctness_passed/);
  expect(results.at(-1)).toMatch(
    /Ended, but not verified done \(waived without a sign from the user: must_have_answered, plan_approved\)[\s\S]*quality_passed.* passed on this tree for flow/,
  );
  // Claude's runs, one per tree.
  expect(readFileSync(log, "utf8")).toBe("ran\n".repeat(3));
  const blocked = readDecisions(place).find(
    (row) => row.session_id === run.sessionId && row.verdict === "blocked",
  );
  expect((await runCommand(place, "explain", String(blocked?.id))).stdout).toMatch(believed);
  expect(await readFaultLines(place)).toEqual([]);
});

describe("open tasks", () => {
  test("hold under a flow", async () => {
    const run = await sessions.run({
      prompt: "Work.",
      script: [
        bash(FLOW_START),
        useTool("TaskCreate", { subject: "Write the greeting", description: "In a file." }),
        say("I leave it at that."),
        bash("holdfast cancel flow"),
        say("Done."),
      ],
    });
    const told = findTold(run.requests, /gate: flow, tasks/) ?? "";
    expect(told).toContain("Write the greeting");
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  });
});

describe("what the installer gives Claude", () => {
  test("includes /holdfast:flow, which explains how to start a flow", async () => {
    const run = await sessions.run({
      prompt: "/holdfast:flow add a greeting",
      script: [bash(FLOW_START), say("Done?"), bash("holdfast cancel flow"), say("Done.")],
    });
    const told = findTold(run.requests, /The user asks for a holdfast flow: add a greeting/) ?? "";
    expect(told).toContain("a claim alone is refused");
    expect(
      findTold(run.requests, /- holdfast-flow: Work on a larger task through nine conditions/),
    ).toBeDefined();
    expect(stopVerdicts(place, run.sessionId)).toEqual(["blocked", "complete"]);
  });
});
