// Evidence other than from `flow set`: the user's prompts and dialogs, subagents, the transcript.
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import {
  type FlowWorkplace,
  makeFlowWorkplace,
  promptRecord,
  toolRecords,
} from "../../../helpers/flow-workplace.ts";
import { writeFileIn } from "../../../helpers/temp.ts";
import { writeTranscript } from "../../../helpers/transcript-lines.ts";

async function planned(): Promise<FlowWorkplace> {
  const place = await makeFlowWorkplace();
  await place.flow("start", "add a login", "--complexity", "8", "--kind", "feature");
  await place.search("nothing is known");
  return place;
}

describe("the user's prompt", () => {
  test("answers a declared question, and never approves the plan", async () => {
    const place = await planned();
    await place.flow("set", "must_have_answered", "--question", "Which database?");
    await place.prompt("yes");
    expect((await place.state("must_have_answered"))?.state).toBe("met");
    await place.prompt("Approved. The plan is fine.");
    expect((await place.state("plan_approved"))?.state).toBe("open");
  });

  test("has Claude told, while the plan is what the flow waits for, that it does not approve", async () => {
    const place = await planned();
    expect(await place.prompt("yes")).not.toMatchObject({ context: expect.stringContaining("approve") });
    await place.flow("set", "must_have_answered", "--none");
    const NOTE = { context: expect.stringMatching(/a prompt does not approve it.*"Approve"/) };
    expect(await place.prompt("yes")).toMatchObject(NOTE);
    await place.approveByPerson();
    expect(await place.prompt("yes")).not.toMatchObject(NOTE);
  });

  test("after the user typed the approval gives no note, although no stop has recorded it", async () => {
    const place = await planned();
    await place.flow("set", "must_have_answered", "--none");
    place.record(promptRecord("<bash-input>holdfast flow approve</bash-input>"));
    const answer = await place.send({
      hook_event_name: "UserPromptSubmit",
      prompt: "Go on.",
      transcript_path: place.transcript,
    });
    expect(answer).not.toMatchObject({ context: expect.stringContaining("not approved") });
  });

  test("before the question was declared answers nothing", async () => {
    const place = await planned();
    await place.prompt("SQLite");
    await place.flow("set", "must_have_answered", "--question", "Which database?");
    expect((await place.state("must_have_answered"))?.needsUser).toBe(true);
  });

  test("is distinguished from a notification and a wake-up", async () => {
    const place = await planned();
    await place.flow("set", "must_have_answered", "--question", "Which database?");
    await place.prompt("<task-notification>SQLite</task-notification>");
    await place.send({ hook_event_name: "UserPromptSubmit", prompt: "SQLite", source: "schedule_wakeup" });
    expect((await place.state("must_have_answered"))?.state).toBe("open");
  });

  test("in another session does not count here", async () => {
    const place = await planned();
    await place.flow("set", "must_have_answered", "--question", "Which database?");
    await place.send({ hook_event_name: "UserPromptSubmit", prompt: "SQLite", session_id: "s2" });
    expect((await place.state("must_have_answered"))?.state).toBe("open");
  });

  test.each([
    ["text", "SQLite"],
    ["parts", [{ type: "text", text: "SQLite" }]],
  ])("of %s whose hook failed is found in the transcript", async (_what, content) => {
    const place = await planned();
    await place.flow("set", "must_have_answered", "--question", "Which database?");
    place.record({ ...promptRecord(""), message: { role: "user", content } });
    await place.stopWithTranscript();
    expect((await place.state("must_have_answered"))?.state).toBe("met");
  });

  test("typed while Claude works has no event, and is found in the transcript", async () => {
    const place = await planned();
    await place.flow("set", "must_have_answered", "--question", "Which database?");
    const attachment = { type: "queued_command", prompt: "SQLite" };
    place.record({ ...promptRecord(""), type: "attachment", attachment });
    await place.stopWithTranscript();
    expect((await place.state("must_have_answered"))?.state).toBe("met");
  });
});

