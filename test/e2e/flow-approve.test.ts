// How the person approves a flow's plan in the real client, and what does not count as their approval.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type ClaudeSessions, startSessions } from "../helpers/claude-sessions.ts";
import { FLOW_START, resultTexts } from "../helpers/flow-place.ts";
import { type Place, readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, queryStore, stopVerdicts } from "../helpers/installed.ts";
import { type InteractiveClaude, startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { writeFileIn } from "../helpers/temp.ts";
import { findTold } from "../helpers/told.ts";
import { findTranscript, systemMessages, type TranscriptOwner } from "../helpers/transcript.ts";
import { bash, say, useTool } from "../helpers/turns.ts";
import { waitUntil } from "../helpers/wait.ts";

setDefaultTimeout(90_000);

/** Only the plan is open, as far as the user is concerned. */
const START = bash(
  `${FLOW_START} --complexity 2 --kind docs && holdfast search greeting && holdfast flow set must_have_answered --none`,
);
const STATUS = bash("holdfast flow status");
const CANCEL = bash("holdfast cancel flow");
const REQUEST = /To approve: answer the dialog, or type `! holdfast flow approve`/;

const approvals = (place: Place, sessionId?: string) =>
  queryStore(
    place,
    `SELECT source FROM goal_evidence JOIN goals ON goals.id = goal_id WHERE condition = 'plan_approved'
       AND goal_evidence.kind = 'approval' ${sessionId ? `AND session_id = '${sessionId}'` : ""}`,
  ).map(({ source }) => source);

const toldAtStops = (run: TranscriptOwner) =>
  systemMessages(run).flatMap(({ event, text }) => (event === "Stop" ? [text] : []));

describe("in the terminal, the plan is approved by", () => {
  async function leave(claude: InteractiveClaude): Promise<void> {
    await claude.type("/exit");
    await claude.done;
  }

  test("the answer to Claude's dialog", async () => {
    const place = await makeInstalledPlace({ git: true });
    const claude = startInteractiveClaude({
      ...place,
      prompt: "Work.",
      script: [
        START,
        useTool("AskUserQuestion", {
          questions: [
            {
              question: "Is the plan approved?",
              header: "Plan",
              multiSelect: false,
              options: [
                { label: "Approve", description: "start with the work" },
                { label: "Change it", description: "say what to change" },
              ],
            },
          ],
        }),
        STATUS,
        CANCEL,
        say("Over."),
      ],
    });
    await waitUntil(() => /Is the plan approved\?[\s\S]*Change it/.test(claude.screen()));
    claude.press("\r");
    await waitUntil(() => stopVerdicts(place).length === 1);
    await leave(claude);
    expect(resultTexts(claude)[2]).toContain("by the user's answer to a question");
    expect(approvals(place)).toEqual(["AskUserQuestion"]);
  });

  test.each([
    ["! holdfast flow approve", "flow approve</bash-input>"],
    ["/holdfast:flow approve", "<command-args>approve</command-args>"],
  ])("%s", async (line, record) => {
    const place = await makeInstalledPlace({ git: true });
    const claude = startInteractiveClaude({
      ...place,
      prompt: "Work.",
      script: [
        START,
        say("The plan: greet."),
        // The client writes its transcript a little later; a real model does not answer at once.
        async () => {
          await waitUntil(() => readTranscript(place).includes(record));
          return STATUS;
        },
        CANCEL,
        say("Over."),
      ],
    });
    await waitUntil(() => /The plan: greet\.(?!.*esc to interrupt)/s.test(claude.screen()));
    await waitUntil(() => stopVerdicts(place).length === 1);
    await claude.type(line);
    await waitUntil(() => stopVerdicts(place).length === 2);
    await leave(claude);
    expect(resultTexts(claude)[1]).toContain("by the user, with `holdfast flow approve`");
    expect(approvals(place)).toEqual(["flow approve"]);
    const [first, ...others] = toldAtStops({ ...place, sessionId: onlySession(place) });
    expect(first).toMatch(REQUEST);
    for (const text of others.filter((each) => each.includes("flow approve")))
      expect(text).toContain("was run by you.");
    expect(await readFaultLines(place)).toEqual([]);
  });

  function readTranscript(place: Place): string {
    return readFileSync(findTranscript({ ...place, sessionId: onlySession(place) }) ?? "", "utf8");
  }

  function onlySession(place: Place): string {
    return String(queryStore(place, "SELECT session_id FROM goals")[0]?.session_id);
  }
});

describe("the plan is not approved by", () => {
  let place: Place;
  let sessions: ClaudeSessions;

  beforeAll(async () => {
    place = await makeInstalledPlace({ git: true });
    sessions = startSessions(place);
  });

  afterAll(() => sessions.close());

  test("the prompt yes: the person is told what to type, and Claude to ask with a dialog", async () => {
    const run = await sessions.run({
      prompt: ["Work.", "yes", "Enough."],
      script: [START, say("The plan: greet."), STATUS, say("Not approved."), CANCEL, say("Over.")],
    });
    expect(resultTexts(run)[1]).toMatch(/○ plan_approved .*the user has not approved a plan/);
    expect(approvals(place, run.sessionId)).toEqual([]);
    expect(toldAtStops(run).filter((text) => REQUEST.test(text))).toHaveLength(2);
    expect(findTold(run.requests, /a prompt does not approve it.*AskUserQuestion.*"Approve"/)).toBeDefined();
    expect(stopVerdicts(place, run.sessionId)).toEqual(["asking", "asking", "complete"]);
  });

  test("Claude's own call, directly, through a script or in the background", async () => {
    writeFileIn(place.project, "agree.sh", "holdfast flow approve");
    const run = await sessions.run({
      prompt: ["Work.", "Enough."],
      script: [
        START,
        bash("holdfast flow approve"),
        bash("sh agree.sh"),
        bash("sleep 1; holdfast flow approve > out.txt 2>&1", { background: true }),
        bash("sleep 2; cat out.txt"),
        STATUS,
        say("Not approved."),
        CANCEL,
        say("Over."),
      ],
    });
    const results = resultTexts(run);
    for (const index of [1, 2, 4])
      expect(results[index]).toContain("only the user can approve the plan, and this is Claude's tool call");
    expect(results[5]).toContain("the user has not approved a plan");
    expect(approvals(place, run.sessionId)).toEqual([]);
  });

  test("a call that outlived Claude's own: the person is told of it", async () => {
    const run = await sessions.run({
      prompt: ["Work.", "Enough."],
      script: [
        START,
        bash("(sleep 1; holdfast flow approve; touch ran) > /dev/null 2>&1 &"),
        async () => {
          await waitUntil(() => Bun.file(`${place.project}/ran`).exists());
          return say("Done?");
        },
        bash(
          `env -i HOME="$HOME" PATH="$PATH" setsid sh -c 'sleep 1; holdfast flow approve > refused 2>&1; touch ended' > /dev/null 2>&1 &`,
        ),
        async () => {
          await waitUntil(() => Bun.file(`${place.project}/ended`).exists());
          return CANCEL;
        },
        say("Over."),
      ],
    });
    expect(await Bun.file(`${place.project}/refused`).text()).toContain("only the user can approve the plan");
    expect(approvals(place, run.sessionId)).toEqual([]);
    expect(toldAtStops(run).join("\n")).toContain(
      "which counts only if you type it, was run from inside the session",
    );
  });

  test("a skill of Claude's own that is named like the slash command", async () => {
    const text = "---\nname: flow\ndescription: a flow\n---\n\nGo on: $ARGUMENTS\n";
    const run = await sessions.run({
      prepare: () => writeFileIn(place.project, ".claude/skills/flow/SKILL.md", text),
      prompt: ["Work.", "Enough."],
      script: [
        START,
        useTool("Skill", { skill: "flow", args: "approve" }),
        bash("holdfast flow approve"),
        STATUS,
        say("Not approved."),
        CANCEL,
        say("Over."),
      ],
    });
    expect(findTold(run.requests, /Go on: approve/)).toBeDefined();
    expect(resultTexts(run)[2]).toContain("only the user can approve the plan");
    expect(approvals(place, run.sessionId)).toEqual([]);
  });
});
