// Every event that passes the gates leaves exactly one decision row, in the real client.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { shareSessions } from "../helpers/claude-sessions.ts";
import { readDecisions, readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock, queryStore } from "../helpers/installed.ts";
import { agent, bash, say, summarise, useTool } from "../helpers/turns.ts";

const place = await makeInstalledPlace();
const sessions = shareSessions(place);

// A TeammateIdle leaves its row in subagents.test.ts, which has a team.
describe("one decision is recorded", () => {
  test("for each Stop, SubagentStop and TaskCompleted, with session, agent, budget and duration", async () => {
    const run = await sessions.run({
      prompt: "Do it with help.",
      script: {
        main: [
          useTool("TaskCreate", {
            subject: "Look around",
            description: "List the files",
            activeForm: "Looking",
          }),
          agent({ prompt: "HELPER: look around", background: false }),
          useTool("TaskUpdate", { taskId: "1", status: "completed" }),
          say("Done."),
        ],
        agents: { HELPER: [say("I looked around.")] },
      },
    });
    const rows = readDecisions(place).reverse();
    expect(rows.map((row) => [row.event, row.verdict])).toEqual([
      ["SubagentStop", "complete"],
      ["TaskCompleted", "complete"],
      ["Stop", "complete"],
    ]);
    expect(rows.map((row) => row.agent)).toEqual([expect.stringMatching(/^agent:./), "task:1", "main"]);
    expect(rows.every((row) => row.session_id === run.sessionId && row.duration_ms > 0)).toBe(true);
    expect(new Set(rows.map((row) => row.budget_id)).size).toBe(3);
    expect(await readFaultLines(place)).toEqual([]);
  });

  test("without a hold for the client's own compaction agent", async () => {
    const { sessionId } = await sessions.run({
      prompt: ["Count.", "/compact"],
      script: [say("One."), summarise("We counted.")],
    });
    const row = readDecisions(place).find(
      (decision) => decision.event === "SubagentStop" && decision.session_id === sessionId,
    );
    expect(row).toMatchObject({ verdict: "complete", rule: "internal-agent" });
  });
});

describe("sessions", () => {
  test("have a row with their project, tool calls and end, even when the model changes folders", async () => {
    const run = await sessions.run({
      prompt: "Look.",
      script: [bash("cd / && ls"), bash("false"), say("Done.")],
    });
    const rows = queryStore(place, "SELECT * FROM sessions ORDER BY started_at");
    const row = rows.find((one) => one.session_id === run.sessionId);
    expect(row).toMatchObject({ project_dir: place.project, source: "clear" });
    expect(row?.ended_at).toBeNumber();
    expect(rows[0]).toMatchObject({ source: "startup" });
    expect(new Set(rows.map((one) => one.project_dir))).toEqual(new Set([place.project]));
  });

  test("are open again when resumed, and keep their lock", async () => {
    const first = await sessions.run({ prompt: "Work.", script: [say("Done.")] });
    placeLock(place, { session_id: first.sessionId });
    const second = await runClaude({
      ...place,
      prompt: "Go on.",
      script: [say("Done.")],
      extraArgs: ["--resume", first.sessionId],
    });
    expect(second.sessionId).toBe(first.sessionId);
    const rows = readDecisions(place).filter((row) => row.session_id === first.sessionId);
    const verdicts = rows.map((row) => row.verdict);
    expect(verdicts).toEqual(["stalled", "blocked", "blocked", "complete"]);
  });
});
