// The user's own gates through the hook's own steps.
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { userConfigPath } from "../../../../src/config/environment.ts";
import { makeWorkplace, type Workplace } from "../../../helpers/workplace.ts";

async function makePlace(custom: object[]): Promise<Workplace> {
  const place = await makeWorkplace();
  writeFileSync(userConfigPath(place.env), JSON.stringify({ gates: { custom } }));
  return place;
}

const refuse = (why: string) => `echo '${why}' >&2; exit 2`;

describe("gates in the user's own config", () => {
  test("need no trust, and each is asked only at its events", async () => {
    const place = await makePlace([
      { id: "stops", run: refuse("no stop") },
      { id: "agents", run: refuse("no end"), events: ["SubagentStop"] },
      { id: "rest", run: refuse("not done"), events: ["TaskCompleted", "TeammateIdle"] },
    ]);
    const reasons = await Promise.all(
      [
        { hook_event_name: "Stop" },
        { hook_event_name: "SubagentStop", agent_id: "a", agent_type: "x" },
        { hook_event_name: "TaskCompleted", task_id: "1" },
        { hook_event_name: "TeammateIdle", teammate_name: "mate" },
      ].map(async (event) => {
        const answer = await place.send(event);
        return answer.kind === "refuse" ? /(\w+: no\w* \w+)/.exec(answer.reason)?.[1] : answer.kind;
      }),
    );
    expect(reasons).toEqual(["stops: no stop", "agents: no end", "rest: not done", "rest: not done"]);
  });

  test("never hold the client's own helper, nor plan mode", async () => {
    const place = await makePlace([{ id: "all", run: refuse("no"), events: ["Stop", "SubagentStop"] }]);
    const helper = { hook_event_name: "SubagentStop", agent_id: "c", agent_type: "" };
    expect((await place.send(helper)).kind).toBe("silent");
    expect((await place.stop({ permission_mode: "plan" })).kind).toBe("silent");
  });

  test("are combined in one block, without secrets, each identified by its name", async () => {
    const place = await makePlace([
      { id: "first", run: `echo '{"decision": "block", "reason": "key AKIAQYLPMN5HHHFPZAM2 found"}'` },
      { id: "second", run: refuse("tests are missing") },
      { id: "fine", run: "cat > /dev/null" },
    ]);
    const answer = await place.stop();
    const reason = answer.kind === "refuse" ? answer.reason : "";
    expect(reason).toContain("second: tests are missing");
    expect(reason).toMatch(/first: key .* found/);
    expect(reason).not.toContain("AKIAQYLPMN5HHHFPZAM2");
  });

  test("that flood the output or leave processes behind still end in a decision", async () => {
    const place = await makePlace([
      { id: "flood", run: "yes no | head -c 5000000; exit 2", timeout: 20 },
      { id: "forks", run: "sleep 100 & exit 0", timeout: 20 },
    ]);
    const answer = await place.stop();
    expect(answer.kind === "refuse" && answer.reason.length <= 1500).toBe(true);
  });

  test("may add a note for the person, which holds nothing and is shown once", async () => {
    const place = await makePlace([
      { id: "hint", run: `echo '{"systemMessage": "remember the changelog"}'` },
    ]);
    expect(await place.stop()).toEqual({
      kind: "tell",
      message: "holdfast custom: hint: remember the changelog",
    });
    expect(await place.stop()).toEqual({ kind: "silent" });
  });
});