describe("`holdfast flow approve`", () => {
  test("in the user's own terminal approves the plan and leaves open questions to Claude", async () => {
    const place = await planned();
    await place.flow("set", "must_have_answered", "--question", "Which database?");
    expect((await place.approveByPerson()).text).toContain("Approved: add a login (session s1");
    expect((await place.state("must_have_answered"))?.state).toBe("met");
    expect((await place.state("plan_approved"))?.because).toBe("by the user, with `holdfast flow approve`");
    await place.approveByPerson();
    expect(place.evidence().filter(({ kind }) => kind === "approval")).toHaveLength(1);
  });

  test("that the transcript shows as typed counts; taken back, it does not count again", async () => {
    const place = await planned();
    place.record(promptRecord("<bash-input>holdfast flow approve</bash-input>"));
    await place.stopWithTranscript();
    expect((await place.state("plan_approved"))?.state).toBe("met");
    await place.flow("set", "plan_approved", "false");
    await place.stopWithTranscript();
    expect((await place.state("plan_approved"))?.state).toBe("open");
    await Bun.sleep(2);
    place.record(promptRecord("<bash-input>holdfast flow approve</bash-input>"));
    await place.stopWithTranscript();
    expect((await place.state("plan_approved"))?.state).toBe("met");
  });

  test("is refused inside a session whose transcript cannot show who typed it", async () => {
    const place = await planned();
    const { exitCode, text } = await place.flow("approve");
    expect(exitCode).toBe(1);
    expect(text).toContain("only the user can approve the plan");
    expect((await place.state("plan_approved"))?.state).toBe("open");
  });

  test("is refused without a terminal: Claude may have detached it", async () => {
    const place = await planned();
    const { exitCode, text } = await place.flowByPerson("approve");
    expect(exitCode).toBe(1);
    expect(text).toContain("this needs a terminal");
    expect((await place.state("plan_approved"))?.state).toBe("open");
  });

  test("without a flow says so", async () => {
    const place = await makeFlowWorkplace();
    const { exitCode, text } = await place.flowByPerson("approve");
    expect(exitCode).toBe(1);
    expect(text).toContain("there is no flow");
  });
});

describe("a dialog of the client", () => {
  test("in which a plan was approved counts once, even after the transcript is gone", async () => {
    const place = await planned();
    place.record(
      ...toolRecords("t1", "ExitPlanMode", {}, { plan: "1. Do it.", isAgent: false, filePath: null }),
    );
    await place.stopWithTranscript();
    await place.stopWithTranscript();
    writeFileSync(place.transcript, "");
    expect((await place.state("plan_approved"))?.because).toBe("by the user, in plan mode");
    expect(place.evidence().filter(({ condition }) => condition === "plan_approved")).toHaveLength(1);
  });

  test("in which a plan was approved in an earlier turn does not count", async () => {
    const place = await makeFlowWorkplace();
    place.record(
      promptRecord("Plan it."),
      ...toolRecords("t1", "ExitPlanMode", {}, { plan: "Another task", isAgent: false }),
      promptRecord("Now something else."),
    );
    await place.flow("start", "something else");
    await place.stopWithTranscript();
    expect((await place.state("plan_approved"))?.state).toBe("open");
  });

  test("in a torn transcript is no evidence and no fault", async () => {
    const place = await planned();
    writeFileSync(place.transcript, '{"type":"user","message":{"content":"approved"}\n\u0000\u0001{{{');
    expect((await place.stopWithTranscript()).kind).toBe("refuse");
    expect(await place.faultParts()).toEqual([]);
  });
});

/** As the client does it: the subagent's transcript ends with its report. */
function recordReport(place: FlowWorkplace, text: string): void {
  const lines = writeTranscript({ sessionId: "s1", agentId: "a1" });
  lines.say(text);
  writeFileIn(place.transcript.replace(".jsonl", ""), "subagents/agent-a1.jsonl", lines.text());
}

describe("a subagent's review", () => {
  const review = (place: FlowWorkplace, message: string, fields: object = {}) => {
    recordReport(place, message);
    return place.send({
      hook_event_name: "SubagentStop",
      agent_id: "a1",
      agent_type: "code-reviewer",
      transcript_path: place.transcript,
      last_assistant_message: message,
      ...fields,
    });
  };

  test("counts for and against; the last one decides", async () => {
    const place = await planned();
    await place.edit("new.txt", "1");
    expect(await review(place, "BLOCKER: no tests")).toEqual({ kind: "silent" });
    expect((await place.state("adversarial_passed"))?.because).toBe(
      "review by code-reviewer found a blocker: no tests",
    );
    await review(place, "Blockers: none\nVerdict: pass");
    expect((await place.state("adversarial_passed"))?.state).toBe("met");
  });

  test("is recognised by the description that the client stores beside its transcript", async () => {
    const place = await planned();
    await place.edit("new.txt", "1");
    const path = `${place.env.home}/agent-a1`;
    writeFileSync(`${path}.meta.json`, JSON.stringify({ description: "Adversarial review" }));
    await review(place, "Verdict: pass", {
      agent_type: "general-purpose",
      agent_transcript_path: `${path}.jsonl`,
    });
    expect((await place.state("adversarial_passed"))?.state).toBe("met");
  });

  test("in the background is recognised by the event", async () => {
    const place = await planned();
    await place.edit("new.txt", "1");
    const own = { id: "a1", type: "subagent", status: "running", description: "Review the change" };
    await review(place, "Verdict: pass", { agent_type: "general-purpose", background_tasks: [own] });
    expect((await place.state("adversarial_passed"))?.state).toBe("met");
  });

  test.each([
    ["by an agent that does something else", { agent_type: "Explore" }, "Verdict: pass"],
    ["without a report", {}, "  "],
    ["by the client's own helper", { agent_type: "" }, "Verdict: pass"],
    ["of another session", { session_id: "s2" }, "Verdict: pass"],
  ])("%s does not count", async (_, fields, message) => {
    const place = await planned();
    await place.edit("new.txt", "1");
    await review(place, message, fields);
    expect((await place.state("adversarial_passed"))?.because).toBe("no review yet");
  });

  test("before anything was changed does not count", async () => {
    const place = await planned();
    await review(place, "Verdict: pass");
    expect((await place.state("adversarial_passed"))?.because).toBe("no review yet");
  });

  test("is stored short and without secrets", async () => {
    const place = await planned();
    await place.edit("new.txt", "1");
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await review(place, `The token ${secret} is in the diff.\n${"x".repeat(9000)}\nVerdict: pass`);
    const [row] = place.evidence().filter(({ condition }) => condition === "adversarial_passed");
    expect(row?.text.length).toBeLessThanOrEqual(4096);
    expect(row?.text).not.toContain(secret);
  });

  test("is shortened only without its secrets: half of one would not be recognised", async () => {
    const place = await planned();
    await place.edit("new.txt", "1");
    const secret = `ghp_${"a1B2".repeat(9)}`;
    await review(place, `BLOCKER: ${"x".repeat(140)} and ${secret} is in the diff.`);
    const [row] = place.evidence().filter(({ condition }) => condition === "adversarial_passed");
    expect(row?.text).not.toContain("a1B2a1B2");
  });
});

