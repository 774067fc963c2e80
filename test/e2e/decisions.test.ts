// Every event that passes the gates leaves exactly one decision row, in the real client.
import { describe, expect, test } from "bun:test";
import { runClaude } from "../helpers/claude.ts";
import { readDecisions, readFaultLines } from "../helpers/holdfast.ts";
import { makeInstalledPlace, placeLock, queryStore } from "../helpers/installed.ts";
import { startInteractiveClaude } from "../helpers/interactive-claude.ts";
import { startStreamingClaude } from "../helpers/streaming-claude.ts";
import { agent, bash, say, summarise, useTool } from "../helpers/turns.ts";

describe("one row for each", () => {
  test("Stop, SubagentStop and TaskCompleted, with session, agent, budget and duration", async () => {
    const place = await makeInstalledPlace();
    const run = await runClaude({
      ...place,
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

  test("TeammateIdle, in a terminal with a team", async () => {
    const place = await makeInstalledPlace();
    const claude = startInteractiveClaude({
      ...place,
      settings: { teammateMode: "in-process" },
      env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: "1" },
      prompt: "Work as a team.",
      script: {
        main: [
          useTool("Agent", { description: "Looks around", prompt: "MATE: look around", name: "mate" }),
          say("The mate looks."),
        ],
        agents: { MATE: [say("I looked.")] },
      },
    });
    const idle = () => readDecisions(place).find((row) => row.event === "TeammateIdle");
    for (let i = 0; i < 100 && !safely(idle); i++) await Bun.sleep(100);
    await claude.type("/exit");
    await claude.done;
    expect(idle()).toMatchObject({ agent: "teammate:mate", verdict: "complete" });
  }, 60_000);

  test("the client's own helper that compacts is never held", async () => {
    const place = await makeInstalledPlace();
    const session = startStreamingClaude({ ...place, script: [say("One."), summarise("We counted.")] });
    await session.send("Count.");
    await session.send("/compact");
    await session.close();
    const row = readDecisions(place).find((decision) => decision.event === "SubagentStop");
    expect(row).toMatchObject({ verdict: "complete", rule: "internal-agent" });
  });
});

describe("sessions", () => {
  test("have a row with their project, their tool calls and their end, also when the model moves about", async () => {
    const place = await makeInstalledPlace();
    const run = await runClaude({
      ...place,
      prompt: "Look.",
      script: [bash("cd / && ls"), bash("false"), say("Done.")],
    });
    const [row] = queryStore(place, "SELECT * FROM sessions");
    expect(row).toMatchObject({ session_id: run.sessionId, project_dir: place.project, source: "startup" });
    expect(row?.ended_at).not.toBeNull();
    expect(queryStore(place, "SELECT session_id FROM sessions")).toHaveLength(1);
  });

  test("a resumed session is open again and keeps its lock", async () => {
    const place = await makeInstalledPlace();
    const first = await runClaude({ ...place, prompt: "Work.", script: [say("Done.")] });
    placeLock(place, { session_id: first.sessionId });
    const second = await runClaude({
      ...place,
      prompt: "Go on.",
      script: [say("Done.")],
      continueSession: true,
    });
    expect(second.sessionId).toBe(first.sessionId);
    const verdicts = readDecisions(place).map((row) => row.verdict);
    expect(verdicts).toEqual(["stalled", "blocked", "blocked", "complete"]);
  });
});

/** The store is not there before the first event. */
function safely<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