describe("an event that the transcript does not show", () => {
  async function recorded(): Promise<FlowWorkplace & { ofTranscript: object }> {
    const place = await planned();
    place.record(promptRecord("Work."));
    await place.edit("new.txt", "1");
    return { ...place, ofTranscript: { transcript_path: place.transcript } };
  }

  test("answers no question, as a prompt, whatever transcript it names", async () => {
    const place = await recorded();
    await place.flow("set", "must_have_answered", "--question", "Which database?");
    const prompt = { hook_event_name: "UserPromptSubmit", prompt: "SQLite", prompt_id: "forged" };
    await place.send({ ...prompt, ...place.ofTranscript });
    await place.send(prompt);
    const own = `${place.env.home}/own.jsonl`;
    writeFileSync(own, `${JSON.stringify({ ...promptRecord("SQLite"), timestamp: new Date() })}\n`);
    await place.send({ ...prompt, transcript_path: own });
    await place.stop({ transcript_path: own });
    await place.stopWithTranscript();
    expect((await place.state("must_have_answered"))?.state).toBe("open");
    place.record(promptRecord("SQLite"));
    await place.stopWithTranscript();
    expect((await place.state("must_have_answered"))?.state).toBe("met");
  });

  test("is no review, as a report, until the subagent's transcript ends with it", async () => {
    const place = await recorded();
    await place.send({ hook_event_name: "Stop", ...place.ofTranscript });
    const message = "I looked at everything.\n\nVerdict: pass";
    const review = () =>
      place.send({
        hook_event_name: "SubagentStop",
        agent_id: "a1",
        agent_type: "code-reviewer",
        last_assistant_message: message,
        ...place.ofTranscript,
      });
    await review();
    recordReport(place, "Verdict: fail");
    await review();
    expect((await place.state("adversarial_passed"))?.because).toBe("no review yet");
    recordReport(place, message);
    await review();
    expect((await place.state("adversarial_passed"))?.state).toBe("met");
  });
});

describe("uncommitted files", () => {
  async function implemented(): Promise<FlowWorkplace> {
    const place = await makeFlowWorkplace({ "mine.txt": "1\n", "shared.txt": "1\n" });
    place.change("mine.txt", "the user's work in progress\n");
    await place.flow("start", "add a login");
    return place;
  }

  test("are those this session wrote: by an edit, or while a command ran", async () => {
    const place = await implemented();
    place.change("a b.txt", "by an edit");
    place.change("shared.txt", "by a command");
    place.record(
      ...toolRecords("t1", "Write", { file_path: `${place.project}/a b.txt` }),
      ...toolRecords("t2", "Bash", { command: "echo x > ./shared.txt" }),
      ...toolRecords("t3", "Bash", { command: "cat theirs.txt" }),
    );
    await Bun.sleep(300); // Whatever is written while a command runs is attributed to it.
    place.change("theirs.txt", "by the user, later");
    await place.force("memory_search", "task_classified", "must_have_answered", "plan_approved");
    await place.stopWithTranscript();
    await place.flow("set", "implementation_complete");
    const held = await place.stopWithTranscript();
    expect(held).toMatchObject({
      reason: expect.stringContaining(
        "Also: Changed in this flow and not committed: a b.txt, shared.txt. Commit",
      ),
    });
    // Not a second time as a message of its own.
    expect(held).not.toHaveProperty("message");
  });

  test("are none without a transcript that shows who wrote them", async () => {
    const place = await implemented();
    place.change("a.txt", "1");
    await place.flow("set", "implementation_complete");
    expect(await place.stop()).toMatchObject({ reason: expect.not.stringContaining("not committed") });
  });
});
